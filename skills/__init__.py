"""Skills: each one file that declares how to make tasks of one kind. The pipeline runs them."""
