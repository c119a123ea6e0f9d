"""Generated pivot tables over the whole declared domain: a sheet with a source, and tables on it or on another."""

from __future__ import annotations

from hypothesis import strategies as st

from forge.preparers.calc.places import block, fixed, letters, place
from forge.preparers.calc.spec import DataField, Pivot, Sheet
from forge.preparers.calc.vocabulary import PIVOT_FUNCTIONS

ITEMS = {
    "Region": ["North", "South", "East", "Übersee"],
    "Product": ["Tea", "Coffee", "Oat milk", "coffee beans"],
    "Paid?": ["yes", "no"],
}
NUMBERS = ("Amount", "Units in stock")
TOP = 3
"""The row of the headers; the source begins in column B."""


@st.composite
def source_sheets(draw: st.DrawFn, name: str) -> Sheet:
    """A sheet that holds nothing but a source of three fields of words and two of numbers."""
    sheet = Sheet(name)
    number = st.integers(-50, 5000) | st.integers(-400, 400).map(lambda eighths: eighths / 8)
    rows = [
        [*(draw(st.sampled_from(words)) for words in ITEMS.values()), *(draw(number) for _ in NUMBERS)]
        for _ in range(draw(st.integers(1, 8)))
    ]
    sheet.put(place(TOP, 2), [[*ITEMS, *NUMBERS], *rows])
    return sheet


def source_of(sheet: Sheet) -> str:
    """The source that a sheet holds."""
    return fixed(sheet.name, block(TOP, 2, sheet.size()[0], 1 + len(ITEMS) + len(NUMBERS)))


@st.composite
def pivots(draw: st.DrawFn, source: Sheet, anchor: str) -> Pivot:
    """A pivot table over a source."""
    fields = draw(st.permutations(list(ITEMS)))
    down = draw(st.integers(0, 3))
    rows, rest = tuple(fields[:down]), fields[down:]
    columns = tuple(rest[:1]) if rest and (not rows or draw(st.booleans())) else ()
    rest = [name for name in rest if name not in columns]
    pivot = Pivot(source_of(source), anchor, rows, columns, tuple(rest[: draw(st.integers(0, len(rest)))]))
    functions = st.sampled_from(list(PIVOT_FUNCTIONS))
    chosen = draw(st.permutations(list(NUMBERS)))[: draw(st.integers(1, 2)) if rows else 1]
    pivot.data = tuple(DataField(name, draw(functions)) for name in chosen)
    if len(chosen) > 1 and not columns:
        pivot.across = draw(st.booleans())
    if len(chosen) == 1 and not columns:
        pivot.subtotals = tuple(name for name in rows[:-1] if draw(st.booleans()))
    shown = rows + columns
    if draw(st.booleans()):
        name = draw(st.sampled_from(shown))
        column = 2 + list(ITEMS).index(name)
        there = sorted(
            {str(source.value(place(row, column))) for row in range(TOP + 1, source.size()[0] + 1)}
        )
        pivot.hidden = tuple((name, item) for item in there[: draw(st.integers(0, len(there) - 1))])
    return pivot


@st.composite
def sheets_with_pivots(draw: st.DrawFn, name: str, other: str | None) -> list[Sheet]:
    """A sheet with a source, and pivot tables beside it; with another name also a sheet of its own for some."""
    source = draw(source_sheets(name))
    left = 9
    for _ in range(draw(st.integers(0, 2))):
        source.pivots.append(draw(pivots(source, f"{letters(left)}{draw(st.integers(1, 4))}")))
        left += 12
    if other is None:
        return [source]
    target = Sheet(other)
    target.pivots.append(draw(pivots(source, draw(st.sampled_from(["A1", "C5"])))))
    return [source, target]
