"""PDF: pages with their size and the letters on them, in the order in which a page draws them."""

from __future__ import annotations

import io
import re
import struct
import unicodedata
import zlib
from typing import TYPE_CHECKING, Any

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.states.entities import Entity
from forge.states.values import Value

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

LARGEST = 16 * 2**20
"""Bytes of a file that is read; a larger one is refused."""
MOST_PAGES = 500
MOST_OPERATORS = 400_000
"""Steps in which all pages together are drawn; a file that takes more is refused."""
MOST_UNPACKED = 8 * 2**20
"""Bytes of one stream, unpacked."""

POINTS_PER_MILLIMETRE = 72 / 25.4
_MARKS = "\u2013\u2014\u2022\u2023\u2043\u25aa\u25ab\u25cf\u25cb\u25a0\u25a1\u25b6\u25ba\u27a2\u2714\u00b7"
_NO_LETTERS = re.compile(rf"[\s\ue000-\uf8ff{_MARKS}]+")
"""Spaces, which programs guess; what stands before entries of lists, of which symbol fonts have their own."""
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_UNSEEN = {ord("\u00ad"): None, ord("\u200b"): None, ord("\x00"): None}
_FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, OSError),
    *(RecursionError, TypeError, ValueError, struct.error, zlib.error),
)
"""What the library raises besides its own errors when an object is not what its place asks for."""


def read(data: bytes) -> Reading:
    """The pages of a PDF file and its title; fonts, pictures, forms, links and who made it are not seen.

    Raises:
        UnreadableError: it is damaged, locked, or takes more to read than a document does.
    """
    import pypdf  # noqa: PLC0415 - it loads 20 MB, which only this format needs
    from pypdf.errors import LimitReachedError, PyPdfError  # noqa: PLC0415

    if len(data) > LARGEST:
        raise UnreadableError(f"is a PDF file of {len(data):,} bytes; at most {LARGEST:,} are read.")
    if b"%PDF-" not in data[:1024]:
        raise UnreadableError("is not a PDF file: it does not begin as one.")
    limits: dict[str, Any] = {
        "zlib_maximum_output_length": MOST_UNPACKED,
        "lzw_maximum_output_length": MOST_UNPACKED,
        "run_length_maximum_output_length": MOST_UNPACKED,
        "array_based_stream_maximum_output_length": MOST_UNPACKED,
        "stream_decoding_work_maximum_length": 4 * MOST_UNPACKED,
        "stream_parsing_work_maximum_count": 4 * MOST_OPERATORS,
        "page_tree_maximum_entries": 4 * MOST_PAGES,
        "xform_maximum_invocations_per_extraction": 500,
    }
    try:
        with pypdf.apply_configuration(**limits):
            return _reading(pypdf.PdfReader(io.BytesIO(data)))
    except LimitReachedError as error:
        raise UnreadableError(f"takes more to read than a document does: {error}.") from error
    except (PyPdfError, *_FAULTS) as error:
        raise UnreadableError(f"is not a PDF file that can be read: {_said(error)}.") from error


def _said(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")[:200] or type(error).__name__


def _reading(reader: PdfReader) -> Reading:
    if reader.is_encrypted:
        raise UnreadableError("is locked: the PDF file is encrypted.")
    if len(reader.pages) > MOST_PAGES:
        raise UnreadableError(f"has {len(reader.pages):,} pages; at most {MOST_PAGES:,} are read.")
    budget = _Budget()
    pages = [Entity("page", None, _properties(page, budget)) for page in reader.pages]
    title = reader.metadata.title if reader.metadata is not None else None
    shown = spaced(title) if isinstance(title, str) else ""
    properties: dict[str, Value] = {"format": "pdf"}
    return Reading({**properties, "title": shown} if shown else properties, tuple(pages))


class _Budget:
    """How many steps of drawing are left for all pages together."""

    def __init__(self) -> None:
        self.left = MOST_OPERATORS

    def spend(self, *_: object) -> None:
        """One step; called by the library for each."""
        self.left -= 1
        self.check()

    def check(self) -> None:
        """Raises `UnreadableError` where nothing is left; the library goes on when a part of a page raises."""
        if self.left < 0:
            raise UnreadableError(f"is drawn in more than {MOST_OPERATORS:,} steps.")


def _properties(page: PageObject, budget: _Budget) -> dict[str, Value]:
    text = page.extract_text(visitor_operand_before=budget.spend)
    budget.check()
    box = page.cropbox
    sides = [round(abs(float(side)) / POINTS_PER_MILLIMETRE) for side in (box.width, box.height)]
    if not all(sides):
        raise UnreadableError("has a page that has no size.")
    width, height = sides[::-1] if page.rotation % 180 else sides
    found: dict[str, Value] = {"width": width, "height": height}
    shown = spaced(text)
    letters = _NO_LETTERS.sub("", shown)
    found |= {"letters": letters} if letters else {}
    return {**found, "text": shown} if shown else found


def spaced(text: str) -> str:
    """A text with single spaces, and letters that a font draws as one as the letters that they are."""
    # Half of a pair of surrogates is no letter.
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "ignore").translate(_UNSEEN)
    parted = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), whole)
    return " ".join(unicodedata.normalize("NFC", parted).split())
