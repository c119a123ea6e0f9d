"""Spreadsheet workbooks: how they are written, read, saved again by LibreOffice and graded."""

from forge.preparers.calc.preparer import PREPARER

__all__ = ["PREPARER"]
