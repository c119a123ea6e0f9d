"""Skills of presentations: one file for each, and `support/` for what they share."""
