"""The gate *agreed*: what a reader names is held against what the golden changes."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from forge.errors import UnavailableError, UsageError
from forge.gates.agreed import AGREED, Agreed, NamedChange, NamedChanges, _golden, question
from forge.gates.base import Case, Verdict
from forge.pipeline.batch import Batch, Options
from forge.pipeline.build import Order
from forge.pipeline.lanes import Lanes
from forge.pipeline.run import RunRequest
from forge.skills.calc.number_format import NumberFormat
from forge.states.changes import address
from forge.states.values import POINTING, show

from ..tasks import calculating, highlighting, made


def case_of(which: str) -> Case:
    bundle = {"format": made(NumberFormat), "formula": calculating(), "new": highlighting()}[which]
    return Case(bundle, engines=False)


def read_rightly(case: Case) -> list[NamedChange]:
    """What a reader names who understands the task."""
    named = []
    for change in _golden(case)[0].values():
        where = address(change.mount, change.path, None, case.schema_of(change.mount))
        plain = change.after is not None and type(change.after) not in POINTING
        becomes = show(change.after) if change.type == "set" and plain else ""
        named.append(
            NamedChange(
                what=change.type, where=where, kind=change.kind, name=change.name or "", becomes=becomes
            )
        )
    return named


def verdict(case: Case, named: list[NamedChange]) -> Verdict:
    return Agreed(NamedChanges(changes=named)).run(case)


@pytest.mark.parametrize("which", ["format", "formula", "new"])
def test_who_understands_the_task_names_its_changes(which: str) -> None:
    case = case_of(which)
    found = verdict(case, read_rightly(case))
    assert found.outcome == "pass", found.evidence
    assert found.digest == case.bundle.id


@pytest.mark.parametrize("which", ["format", "formula", "new"])
def test_who_names_less_or_more_disagrees(which: str) -> None:
    case = case_of(which)
    named = read_rightly(case)
    less = verdict(case, named[1:])
    assert (less.outcome, less.evidence[0]["why"]) == ("fail", "it was not named")
    other = NamedChange(what="removed", where="Sheet9", kind="sheet")
    more = verdict(case, [*named, other])
    assert (more.outcome, more.evidence[0]["change"]) == ("fail", "removed sheet")


def test_another_value_is_another_reading() -> None:
    case = case_of("format")
    first, *others = read_rightly(case)
    found = verdict(case, [first.model_copy(update={"becomes": "0.000"}), *others])
    assert found.outcome == "fail"
    assert found.evidence[0]["actual"] == "0.000"


def test_addresses_are_read_as_people_write_them() -> None:
    case = case_of("format")
    loosely = [
        change.model_copy(update={"where": change.where.rpartition("#")[2].lower() + f".{change.name}"})
        for change in read_rightly(case)
    ]
    assert verdict(case, loosely).outcome == "pass"


def test_what_follows_from_a_formula_need_not_be_named_and_may_be() -> None:
    case = case_of("formula")
    wanted, allowed = _golden(case)
    assert any(key.endswith("formula") for key in wanted)
    values = [key for key in allowed if key.endswith(" value")]
    assert values
    _, where, name = values[0].rsplit(" ", 2)[0], values[0].split(" ", 1)[1].rsplit(" ", 1)[0], "value"
    named = NamedChange(what="set", where=where, kind="cell", name=name)
    assert verdict(case, [*read_rightly(case), named]).outcome == "pass"


def test_the_question_holds_the_start_and_nothing_of_the_golden() -> None:
    case = case_of("format")
    asked = question(case)
    assert asked is not None
    assert asked["instruction"] == case.instruction
    golden = {show(change.after) for change in _golden(case)[0].values()}
    assert not golden & {word for line in asked["state"] for word in line.split()}
    assert any("cell" in kind for kind in asked["kinds"])


def test_a_large_task_is_not_judged_and_no_answer_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of("format")
    monkeypatch.setattr("forge.gates.agreed.MOST_CHANGES", 3)
    assert question(case) is None
    assert Agreed().run(case).outcome == "not run"


def test_the_offline_model_cannot_judge() -> None:
    with pytest.raises(UsageError, match="takes a language model"):
        RunRequest(agree=0.5)
    with pytest.raises(UnavailableError):
        AGREED.offline(None, {})  # type: ignore[arg-type]


@pytest.mark.parametrize("rate", [1.0, 0.0])
def test_a_run_asks_about_a_share_of_its_tasks(rate: float) -> None:
    questions: list[str] = []

    async def ask(node: Any, variables: Any, *, candidate: str, **_: Any) -> Any:
        if node is AGREED:
            questions.append(candidate)
            return NamedChanges(changes=[])
        return node.offline(Random(candidate), variables)

    async def story() -> list[Any]:
        lanes = Lanes(1)
        orders = [Order(NumberFormat.id, 5, index, "easy") for index in range(3)]
        batch = Batch(orders, ask, lanes, Options(engines=False, agree=rate))
        try:
            return await batch.run()
        finally:
            lanes.close()

    candidates = asyncio.run(story())
    verdicts = {
        item.order.id: verdict.outcome
        for item in candidates
        for verdict in item.verdicts
        if verdict.gate == "agreed"
    }
    # A task that makes too many changes to be named is not judged, and let through.
    assert sorted(questions) == sorted(name for name, outcome in verdicts.items() if outcome == "fail")
    assert set(verdicts.values()) <= {"fail", "not run"}
    assert bool(questions) is bool(rate)
    assert {item.gate for item in candidates if item.order.id in questions} <= {"agreed"}
