"""Every allowed function gives in LibreOffice the value that Excel's documentation gives for it."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

import pytest

from forge.preparers.base import preparer
from forge.preparers.calc.formulas import functions
from forge.preparers.calc.functions import ALLOWED
from forge.preparers.calc.spec import Workbook, format_for
from forge.states.values import Error

CALC = preparer("calc")

NUMBERS = [[3], [1], [4], [1], [5]]  # in A1:A5
TABLE = [["ann", 10], ["ben", 20], ["cy", 30], ["dee", 20], ["ed", 50]]  # in C1:D5

EXAMPLES: list[tuple[str, Any]] = [
    ("=ABS(-2)", 2),
    ("=AVERAGE(A1:A5)", 2.8),
    ("=AVERAGEA(A1:A5)", 2.8),
    ("=CEILING(2.1,0.5)", 2.5),
    ("=COUNT(C1:D5)", 5),
    ("=COUNTA(C1:D5)", 10),
    ("=COUNTBLANK(A4:A7)", 2),
    ("=EVEN(3)", 4),
    ("=ROUND(EXP(1),4)", 2.7183),
    ("=FACT(5)", 120),
    ("=FLOOR(2.9,0.5)", 2.5),
    ("=GCD(12,18)", 6),
    ("=INT(-2.5)", -3),
    ("=LARGE(A1:A5,2)", 4),
    ("=LCM(4,6)", 12),
    ("=LN(1)", 0),
    ("=LOG(8,2)", 3),
    ("=LOG10(1000)", 3),
    ("=MAX(A1:A5)", 5),
    ("=MEDIAN(A1:A5)", 3),
    ("=MIN(A1:A5)", 1),
    ("=MOD(-7,3)", 2),
    ("=MODE(A1:A5)", 1),
    ("=MROUND(10,4)", 12),
    ("=ODD(4)", 5),
    ("=PERCENTILE(A1:A5,0.5)", 3),
    ("=PERCENTILE.INC(A1:A5,0.25)", 1),
    ("=PERCENTRANK(A1:A5,4)", 0.75),
    ("=ROUND(PI(),4)", 3.1416),
    ("=POWER(2,10)", 1024),
    ("=PRODUCT(A1:A5)", 60),
    ("=QUARTILE(A1:A5,3)", 4),
    ("=QUARTILE.INC(A1:A5,1)", 1),
    ("=QUOTIENT(17,5)", 3),
    ("=RANK(4,A1:A5)", 2),
    ("=RANK.EQ(1,A1:A5,1)", 1),
    ("=ROUND(2.345,2)", 2.35),
    ("=ROUNDDOWN(2.349,2)", 2.34),
    ("=ROUNDUP(2.341,2)", 2.35),
    ("=SIGN(-9)", -1),
    ("=SMALL(A1:A5,2)", 1),
    ("=SQRT(16)", 4),
    ("=ROUND(STDEV(A1:A5),6)", 1.788854),
    ("=ROUND(STDEV.S(A1:A5),6)", 1.788854),
    ("=ROUND(STDEVP(A1:A5),6)", 1.6),
    ("=ROUND(STDEV.P(A1:A5),6)", 1.6),
    ("=SUM(A1:A5,1)", 15),
    ("=SUMPRODUCT(A1:A5,D1:D5)", 440),
    ("=SUMSQ(3,4)", 25),
    ("=TRUNC(-2.7)", -2),
    ("=ROUND(VAR(A1:A5),6)", 3.2),
    ("=ROUND(VAR.S(A1:A5),6)", 3.2),
    ("=ROUND(VARP(A1:A5),6)", 2.56),
    ("=ROUND(VAR.P(A1:A5),6)", 2.56),
    ("=SUBTOTAL(9,A1:A5)", 14),
    ('=AVERAGEIF(C1:C5,"ben",D1:D5)', 20),
    ('=AVERAGEIFS(D1:D5,D1:D5,">15",A1:A5,"<5")', 70 / 3),
    ('=COUNTIF(D1:D5,">=20")', 4),
    ('=COUNTIFS(D1:D5,20,C1:C5,"b*")', 1),
    ('=MAXIFS(D1:D5,A1:A5,"<4")', 20),
    ('=MINIFS(D1:D5,A1:A5,">1")', 10),
    ('=SUMIF(C1:C5,"<>ann",D1:D5)', 120),
    ('=SUMIFS(D1:D5,A1:A5,1,D1:D5,">10")', 40),
    ("=AND(TRUE,1=1)", True),
    ("=OR(FALSE,1=2)", False),
    ('=IF(A1>2,"big","small")', "big"),
    ('=IFERROR(1/0,"none")', "none"),
    ('=IFNA(MATCH("x",C1:C5,0),"missing")', "missing"),
    ('=IFS(A1>4,"high",A1>2,"middle",TRUE,"low")', "middle"),
    ("=NOT(A1=3)", False),
    ('=SWITCH(A2,1,"one",2,"two","many")', "one"),
    ("=XOR(TRUE,TRUE)", False),
    ('=CHOOSE(2,"a","b","c")', "b"),
    ("=COLUMN(D3)", 4),
    ("=COLUMNS(C1:D5)", 2),
    ('=HLOOKUP("ann",C1:D5,3,FALSE)', "cy"),
    ("=INDEX(C1:D5,3,2)", 30),
    ('=LOOKUP("cy",C1:C5,D1:D5)', 30),
    ('=MATCH("cy",C1:C5,0)', 3),
    ("=ROW(D3)", 3),
    ("=ROWS(C1:D5)", 5),
    ('=VLOOKUP("dee",C1:D5,2,FALSE)', 20),
    ("=CHAR(65)", "A"),
    ('=CLEAN("a"&CHAR(7)&"b")', "ab"),
    ('=CODE("A")', 65),
    ('=CONCAT(C1:C2,"!")', "annben!"),
    ('=CONCATENATE("a",1)', "a1"),
    ('=EXACT("a","A")', False),
    ('=FIND("n","ann",3)', 3),
    ("=FIXED(1234.567,1)", "1,234.6"),
    ('=LEFT("orders",3)', "ord"),
    ('=LEN("a b")', 3),
    ('=LOWER("ÄB")', "äb"),
    ('=MID("orders",2,3)', "rde"),
    ('=PROPER("jane o\'neil")', "Jane O'Neil"),
    ('=REPLACE("orders",1,2,"b")', "bders"),
    ('=REPT("ab",3)', "ababab"),
    ('=RIGHT("orders",2)', "rs"),
    ('=SEARCH("N","ann")', 2),
    ('=SUBSTITUTE("a-b-c","-","+",2)', "a-b+c"),
    ('=T("x")', "x"),
    ('=TEXT(1234.5,"#,##0.00")', "1,234.50"),
    ('=TEXTJOIN(", ",TRUE,C1:C3)', "ann, ben, cy"),
    ('=TRIM("  a   b ")', "a b"),
    ('=UPPER("äb")', "ÄB"),
    ('=VALUE("12.5")', 12.5),
    ("=DATE(2026,1,31)", date(2026, 1, 31)),
    ('=DATEDIF(DATE(2026,1,31),DATE(2027,3,1),"m")', 13),
    ('=DATEVALUE("2026-01-31")', date(2026, 1, 31)),
    ("=DAY(DATE(2026,1,31))", 31),
    ("=DAYS(DATE(2026,3,1),DATE(2026,2,1))", 28),
    ("=EDATE(DATE(2026,1,31),1)", date(2026, 2, 28)),
    ("=EOMONTH(DATE(2026,1,5),1)", date(2026, 2, 28)),
    ("=HOUR(TIME(9,30,15))", 9),
    ("=MINUTE(TIME(9,30,15))", 30),
    ("=MONTH(DATE(2026,1,31))", 1),
    ("=NETWORKDAYS(DATE(2026,1,1),DATE(2026,1,31))", 22),
    ("=SECOND(TIME(9,30,15))", 15),
    ("=TIME(9,30,15)", time(9, 30, 15)),
    ('=TIMEVALUE("09:30")', time(9, 30)),
    ("=WEEKDAY(DATE(2026,1,31),2)", 6),
    ("=WEEKNUM(DATE(2026,1,31))", 5),
    ("=WORKDAY(DATE(2026,1,30),1)", date(2026, 2, 2)),
    ("=YEAR(DATE(2026,1,31))", 2026),
    ("=DATE(2026,1,31)+TIME(12,0,0)", datetime(2026, 1, 31, 12)),  # noqa: DTZ001 - cells hold local time
    ("=ISBLANK(A7)", True),
    ("=ISERROR(1/0)", True),
    ("=ISEVEN(4)", True),
    ("=ISLOGICAL(A1=3)", True),
    ("=ISNA(NA())", True),
    ("=ISNUMBER(A1)", True),
    ("=ISODD(4)", False),
    ("=ISTEXT(C1)", True),
    ('=N("x")', 0),
    ("=NA()", Error("#N/A")),
    ("=ROUND(FV(0.05,10,-100),4)", 1257.7893),
    ("=ROUND(NPER(0.01,-100,1000),4)", 10.5886),
    ("=ROUND(NPV(0.1,100,200),4)", 256.1983),
    ("=ROUND(PMT(0.01,12,-1000),4)", 88.8488),
    ("=ROUND(PV(0.05,10,-100),4)", 772.1735),
]


def test_every_allowed_function_has_an_example() -> None:
    used = {name for formula, _ in EXAMPLES for name in functions(formula)}
    assert used | {"TRUE", "FALSE"} == ALLOWED


@pytest.mark.libreoffice
def test_libreoffice_gives_the_documented_values() -> None:
    book = Workbook()
    sheet = book.add_sheet("Examples")
    sheet.put("A1", NUMBERS)
    sheet.put("C1", TABLE)
    for row, (formula, value) in enumerate(EXAMPLES, 1):
        cell = sheet.cell(row, 6)
        plain = format_for(value)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        cell.restyle(number_format="0.000000" if number else plain)
        cell.put(value, formula)
    files = CALC.write(book)
    observed = CALC.observe(files).tree
    wrong = [
        problem
        for problem in CALC.miscalculated(CALC.read(files), observed)
        if "gives an error" not in problem.what
    ]
    assert [(problem.what, problem.expected, problem.actual) for problem in wrong] == []
    for row, (formula, _) in enumerate(EXAMPLES, 1):
        computed = observed.at((("sheet", "Examples"), ("row", row), ("cell", "F")))
        assert computed is not None
        assert computed.properties.get("value") not in (Error("#NAME?"), None), formula
