"""Skill: one field split into several columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.entries import with_codes
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.signs import SIGNS, fitted, signs_between
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.value_block import ValueBlock, new_columns, places_told, value_columns
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact

MAIL = ("Mail user", "Mail domain")
FIELDS = ("code", "name", "region")
NAMES = ("first", "second", "third")
INTO = (
    "[[{{first}} in {{first_place}} and {{second}} in {{second_place}}"
    "|{{first}} in {{first_place}}, {{second}} in {{second_place}} and {{third}} in {{third_place}}]]"
)
SHEET = "[[ on {{sheet}}|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The column, the sign between the parts, and the new columns."""

    source: TableColumn
    sign: str
    new: tuple[TableColumn, ...]
    block: ValueBlock


class TextSplit(CalcSkill[CalcParameters, Scene]):
    """Take the entries of a column apart."""

    id = "calc.formulas.text_split"
    title = "Split one field into several columns"
    needs = at_least(category=1, status=1, email=1)
    phrasings = (
        "split the entries of {{source}}" + SHEET + " at {{sign}} into new columns: " + INTO + ". {{source}} itself "
        "stays as it is",
        "take {{source}}" + SHEET + " apart at {{sign}}, so that the parts get columns of their own, " + INTO + ", "
        "with {{source}} kept as it is",
        "add the columns " + INTO + SHEET + ", which hold the parts of {{source}} as they stand before and behind "
        "{{sign}}, for every row",
        "terse: [[{{sheet}}: |]]split {{source}} at {{sign}} into " + INTO + ", original column untouched.",
        "chatty: The entries in {{source}}" + SHEET + " are several things in one. Can you split them at {{sign}} into "
        "separate columns, " + INTO + "? {{source}} should stay.",
        "precise: Each entry of {{source}}" + SHEET + " is to be split at {{sign}}. The parts, in their order, go into "
        "new columns with headers: " + INTO + ".",
    )  # fmt: skip

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: there is something to split in every row."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """E-mail addresses, or a column whose entries get a code in front and perhaps a region behind."""
        level, source = parameters.difficulty, table.column("email")
        headers: tuple[str, ...] = MAIL
        if level != "easy":
            classes = [
                item for item in table.all("category", "status", "label") if signs_between(table, item, level)
            ]
            classes = [item for item in classes if not item.name.endswith(FIELDS)]
            if not classes:
                raise SkillError(f"Every sign stands in entries of each column of {table.sheet!r} already.")
            source = random.choice(classes)
        sign = "@" if level == "easy" else random.choice(signs_between(table, source, level))
        if level != "easy":
            headers = tuple(f"{source.name} {field}" for field in FIELDS[: 3 if level == "hard" else 2])
            table = with_codes(table, desktop, source, sign, len(headers), random)
        new = new_columns(table, headers)
        lines = [str(entry).split(sign) for entry in table.values(source)]
        block = value_columns(table, new, lines, table.selector(source, "value"))
        return Scene(parameters, table, source, sign, new, block)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the parts beside the table."""
        scene.block.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Headers and parts; the column itself stays."""
        table, block, sign = scene.table, scene.block, scene.sign
        facts = [
            column_fact("source", table, scene.source),
            Fact(name="sign", value=sign, says=SIGNS[scene.parameters.difficulty][sign]),
        ]
        for name, item in zip(NAMES, scene.new, strict=False):
            facts += places_told(name, item)
        head, body = block.lines[0], block.lines[1:]
        kept = [head, *([line[0], *(f"{sign}{part}" for part in line[1:])] for line in body)]
        turned = [head, *([*line[1:], line[0]] for line in body)]
        width, entries = len(head), [str(entry) for entry in table.values(scene.source)]
        apart = "." if sign == "@" else " "
        strays = [head, *(fitted(entry.split(apart), width) for entry in entries)]
        wrong = [
            block.attempt("other sign", strays, "They are split at another sign."),
            block.attempt("sign kept", kept, "The sign still stands before the later parts."),
            block.attempt("other order", turned, "The parts stand in each other's columns."),
        ]
        if sign != sign.strip():
            blanks = [head, *(fitted(entry.split(sign.strip()), width) for entry in entries)]
            wrong.append(block.attempt("blanks kept", blanks, "Blanks still stand around the parts."))
        if len(head) > 2:
            short = [head, *([line[0], f"{line[1]}{sign}{line[2]}", line[2]] for line in body)]
            wrong.append(block.attempt("split once", short, "Only the first sign was heeded."))
        return self.task(
            scene,
            facts=(*facts, *block.facts()),
            requirements=block.requirements(*(fact.name for fact in facts)),
            reads=block.sources,
            writes=block.writes,
            free=block.free,
            variants=(
                Attempt("undressed", partial(block.fill, dressed=False), why="Nothing is formatted."),
                Attempt("by formulas", partial(by_formulas, scene), why="Formulas give the same."),
            ),
            near_misses=(
                *wrong,
                Attempt("last left out", partial(block.fill, left_out=1), why="The last row is left out."),
                Attempt("in place", partial(in_place, scene), "golden", why="The column itself was cut."),
            ),
        )


def by_formulas(scene: Scene, desktop: Desktop) -> None:
    """Take the parts out of the entries with formulas."""
    block, table = scene.block, scene.table
    found: list[list[str | None]] = [[None] * len(scene.new)]
    for row in table.row_numbers:
        wide = f'SUBSTITUTE({table.place(scene.source, row)},"{scene.sign}",REPT(" ",99))'
        found.append([f"=TRIM(MID({wide},{99 * number + 1},99))" for number in range(len(scene.new))])
    block.fill(desktop, formulas=found)


def in_place(scene: Scene, desktop: Desktop) -> None:
    """Leave only the first part in the column itself."""
    for cell in scene.table.cells(desktop, scene.source):
        cell.value = str(cell.value).split(scene.sign)[0]
