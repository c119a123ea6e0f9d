"""Doing by styles what can be done by hand: both are right, and only the style's name tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Layout, Look, Style
from forge.skills.contract import Attempt
from forge.skills.writer.support.papers import Paper
from forge.states.selectors import Selector


def style_freedom(paper: Paper, numbers: Sequence[int]) -> tuple[Selector, ...]:
    """What somebody changes who gives paragraphs a style of their own instead: for the footprint's `free`."""
    named = places.paragraphs(paper.mount, *numbers, prop="style")
    return named, Selector(paper.mount).new("style")


def by_own_style(
    paper: Paper,
    numbers: Sequence[int],
    look: Look | None = None,
    layout: Layout | None = None,
    then: Callable[[Desktop], None] | None = None,
) -> Iterator[Attempt]:
    """The task done through a new style, and with one style for some and formatting by hand for the others.

    Args:
        paper: the document.
        numbers: the paragraphs.
        look: what is changed about their words.
        layout: what is changed about themselves.
        then: what else the task asks for.
    """

    def styled(desktop: Desktop, name: str, chosen: Sequence[int], *, chained: bool) -> None:
        document = paper.document(desktop)
        for number in numbers:
            paragraph = document.paragraphs()[number - 1]
            if number in chosen:
                own = f"{name} {paragraph.style}"
                document.styles[own] = Style(
                    paragraph.style, paragraph.style if chained else None, look or Look(), layout or Layout()
                )
                paragraph.style = own
            # What was said by hand stands above a style, so it is changed by hand as well.
            for run in paragraph.runs:
                if run.footnote is None and look is not None:
                    run.look = look.over(run.look)
            if layout is not None:
                paragraph.layout = layout.over(paragraph.layout)
        if then is not None:
            then(desktop)

    yield Attempt(
        "own_style",
        lambda desktop: styled(desktop, "My", numbers, chained=False),
        why="A new paragraph style says it, which is the tidier way.",
    )
    yield Attempt(
        "style_and_hand",
        lambda desktop: styled(desktop, "Special", numbers[:1], chained=True),
        why="The first has a style of its own, the others were formatted by hand.",
    )
