"""Preparers: each writes, reads and re-saves one kind of application state."""
