"""All gates in the order in which they judge, cheap and telling ones first."""

from __future__ import annotations

from collections.abc import Iterable

from forge.gates.base import Case, Gate, Verdict
from forge.gates.calculated import Calculated
from forge.gates.clean import Clean
from forge.gates.distinct import Distinct
from forge.gates.fair import Fair
from forge.gates.faithful import Faithful
from forge.gates.grounded import Grounded
from forge.gates.opens import Opens
from forge.gates.readable import Readable
from forge.gates.reproducible import Reproducible
from forge.gates.sealed import Sealed
from forge.gates.set_up import SetUp
from forge.gates.solvable import Solvable
from forge.gates.stable import Stable
from forge.gates.tight import Tight

FILE_GATES: tuple[Gate, ...] = (Opens(), Faithful(), Stable(), Calculated(), Clean(), SetUp())
PACKAGE_GATES: tuple[Gate, ...] = (
    Solvable(),
    Fair(),
    Tight(),
    Grounded(),
    Sealed(),
    Readable(),
    Reproducible(),
)
RUN_GATES: tuple[Gate, ...] = (Distinct(),)
ALL_GATES: tuple[Gate, ...] = (*FILE_GATES, *PACKAGE_GATES, *RUN_GATES)


_TURNS = {gate.name: turn for turn, gate in enumerate(ALL_GATES)}


def turn_of(gate: str) -> tuple[int, str]:
    """Where a gate or step stands in the order of causes, to sort by: what a gate says may follow from those before."""
    return _TURNS.get(gate, len(_TURNS)), gate


def root_cause(verdicts: Iterable[Verdict]) -> Verdict | None:
    """The verdict from which the others may follow: of those that let nothing through, the first in order of causes."""
    refusing = [verdict for verdict in verdicts if verdict.outcome in ("fail", "error")]
    return min(refusing, key=lambda verdict: turn_of(verdict.gate), default=None)


def judge(case: Case, gates: tuple[Gate, ...], *, stop_early: bool = False) -> list[Verdict]:
    """The verdicts of gates on a case, in order.

    Args:
        case: what is judged.
        gates: who judges.
        stop_early: stop behind the first gate that does not let the case through.
    """
    verdicts: list[Verdict] = []
    for gate in gates:
        verdicts.append(gate.run(case))
        if stop_early and verdicts[-1].outcome in ("fail", "error"):
            break
    return verdicts
