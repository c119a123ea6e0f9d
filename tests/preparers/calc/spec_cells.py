"""Generated values, texts, names and styles within the domain of the Calc preparer."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, get_args

from hypothesis import strategies as st

from forge.preparers.calc.domain_cells import FONTS, text_fault
from forge.preparers.calc.spec import PLAIN, Horizontal, Line, Style, Vertical
from forge.states.values import Colour, Error

colours = st.integers(0, 26).map(
    lambda n: Colour("#" + "".join(("11", "8F", "FE")[n // 3**place % 3] for place in range(3)))
)
"""27 of them: applications keep a limited number apart."""
lines = st.sampled_from(get_args(Line))
operators = st.sampled_from(["<", "<=", ">", ">=", "=", "<>"])

_NAME_SIGNS = "abcXYZ019 _-.,;!'\"&<>()$#@+=%{}äéñßЖ中日あ한ع"
sheet_names = (
    st.text(_NAME_SIGNS, min_size=1, max_size=20)
    .filter(lambda name: name == name.strip() and not name.startswith("'") and not name.endswith("'"))
    .filter(lambda name: name.casefold() != "history")
) | st.sampled_from(["Orders", "Q1", "R1C1", "2026", "It's, a! test", "TRUE", "Sheet 1", "a.b", "Σύνολο"])
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co", "Cn"))
    | st.sampled_from("\n\t\"'&<>,;= _x"),
    min_size=1,
    max_size=30,
).filter(lambda text: not text_fault(text)) | st.sampled_from(
    ["007", "=A1", "'quoted", " spaces ", "TRUE", "1/2", "#N/A", "-", "a\nb"]
)
short_texts = st.text("abc XYZ äé中'&<", min_size=1, max_size=12).filter(lambda text: text == text.strip())

numbers = (
    st.integers(-(10**12), 10**12)
    | st.floats(-1e12, 1e12, allow_nan=False).map(lambda value: float(f"{value:.12g}"))
    | st.floats(-1, 1, allow_nan=False).map(lambda value: round(value, 6))
)
dates = st.dates(date(1900, 3, 1), date(2199, 12, 31))
moments = st.datetimes(datetime(1900, 3, 1), datetime(2199, 12, 31)).map(  # noqa: DTZ001 - cells hold local time
    lambda moment: moment.replace(microsecond=0)
)
times = st.times().map(lambda moment: moment.replace(microsecond=0))
durations = st.integers(0, 10**7).map(lambda seconds: timedelta(seconds=seconds))
values = numbers | texts | st.booleans() | dates | moments | times | durations

FORMATS = {
    "number": [
        "General", "0", "0.00", "#,##0", "#,##0.00", "0%", "0.0%", "0.00E+00", "# ?/?", '0.0" kg"',
        "#,##0.00 €", "$#,##0.00", "#,##0;[Red]-#,##0", "0000", '#,##0" pcs"', "0.000", "#,##0.00;(#,##0.00)",
        '[>=1000]#,##0," k";0',
    ],
    "text": ["General", "@"],
    "date": ["yyyy-mm-dd", "dd/mm/yyyy", "d mmm yyyy", "mmmm d, yyyy", "dd.mm.yyyy", "ddd d mmm", "mmm-yy"],
    "moment": ["yyyy-mm-dd hh:mm", "dd/mm/yyyy hh:mm:ss", "d.m.yy h:mm"],
    "time": ["hh:mm", "hh:mm:ss", "h:mm AM/PM"],
    "duration": ["[h]:mm", "[h]:mm:ss", "[mm]:ss"],
}  # fmt: skip


def format_class(value: object) -> str:
    """Which formats fit a value."""
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((datetime, "moment"), (date, "date"), (time, "time"), (timedelta, "duration")):
        if isinstance(value, kind):
            return name
    return "text" if isinstance(value, str) else "number"


@st.composite
def styles(draw: st.DrawFn, number_format: str = "General") -> Style:
    """A style; most fields plain, so that each kind of look is met with others and alone."""
    horizontal = draw(st.just("general") | st.sampled_from(get_args(Horizontal)))
    changes: dict[str, Any] = {"number_format": number_format, "horizontal": horizontal}
    if draw(st.booleans()):
        changes |= {
            "font": draw(st.sampled_from(FONTS)),
            "size": draw(st.sampled_from([8, 9, 10, 11, 12, 14, 18, 20.5])),
            "bold": draw(st.booleans()),
            "italic": draw(st.booleans()),
            "underline": draw(st.sampled_from([None, "single", "double"])),
            "strike": draw(st.booleans()),
            "colour": draw(colours),
        }
    if draw(st.booleans()):
        changes["fill"] = draw(colours)
    for side in ("left", "right", "top", "bottom"):
        if draw(st.integers(0, 3)) == 0:
            changes[f"border_{side}"] = draw(lines)
            changes[f"border_{side}_colour"] = draw(colours)
    if draw(st.booleans()):
        changes |= {
            "vertical": draw(st.sampled_from(get_args(Vertical))),
            "wrap": draw(st.booleans()),
            "rotation": draw(st.sampled_from([0, 45, 90, -45, -90, 1, 255])),
            "indent": draw(st.integers(0, 5)) if horizontal in ("left", "right") else 0,
        }
        changes["shrink"] = not changes["wrap"] and draw(st.booleans())
        changes["locked"] = draw(st.booleans())
        changes["formula_hidden"] = draw(st.booleans())
    return PLAIN.but(**changes)


FORMULAS: list[tuple[str, Any]] = [
    ("=1+2", 3),
    ("=2^10-0.5", 1023.5),
    ("=-(3)/100", -0.03),
    ('="a"&"b ""c"""', 'ab "c"'),
    ('=IF(1>2,"x","")', ""),
    ("=1/0", Error("#DIV/0!")),
    ("=NA()", Error("#N/A")),
    ('=TEXTJOIN(", ",TRUE,"a","b")', "a, b"),
    ("=SUM(1,2,3)", 6),
    ("=AND(TRUE,1=1)", True),
    ('=IFERROR(1/0,"none")', "none"),
    ("=ROUND(2.345,2)", 2.35),
    ('=LEN("abc d")', 5),
    ("=SUM($Z$90:$AA$95)", 0),
    ("=COUNT($AB:$AB)", 0),
    ("=COUNT($200:$201)", 0),
    ('=CONCAT("x",1)', "x1"),
    ('=MAXIFS(AA1:AA5,AB1:AB5,">1")', 0),
    ("=SUMPRODUCT((AA1:AA3=1)*1)", 0),
]
