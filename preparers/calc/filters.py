"""What an autofilter lets through: which rows it hides."""

from __future__ import annotations

import operator
from collections.abc import Callable

from forge.errors import PreparerError
from forge.preparers.calc.formulas import plain_number
from forge.preparers.calc.places import column_number, range_of
from forge.preparers.calc.spec import AutoFilter, Cell, Criterion, Sheet

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "<>": operator.ne,
}


def apply(sheet: Sheet) -> None:
    """Hide the rows that the autofilter of a sheet shuts out, and show those that it lets through.

    Raises:
        PreparerError: a criterion looks at a cell whose shown text is not plain.
    """
    if sheet.autofilter is None:
        return
    shown = shown_rows(sheet, sheet.autofilter)
    top, _, bottom, _ = range_of(sheet.autofilter.range)
    for number in range(top + 1, bottom + 1):
        if number not in shown:
            sheet.row(number).hidden = True
        elif number in sheet.rows:
            sheet.rows[number].hidden = False


def shown_rows(sheet: Sheet, autofilter: AutoFilter) -> set[int]:
    """The rows below the header that an autofilter lets through.

    Raises:
        PreparerError: a criterion looks at a cell whose shown text is not plain.
    """
    top, _, bottom, _ = range_of(autofilter.range)
    return {
        number
        for number in range(top + 1, bottom + 1)
        if all(
            _passes(sheet.cells.get((number, column_number(criterion.column))), criterion)
            for criterion in autofilter.criteria
        )
    }


def _passes(cell: Cell | None, criterion: Criterion) -> bool:
    value = cell.value if cell is not None else None
    if criterion.conditions:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        tests = [_COMPARE[sign](value, float(operand)) for sign, operand in criterion.conditions]
        return any(tests) if criterion.either else all(tests)
    if value is None or value == "":
        return criterion.blanks
    folded = {text.casefold() for text in criterion.values}
    if isinstance(value, str):
        return value.casefold() in folded
    plain = cell is not None and cell.style.number_format == "General"
    if isinstance(value, int | float) and not isinstance(value, bool) and plain:
        return plain_number(value) in criterion.values
    raise PreparerError(
        f"A filter by values can look at texts and unformatted numbers, not at {value!r} in column "
        f"{criterion.column}; use conditions, or texts."
    )
