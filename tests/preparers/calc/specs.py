"""Generated workbooks over the whole declared domain of the Calc preparer, with right stored values."""

from __future__ import annotations

from hypothesis import strategies as st

from forge.errors import PreparerError
from forge.preparers.calc.domain_rules import check_chart
from forge.preparers.calc.places import block, fixed, letters
from forge.preparers.calc.spec import (
    PLAIN,
    AutoFilter,
    Chart,
    Column,
    ConditionalFormat,
    Criterion,
    Highlight,
    Page,
    Protection,
    Row,
    ScalePoint,
    Series,
    Sheet,
    Validation,
    Workbook,
    format_for,
)

from .spec_cells import (
    FORMATS,
    FORMULAS,
    colours,
    format_class,
    operators,
    sheet_names,
    short_texts,
    styles,
    texts,
    values,
)
from .spec_pivots import sheets_with_pivots


@st.composite
def sheets(draw: st.DrawFn, name: str, others: tuple[str, ...]) -> Sheet:
    """A sheet with a small table and some of everything."""
    sheet = Sheet(name)
    rows, columns = draw(st.integers(0, 6)), draw(st.integers(1, 5))
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            _fill(draw, sheet, row, column)
    size = (max(rows, 2), columns)
    for add in (_layout, _annotations, _rules, _validations, _charts, _print, _view):
        if draw(st.integers(0, 2)) == 0:
            add(draw, sheet, size, others)
    return sheet


def _fill(draw: st.DrawFn, sheet: Sheet, row: int, column: int) -> None:
    what = draw(st.integers(0, 9))
    if what == 0:
        return
    cell = sheet.cell(row, column)
    if what == 1:
        formula, value = draw(st.sampled_from(FORMULAS))
        cell.put(value, formula)
        cell.style = draw(styles())
        return
    if what == 2:
        cell.style = draw(styles(draw(st.sampled_from(FORMATS["number"]))))
        return
    value = draw(values)
    fitting = FORMATS.get(format_class(value), ["General"])
    code = draw(st.sampled_from(fitting)) if draw(st.booleans()) else format_for(value)
    cell.value = value
    cell.style = draw(styles(code)) if draw(st.booleans()) else PLAIN.but(number_format=code)
    if isinstance(value, str) and "\n" in value:
        cell.restyle(wrap=True, shrink=False)


def _layout(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    rows, columns = size
    for column in range(1, columns + 1):
        if draw(st.booleans()):
            width = draw(st.none() | st.integers(10, 800).map(lambda tenths: tenths / 10))
            sheet.columns[column] = Column(width, width is not None and draw(st.booleans()))
    for row in range(1, rows + 1):
        if draw(st.booleans()):
            height = draw(st.none() | st.integers(1, 300).map(lambda pixels: pixels * 0.75))
            sheet.rows[row] = Row(height, draw(st.booleans()))
    if draw(st.booleans()):
        top, left = draw(st.integers(9, 12)), draw(st.integers(1, columns))
        sheet.merges.append(block(top, left, top + draw(st.integers(0, 2)), left + draw(st.integers(1, 3))))
        _fill(draw, sheet, top, left)
        if sheet.cell(top, left).style.wrap:
            sheet.row(top).height = draw(st.integers(1, 300)) * 0.75


def _annotations(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    texts_at = [
        where for where, cell in sheet.cells.items() if isinstance(cell.value, str) and cell.value.strip()
    ]
    for where in texts_at[:3]:
        cell = sheet.cells[where]
        if cell.formula is None and draw(st.booleans()):
            cell.link = draw(
                st.sampled_from(
                    ["https://example.org", "https://example.org/a?b=c&d=e#f", "mailto:a@example.org"]
                )
                | st.just("#" + fixed(draw(st.sampled_from(others)), "B2").replace("$", ""))
            )
    for row, column in draw(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=2)):
        sheet.cell(row, column).comment = draw(texts.filter(lambda text: text.strip() == text != ""))


highlights = st.builds(
    Highlight,
    bold=st.sampled_from([None, True]),
    italic=st.sampled_from([None, True]),
    underline=st.sampled_from([None, "single"]),
    strike=st.sampled_from([None, True]),
    colour=st.none() | colours,
    fill=colours,
)


def _rules(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    top = 1
    for _ in range(draw(st.integers(1, 4))):
        where = block(top, 1, top + 3, draw(st.integers(1, 3)))
        if draw(st.booleans()):
            top += 4  # what overlaps without being the same has no order of its own
        item = draw(conditional_formats(where, others))
        if not any(other.range != where and other.range.split(":")[0] == where.split(":")[0]
                   for other in sheet.conditional_formats):  # fmt: skip
            sheet.conditional_formats.append(item)


@st.composite
def conditional_formats(draw: st.DrawFn, where: str, others: tuple[str, ...]) -> ConditionalFormat:
    """A rule of any type."""
    kind = draw(
        st.sampled_from(
            ["cell", "between", "formula", "duplicates", "unique", "top", "bottom", "above_average",
             "below_average", "contains", "not_contains", "begins", "ends", "scale", "bar"]
        )
    )  # fmt: skip
    look = draw(highlights)
    operand = st.sampled_from(["5", "0.5", '"x"', "$A$1", "-3", "SUM($A$1:$A$3)"])
    match kind:
        case "cell":
            return ConditionalFormat(where, "cell", draw(operators), (draw(operand),), highlight=look)
        case "between":
            how = draw(st.sampled_from(["between", "not between"]))
            return ConditionalFormat(where, "cell", how, ("1", draw(operand)), highlight=look)
        case "formula":
            condition = draw(st.sampled_from(["$A1>5", "MOD(ROW(),2)=0", 'AND(A1<>"",B1>1)']))
            return ConditionalFormat(where, "formula", formulas=(condition,), highlight=look)
        case "top" | "bottom":
            return ConditionalFormat(
                where, kind, rank=draw(st.integers(1, 50)), percent=draw(st.booleans()), highlight=look
            )
        case "contains" | "not_contains" | "begins" | "ends":
            return ConditionalFormat(where, kind, text=draw(short_texts), highlight=look)
        case "scale":
            middle = [draw(points())] if draw(st.booleans()) else []
            ends = [ScalePoint("min", None, draw(colours)), ScalePoint("max", None, draw(colours))]
            if draw(st.booleans()):
                ends = [draw(points()), draw(points())]
            return ConditionalFormat(where, "scale", points=(ends[0], *middle, ends[1]))
        case "bar":
            ends = (ScalePoint("min"), ScalePoint("max"))
            return ConditionalFormat(where, "bar", points=ends, colour=draw(colours))
    return ConditionalFormat(where, kind, highlight=look)


@st.composite
def points(draw: st.DrawFn) -> ScalePoint:
    """A point of a colour scale."""
    kind = draw(st.sampled_from(["num", "percent", "percentile"]))
    return ScalePoint(kind, str(draw(st.integers(0, 100))), draw(colours))


def _validations(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    for number in range(draw(st.integers(1, 3))):
        left = letters(8 + number)
        sheet.validations.append(draw(validations(f"{left}2:{left}{draw(st.integers(2, 9))}", others)))


@st.composite
def validations(draw: st.DrawFn, where: str, others: tuple[str, ...]) -> Validation:
    """A validation of any type."""
    kind = draw(st.sampled_from(["options", "list", "whole", "decimal", "date", "time", "length", "custom"]))
    item = Validation(where, allow_blank=draw(st.booleans()), dropdown=draw(st.booleans()))
    item.prompt_title, item.prompt = draw(st.none() | short_texts), draw(st.none() | short_texts)
    item.severity = draw(st.sampled_from([None, "stop", "warning", "information"]))
    if item.severity is not None:
        item.error_title, item.error = draw(st.none() | short_texts), draw(st.none() | short_texts)
    match kind:
        case "options":
            item.options = tuple(
                draw(st.lists(st.sampled_from(["Low", "High", "n/a", "é ü", "1"]), min_size=1))
            )
        case "list":
            item.formulas = (
                draw(st.sampled_from([fixed(draw(st.sampled_from(others)), "A1:A5"), "$A$1:$A$4"])),
            )
        case "custom":
            item.type, item.formulas = (
                "custom",
                (draw(st.sampled_from(["LEN(H2)>2", "COUNTIF($A:$A,A1)=1"])),),
            )
        case _:
            item.type = kind
            item.operator = draw(operators | st.sampled_from(["between", "not between"]))
            two = item.operator in ("between", "not between")
            item.formulas = ("1", "5") if two else (draw(st.sampled_from(["3", "$A$1"])),)
    return item


def _charts(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    for number in range(draw(st.integers(1, 2))):
        kind = draw(st.sampled_from(["column", "bar", "line", "area", "pie", "doughnut", "scatter"]))
        chart = Chart(kind, anchor=f"{letters(draw(st.integers(1, 12)))}{20 + 20 * number}")
        source = draw(st.sampled_from((sheet.name, *others)))
        many = 1 if kind in ("pie", "doughnut") else draw(st.integers(1, 3))
        shared = draw(st.booleans()) or kind == "scatter"
        for place in range(many):
            letter = letters(2 + place)
            named = draw(st.sampled_from(("by a cell", "by a text", "not")))
            chart.series.append(
                Series(
                    fixed(source, f"{letter}2:{letter}5"),
                    fixed(source, "A2:A5") if shared else None,
                    fixed(source, f"{letter}1") if named == "by a cell" else None,
                    draw(short_texts).replace('"', "'") if named == "by a text" else None,
                )
            )
        chart.title = draw(st.none() | short_texts)
        chart.legend = draw(st.sampled_from([None, "right", "left", "top", "bottom"]))
        if kind not in ("pie", "doughnut"):
            chart.x_title, chart.y_title = draw(st.none() | short_texts), draw(st.none() | short_texts)
        if kind in ("column", "bar", "line", "area"):
            chart.grouping = draw(st.sampled_from(["clustered", "stacked", "percent"]))
        sheet.charts.append(chart)


def _print(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    parts = st.tuples(*[st.sampled_from(["", "Text", "Page &P of &N", "&A", "&D"])] * 3)
    margins = st.integers(5, 60).map(lambda millimetres: millimetres / 10)
    page = Page(
        orientation=draw(st.sampled_from(["portrait", "landscape"])),
        paper=draw(st.sampled_from(["A3", "A4", "A5", "letter", "legal"])),
        top=draw(margins),
        bottom=draw(margins),
        left=draw(margins),
        right=draw(margins),
        print_area=draw(st.sampled_from([(), ("A1:C5",), ("A1:B2", "D1:E5")])),
        repeat_rows=draw(st.sampled_from([None, "1:1", "1:3"])),
        repeat_columns=draw(st.sampled_from([None, "A:A", "B:C"])),
        header=draw(parts),
        footer=draw(parts),
        gridlines=draw(st.booleans()),
        headings=draw(st.booleans()),
        centre_horizontally=draw(st.booleans()),
        centre_vertically=draw(st.booleans()),
    )
    if draw(st.booleans()):
        page.fit_width, page.fit_height = draw(st.sampled_from([(1, 1), (1, 0), (0, 2), (2, 3)]))
    else:
        page.scale = draw(st.integers(10, 400))
    sheet.page = page


def _view(draw: st.DrawFn, sheet: Sheet, size: tuple[int, int], others: tuple[str, ...]) -> None:
    sheet.freeze = draw(st.sampled_from([None, "A2", "B1", "B2", "C4"]))
    # What is frozen has to leave room; long texts make the rows higher than what `check` can know.
    sheet.zoom = draw(st.integers(20, 400 if sheet.freeze is None else 80))
    sheet.gridlines = draw(st.booleans())
    if draw(st.booleans()):
        sheet.protection = Protection(*draw(st.tuples(*[st.booleans()] * 7)))
    else:
        sheet.tab_colour = draw(st.none() | colours)
    if draw(st.booleans()):
        sheet.names["Here"] = fixed(sheet.name, "A1:B3")


@st.composite
def filtered_sheets(draw: st.DrawFn, name: str) -> Sheet:
    """A sheet with an autofilter, its rows hidden as the criterion says."""
    sheet = Sheet(name)
    sheet.put("B2", [["Key", "Amount"]] + [[f"k{number % 3}", number] for number in range(10)])
    sheet.autofilter = AutoFilter("B2:C12")
    kind = draw(st.sampled_from(["none", "values", "conditions", "one"]))
    shown = set(range(10))
    if kind == "values":
        chosen = draw(st.sets(st.sampled_from(["k0", "k1", "k2"]), min_size=1, max_size=2))
        sheet.autofilter.criteria.append(Criterion("B", values=tuple(sorted(chosen))))
        shown = {number for number in shown if f"k{number % 3}" in chosen}
    elif kind == "conditions":
        either = draw(st.booleans())
        low, high = (">=", "7"), ("<", "3")
        conditions = (low, high) if either else ((">=", "3"), ("<", "7"))
        sheet.autofilter.criteria.append(Criterion("C", conditions=conditions, either=either))
        shown = {n for n in shown if (n >= 7 or n < 3 if either else 3 <= n < 7)}
    elif kind == "one":
        sheet.autofilter.criteria.append(Criterion("C", conditions=((">", "5"),)))
        shown = {n for n in shown if n > 5}
    for number in set(range(10)) - shown:
        sheet.row(number + 3).hidden = True
    if draw(st.booleans()):
        sheet.freeze = "A3"
    return sheet


@st.composite
def workbooks(draw: st.DrawFn) -> Workbook:
    """A workbook of one to three sheets, at least the first of them shown."""
    names = draw(st.lists(sheet_names, min_size=1, max_size=3, unique_by=str.casefold))
    book = Workbook()
    if draw(st.integers(0, 4)) == 0:
        own = names.pop() if len(names) > 1 and draw(st.booleans()) else None
        book.sheets += draw(sheets_with_pivots(names.pop(0), own))
    for number, name in enumerate(names, len(book.sheets)):
        filtered = draw(st.integers(0, 3)) == 0
        book.sheets.append(draw(filtered_sheets(name)) if filtered else draw(sheets(name, tuple(names))))
        book.sheets[-1].hidden = number > 0 and draw(st.booleans())
    for sheet in book.sheets:
        sheet.charts = [chart for chart in sheet.charts if _visible(chart, sheet, book)]
    if draw(st.booleans()):
        book.names["Rates_2026"] = fixed(book.sheets[0].name, "A1:B4")
        book.names["Täx"] = "=0.19"
    return book


def _visible(chart: Chart, sheet: Sheet, book: Workbook) -> bool:
    """Whether a chart is in the domain: neither its cells nor the place where it begins are hidden."""
    try:
        check_chart(chart, sheet, book)
    except PreparerError:
        return False
    return True
