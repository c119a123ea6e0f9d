"""What documents say of people so that they are mentioned more than once."""

from __future__ import annotations

NAMES = ("Alma Reyes", "Jon Whitfield", "Clara Novotna", "Peter Lindqvist", "Ruth Abara", "Tomas Ferreira")
"""People who appear in no document."""
MENTIONS = ('every mention of "{}"', 'all occurrences of "{}"')
SAID = (" Questions about this are answered by {}.", " {} has the details and passes them on.")
"""What is said of somebody where nobody else is spoken of twice."""
REMARKS = ("  This has not changed since last year.", "  Nothing else has to be decided for now.")
"""Sentences that somebody typed carelessly, with one space too many before them."""
