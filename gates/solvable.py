"""The gate *solvable*: the golden state succeeds; the start does not, and each requirement is false on it."""

from __future__ import annotations

from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict
from forge.states.changes import Comparison
from forge.states.score import Score, requirement_result, score_of


class Solvable(Gate):
    """The reference solution is right and the start is not."""

    name = "solvable"
    scope = "package"
    says = "the golden succeeds; the start does not, and each requirement is false on it"

    def judge(self, case: Case) -> Verdict:
        """Score the golden state and the start; each requirement must be false at the start by itself."""
        golden = score_of(case.rubric, case.comparison, {item.id: True for item in case.rubric.judge})
        if not golden.success:
            return self.failed("The reference solution does not succeed.", _items(golden))
        if golden.score != 1.0:
            return self.failed(f"The reference solution scores {golden.score:.3f}, not 1.", _items(golden))
        unchanged = Comparison(case.start, case.start)
        already = [
            {"item": item.id, "says": item.says, "why": "it is true before anything is done"}
            for item in case.rubric.requirements
            if requirement_result(item, unchanged).passed
        ]
        if already:
            return self.failed(
                counted(len(already), "requirement holds", "requirements hold") + " at the start.", already
            )
        return self.passed(
            "The golden succeeds; "
            + counted(len(case.rubric.requirements), "requirement is", "requirements are")
            + " false at the start."
        )


def _items(result: Score) -> list[dict[str, Any]]:
    return [
        {"item": item.id, "expected": item.expected, "actual": item.actual, "why": item.why}
        for item in result.failures()
    ]
