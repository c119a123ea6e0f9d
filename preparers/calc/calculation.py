"""Whether the formulas of a workbook hold the values that they should."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, time, timedelta

from forge.preparers.base import Problem
from forge.preparers.calc.following import pretty
from forge.preparers.calc.formulas import functions
from forge.preparers.calc.functions import why_not
from forge.preparers.calc.serials import to_serial
from forge.states.entities import Path, Tree
from forge.states.values import Error, Formula, Value, same, show

TOLERANCE = 1e-9
"""The share by which a stored number may differ from the computed one."""


def miscalculated(tree: Tree, observed: Tree | None) -> list[Problem]:
    """What is wrong with the formulas of a workbook.

    Args:
        tree: its state as stored.
        observed: its state as LibreOffice computed it; None where nobody could be asked.
    """
    return list(_problems(tree, observed))


def _problems(tree: Tree, observed: Tree | None) -> Iterator[Problem]:
    for path, entity in tree.walk():
        formula = entity.properties.get("formula")
        if entity.kind != "cell" or not isinstance(formula, Formula):
            continue
        where, value = pretty(path, "value"), entity.properties.get("value")
        for name in dict.fromkeys(functions(formula.text)):
            if reason := why_not(name):
                yield Problem(where, f"{formula.text}: {reason}.", "an allowed function", name)
        if formula.text.startswith("{"):
            yield Problem(
                where, f"{formula.text} fills a range at once.", "a formula for each cell", formula.text
            )
        if value is None:
            yield Problem(where, f"{formula.text} has no stored value.", "a stored value", "nothing")
        elif isinstance(value, Error):
            yield Problem(where, f"{formula.text} gives an error.", "a value", value.code)
        elif observed is not None:
            computed = _computed(observed, path)
            if not agree(value, computed):
                yield Problem(where, f"{formula.text} has a stale stored value.", show(computed), show(value))


def _computed(observed: Tree, path: Path) -> Value:
    entity = observed.at(path)
    return entity.properties.get("value") if entity is not None else None


def agree(stored: Value, computed: Value) -> bool:
    """Whether a stored value is the computed one, numbers within the tolerance.

    A date is its number: where a cell has no number format of its own, the application gives the result one.
    """
    if same(stored, computed):
        return True
    first, second = _number(stored), _number(computed)
    if first is None or second is None:
        return False
    return math.isclose(first, second, rel_tol=TOLERANCE, abs_tol=1e-12)


def _number(value: Value) -> float | None:
    match value:
        case bool():
            return None
        case int() | float():
            return float(value)
        case date() | time() | timedelta():
            return float(to_serial(value))
    return None
