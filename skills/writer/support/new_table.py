"""New tables: what they must hold, and what about their look is up to whoever makes them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from forge.preparers.calc.places import letters
from forge.preparers.writer.following import paragraph_reference
from forge.preparers.writer.spec import Border, Cell, Paragraph, Table
from forge.skills.writer.support.checks import BORDER_NAMES, LAYOUT_NAMES, LOOK_NAMES, any_of
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, AnyCheck, Count, Equals
from forge.states.selectors import Selector, SelectorStep
from forge.states.selectors import Positions as At

SIDE_THINGS = ("picture", "comment", "bookmark")


def new_table(paper: Paper, rows: Sequence[Sequence[str]], following: int) -> Iterator[AnyCheck]:
    """Checks that there is one new table of some texts, before the paragraph of a number of the end."""
    table = fresh(paper)
    yield Count(select=table, expected=1)
    yield Equals(select=table.of("before"), expected=paragraph_reference(following))
    yield Count(select=table.below("row"), expected=len(rows))
    yield Count(select=table.below("column"), expected=len(rows[0]))
    yield Equals(select=table.below("row").below("cell").of("columns"), expected=1)
    yield Equals(select=table.below("row").below("cell").of("rows"), expected=1)
    for number, texts in enumerate(rows, 1):
        yield from row_says(row_at(table, number), texts)


def fresh(paper: Paper) -> Selector:
    """The tables that were not there at the start."""
    return Selector(paper.mount).new("table")


def row_at(table: Selector, number: int) -> Selector:
    """A row of a table that was not there, by its number in the end."""
    return Selector(table.mount, (*table.steps, SelectorStep("row", At(((number, number),)))))


def row_says(row: Selector, texts: Sequence[str]) -> Iterator[AnyCheck]:
    """Checks that the cells of a row hold one paragraph of plain words each."""
    for column, text in enumerate(texts, 1):
        line = row.below("cell", letters(column)).below("paragraph")
        yield Count(select=line, expected=1)
        yield Equals(select=line.of("text"), expected=text, text="trimmed")
    every = row.below("cell").below("paragraph")
    for name in ("list", "list_start", "list_sign"):
        yield Absent(select=every.of(name))
    for name in ("link", "field", "footnote", "change"):
        yield Absent(select=every.below("word").of(name))
    for kind in SIDE_THINGS:
        yield Absent(select=every.below(kind))


def any_row_look(row: Selector) -> tuple[Selector, ...]:
    """How a row looks is up to whoever makes it."""
    cell = row.below("cell")
    line = cell.below("paragraph")
    return (
        *any_of(row, ("header", "height")),
        *any_of(cell, ("fill", "vertical", *BORDER_NAMES)),
        *any_of(line, ("style", "list_level", *LAYOUT_NAMES)),
        *any_of(line.below("word"), LOOK_NAMES),
    )


def any_table_look(paper: Paper) -> tuple[Selector, ...]:
    """How a new table looks is up to whoever makes it."""
    table = fresh(paper)
    return (table.of("alignment"), table.below("column").of("width"), *any_row_look(table.below("row")))


def table_of(
    paper: Paper, rows: Sequence[Sequence[str]], *, border: Border | None = Border(), wide: bool = True, bold: bool = False
) -> Table:  # fmt: skip
    """A table as the application makes it, or a narrower one, without lines, or with a bold first row."""
    width = round((paper.house.room - 0.5) / len(rows[0]) * (1 if wide else 0.6), 1)
    table = Table.of([list(texts) for texts in rows], [width] * len(rows[0]), border)
    for cell in table.rows[0].cells:
        for run in cell.paragraphs[0].runs:
            run.restyle(bold=True if bold else None)
    return table


def cell_of(text: str, like: Cell) -> Cell:
    """A cell with a text that looks like another one."""
    cell = Cell([Paragraph.of(text)], fill=like.fill, vertical=like.vertical)
    cell.left, cell.right, cell.top, cell.bottom = like.left, like.right, like.top, like.bottom
    return cell


def flat(rows: Collection[Sequence[str]]) -> tuple[str, ...]:
    """All texts of some rows."""
    return tuple(text for row in rows for text in row)
