"""Gates: one file each. A gate judges a case and gives a verdict with evidence that a person can act on."""
