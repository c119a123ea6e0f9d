"""The gate *tight*: every mutant loses, and the mutants cover every change and every property class."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict
from forge.states.changes import Comparison
from forge.states.mutants import Attack, Mutant, differs
from forge.states.rubric import Ban
from forge.states.score import is_carried_out

FEWEST_NEAR_MISSES = 3
"""Wrong ends that a skill must name; they know what a person would get wrong."""


class Tight(Gate):
    """No wrong end is let through."""

    name = "tight"
    scope = "package"
    says = "every mutant and near miss loses, with every change and property class covered"

    def judge(self, case: Case) -> Verdict:
        """Attack the rubric with mutants made from the changes, and with the declared near misses."""
        guards = case.rubric.invariants
        attack = Attack(
            case.start,
            case.golden,
            [selector for guard in guards for selector in guard.free],
            additions=any(guard.additions == "allow" for guard in guards),
            random=Random(int(case.bundle.id[:12], 16)),
            comparison=case.comparison,
        )
        if not attack.changes:
            return self.failed("The reference solution changes nothing.")
        if len(case.near_misses) < FEWEST_NEAR_MISSES:
            return self.failed(
                f"The bundle names {counted(len(case.near_misses), 'near miss', 'near misses')}; "
                f"{FEWEST_NEAR_MISSES} are needed."
            )
        mutants = list(attack.mutants())
        mutants += [
            Mutant("near miss", patch.name, patch.name, patch.apply(case.start, case.golden))
            for patch in case.near_misses
        ]
        if free := [ban.id for ban in case.rubric.bans if not _is_tried(ban, case)]:
            return self.failed(
                f"No near miss carries out what {free[0]!r} forbids, so nothing shows that it would be seen."
            )
        alive = [mutant for mutant in mutants if case.examiner.succeeds(mutant.state)]
        # What is the golden state by another way is no wrong end, and nothing that must lose.
        survivors = [mutant for mutant in alive if differs(case.golden, mutant.state)]
        if survivors:
            return self.failed(
                f"{len(survivors)} of {counted(len(mutants), 'mutant', 'mutants')} survive.",
                [
                    {"mutant": mutant.type, "covers": mutant.covers, "what": mutant.what}
                    for mutant in survivors
                ],
            )
        counts: dict[str, Any] = dict(sorted(Counter(mutant.type for mutant in mutants).items()))
        classes = len({mutant.covers for mutant in mutants})
        return self.passed(
            f"{len(mutants) - len(alive)} mutants lose, over "
            f"{counted(len(attack.changes), 'change', 'changes')} of {counted(classes, 'class', 'classes')}.",
            counts,
        )


def _is_tried(ban: Ban, case: Case) -> bool:
    """Whether some near miss carries out what a ban forbids."""
    ends = (patch.apply(case.start, case.golden) for patch in case.near_misses)
    return any(is_carried_out(ban, Comparison(case.start, end)) for end in ends)
