"""Skill: attach comments to cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.remarks import Remark, by_row, by_size
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

TEXTS = (
    "Please check this entry again.",
    "Confirmed by phone, nothing to do.",
    "This does not look right to me.",
    "Ask the office about this one.",
    "Differs from what was agreed.",
    "Copied from the old list.",
    "Still waiting for an answer.",
    "Taken over from last year.",
)
OF_OTHERS = ("Looked at on Monday.", "Fine as it is.", "See the minutes.")
CELL = "the cell [[of {{column}} for {{row}}|with {{extreme}} in {{column}}]]"
CELL_2 = CELL.replace("}}", "_2}}")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The comments, and a column that is easily taken for the right one."""

    remarks: tuple[Remark, ...]
    neighbour: TableColumn


class Comment(CalcSkill[CalcParameters, Scene]):
    """One or two comments."""

    id = "calc.annotations.comment"
    title = "Attach a comment to a cell"
    needs = at_least(identifier=1, money=1)
    keeps_values = True
    phrasings = tuple(
        text.replace("<cell>", CELL).replace("<cell 2>", CELL_2)
        for text in (
            "add the comment {{text}} to <cell>[[ on {{sheet}}|]][[, and the comment {{text_2}} to <cell 2>|]]",
            "attach a comment to <cell>[[ on {{sheet}}|]], saying {{text}}[[, and another one to <cell 2>, saying "
            "{{text_2}}|]]",
            "terse: [[{{sheet}}: comment|Comment]] {{text}} on <cell>[[; comment {{text_2}} on <cell 2>|]].",
            "polite: Could you please leave the comment {{text}} on <cell>[[ on {{sheet}}|]][[, and the comment "
            "{{text_2}} on <cell 2>|]]?",
            "chatty: I want the others to see a remark[[ on {{sheet}}|]]. Can you put the comment {{text}} on <cell>"
            "[[, and {{text_2}} as a comment on <cell 2>|]]?",
            "precise: [[On {{sheet}}, the comment|The comment]] {{text}} is to be attached to <cell>[[, and the "
            "comment {{text_2}} to <cell 2>|]].",
        )
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A cell in a row; the cell with an extreme number; or both, where somebody else has left a comment."""
        texts = random.sample(TEXTS, 2)
        remarks: list[Remark] = []
        if parameters.difficulty != "medium":
            remarks.append(by_row(table, texts[0], random))
        if parameters.difficulty != "easy":
            remarks.append(by_size(table, texts[1], random, but=remarks[0].row if remarks else 0))
        if parameters.difficulty == "hard":
            taken = [remark.row for remark in remarks]
            row = random.choice([row for row in table.row_numbers if row not in taken])
            table.cell(desktop, remarks[0].column, row).comment = random.choice(OF_OTHERS)
        columns = [remark.column for remark in remarks]
        others = [item for item in table.columns if item not in columns]
        return Scene(parameters, table, tuple(remarks), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The comments on their cells."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each cell has its comment; how the text is broken into lines does not matter."""
        table = scene.table
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for suffix, remark in zip(("", "_2"), scene.remarks, strict=False):
            own = tuple(remark.facts(table, suffix))
            place = table.cell_selector(remark.column, remark.row, "comment")
            check = Equals(select=place, expected=remark.text, text="trimmed")
            says = f"The cell has the comment {remark.text}"
            told = tuple(fact.name for fact in own)
            requirements.append(Requirement(id=f"comment{suffix}", says=says, any_of=((check,),), facts=told))
            facts += own
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            reads=[table.selector(remark.column, "value") for remark in scene.remarks],
            variants=(
                Attempt(
                    "line_behind", partial(act, ending="\n"), why="An empty line at the end says nothing."
                ),
                Attempt("two_lines", partial(act, gap="\n"), why="The text is the same."),
            ),
            near_misses=(
                Attempt(
                    "neighbour", partial(act, column=scene.neighbour), why="It is on another cell of the row."
                ),
                Attempt("other_row", partial(act, down=1), why="It is on the cell below."),
                Attempt("other_text", partial(act, ending=" Thanks"), why="It says something else."),
                Attempt("typed", partial(act, typed=True), why="The entry was overwritten."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        ending: str = "",
        gap: str = " ",
        column: TableColumn | None = None,
        down: int = 0,
        *,
        typed: bool = False,
    ) -> None:
        """Leave the comments in a way of its own."""
        for remark in scene.remarks:
            cell = scene.table.cell(desktop, column or remark.column, remark.row + down)
            text = remark.text.replace(" ", gap, 1) + ending
            if typed:
                cell.put(text)
            else:
                cell.comment = text
