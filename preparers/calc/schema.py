"""The kinds of entity of a workbook and their properties: what can be graded in a spreadsheet.

workbook
├── name                     a defined name (also below a sheet, where it holds there only)
└── sheet
    ├── column               by position; its key is its letter, the axis of cells
    ├── row                  by position
    │   └── cell             by the letter of its column
    ├── merge
    ├── conditional_format
    │   └── point            of a colour scale or a data bar
    ├── validation
    ├── autofilter
    │   └── criterion        by the letter of its column
    ├── chart
    │   └── series
    ├── pivot
    │   └── data_field
    ├── page
    └── protection
"""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from forge.preparers.calc.following import pretty, rewrite, sources
from forge.preparers.calc.spec import Horizontal, Line, Page, Protection, Style, Vertical
from forge.preparers.calc.vocabulary import (
    CHART_TYPES,
    CONDITIONS,
    OPERATORS,
    PAPERS,
    PIVOT_FUNCTIONS,
    VALIDATIONS,
)
from forge.states.entities import Entity, Kind, Property, Schema
from forge.states.values import Colour, Formula, Reference, Value

_PLAIN, _PROTECTION = Style(), Protection()
_RED = Colour("#C00000")

_UP_TO = {"top": ", up to the header where there is one", "bottom": ", up to the footer where there is one"}
_STYLE_SAYS = {
    "number_format": "the number format code in its English form; it also decides what a number is read as",
    "font": "the font family",
    "size": "the font size in points",
    "bold": "bold text",
    "italic": "italic text",
    "underline": "the kind of underline; nothing for none",
    "strike": "struck through",
    "colour": "the colour of the text",
    "fill": "the background; nothing for none",
    "horizontal": "the horizontal alignment",
    "vertical": "the vertical alignment",
    "wrap": "long text goes on in the next line",
    "shrink": "long text is made smaller until it fits",
    "indent": "the indent in steps",
    "rotation": "in degrees counter-clockwise; 255 writes the letters below one another",
    "locked": "cannot be edited while the sheet is protected",
    "formula_hidden": "the formula is not shown while the sheet is protected",
}
_STYLE_CHOICES: dict[str, tuple[Value, ...]] = {
    "number_format": ("General", "0.00", "#,##0", "0%"),
    "font": ("Calibri", "Arial", "Times New Roman"),
    "underline": ("single", "double"),
    "horizontal": get_args(Horizontal),
    "vertical": get_args(Vertical),
}


def _style_properties() -> list[Property]:
    """A property for each field of a style, with the style's default."""
    found = []
    for item in fields(Style):
        name = item.name
        default: Value = getattr(_PLAIN, name)
        choices = _STYLE_CHOICES.get(name, ())
        says = _STYLE_SAYS.get(name, "")
        example: Value = _RED if name == "fill" else None
        if name.startswith("border_"):
            side = name.split("_")[1]
            if name.endswith("_colour"):
                says = f"the colour of the line on the {side} side"
            else:
                says, choices = f"the line on the {side} side; nothing for none", get_args(Line)
        found.append(Property(name, default, choices=choices, example=example, says=says))
    return found


_CELL = Kind.of(
    "cell",
    Property(
        "value", example="x", follows="formula", says="what it holds; the result where it has a formula"
    ),
    Property("formula", example=Formula("=1+1"), says="the formula, in English, with its leading `=`"),
    *_style_properties(),
    Property("comment", example="Check this.", says="the text of its comment"),
    Property("link", example="https://example.org/", says="where it leads: an address, or `#Sheet!A1`"),
    align="axis",
    axis="column",
    sparse=True,
    within=("row",),
    example=Entity("cell", "AZ", {"value": "x"}),
)

_HIGHLIGHT = (
    Property("bold", example=True, says="what it applies to becomes bold; nothing leaves it as it is"),
    Property("italic", example=True, says="likewise italic"),
    Property("underline", choices=("single", "double"), says="likewise underlined"),
    Property("strike", example=True, says="likewise struck through"),
    Property("colour", example=_RED, says="the colour that the text takes"),
    Property("fill", example=_RED, says="the background that the cell takes"),
)


def _sequence(name: str, *properties: Property, within: str, example: Entity) -> Kind:
    return Kind.of(name, *properties, align="sequence", within=(within,), example=example)


_KINDS = (
    Kind.of("workbook"),
    Kind.of(
        "name",
        Property("refers", example=Formula("=1"), says="what it stands for: a place, or a formula"),
        within=("workbook", "sheet"),
        example=Entity("name", "Another_name", {"refers": Formula("=1")}),
    ),
    Kind.of(
        "sheet",
        Property("hidden", False, says="its tab is not shown"),
        Property("tab_colour", example=_RED, says="the colour of its tab; nothing for none"),
        Property("zoom", 100, says="in per cent"),
        Property("gridlines", True, says="the lines between the cells are shown on the screen"),
        Property("frozen_rows", 0, says="so many rows at the top do not scroll; as zoomed up to 600 points"),
        Property(
            "frozen_columns",
            0,
            says="so many columns at the left do not scroll; as zoomed up to 180 characters",
        ),
        ordered=True,
        within=("workbook",),
        example=Entity("sheet", "Another sheet"),
    ),
    Kind.of(
        "column",
        Property("width", example=20.0, says="in characters, to a tenth; nothing where nobody set it"),
        Property("hidden", False, says="not shown"),
        align="sequence",
        sparse=True,
    ),
    Kind.of(
        "row",
        Property("height", example=30.0, says="in points; nothing where it fits itself to the content"),
        Property("hidden", False, says="not shown, also where an autofilter shuts it out"),
        align="sequence",
        sparse=True,
        within=("sheet",),
        example=Entity("row", None, {}, [Entity("cell", "A", {"value": "x"})], ("x",)),
    ),
    _CELL,
    _sequence(
        "merge",
        Property("range", example=Reference("A1"), says="the cells that are one"),
        within="sheet",
        example=Entity("merge", None, {"range": Reference("AY1:AZ2")}),
    ),
    _sequence(
        "conditional_format",
        Property("range", example=Reference("A1"), says="the cells to which it applies"),
        Property("type", "cell", choices=CONDITIONS, says="what it asks"),
        Property("operator", choices=tuple(OPERATORS), says="for `cell`, how it compares"),
        Property("first", example=Formula("=0"), says="the first operand, or the condition of `formula`"),
        Property("second", example=Formula("=1"), says="the second operand of `between` and `not between`"),
        Property("text", example="x", says="what the rules on texts look for"),
        Property("rank", example=3, says="how many `top` and `bottom` take"),
        Property("percent", False, says="the rank is a percentage"),
        *_HIGHLIGHT,
        Property("bar_colour", example=_RED, says="the colour of a data bar"),
        within="sheet",
        example=Entity(
            "conditional_format",
            None,
            {"range": Reference("AZ1:AZ9"), "operator": ">", "first": Formula("=0"), "fill": _RED},
        ),
    ),
    Kind.of(
        "point",
        Property(
            "type", choices=("min", "max", "num", "percent", "percentile", "formula"), says="what it is"
        ),
        Property("value", example="1", says="the number or formula"),
        Property("colour", example=_RED, says="the colour there"),
        align="sequence",
    ),
    _sequence(
        "validation",
        Property("range", example=Reference("A1"), says="the cells to which it applies"),
        Property("type", "list", choices=tuple(VALIDATIONS), says="what may be entered"),
        Property(
            "operator",
            choices=tuple(OPERATORS),
            says="how entries are compared; nothing for `list` and `custom`",
        ),
        Property(
            "first", example=Formula("=0"), says="the first operand, the place of the list or the condition"
        ),
        Property("second", example=Formula("=1"), says="the second operand of `between` and `not between`"),
        Property("options", example=("x", "y"), says="the entries of a list that are written out"),
        Property("allow_blank", True, says="an empty cell is fine"),
        Property("dropdown", True, says="a list shows a button"),
        Property("prompt_title", example="Entry", says="the title of the help"),
        Property("prompt", example="Choose one.", says="the help shown when the cell is selected"),
        Property("error_title", example="Wrong", says="the title of the message for a wrong entry"),
        Property("error", example="Not allowed.", says="the message for a wrong entry"),
        Property(
            "severity", "stop", choices=("stop", "warning", "information", "none"), says="what it leads to"
        ),
        within="sheet",
        example=Entity("validation", None, {"range": Reference("AZ1:AZ9"), "options": ("x", "y")}),
    ),
    Kind.of(
        "autofilter",
        Property(
            "range", example=Reference("A1"), says="the cells with the filter buttons and what is below"
        ),
        within=("sheet",),
        example=Entity("autofilter", "autofilter", {"range": Reference("AY1:AZ9")}),
    ),
    Kind.of(
        "criterion",
        Property("values", example=("x",), says="the shown texts that are let through"),
        Property("blanks", False, says="empty cells are let through as well"),
        Property("conditions", example=((">", "1"),), says="the comparisons that let through"),
        Property("either", False, says="one of two comparisons is enough"),
        align="axis",
        axis="column",
        within=("autofilter",),
        example=Entity("criterion", "AZ", {"values": ("x",)}),
    ),
    _sequence(
        "chart",
        Property("type", "column", choices=CHART_TYPES, says="the kind of chart"),
        Property(
            "grouping",
            "clustered",
            choices=("clustered", "stacked", "percent"),
            says="how series go together",
        ),
        Property("title", example="Chart", says="the text of its title"),
        Property("x_title", example="Month", says="the title of the axis of categories"),
        Property("y_title", example="Amount", says="the title of the axis of values"),
        Property("legend", choices=("right", "left", "top", "bottom"), says="where the legend stands"),
        Property("anchor", example=Reference("A1"), says="the cell under its upper left corner"),
        within="sheet",
        example=Entity("chart", None, {"anchor": Reference("AZ1"), "title": "Another chart"}),
    ),
    _sequence(
        "series",
        Property("values", example=Reference("A1"), says="where its numbers stand"),
        Property("categories", example=Reference("A1"), says="where its labels stand"),
        Property(
            "name", example=Reference("A1"), says="the cell that names it, or its name where that is typed"
        ),
        within="chart",
        example=Entity("series", None, {"values": Reference("AZ2:AZ9")}),
    ),
    _sequence(
        "pivot",
        Property("source", example=Reference("A1:B2"), says="the range that it sums up, with its header row"),
        Property(
            "anchor", example=Reference("A1"), says="the first cell that it takes, with its filter fields"
        ),
        Property("rows", example=("x",), says="the fields down the side, the outer one first"),
        Property("columns", example=("x",), says="the fields across the top, the outer one first"),
        Property("filters", example=("x",), says="the fields above it by which it can be filtered"),
        Property("across", False, says="several data fields stand side by side"),
        Property("subtotals", example=("x",), says="the outer fields whose items have results of their own"),
        Property("hidden", example=(("x", "y"),), says="items that are left out, each with its field"),
        within="sheet",
        example=Entity(
            "pivot",
            None,
            {"source": Reference("AY1:AZ9"), "anchor": Reference("BB1"), "rows": ("x",)},
            [Entity("data_field", None, {"field": "y"})],
        ),
    ),
    _sequence(
        "data_field",
        Property("field", example="x", says="the field whose values it sums up"),
        Property("function", "sum", choices=tuple(PIVOT_FUNCTIONS), says="how it does"),
        within="pivot",
        example=Entity("data_field", None, {"field": "x", "function": "count"}),
    ),
    Kind.of(
        "page",
        Property("orientation", "portrait", choices=("portrait", "landscape"), says="of the paper"),
        Property("paper", "A4", choices=tuple(PAPERS), says="the size of the paper"),
        *(
            Property(
                side,
                getattr(Page, side),
                says=f"the {side} margin in centimetres, to a millimetre{_UP_TO.get(side, '')}",
            )
            for side in ("top", "bottom", "left", "right")
        ),
        Property("print_area", example=(Reference("A1"),), says="what is printed; nothing prints all"),
        Property("repeat_rows", example=Reference("1:1"), says="the rows at the top of every page"),
        Property("repeat_columns", example=Reference("A:A"), says="the columns at the left of every page"),
        Property("header", ("", "", ""), says="the left, centre and right part, with codes such as `&P`"),
        Property("footer", ("", "", ""), says="likewise"),
        Property("scale", 100, says="in per cent"),
        Property("fit_width", example=1, says="at most so many pages side by side; 0 for any number"),
        Property("fit_height", example=1, says="at most so many pages below one another; 0 for any number"),
        Property("gridlines", False, says="the lines between the cells are printed"),
        Property("headings", False, says="row numbers and column letters are printed"),
        Property("centre_horizontally", False, says="the content stands in the middle"),
        Property("centre_vertically", False, says="likewise from top to bottom"),
        sparse=True,
    ),
    Kind.of(
        "protection",
        *(
            Property(
                item.name,
                getattr(_PROTECTION, item.name),
                says=f"to {item.name.replace('_', ' ')} is allowed",
            )
            for item in fields(Protection)
            if item.name != "password"
        ),
        Property("password", _PROTECTION.password, says="it takes a password to lift the protection"),
        within=("sheet",),
        example=Entity("protection", "protection"),
    ),
)

SCHEMA = Schema(
    "calc",
    {kind.name: kind for kind in _KINDS},
    rewrite,
    sources,
    pretty,
    targets=("name", "sheet", "row", "column"),
)
"""The schema of workbooks."""
