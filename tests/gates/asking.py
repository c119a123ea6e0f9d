"""A skill that asks for an answer: which entry has the largest number. Those of the package only change documents."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.answers import ANSWER
from forge.states.rubric import Equals, Requirement
from forge.states.values import Value


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is asked for, where it is looked for, and the rows from the largest number down."""

    wanted: TableColumn
    column: TableColumn
    ranking: tuple[int, ...]

    def called(self, place: int) -> Any:
        """What stands in the wanted column at a place of the ranking."""
        return self.table.value(self.wanted, self.ranking[place])


class AskForLargest(CalcSkill[CalcParameters, Scene]):
    """Answer with the entry of the row that has the largest number."""

    id = "calc.answers.largest"
    title = "Find the record with the largest value"
    needs = at_least(identifier=1, money=1)
    phrasings = (
        "tell me {{wanted}} entry of the row in which {{column}} is {{largest}}[[ on {{sheet}}|]]",
        "look up the row with the {{largest}} value in {{column}}[[ on {{sheet}}|]] and give me its entry in "
        "{{wanted}}",
        "terse: [[{{sheet}}: |]]{{wanted}} entry where {{column}} is {{largest}}?",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """Nothing is saved, for nothing is changed."""
        return {**super().draw(random, difficulty), "saving": "flushed"}

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A column whose largest number stands once, and not in the first row."""
        wanted = table.pick(random, "identifier")
        for column in table.all("money"):
            ranking = sorted(table.row_numbers, key=lambda row: -table.number(column, row))
            first, second, *_ = (table.number(column, row) for row in ranking)
            if first > second and table.first_row not in ranking[:3]:
                return Scene(parameters, table, wanted, column, tuple(ranking))
        raise SkillError(f"No column of {table.sheet} has one largest number below its first row.")

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.called(0)

    def contract(self, scene: Scene) -> Contract:
        """The right entry, and a workbook that nobody touched."""
        table, numbers = scene.table, scene.table.selector(scene.column, "value")
        largest = table.number(scene.column, scene.ranking[0])
        rows = table.rows_selector()
        answer = worked_out("answer", scene.called(0), table.selector(scene.wanted, "value"), numbers)
        top = worked_out("top", largest, numbers)
        facts = (
            column_fact("wanted", table, scene.wanted),
            column_fact("column", table, scene.column),
            Fact(name="largest", value="max", says=("largest", "highest")),
            top.model_copy(update={"refers": rows.below("cell", value=largest).of("value")}),
            answer.model_copy(
                update={"refers": table.cell_selector(scene.wanted, scene.ranking[0], "value")}
            ),
        )

        def says(name: str, answer: Value) -> Attempt:
            def act(desktop: Desktop) -> None:
                desktop.answer = answer

            return Attempt(name, act, why=f"The answer is {answer}.")

        def written(desktop: Desktop) -> None:
            desktop.answer = scene.called(0)
            table.worksheet(desktop)[f"{table.free_column}{table.header_row}"].put(scene.called(0))

        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id="answer",
                    says="The answer is the entry that belongs to the largest number.",
                    any_of=((Equals(select=ANSWER, expected=scene.called(0), text="folded"),),),
                    facts=("wanted", "column", "largest", "sheet", "file", "answer"),
                )
            ],
            writes=(ANSWER,),
            reads=(numbers,),
            variants=(says("small", str(scene.called(0)).lower()), says("spaced", f" {scene.called(0)} ")),
            near_misses=(
                says("second", scene.called(1)),
                says("smallest", scene.called(-1)),
                says("number", largest),
                Attempt("written", written, why="The workbook was changed."),
            ),
        )
