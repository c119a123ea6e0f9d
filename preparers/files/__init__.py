"""File trees: contents, modes, links, and the structured files of an operating system."""

from forge.preparers.files.preparer import PREPARER

__all__ = ["PREPARER"]
