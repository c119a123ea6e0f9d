"""One workbook that has something of every kind, for tests that change it."""

from __future__ import annotations

from datetime import date

from forge.preparers.calc.spec import (
    PLAIN,
    AutoFilter,
    Chart,
    ConditionalFormat,
    Criterion,
    DataField,
    Highlight,
    Page,
    Pivot,
    Protection,
    ScalePoint,
    Series,
    Validation,
    Workbook,
)
from forge.states.values import Colour

RED, GREEN = Colour("#C00000"), Colour("#00B050")
HARD = "It's, a! Ünï"


def rich() -> Workbook:
    """The workbook; each call gives a new one."""
    book = Workbook(names={"Rates": "Lists!$B$1:$B$3"})
    sheet = book.add_sheet("Orders")
    sheet.put("A1", [["Name", "Due", "Amount"]], PLAIN.but(bold=True, fill=Colour("#DDEBF7")))
    sheet.put("A2", [["Ann", date(2026, 3, 1), 5], ["Ben", date(2026, 3, 9), 7.5]])
    sheet["C4"].put(12.5, "=SUM(C2:C3)")
    sheet["C4"].restyle(number_format="0.00", border_top="thin")
    sheet["A2"].comment = "Check."
    sheet["A3"].link = "https://example.org/"
    sheet.column("A").width = 20
    sheet.column("B").width = 12
    sheet.row(2).height = 30
    sheet.merges.append("E1:F1")
    sheet["E1"].put("Merged")
    sheet.freeze = "B2"
    sheet.tab_colour = GREEN
    look = Highlight(fill=Colour("#FFC7CE"))
    sheet.conditional_formats += [
        ConditionalFormat("C2:C3", "cell", "between", ("1", "6"), highlight=look),
        ConditionalFormat(
            "B2:B3", "scale", points=(ScalePoint("min", None, RED), ScalePoint("num", "9", GREEN))
        ),
    ]
    sheet.validations += [
        Validation("A2:A9", options=("Ann", "Ben")),
        Validation("C2:C9", "whole", "between", ("1", "10"), error="Too much."),
    ]
    columns = ("Orders!$C$2:$C$3", "Orders!$A$2:$A$3", "Orders!$C$1")
    sheet.charts.append(Chart("column", [Series(*columns)], title="Sales", anchor="A8"))
    sheet.names["Here"] = "Orders!$A$1"
    sheet.page = Page(header=("", "Orders", ""), print_area=("A1:C4",))
    lists = book.add_sheet("Lists")
    lists.put("A1", [["Ann", 1], ["Ben", 2], ["Cy", 3]])
    lists.protection = Protection()
    filtered = book.add_sheet(HARD)
    filtered.put("A1", [["Key", "Amount"], ["a", 1], ["b", 2], ["c", 3]])
    filtered.autofilter = AutoFilter("A1:B4", [Criterion("A", values=("a", "b"))])
    filtered.row(4).hidden = True
    _sales(book)
    return book


def _sales(book: Workbook) -> None:
    """A sheet with a table and a pivot table of it."""
    sales = book.add_sheet("Sales")
    sales.put("A1", [["Region", "Product", "Paid", "Amount", "Units"], ["North", "Tea", "yes", 5, 2]])
    sales.put("A3", [["South", "Coffee", "no", 7.5, 1], ["North", "Coffee", "yes", 2, 4]])
    sales.pivots.append(Pivot("Sales!$A$1:$E$4", "H1", rows=("Region",), data=(DataField("Amount"),)))
