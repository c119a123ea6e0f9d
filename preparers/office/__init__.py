"""Drives the real LibreOffice for every kind of office document; `engine` is what callers use."""
