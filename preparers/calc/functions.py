"""The functions that formulas of a task may use, and why others are not among them.

A function is in when Microsoft Excel since 2007 (or 2019 where the file format marks it) and LibreOffice 7.4 know
it under one name, work out the same value, and nothing but the cells it names decides that value.
"""

from __future__ import annotations

ALLOWED = frozenset(
    {
        # arithmetic, rounding, aggregates
        "ABS", "AVERAGE", "AVERAGEA", "CEILING", "COUNT", "COUNTA", "COUNTBLANK", "EVEN", "EXP", "FACT",
        "FLOOR", "GCD", "INT", "LARGE", "LCM", "LN", "LOG", "LOG10", "MAX", "MEDIAN", "MIN", "MOD", "MODE",
        "MROUND", "ODD", "PERCENTILE", "PERCENTRANK", "PI", "POWER", "PRODUCT", "QUARTILE", "QUOTIENT",
        "RANK", "ROUND", "ROUNDDOWN", "ROUNDUP", "SIGN", "SMALL", "SQRT", "STDEV", "STDEVP", "SUM",
        "SUMPRODUCT", "SUMSQ", "TRUNC", "VAR", "VARP", "SUBTOTAL", "STDEV.S", "STDEV.P", "VAR.S", "VAR.P",
        "RANK.EQ", "PERCENTILE.INC", "QUARTILE.INC",
        # conditional aggregates
        "AVERAGEIF", "AVERAGEIFS", "COUNTIF", "COUNTIFS", "MAXIFS", "MINIFS", "SUMIF", "SUMIFS",
        # logic
        "AND", "FALSE", "IF", "IFERROR", "IFNA", "IFS", "NOT", "OR", "SWITCH", "TRUE", "XOR",
        # look-up
        "CHOOSE", "COLUMN", "COLUMNS", "HLOOKUP", "INDEX", "LOOKUP", "MATCH", "ROW", "ROWS", "VLOOKUP",
        # text
        "CHAR", "CLEAN", "CODE", "CONCAT", "CONCATENATE", "EXACT", "FIND", "FIXED", "LEFT", "LEN", "LOWER",
        "MID", "PROPER", "REPLACE", "REPT", "RIGHT", "SEARCH", "SUBSTITUTE", "T", "TEXT", "TEXTJOIN",
        "TRIM", "UPPER", "VALUE",
        # dates and times
        "DATE", "DATEDIF", "DATEVALUE", "DAY", "DAYS", "EDATE", "EOMONTH", "HOUR", "MINUTE", "MONTH",
        "NETWORKDAYS", "SECOND", "TIME", "TIMEVALUE", "WEEKDAY", "WEEKNUM", "WORKDAY", "YEAR",
        # what a cell holds
        "ISBLANK", "ISERROR", "ISEVEN", "ISLOGICAL", "ISNA", "ISNUMBER", "ISODD", "ISTEXT", "N", "NA",
        # money
        "FV", "NPER", "NPV", "PMT", "PV",
    }
)  # fmt: skip

_CLOCK = "its value changes with the clock, so it has no right stored value"
_NEWER = "LibreOffice 7.4 does not know it: it shows #NAME? and saving destroys the formula"
_CHANCE = "its value is drawn anew at each recalculation"
_TEXT = "it makes a place out of a text, so nothing can tell on which cells it depends"
_OUTSIDE = "it asks the machine or the network"

REFUSED = {
    "TODAY": _CLOCK,
    "NOW": _CLOCK,
    "RAND": _CHANCE,
    "RANDBETWEEN": _CHANCE,
    "RANDARRAY": _CHANCE,
    "XLOOKUP": _NEWER,
    "XMATCH": _NEWER,
    "FILTER": _NEWER,
    "SORT": _NEWER,
    "SORTBY": _NEWER,
    "UNIQUE": _NEWER,
    "SEQUENCE": _NEWER,
    "LET": _NEWER,
    "LAMBDA": _NEWER,
    "TEXTSPLIT": _NEWER,
    "TEXTBEFORE": _NEWER,
    "TEXTAFTER": _NEWER,
    "VSTACK": _NEWER,
    "HSTACK": _NEWER,
    "OFFSET": _TEXT,
    "INDIRECT": _TEXT,
    "ADDRESS": _TEXT,
    "CELL": _OUTSIDE,
    "INFO": _OUTSIDE,
    "WEBSERVICE": _OUTSIDE,
    "HYPERLINK": "a link is a property of the cell, not of a formula",
    "DDE": _OUTSIDE,
}
"""Functions that people would reach for, each with the reason why it is not allowed."""


def why_not(name: str) -> str | None:
    """Why a function is not allowed, or None where it is.

    Args:
        name: in capitals, without the file format's mark.
    """
    if name in ALLOWED:
        return None
    reason = REFUSED.get(name, "it is not among those known to give one value in every application")
    return f"{name} is not allowed: {reason}"
