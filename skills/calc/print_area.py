"""Skill: choose which part of a table is printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.extents import LAST_ROW
from forge.skills.calc.support.facts import column_fact, row_fact, worked_out
from forge.skills.calc.support.printing import Printing
from forge.skills.calc.support.tables import RowReferent, Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import OneOf, Requirement

PRINTED = Fact(name="area", value=True, says=("the print area", "the print range"))


@dataclass(frozen=True)
class Scene(CalcScene):
    """The page, the first and the last column, and the last row where not all rows are to be printed."""

    printing: Printing
    columns: tuple[TableColumn, TableColumn]
    until: RowReferent | None

    def area(self, first: int = 0, last: int = 0, *, top: int = 0, bottom: int = 0) -> str:
        """The print area, or one that differs: some columns to the right at either end, other rows."""
        table, (left, right) = self.table, self.columns
        start = table.columns[table.columns.index(left) + first].letter
        end = table.columns[table.columns.index(right) + last].letter
        return f"{start}{top or table.header_row}:{end}{bottom or self.bottom}"

    @property
    def bottom(self) -> int:
        """The last row that is to be printed."""
        return self.until.row if self.until is not None else self.table.last_row

    def right(self) -> tuple[str, ...]:
        """The areas that print what was asked for: also with the title, or as whole columns."""
        tops = sorted({1, self.table.header_row})
        bottoms = [self.bottom, *([LAST_ROW] if self.until is None and self.table.total_row is None else [])]
        return tuple(self.area(top=top, bottom=bottom) for bottom in bottoms for top in tops)


class PrintArea(CalcSkill[CalcParameters, Scene]):
    """Some columns of a table, all rows or those down to one."""

    id = "calc.page.print_area"
    title = "Define what is printed"
    needs = at_least(identifier=1)
    keeps_values = True
    phrasings = (
        "set {{area}}[[ of {{sheet}}|]] to everything from {{first}} to {{last}}, headers included[[, but no further "
        "down than {{until}}|]]",
        "limit what is printed[[ of {{sheet}}|]] to all that stands from {{first}} through {{last}}, with the headers"
        "[[ and down to {{until}}|]], by means of {{area}}",
        "terse: [[{{sheet}}: |]]{{area}} from {{first}} to {{last}}, with headers[[, down to {{until}}|]].",
        "polite: Could you please define {{area}}[[ of {{sheet}}|]], so that it reaches from {{first}} to {{last}}, "
        "with the headers[[, and ends with {{until}}|]]?",
        "chatty: I don't want to print everything[[ on {{sheet}}|]]. Can you make {{area}} reach from {{first}} to "
        "{{last}}, with the headers[[, down to and including {{until}}|]]?",
        "precise: [[On {{sheet}}, {{area}}|{{area}}]] is to reach from {{first}} to {{last}}, from the header row down "
        "to [[the last row of data|{{until}}, which is included]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Columns from the first on; columns in the middle; or rows down to one, where another area was chosen."""
        printing, count = Printing.of(table, desktop), len(table.columns)
        start = 0 if parameters.difficulty == "easy" else random.randint(1, count - 3)
        end = random.randint(start + 1, count - 2)
        until = None
        if parameters.difficulty == "hard":
            until = table.referent(random)
            printing.change(desktop, {"print_area": (table.area,)})
        return Scene(parameters, table, printing, (table.columns[start], table.columns[end]), until)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The print area from the headers down."""
        self.attempt(scene, desktop, scene.area())

    def contract(self, scene: Scene) -> Contract:
        """One print area that prints these columns and rows."""
        table, right = scene.table, scene.right()
        options = tuple((reference(area, table.sheet),) for area in right)
        facts = [
            PRINTED,
            column_fact("first", table, scene.columns[0]),
            column_fact("last", table, scene.columns[1]),
            worked_out("areas", options, table.sheet_selector()),
        ]
        if scene.until is not None:
            facts.append(row_fact("until", table, scene.until))
        chosen = scene.printing.selector("print_area")
        required = Requirement(
            id="area",
            says="These columns and rows are printed.",
            any_of=((OneOf(select=chosen, options=options),),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        solve = partial(self.solve, scene)
        wider = [
            Attempt(f"wider_{n}", partial(act, area=area), why="It prints the same.")
            for n, area in enumerate(right[1:], 1)
        ]
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(chosen,),
            free=(zooms(table),),
            variants=(*zoomed(table, solve), *wider),
            near_misses=(
                Attempt(
                    "no_headers", partial(act, area=scene.area(top=table.first_row)), why="Without headers."
                ),
                Attempt(
                    "one_short",
                    partial(act, area=scene.area(bottom=scene.bottom - 1)),
                    why="A row is missing.",
                ),
                Attempt("one_more", partial(act, area=scene.area(last=1)), why="A column is too many."),
                Attempt("one_fewer", partial(act, area=scene.area(last=-1)), why="A column is missing."),
                Attempt("all", partial(act, area=scene.printing.areas[0]), why="Everything is printed."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, area: str) -> None:
        """Choose an area."""
        scene.printing.change(desktop, {"print_area": (area,)})
