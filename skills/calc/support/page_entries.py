"""What stands in the header and the footer of printed pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forge.skills.contract import Fact

PAGES = ("&P", "Page &P", "- &P -", "Page: &P", "p. &P")
OF_PAGES = ("Page &P of &N", "&P of &N", "&P / &N", "&P/&N", "Page &P / &N", "Page &P/&N")
SIDES = (
    ("left", ("on the left of the {}", "in the left part of the {}")),
    ("centre", ("at the centre of the {}", "in the middle of the {}")),
    ("right", ("on the right of the {}", "in the right part of the {}")),
)
BANDS = ("header", "footer")


@dataclass(frozen=True)
class Entry:
    """What is to stand in a part of the header or footer: in words, in the codes of the file, and where."""

    says: tuple[str, ...]
    codes: tuple[str, ...]
    band: str
    side: int

    def facts(self, suffix: str) -> tuple[Fact, Fact]:
        """What, and where; the parts that nobody speaks of stay empty."""
        says = tuple(words.format(self.band) for words in SIDES[self.side][1])
        return (
            Fact(name=f"content{suffix}", value=self.codes, says=self.says),
            Fact(name=f"place{suffix}", value=("",), says=says),
        )

    @classmethod
    def page_number(cls, band: str, side: int, *, total: bool = False) -> Entry:
        """The number of the page, perhaps with that of all pages."""
        if total:
            says = (
                "the page number with the total number of pages",
                "the page number and the number of pages",
            )
            return cls(says, OF_PAGES, band, side)
        return cls(("the page number",), PAGES, band, side)

    @classmethod
    def text(cls, text: str, band: str, side: int) -> Entry:
        """A text."""
        return cls((f'the text "{text}"', f'"{text}"'), (text,), band, side)

    @classmethod
    def sheet_name(cls, name: str, band: str, side: int) -> Entry:
        """The name of the sheet, as a field or typed."""
        return cls(("the name of the sheet", "the sheet's name"), ("&A", name.replace("&", "&&")), band, side)


def parts(entries: Iterable[Entry], band: str) -> Sequence[tuple[str, ...]]:
    """What may stand in each part of the header or footer."""
    found: list[tuple[str, ...]] = [("",)] * 3
    for entry in entries:
        if entry.band == band:
            found[entry.side] = entry.codes
    return found
