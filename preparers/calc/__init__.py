"""Spreadsheet workbooks: how they are written, read, saved again by LibreOffice and graded."""
