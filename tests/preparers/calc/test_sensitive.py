"""A reader that sees nothing would be stable: every documented property, changed, changes what is read."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from forge.preparers import office
from forge.preparers.base import preparer
from forge.preparers.calc import filters
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import (
    AutoFilter,
    Chart,
    ConditionalFormat,
    Criterion,
    Highlight,
    Protection,
    ScalePoint,
    Series,
    Style,
    Validation,
    Workbook,
)
from forge.preparers.office.installation import installation, interpreters
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree
from forge.states.values import Colour

from .pivot_edits import ADDED_PIVOTS, PIVOTS
from .rich import GREEN, HARD, RED, rich

CALC = preparer("calc")
Edit = Callable[[Workbook], Any]

STYLE: dict[str, dict[str, Any]] = {
    "number_format": {"number_format": "0.0"},
    "font": {"font": "Arial"},
    "size": {"size": 14},
    "bold": {"bold": True},
    "italic": {"italic": True},
    "underline": {"underline": "double"},
    "strike": {"strike": True},
    "colour": {"colour": RED},
    "fill": {"fill": RED},
    "horizontal": {"horizontal": "center"},
    "vertical": {"vertical": "top"},
    "wrap": {"wrap": True},
    "shrink": {"shrink": True},
    "indent": {"horizontal": "left", "indent": 2},
    "rotation": {"rotation": 45},
    "locked": {"locked": False},
    "formula_hidden": {"formula_hidden": True},
}
for side in ("left", "right", "top", "bottom"):
    STYLE[f"border_{side}"] = {f"border_{side}": "medium"}
    STYLE[f"border_{side}_colour"] = {f"border_{side}": "thin", f"border_{side}_colour": RED}


def on(sheet: str, **changes: Any) -> Edit:
    return lambda book: [setattr(book.sheet(sheet), name, value) for name, value in changes.items()]


def cell(place: str, **changes: Any) -> Edit:
    return lambda book: [setattr(book.sheet("Orders")[place], name, value) for name, value in changes.items()]


def restyled(changes: dict[str, Any]) -> Edit:
    place = "C3" if "number_format" in changes else "A3"
    return lambda book: book.sheet("Orders")[place].restyle(**changes)


def member(kind: str, number: int, **changes: Any) -> Edit:
    """Change one conditional format, validation or chart of the sheet `Orders`."""

    def edit(book: Workbook) -> None:
        item = getattr(book.sheet("Orders"), kind)[number]
        for name, value in changes.items():
            setattr(item, name, value)

    return edit


def rule(**changes: Any) -> Edit:
    """Put another rule in place of the first."""
    fields = {"range": "C2:C3", "highlight": Highlight(fill=Colour("#FFC7CE")), **changes}
    return lambda book: book.sheet("Orders").conditional_formats.__setitem__(0, ConditionalFormat(**fields))


def look(**changes: Any) -> Edit:
    return member("conditional_formats", 0, highlight=Highlight(**{"fill": Colour("#FFC7CE"), **changes}))


def scale(point: ScalePoint) -> Edit:
    return member("conditional_formats", 1, points=(ScalePoint("min", None, RED), point))


whole = partial(member, "validations", 1)
chart = partial(member, "charts", 0)


def series(**changes: Any) -> Edit:
    return lambda book: [setattr(book.sheet("Orders").charts[0].series[0], *item) for item in changes.items()]


def page(**changes: Any) -> Edit:
    return lambda book: [setattr(book.sheet("Orders").page, *item) for item in changes.items()]


def filtered(criterion: Criterion, area: str = "A1:B4") -> Edit:
    def edit(book: Workbook) -> None:
        sheet = book.sheet(HARD)
        sheet.autofilter = AutoFilter(area, [criterion])
        filters.apply(sheet)

    return edit


def protected(name: str) -> Edit:
    def edit(book: Workbook) -> None:
        protection = book.sheet("Lists").protection or Protection()
        setattr(protection, name, not getattr(protection, name))

    return edit


PROPERTIES: dict[str, Edit] = {
    "name.refers": lambda book: book.names.update(Rates="Lists!$B$1:$B$2"),
    "sheet.hidden": on("Lists", hidden=True),
    "sheet.tab_colour": on("Orders", tab_colour=RED),
    "sheet.zoom": on("Orders", zoom=120),
    "sheet.gridlines": on("Orders", gridlines=False),
    "sheet.frozen_rows": on("Orders", freeze="B3"),
    "sheet.frozen_columns": on("Orders", freeze="C2"),
    "column.width": lambda book: setattr(book.sheet("Orders").column("B"), "width", 15.5),
    "column.hidden": lambda book: setattr(book.sheet("Orders").column("B"), "hidden", True),
    "row.height": lambda book: setattr(book.sheet("Orders").row(3), "height", 24),
    "row.hidden": lambda book: setattr(book.sheet("Orders").row(3), "hidden", True),
    "cell.value": cell("A3", value="Bea"),
    "cell.formula": cell("C4", formula="=C2+C3"),
    "cell.comment": cell("A2", comment="Check it."),
    "cell.link": cell("A3", link="https://example.org/other"),
    **{f"cell.{name}": restyled(changes) for name, changes in STYLE.items()},
    "merge.range": on("Orders", merges=["E1:G1"]),
    "conditional_format.range": member("conditional_formats", 0, range="C2:C4"),
    "conditional_format.type": rule(type="duplicates"),
    "conditional_format.operator": member("conditional_formats", 0, operator="not between"),
    "conditional_format.first": member("conditional_formats", 0, formulas=("2", "6")),
    "conditional_format.second": member("conditional_formats", 0, formulas=("1", "5")),
    "conditional_format.text": rule(type="contains", text="x"),
    "conditional_format.rank": rule(type="top", rank=3),
    "conditional_format.percent": rule(type="top", rank=3, percent=True),
    "conditional_format.bold": look(bold=True),
    "conditional_format.italic": look(italic=True),
    "conditional_format.underline": look(underline="single"),
    "conditional_format.strike": look(strike=True),
    "conditional_format.colour": look(colour=RED),
    "conditional_format.fill": look(fill=RED),
    "conditional_format.bar_colour": rule(
        type="bar", points=(ScalePoint("min"), ScalePoint("max")), colour=RED, highlight=Highlight()
    ),
    "point.type": scale(ScalePoint("percent", "9", GREEN)),
    "point.value": scale(ScalePoint("num", "8", GREEN)),
    "point.colour": scale(ScalePoint("num", "9", RED)),
    "validation.range": whole(range="C2:C8"),
    "validation.type": whole(type="decimal"),
    "validation.operator": whole(operator="not between"),
    "validation.first": whole(formulas=("2", "10")),
    "validation.second": whole(formulas=("1", "9")),
    "validation.options": member("validations", 0, options=("Ann", "Cy")),
    "validation.allow_blank": whole(allow_blank=False),
    "validation.dropdown": member("validations", 0, dropdown=False),
    "validation.prompt_title": whole(prompt_title="Amount"),
    "validation.prompt": whole(prompt="From 1 to 10."),
    "validation.error_title": whole(error_title="Wrong"),
    "validation.error": whole(error="Too little."),
    "validation.severity": whole(severity="warning"),
    "autofilter.range": filtered(Criterion("A", values=("a", "b")), "A1:A4"),
    "criterion.values": filtered(Criterion("A", values=("a", "c"))),
    "criterion.blanks": filtered(Criterion("A", values=("a", "b"), blanks=True)),
    "criterion.conditions": filtered(Criterion("B", conditions=((">", "1"),))),
    "criterion.either": filtered(Criterion("B", conditions=((">", "2"), ("<", "2")), either=True)),
    "chart.type": chart(type="line"),
    "chart.grouping": chart(grouping="stacked"),
    "chart.title": chart(title="Turnover"),
    "chart.x_title": chart(x_title="Who"),
    "chart.y_title": chart(y_title="How much"),
    "chart.legend": chart(legend="bottom"),
    "chart.anchor": chart(anchor="B8"),
    "series.values": series(values="Orders!$C$2:$C$4"),
    "series.categories": series(categories="Orders!$B$2:$B$3"),
    "series.name": series(name="Orders!$A$1"),
    **PIVOTS,
    "page.orientation": page(orientation="landscape"),
    "page.paper": page(paper="letter"),
    "page.top": page(top=2.5),
    "page.bottom": page(bottom=2.5),
    "page.left": page(left=2.5),
    "page.right": page(right=2.5),
    "page.print_area": page(print_area=("A1:C3",)),
    "page.repeat_rows": page(repeat_rows="1:1"),
    "page.repeat_columns": page(repeat_columns="A:A"),
    "page.header": page(header=("", "Orders", "&P")),
    "page.footer": page(footer=("", "Orders", "")),
    "page.scale": page(scale=80),
    "page.fit_width": page(fit_width=1, fit_height=0),
    "page.fit_height": page(fit_width=0, fit_height=2),
    "page.gridlines": page(gridlines=True),
    "page.headings": page(headings=True),
    "page.centre_horizontally": page(centre_horizontally=True),
    "page.centre_vertically": page(centre_vertically=True),
    **{f"protection.{name}": protected(name) for name in SCHEMA.kinds["protection"].properties},
}

THREE_POINTS = (ScalePoint("min", None, RED), ScalePoint("num", "5", GREEN), ScalePoint("num", "9", GREEN))

ADDED: dict[str, Edit] = {
    "name": lambda book: book.names.update(VAT="=0.19"),
    "sheet": lambda book: book.add_sheet("Fresh"),
    "merge": lambda book: book.sheet("Orders").merges.append("H1:I2"),
    "conditional_format": lambda book: book.sheet("Orders").conditional_formats.append(
        ConditionalFormat("A2:A3", "unique", highlight=Highlight(bold=True))
    ),
    "point": member("conditional_formats", 1, points=THREE_POINTS),
    "validation": lambda book: book.sheet("Orders").validations.append(Validation("B2", options=("x",))),
    "autofilter": lambda book: setattr(book.sheet("Lists"), "autofilter", AutoFilter("A1:B3")),
    "criterion": lambda book: (
        book.sheet(HARD).autofilter.criteria.append(Criterion("B", conditions=((">", "1"),))),  # type: ignore[union-attr]  # it has one
        filters.apply(book.sheet(HARD)),
    ),
    "chart": lambda book: book.sheet("Orders").charts.append(
        Chart("pie", [Series("Orders!$C$2:$C$3")], anchor="J8")
    ),
    "series": lambda book: (
        book.sheet("Orders").charts[0].series.append(Series("Orders!$B$2:$B$3", "Orders!$A$2:$A$3"))
    ),
    **ADDED_PIVOTS,
    "protection": lambda book: (
        setattr(book.sheet("Orders"), "protection", Protection()),
        setattr(book.sheet("Orders"), "tab_colour", None),
    ),
}
EXAMPLES_OF_ONE = {"workbook", "page", "cell", "row", "column"}
"""Kinds that cannot be added: the root, what every sheet has, and what is everywhere."""


def changes(before: Tree, after: Tree) -> list[Change]:
    return diff(State({"book": before}), State({"book": after}))


@cache
def untouched() -> tuple[bytes, Tree]:
    """The file of the workbook and what is read from it."""
    files = CALC.write(rich())
    return files[""], CALC.read(files)


def test_every_documented_property_has_a_change() -> None:
    documented = {f"{kind.name}.{name}" for kind in SCHEMA.kinds.values() for name in kind.properties}
    assert documented == set(PROPERTIES)
    assert set(SCHEMA.kinds) == set(ADDED) | EXAMPLES_OF_ONE


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_changed_property_is_read(name: str) -> None:
    kind, _, prop = name.partition(".")
    after = rich()
    PROPERTIES[name](after)
    content, old = untouched()
    files = CALC.write(after)
    assert files[""] != content
    new = CALC.read(files)
    found = changes(old, new)
    touched = {(change.kind, change.name) for change in found if change.type == "set"}
    added = {change.kind for change in found if change.type == "added"}
    assert (kind, prop) in touched or (kind in added and prop in _given(new, kind))


def _given(tree: Tree, kind: str) -> set[str]:
    return {name for _, entity in tree.walk() if entity.kind == kind for name in entity.properties}


@pytest.mark.parametrize("kind", ADDED)
def test_an_added_and_a_removed_thing_is_read(kind: str) -> None:
    after = rich()
    ADDED[kind](after)
    old, new = untouched()[1], CALC.read(CALC.write(after))
    assert ("added", kind) in {(change.type, change.kind) for change in changes(old, new)}
    assert ("removed", kind) in {(change.type, change.kind) for change in changes(new, old)}


@pytest.mark.parametrize("where", ["A9", "Z2"])
def test_rows_and_columns_go_on_behind_the_last(where: str) -> None:
    after = rich()
    after.sheet("Orders").put(where, [["x"]])
    old, new = untouched()[1], CALC.read(CALC.write(after))
    for pair in ((old, new), (new, old)):
        assert {(item.type, item.kind, item.name) for item in changes(*pair)} == {("set", "cell", "value")}


def test_order_and_names_of_sheets_are_read() -> None:
    turned, renamed = rich(), rich()
    turned.sheets.reverse()
    renamed.sheets[2].name = "Plain"
    old = untouched()[1]
    assert [(c.type, c.kind) for c in changes(old, CALC.read(CALC.write(turned)))] == [("order", "sheet")]
    assert ("renamed", "sheet") in {(c.type, c.kind) for c in changes(old, CALC.read(CALC.write(renamed)))}


def test_the_order_of_rules_of_one_range_is_read() -> None:
    def book(first: str, second: str) -> Workbook:
        made = rich()
        rules = made.sheet("Orders").conditional_formats
        highlight = Highlight(fill=RED)
        rules[:] = [
            ConditionalFormat("C2:C3", "cell", sign, ("5",), highlight=highlight) for sign in (first, second)
        ]
        return made

    found = changes(CALC.read(CALC.write(book("<", ">="))), CALC.read(CALC.write(book(">=", "<"))))
    assert [(change.type, change.kind) for change in found] == [("order", "conditional_format")]


def test_styles_share_what_is_equal() -> None:
    tree = CALC.tree(rich())
    assert replace(Style(), bold=True) == Style(bold=True)
    header = [entity for _, entity in tree.walk() if entity.kind == "cell" and entity.properties.get("bold")]
    assert len(header) == 3


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Workbooks as LibreOffice stores them after edits of its own."""
    found = installation()
    assert found is not None
    targets = tmp_path_factory.mktemp("edited")
    source = targets / "source.xlsx"
    source.write_bytes(CALC.write(rich())[""])
    script = Path(__file__).with_name("uno_edits.py")
    environment = {**os.environ, "PYTHONPATH": str(Path(office.__file__).parent)}
    for interpreter in interpreters(found.program):
        with tempfile.TemporaryDirectory(prefix="forge-office-test-") as folder:
            command = [interpreter, str(script), str(found.program), folder, str(source), str(targets)]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=120
            )
        if done.returncode == 0:
            return targets
    pytest.fail(f"no interpreter could edit the workbook: {done.stderr[-2000:]}")


LIBREOFFICE_EDITS = {
    "cell.value", "cell.formula", "cell.number_format", "cell.bold", "cell.fill", "cell.border_top", "cell.wrap",
    "cell.comment", "column.width", "column.hidden", "row.height", "row.hidden", "row", "merge", "name", "sheet",
    "sheet.hidden", "sheet.tab_colour", "protection", "validation", "page.orientation", "page.header", "chart",
}  # fmt: skip


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", sorted({*LIBREOFFICE_EDITS, *PIVOTS, *ADDED_PIVOTS}))
def test_what_libreoffice_changed_is_read(edited: Path, name: str) -> None:
    before = CALC.read({"": (edited / "untouched.xlsx").read_bytes()})
    file = name if (edited / f"{name}.xlsx").exists() else "edited"
    after = CALC.read({"": (edited / f"{file}.xlsx").read_bytes()})
    kind, _, prop = name.partition(".")
    found = changes(before, after)
    if prop:
        assert ("set", kind, prop) in {(change.type, change.kind, change.name) for change in found}
    else:
        assert {("added", kind), ("removed", kind)} & {(change.type, change.kind) for change in found}


@pytest.mark.libreoffice
def test_a_header_that_libreoffice_made_has_its_text_and_leaves_the_margin(edited: Path) -> None:
    page = CALC.parse({"": (edited / "edited.xlsx").read_bytes()}).sheet("Lists").page
    assert page.header == ("", "2026 && later", "")
    assert round(page.top, 1) == 1.9


@pytest.mark.libreoffice
def test_an_untouched_save_changes_nothing(edited: Path) -> None:
    before = CALC.tree(rich())
    assert changes(before, CALC.read({"": (edited / "untouched.xlsx").read_bytes()})) == []


@pytest.mark.libreoffice
def test_a_row_that_libreoffice_inserted_is_one_change(edited: Path) -> None:
    before = CALC.read({"": (edited / "untouched.xlsx").read_bytes()})
    after = CALC.read({"": (edited / "row.xlsx").read_bytes()})
    assert [change.describe(SCHEMA) for change in changes(before, after)] == ["book#Orders!row 2: added"]
