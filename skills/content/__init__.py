"""What tasks are about: domain kits from a model or the offline generator, people's names, rows of values."""
