"""Real composites from end to end: several skills on one workbook, and over three applications."""

from __future__ import annotations

from typing import Any

import pytest

from forge.gates.base import Case, engines_of
from forge.gates.registry import FILE_GATES, PACKAGE_GATES, judge
from forge.pipeline.build import Draft, Order, draft, finish
from forge.pipeline.rebuild import rebuild
from forge.pipeline.seeds import stream
from forge.skills.composite import composite, joint_id, variables_for
from forge.skills.instruction import INSTRUCTION, complaints
from forge.storage.bundle import Bundle

ON_ONE_WORKBOOK = (
    "calc.conditional_formatting.highlight_below",
    "calc.formatting.number_format",
    "calc.rows.sort",
)
OVER_THREE_APPLICATIONS = (
    "calc.formatting.number_format",
    "calc.rows.sort",
    "files.tables.filter_records",
    "mail.messages.star",
)


def made(skills: tuple[str, ...], seed: int, *, engines: bool) -> tuple[Draft, Bundle]:
    skill = composite(joint_id(skills))
    order = Order(skill.id, seed, 0, "easy")
    parameters = skill.sample(stream(seed, skill.id, 0, "sample"), "easy")
    variables = skill.variables(parameters)
    answers = {
        node.name: node.offline(stream(seed, skill.id, 0, node.name), variables).model_dump(mode="json")
        for node in skill.nodes
    }
    engine = engines_of(skill.applications) if engines else None
    found = draft(skill, order, parameters.model_dump(mode="json"), answers, engine)
    told = variables_for(found.record.skills, found.contract.facts, "polite")
    written: Any = INSTRUCTION.offline(stream(seed, skill.id, 0, "instruction"), told)
    assert complaints(written.text, found.contract.facts) == []
    return found, finish(found.bundle, written.text)


def wrong_in(case: Case) -> list[str]:
    """What a gate has against a case; those that need a run, or an application that is not asked, aside."""
    excused = {"reproducible", "distinct"} | (set() if case.engines else {"stable"})
    return [
        f"{verdict.gate}: {verdict.outcome}: {verdict.reason} {list(map(dict, verdict.evidence))[:3]}"
        for verdict in judge(case, (*FILE_GATES, *PACKAGE_GATES))
        if verdict.outcome != "pass" and verdict.gate not in excused
    ]


@pytest.mark.libreoffice
def test_one_workbook_edited_three_times_passes_every_gate() -> None:
    found, bundle = made(ON_ONE_WORKBOOK, 3, engines=True)
    assert set(found.record.skills) == set(ON_ONE_WORKBOOK)
    assert found.record.skills[-1] == "calc.rows.sort"  # it moves what the others work on
    assert len(found.record.mounts) == 1
    assert wrong_in(Case(bundle, specified=found.specified)) == []


def test_four_skills_over_three_applications_make_one_task() -> None:
    found, bundle = made(OVER_THREE_APPLICATIONS, 1, engines=False)
    record = bundle.contract
    assert set(record.skills) == set(OVER_THREE_APPLICATIONS)
    assert set(record.applications) == {"calc", "files", "mail"}
    assert {mount.preparer for mount in record.mounts} == {"calc", "files", "mail"}
    assert wrong_in(Case(bundle, specified=found.specified, engines=False)) == []
    # whose mail it is has to be looked up in the table
    (named,) = [fact for fact in record.facts if fact.name.endswith("person_named")]
    assert named.value not in bundle.instruction
    assert named.refers is not None
    assert named.refers.mount.endswith(".xlsx")
    assert rebuild(record) == bundle.id
