"""What skills over several applications say and check of files that they make, whatever these hold."""
