"""Skill: a column or a range that is copied to another place or sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.calc import places
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.copying import Copying, full_runs
from forge.skills.calc.support.facts import cell_fact, column_fact
from forge.skills.calc.support.tables import Table
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty, Fact

SHEETS = ("Extract", "For printing", "Short version", "To send")
CORNERS = ("A1", "B2", "B3", "A4")
SHEET = "[[ on {{sheet}}|]]"
WHAT = (
    "[[{{column}}" + SHEET + ", {{headed}}, into {{place}}, {{in_rows}}"
    "|{{column}} and {{second}}" + SHEET + ", {{headed}}, to {{target}}, side by side, "
    "with the first header in {{corner}}"
    "|{{range}}" + SHEET + " to {{target}}, so that the copy begins in {{corner}}]]"
)  # fmt: skip


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is copied, and where to."""

    copying: Copying


class CopyRange(CalcSkill[CalcParameters, Scene]):
    """Copy columns or a range."""

    id = "calc.cells.copy_range"
    title = "Copy a column or range to another place or sheet"
    needs = at_least(category=1, money=1, quantity=1)
    phrasings = (
        "copy " + WHAT,
        "copy over " + WHAT,
        "terse: copy " + WHAT,
        "chatty: I need some of this twice. Can you copy " + WHAT + "?",
        "polite: Would you please copy " + WHAT + "?",
        "precise: A copy is needed: please copy " + WHAT + ".",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: every cell that is copied holds something."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One column beside the table, two on another sheet, or a part of some columns there."""
        level, size = parameters.difficulty, len(table)
        rows, count = range(table.header_row, table.last_row + 1), {"easy": 1, "medium": 2, "hard": 3}[level]
        if level == "hard":
            length = random.randint(size // 4, size // 2)
            first = random.randint(table.first_row + 1, table.last_row - length)
            rows = range(first, first + length)
        columns = random.choice(full_runs(table, count))
        sheet, corner = table.sheet, f"{table.free_column}{table.header_row}"
        if level != "easy":
            workbook, corner = table.workbook(desktop), random.choice(CORNERS)
            taken = {item.name.casefold() for item in workbook.sheets}
            sheet = random.choice([name for name in SHEETS if name.casefold() not in taken])
            workbook.add_sheet(sheet)
            table = replace(table, only_sheet=False)
        return Scene(parameters, table, Copying(table, columns, rows, sheet, corner))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Copy values and looks."""
        scene.copying.block.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The same values at the other place; what was copied stays."""
        table, copying, block = scene.table, scene.copying, scene.copying.block
        facts: list[Fact] = []
        if block.headed:
            names = zip(("column", "second"), copying.columns, strict=False)
            facts += [column_fact(name, table, item) for name, item in names]
            words = ("with the header", "header included") if len(facts) == 1 else ("with the headers",)
            facts.append(Fact(name="headed", value=True, says=words))
        else:
            area = copying.area
            facts.append(Fact(name="range", value=area, says=(f"the range {area}", f"the cells {area}")))
        if block.sheet == table.sheet:
            letter = table.free_column
            says = (f"column {letter}", f"the empty column {letter}")
            facts.append(Fact(name="place", value=letter, says=says))
            facts.append(Fact(name="in_rows", value=True, says=("in the same rows", "row for row")))
        else:
            says = (f'the "{block.sheet}" sheet', f'the sheet "{block.sheet}"')
            refers = places.sheet(table.mount, block.sheet)
            facts.append(Fact(name="target", value=block.sheet, says=says, refers=refers))
            facts.append(cell_fact("corner", block.corner))
        return self.task(
            scene,
            facts=(*facts, *block.facts()),
            requirements=block.requirements("sheet", *(fact.name for fact in facts)),
            reads=block.sources,
            writes=block.writes,
            free=block.free,
            variants=copying.variants(),
            near_misses=copying.near_misses(),
        )
