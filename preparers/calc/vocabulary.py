"""What the file calls things: rules, operators, filters, charts, paper."""

from __future__ import annotations

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
"""The namespace of workbooks."""

OPERATORS = {
    "<": "lessThan",
    "<=": "lessThanOrEqual",
    ">": "greaterThan",
    ">=": "greaterThanOrEqual",
    "=": "equal",
    "<>": "notEqual",
    "between": "between",
    "not between": "notBetween",
}
"""The operators of formulas and their names in the file."""
OPERATORS_IN_FILE = {name: operator for operator, name in OPERATORS.items()}

TEXT_RULES = {
    "contains": ("containsText", "containsText", 'NOT(ISERROR(SEARCH("{text}",{cell})))'),
    "not_contains": ("notContainsText", "notContains", 'ISERROR(SEARCH("{text}",{cell}))'),
    "begins": ("beginsWith", "beginsWith", 'LEFT({cell},LEN("{text}"))="{text}"'),
    "ends": ("endsWith", "endsWith", 'RIGHT({cell},LEN("{text}"))="{text}"'),
}
"""Rules on texts: their type and operator in the file, and the formula that it wants beside them."""

CONDITIONS_IN_FILE = {
    "cellIs": "cell",
    "expression": "formula",
    "duplicateValues": "duplicates",
    "uniqueValues": "unique",
    "colorScale": "scale",
    "dataBar": "bar",
    **{kind: name for name, (kind, _, _) in TEXT_RULES.items()},
}
"""The kinds of conditional formats by their names in the file; `top10` and `aboveAverage` each stand for two."""
CONDITIONS = (
    *CONDITIONS_IN_FILE.values(),
    "top",
    "bottom",
    "above_average",
    "below_average",
)

VALIDATIONS = {
    "list": "list",
    "whole": "whole",
    "decimal": "decimal",
    "date": "date",
    "time": "time",
    "length": "textLength",
    "custom": "custom",
}
VALIDATIONS_IN_FILE = {name: kind for kind, name in VALIDATIONS.items()}

CHART_TYPES = ("column", "bar", "line", "area", "pie", "doughnut", "scatter")

PIVOT_FUNCTIONS = {
    "sum": ("sum", "Sum"),
    "count": ("count", "Count"),
    "average": ("average", "Average"),
    "max": ("max", "Max"),
    "min": ("min", "Min"),
    "product": ("product", "Product"),
    "count_numbers": ("countNums", "Count"),
    "deviation": ("stdDev", "StDev"),
    "population_deviation": ("stdDevp", "StDev"),
    "variance": ("var", "Var"),
    "population_variance": ("varp", "Var"),
}
"""What data fields of pivot tables can be: the name in the file, and LibreOffice's word before the field's name."""
PIVOT_FUNCTIONS_IN_FILE = {name: function for function, (name, _) in PIVOT_FUNCTIONS.items()}

PAPERS = {"letter": 1, "legal": 5, "A3": 8, "A4": 9, "A5": 11}
"""The sizes of paper that are known by name (ECMA-376 part 1 section 18.3.1.63)."""
PAPERS_IN_FILE = {number: name for name, number in PAPERS.items()}
CENTIMETRES = 2.54
"""In an inch, the unit of margins in the file."""
