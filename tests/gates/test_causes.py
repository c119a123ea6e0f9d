from __future__ import annotations

from forge.gates.base import Verdict
from forge.gates.registry import ALL_GATES, root_cause, turn_of


def test_the_root_cause_is_the_first_refusal_in_the_order_of_judging_however_they_are_listed() -> None:
    verdicts = [Verdict("fair", "fail"), Verdict("calculated", "pass"), Verdict("solvable", "error")]
    assert root_cause(verdicts) is verdicts[2]
    assert root_cause(reversed(verdicts)) is verdicts[2]
    assert root_cause([Verdict("fair", "pass"), Verdict("tight", "not run")]) is None


def test_steps_that_are_no_gates_come_behind_all_gates() -> None:
    names = [gate.name for gate in ALL_GATES]
    assert sorted(["refused", *reversed(names)], key=turn_of) == [*names, "refused"]
