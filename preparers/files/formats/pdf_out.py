"""The bytes of a PDF file with lines of text on its pages, for skills: the same bytes for the same lines."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forge.preparers.files.formats.pdf import POINTS_PER_MILLIMETRE

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import DictionaryObject, IndirectObject

A4 = (210.0, 297.0)
"""Width and height in millimetres."""
LEFT, TOP = 57.0, 57.0
"""Margins in points."""
LONGEST_LINE = 90
"""Letters of a line; what is longer goes on in the next one."""
_SIZE, _LEADING, _SMALLEST = 10.0, 14.0, 2.0
_WIDTH = 600
"""Of every letter of Courier, in thousandths of its size."""
_FIRST, _MOST = 33, 200
"""The first code of a font and how many letters it has; the space is code 32 in all."""


@dataclass(frozen=True)
class Page:
    """A page.

    Attributes:
        lines: what stands on it, from top to bottom; long ones are broken.
        width: in millimetres.
        height: likewise.
    """

    lines: tuple[str, ...]
    width: float = A4[0]
    height: float = A4[1]


def build(
    pages: Iterable[Page], *, title: str = "", producer: str = "", packed: bool = False, apart: bool = False
) -> bytes:
    """The bytes of a PDF file.

    Args:
        pages: its pages.
        title: the title in its properties; empty for none.
        producer: the program that it names; empty for that of the library.
        packed: its streams are compressed.
        apart: every word is drawn by itself, as printers' drivers do.
    """
    from pypdf import PdfWriter  # noqa: PLC0415 - only skills that make such a file need it

    writer = PdfWriter()
    fonts = _Fonts(writer)
    for page in pages:
        _draw(writer, fonts, page, apart=apart)
    fonts.finish()
    told = {"/Title": title, "/Producer": producer}
    writer.add_metadata({name: text for name, text in told.items() if text})
    if packed:
        for made in writer.pages:
            made.compress_content_streams()
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _draw(writer: PdfWriter, fonts: _Fonts, page: Page, *, apart: bool) -> None:
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject  # noqa: PLC0415

    width, height = (side * POINTS_PER_MILLIMETRE for side in (page.width, page.height))
    lines = [part for line in page.lines for part in textwrap.wrap(line, LONGEST_LINE)]
    leading = min(_LEADING, (height - 2 * TOP) / max(len(lines), 1))
    size = max(_SMALLEST, min(_SIZE, leading * _SIZE / _LEADING))
    steps, used = [], {}
    for number, line in enumerate(lines):
        y = height - TOP - number * leading
        x = LEFT
        for piece in line.split() if apart else [line]:
            font = fonts.of(piece)
            used[font.name] = font.reference
            steps.append(f"BT /{font.name} {size:.2f} Tf {x:.2f} {y:.2f} Td <{font.codes(piece)}> Tj ET")
            x += (len(piece) + 1) * size * _WIDTH / 1000
    stream = DecodedStreamObject()
    stream.set_data("\n".join(steps).encode("ascii"))
    made = writer.add_blank_page(width, height)
    own: DictionaryObject = DictionaryObject({NameObject(f"/{name}"): used[name] for name in sorted(used)})
    made[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): own})
    made[NameObject("/Contents")] = writer._add_object(stream)  # noqa: SLF001 - the library's way to add one


@dataclass
class _Font:
    """A font of the reader's own with a code for each letter that is used of it."""

    name: str
    entry: DictionaryObject
    reference: IndirectObject
    letters: dict[str, int]

    def codes(self, text: str) -> str:
        return "".join(f"{32 if letter == ' ' else self.letters[letter]:02x}" for letter in text)


class _Fonts:
    """As many fonts as are needed: one has codes for 200 letters."""

    def __init__(self, writer: PdfWriter) -> None:
        self.writer = writer
        self.found: list[_Font] = []

    def of(self, text: str) -> _Font:
        """A font that has all letters of a text."""
        wanted = sorted(set(text) - {" "})
        for font in self.found:
            if len({*font.letters, *wanted}) <= _MOST:
                break
        else:
            font = self._another()
        for letter in wanted:
            font.letters.setdefault(letter, _FIRST + len(font.letters))
        return font

    def _another(self) -> _Font:
        from pypdf.generic import DictionaryObject  # noqa: PLC0415

        entry: DictionaryObject = DictionaryObject()
        made = _Font(f"F{len(self.found) + 1}", entry, self.writer._add_object(entry), {})  # noqa: SLF001
        self.found.append(made)
        return made

    def finish(self) -> None:
        """Say of every font which letter each code is."""
        from pypdf.generic import (  # noqa: PLC0415
            ArrayObject,
            DecodedStreamObject,
            DictionaryObject,
            NameObject,
            NumberObject,
        )

        for font in self.found:
            names = [NameObject(f"/uni{ord(letter):04X}") for letter in font.letters]
            encoding = {
                NameObject("/Type"): NameObject("/Encoding"),
                NameObject("/BaseEncoding"): NameObject("/WinAnsiEncoding"),
                NameObject("/Differences"): ArrayObject([NumberObject(_FIRST), *names]),
            }
            told = DecodedStreamObject()
            told.set_data(_meanings(list(font.letters)).encode("ascii"))
            font.entry.update(
                {
                    NameObject("/Type"): NameObject("/Font"),
                    NameObject("/Subtype"): NameObject("/Type1"),
                    NameObject("/BaseFont"): NameObject("/Courier"),
                    NameObject("/Encoding"): DictionaryObject(encoding),
                    NameObject("/FirstChar"): NumberObject(32),
                    NameObject("/LastChar"): NumberObject(32 + len(names)),
                    NameObject("/Widths"): ArrayObject([NumberObject(_WIDTH)] * (len(names) + 1)),
                    NameObject("/ToUnicode"): self.writer._add_object(told),  # noqa: SLF001
                }
            )


def _meanings(letters: Sequence[str]) -> str:
    """The table from codes to letters, as the format has it (ISO 32000-1, 9.10.3)."""
    meant = [(32, " "), *enumerate(letters, _FIRST)]
    blocks = []
    for start in range(0, len(meant), 100):
        block = meant[start : start + 100]
        pairs = "\n".join(f"<{code:02x}> <{letter.encode('utf-16-be').hex()}>" for code, letter in block)
        blocks.append(f"{len(block)} beginbfchar\n{pairs}\nendbfchar")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Meanings def\n"
        "/CMapType 2 def\n1 begincodespacerange\n<00> <ff>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )
