"""Writer skills: one file each."""
