"""Presentations: how they are written, read, saved again by LibreOffice and graded."""

from forge.preparers.impress.preparer import PREPARER

__all__ = ["PREPARER"]
