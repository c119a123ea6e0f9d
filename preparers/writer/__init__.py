"""Text documents: how they are written, read, saved again by LibreOffice and graded."""

from forge.preparers.writer.preparer import PREPARER

__all__ = ["PREPARER"]
