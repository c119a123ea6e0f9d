"""What stands in headers and footers: one paragraph, however it looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forge.preparers.writer import places
from forge.preparers.writer.spec import Layout, Page, Paragraph, Run
from forge.skills.contract import Fact
from forge.skills.writer.support.checks import LAYOUT_NAMES, LOOK_NAMES, any_of
from forge.skills.writer.support.facts import worked_out
from forge.states.rubric import Absent, AnyCheck, Close, Count
from forge.states.selectors import Selector


def one_paragraph(part: Selector) -> Iterator[AnyCheck]:
    """Checks that a header or footer holds one paragraph of words and fields and nothing else."""
    paragraph = part.below("paragraph")
    yield Count(select=paragraph, expected=1)
    for name in ("list", "list_start", "list_sign"):
        yield Absent(select=paragraph.of(name))
    for name in ("link", "footnote", "change"):
        yield Absent(select=paragraph.below("word").of(name))
    for kind in ("picture", "comment", "bookmark"):
        yield Absent(select=paragraph.below(kind))


def any_look_in(part: Selector, *but: str) -> tuple[Selector, ...]:
    """How a header or footer looks is up to whoever makes it, but for what is asked for."""
    paragraph = part.below("paragraph")
    names = [name for name in ("style", *LAYOUT_NAMES, "list_level") if name not in but]
    return (*any_of(paragraph, names), *any_of(paragraph.below("word"), LOOK_NAMES))


MARGINS = {"header": "top", "footer": "bottom"}
"""The margin of the page in which each stands."""
_ROOM = 0.9


def room_for(mount: str, part: str) -> Selector:
    """The margin in which a part stands, which the application widens when it makes a header or a footer there."""
    return places.section(mount, 1, f"margin_{MARGINS[part]}")


def little_room(mount: str, page: Page, part: str) -> tuple[Fact, Close]:
    """A private fact and a check: that margin is as it was, or about as much wider as a line of text needs."""
    margin = round(getattr(page, MARGINS[part]) + _ROOM, 1)
    place = room_for(mount, part)
    return worked_out(f"{part}_room", margin, place), Close(
        select=place, expected=margin, absolute=_ROOM + 0.1
    )


def make_room(page: Page, part: str) -> None:
    """Move the text away from a new header or footer as LibreOffice 7.4 does: by its height and what is between."""
    side = MARGINS[part]
    setattr(page, side, round(getattr(page, side) + _ROOM, 1))


def edge(text: str, style: str = "Footer", **layout: Any) -> Paragraph:
    """A paragraph for a header or footer; `#` stands for the number of the page, `##` for how many there are."""
    runs: list[Run] = []
    for index, piece in enumerate(
        text.replace("##", "\0").replace("#", "\1").replace("\0", "\1\0").split("\1")
    ):
        if index:
            pages = piece.startswith("\0")
            runs.append(Run(field="pages" if pages else "page"))
            piece = piece.removeprefix("\0")  # noqa: PLW2901 - what is left of it
        if piece:
            runs.append(Run(piece))
    return Paragraph(runs, style, Layout(**layout))
