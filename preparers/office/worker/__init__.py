"""The stand-alone half: runs where `uno` can be imported, imports nothing of Forge, serves one soffice.

It must run on the interpreters that LibreOffice brings along, so nothing newer than Python 3.8 is used here.
"""

NO_UNO = 3
"""The exit code that says: this interpreter cannot import `uno`."""

DEAD = 4
"""The exit code that says: soffice did not start, or is no longer there."""
