"""Calc skills done with Calc's own commands: for each, the steps that a person would take, from what the task says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from forge.preparers.calc.places import column_number, place
from forge.skills.calc.tab_colour import SHADES

Step = tuple[str, dict[str, Any]]


def sheet(name: str) -> Step:
    """Bring a sheet to the front."""
    return "sheet", {"name": name}


def go(place: str) -> Step:
    """Select cells of the sheet in front."""
    return "select", {"place": place}


def command(name: str, **arguments: Any) -> Step:
    """One of Calc's commands."""
    return f".uno:{name}", arguments


def write(place: str, text: str) -> list[Step]:
    """Type into a cell."""
    return [go(place), command("EnterString", StringName=text)]


def hide_columns(scene: Any) -> Iterator[Step]:
    """Hide columns one after the other, and show the one that is hidden."""
    yield sheet(scene.table.sheet)
    for column in scene.columns:
        yield go(f"{column.letter}1")
        yield command("HideColumn")
    if scene.back is not None:
        yield go(f"{scene.back.letter}1")
        yield command("ShowColumn")


def sort(scene: Any) -> Iterator[Step]:
    """Sort the table with its header by up to three columns."""
    yield sheet(scene.table.sheet)
    yield go(scene.table.area)
    keys: dict[str, Any] = {"ByRows": True, "HasHeader": True, "IncludeAttribs": True}
    for number, (column, descending) in enumerate(scene.keys, 1):
        keys[f"Col{number}"] = column_number(column.letter)
        keys[f"Ascending{number}"] = not descending
    yield command("DataSort", **keys)


def freeze(scene: Any) -> Iterator[Step]:
    """Go right below and behind what stays, and freeze; what was frozen before no longer is."""
    yield sheet(scene.table.sheet)
    yield "unfreeze", {}
    yield go(place(scene.table.header_row + 1, scene.columns + 1))
    yield command("FreezePanes")


def rename_sheets(scene: Any) -> Iterator[Step]:
    """Bring each sheet to the front and give it its new name."""
    for old, new in scene.renamings:
        yield sheet(old)
        yield command("RenameTable", Name=new)


def comment(scene: Any) -> Iterator[Step]:
    """Insert comments."""
    yield sheet(scene.table.sheet)
    for remark in scene.remarks:
        yield go(scene.table.place(remark.column, remark.row))
        yield command("InsertAnnotation", Text=remark.text)


def arithmetic(scene: Any) -> Iterator[Step]:
    """Type the header and the first formula, and fill down."""
    table, column = scene.table, scene.column
    first, *others = column.inputs
    parts = [f"{first.letter}{table.first_row}"]
    for sign, item in zip(scene.signs, others, strict=True):
        parts = [f"({''.join(parts)})", sign, f"{item.letter}{table.first_row}"]
    yield sheet(table.sheet)
    yield from write(f"{column.new.letter}{table.header_row}", column.new.name)
    yield from write(f"{column.new.letter}{table.first_row}", "=" + "".join(parts))
    yield go(f"{column.new.letter}{table.first_row}:{column.new.letter}{table.last_row}")
    yield command("FillDown")


def colour_tabs(scene: Any) -> Iterator[Step]:
    """Bring each sheet to the front and colour its tab."""
    for table, colour in scene.tabs:
        yield sheet(table.sheet)
        yield command("SetTabBgColor", TabBgColor=int(SHADES[colour][0][1:], 16))


def show_and_hide_sheets(scene: Any) -> Iterator[Step]:
    """Hide sheets, and show those that are hidden."""
    for table, hidden in scene.sheets:
        if hidden:
            yield sheet(table.sheet)
            yield command("Hide")
        else:
            yield command("Show", aTableName=table.sheet)


def merge(scene: Any) -> Iterator[Step]:
    """Merge what is selected, and type into it what it is to say."""
    yield sheet(scene.table.sheet)
    for merging in scene.mergings:
        if merging.label is not None:
            yield from write(merging.first, merging.label)
        yield go(merging.area)
        yield command("MergeCells")
        if merging.centred:
            yield command("HorizontalAlignment", HorizontalAlignment=2)


def zoom(scene: Any) -> Iterator[Step]:
    """Zoom the sheet."""
    yield sheet(scene.target.sheet)
    yield command("Zoom", **{"Zoom.Value": scene.zoom, "Zoom.Type": 0, "Zoom.ValueSet": 28703})


def pivot(scene: Any) -> Iterator[Step]:
    """Make the pivot table on a new sheet, with the button for a filter as Calc's dialog offers it."""
    summary = scene.summary
    axes = (("ROW", summary.rows), ("COLUMN", summary.columns), ("PAGE", summary.filters))
    fields = [(column.name, axis) for axis, columns in axes for column in columns]
    yield "new_sheet", {"name": summary.sheet}
    yield (
        "pivot",
        {
            "source": (summary.table.sheet, summary.table.area),
            "sheet": summary.sheet,
            "place": "A1",
            "fields": [*fields, (summary.figure.name, "DATA")],
            "function": summary.function.upper(),
            "filter_button": scene.parameters.difficulty == "hard",
        },
    )


def change_functions(scene: Any) -> Iterator[Step]:
    """Change one data field after the other."""
    changes = scene.changes
    for change in changes.wanted:
        arguments = {"sheet": changes.sheet, "field": change.column.name, "function": change.new.upper()}
        yield "pivot_function", arguments


def exported_to(scene: Any) -> str:
    """Where an export goes, below the home folder."""
    return f"{scene.export.outbox.mount.removeprefix('~/')}/{scene.export.path}"


def export_all(scene: Any) -> Iterator[Step]:
    """Export a document with the choices of the dialog."""
    wish = {"data": {}, **scene.wish}
    yield "export", {"place": exported_to(scene), **wish}


CHARACTER_SETS = {"utf-8": 76, "latin-1": 12}
"""LibreOffice's numbers: `RTL_TEXTENCODING_UTF8` and `RTL_TEXTENCODING_ISO_8859_1`."""


def export(scene: Any) -> Iterator[Step]:
    """Export a sheet with the choices of the dialog."""
    wish = {name: scene.wish[name] for name in ("area", "separator") if name in scene.wish}
    if "separator" in wish:
        wish["encoding"] = CHARACTER_SETS[scene.wish.get("encoding", "utf-8")]
    if scene.wish.get("lying"):
        yield "lay_pages", {"name": scene.sides[0].sheet}
    yield "export_sheet", {"place": exported_to(scene), "name": scene.sides[0].sheet, **wish}


SOLUTIONS: dict[str, Callable[[Any], Iterator[Step]]] = {
    "calc.export.encoding": export,
    "calc.export.landscape": export,
    "calc.export.pdf": export,
    "calc.export.pdf_range": export,
    "calc.export.tab_separated": export,
    "calc.export.text_format": export,
    "calc.export.web_page": export_all,
    "calc.annotations.comment": comment,
    "calc.cells.merge": merge,
    "calc.columns.hide": hide_columns,
    "calc.formulas.arithmetic": arithmetic,
    "calc.pivot.change_function": change_functions,
    "calc.pivot.summarise": pivot,
    "calc.pivot.two_fields": pivot,
    "calc.rows.sort": sort,
    "calc.sheets.hide": show_and_hide_sheets,
    "calc.sheets.rename": rename_sheets,
    "calc.sheets.tab_colour": colour_tabs,
    "calc.view.freeze": freeze,
    "calc.view.zoom": zoom,
}
