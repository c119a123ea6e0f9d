"""The gate *opens*: the library and, where it is installed, the real application open every file."""

from __future__ import annotations

from forge.errors import counted
from forge.gates.base import SIDES, Case, Gate, Verdict


class Opens(Gate):
    """Every prepared file can be opened."""

    name = "opens"
    scope = "file"
    says = "the library and the real application open every file"

    def judge(self, case: Case) -> Verdict:
        """Read both sides; a file that cannot be read raises, which is a failure."""
        count = len(case.start.trees) + len(case.golden.trees)
        for side in SIDES:
            case.observed(side)
        if case.engine is None:
            return self.passed(
                f"The library opens {counted(count, 'state', 'states')}; no real application was asked."
            )
        return self.passed(
            f"The library and {case.engine} open {counted(count, 'state', 'states')}.{case.but}"
        )
