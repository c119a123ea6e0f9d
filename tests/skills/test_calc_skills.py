"""The base of Calc skills and the first skills on it, held against the gates that need no application."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from random import Random
from typing import Any

import pytest

from forge.gates.base import Case
from forge.gates.fair import Fair
from forge.gates.faithful import Faithful
from forge.gates.grounded import reference_faults, rubric_faults
from forge.gates.solvable import Solvable
from forge.gates.tight import Tight
from forge.pipeline.build import Draft, Order, draft
from forge.preparers.calc.spec import Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.arithmetic import Arithmetic, calculated, written
from forge.skills.calc.number_format import NumberFormat
from forge.skills.calc.support.base import CalcParameters
from forge.skills.calc.support.facts import date_fact, number_fact
from forge.skills.calc.support.layout import Plan, build
from forge.skills.content.nodes import TABLE
from forge.skills.content.offline import table_kit
from forge.skills.contract import DIFFICULTIES, KEEP, SAVE, Difficulty
from forge.skills.instruction import REGISTERS, instruction_variables
from forge.skills.instruction.rendering import complaints
from forge.skills.instruction.writer import write

SKILLS = (NumberFormat(), Arithmetic())


def drafted(skill: Any, seed: int, difficulty: Difficulty, **changes: Any) -> Draft:
    parameters = skill.sample(Random(seed), difficulty).model_copy(update=changes)
    kit = table_kit(Random(seed), skill.variables(parameters))
    answers = {TABLE.name: kit.model_dump(mode="json")}
    return draft(skill, Order(skill.id, seed, 0, difficulty), parameters.model_dump(mode="json"), answers)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_tasks_are_solvable_fair_faithful_and_grounded(skill: Any, difficulty: Difficulty) -> None:
    for seed in range(3):
        made = drafted(skill, seed, difficulty, rows=24)
        case = Case(made.bundle, specified=made.specified, engines=False)
        for gate in (Faithful(), Solvable(), Fair()):
            verdict = gate.run(case)
            assert verdict.outcome == "pass", (verdict.reason, verdict.evidence)
        contract = made.contract
        assert list(rubric_faults(contract.rubric(), contract.facts, made.start)) == []
        told = "".join(f"{{{{{fact.name}}}}}" for fact in contract.public())
        assert reference_faults(contract.facts, told, made.start, contract.setup) == []


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_every_wrong_end_loses(skill: Any, difficulty: Difficulty) -> None:
    made = drafted(skill, 3, difficulty, rows=12)
    verdict = Tight().run(Case(made.bundle, specified=made.specified, engines=False))
    assert verdict.outcome == "pass", (verdict.reason, verdict.evidence)


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.id)
def test_instructions_of_every_register_tell_all_they_must(skill: Any) -> None:
    for number, difficulty in enumerate(DIFFICULTIES * 2):
        facts = drafted(skill, number, difficulty, rows=12).contract.facts
        for register in REGISTERS:
            text = write(Random(number), instruction_variables(skill, facts, register))
            assert complaints(text, facts) == []


def test_difficulty_changes_the_work() -> None:
    skill = NumberFormat()
    easy, hard = drafted(skill, 5, "easy"), drafted(skill, 5, "hard")
    assert len(hard.contract.requirements) > len(easy.contract.requirements)
    drawn = [[skill.sample(Random(seed), level) for seed in range(30)] for level in DIFFICULTIES]
    means = [sum(item.rows for item in level) / 30 for level in drawn]
    assert means[0] < means[1] < means[2]
    assert all(20 <= item.rows <= 400 for level in drawn for item in level)


def test_saving_is_asked_for_exactly_where_the_harness_does_not_save() -> None:
    for saving in ("instructed", "flushed"):
        contract = drafted(Arithmetic(), 2, "easy", saving=saving).contract
        names = {fact.name for fact in contract.public()}
        assert contract.setup.saving == saving
        assert (SAVE in names) == (saving == "instructed")
        assert KEEP in names
        assert contract.setup.open


def test_the_sheet_must_be_told_only_where_there_are_several() -> None:
    alone = {"lookup": False, "archive": False, "read_me": False, "figures": False}
    one = drafted(NumberFormat(), 2, "easy", **alone).contract.fact("sheet")
    several = drafted(NumberFormat(), 2, "easy", **{**alone, "archive": True}).contract.fact("sheet")
    assert one.optional
    assert not several.optional


def test_a_table_that_is_already_there_is_used() -> None:
    skill = Arithmetic()
    desktop = Desktop()
    kit = table_kit(Random(1), {"domain": "customer orders", "needs": skill.needs, "columns": 8})
    table = build(kit, Plan(30), desktop, Random(1))
    table.worksheet(desktop).tab_colour = None
    for item in table.all("money"):
        for cell in table.cells(desktop, item):
            cell.restyle(number_format="#,##0.00")
    parameters = skill.sample(Random(2), "easy")
    scene = skill.prepare(parameters, {TABLE.name: kit}, desktop, Random(3))
    assert list(desktop.documents) == [table.mount]
    assert scene.table.body == table.body
    golden = desktop.copy()
    skill.solve(scene, golden)
    assert golden.state().trees[table.mount].digest() != desktop.state().trees[table.mount].digest()


def test_a_desktop_without_a_suitable_table_gets_one() -> None:
    desktop = Desktop()
    book = Workbook()
    book.add_sheet("Empty")
    desktop.add("~/Documents/other.xlsx", "calc", book)
    skill = NumberFormat()
    parameters = skill.sample(Random(2), "easy")
    kit = table_kit(Random(1), skill.variables(parameters))
    scene = skill.prepare(parameters, {TABLE.name: kit}, desktop, Random(3))
    assert len(desktop.documents) == 2
    assert not scene.table.only_file


def test_a_kit_of_a_model_that_lacks_columns_still_gives_a_task() -> None:
    skill = Arithmetic()
    parameters = skill.sample(Random(2), "hard")
    kit = table_kit(Random(1), {"domain": "weather station", "columns": 4})
    scene = skill.prepare(parameters, {TABLE.name: kit}, Desktop(), Random(3))
    assert len(scene.column.inputs) == 3


def test_formulas_and_results_go_together() -> None:
    places, numbers = ("D2", "E2", "F2"), (7.0, 2.0, 5.0)
    assert (written("-*", places), calculated("-*", *numbers)) == ("=(D2-E2)*F2", 25.0)
    assert (written("/", places[:2]), calculated("/", *numbers[:2])) == ("=D2/E2", 3.5)


def test_numbers_and_dates_are_said_in_one_way_only() -> None:
    assert number_fact("n", 5000).says == ("5,000", "5000")
    assert number_fact("n", 12.5, unit="€").says == ("12.5", "€12.5")
    assert number_fact("n", 8, unit="kg").says == ("8", "8 kg")
    assert date_fact("d", date(2025, 3, 2)).says == ("2 March 2025", "March 2, 2025", "2025-03-02")


def test_parameters_take_nothing_unknown() -> None:
    good = NumberFormat().sample(Random(1), "easy").model_dump()
    with pytest.raises(ValueError, match="Extra inputs"):
        CalcParameters.model_validate({**good, "surprise": 1})


def test_the_same_seed_gives_the_same_bundle_in_another_process() -> None:
    code = (
        "from tests.skills.test_calc_skills import SKILLS, drafted\n"
        "print([drafted(skill, 8, 'medium', rows=30).bundle.id for skill in SKILLS])"
    )
    here = str([drafted(skill, 8, "medium", rows=30).bundle.id for skill in SKILLS])
    other = {**os.environ, "PYTHONHASHSEED": "4242", "TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=other, check=True)
    assert done.stdout.strip() == here
