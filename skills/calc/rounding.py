"""Skill: a column of rounded numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_cells import (
    TARGET,
    FormulaCells,
    column_facts,
    formula_column,
    put_waiting,
)
from forge.skills.calc.support.roundings import Choice, Mode, Rounded, draw_rounded
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty, Fact

HEADERS = ("Rounded amount", "Rounded value", "Even amount", "Rough amount")
SIGNS = {"": (), "*": ("multiplied by", "times"), "/": ("divided by",)}
WAYS: tuple[Mode, Mode] = ("up", "down")
OTHER_MODES: dict[Mode, Mode] = {"nearest": "down", "up": "nearest", "down": "up"}
STEPS = ("1", "5", "10", "50", "100", "500", "1000", "5000", "10000", "50000")
CHOICES: dict[Difficulty, tuple[Choice, ...]] = {
    "easy": tuple(("", "nearest", step) for step in STEPS[::2]),
    "medium": tuple(("", mode, step) for mode in WAYS for step in STEPS),
    "hard": (
        *(("*", mode, step) for mode in ("nearest", *WAYS) for step in STEPS[1:]),
        *(("/", mode, "1") for mode in ("nearest", *WAYS)),
        ("/", "nearest", "0.1"),
    ),
}
"""The sign between two columns, which way is rounded, and to multiples of what."""
WHAT = "{{amount}}[[ {{operation}} {{second}}|]], {{rounding}}"


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is rounded and how, and the column that it fills."""

    rounded: Rounded
    new: TableColumn
    waiting: bool
    cells: FormulaCells[int]


class RoundNumbers(CalcSkill[CalcParameters, Scene]):
    """Round the numbers of a column, or what follows from two."""

    id = "calc.formulas.rounding"
    title = "Round values to decimals or multiples"
    needs = at_least(money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "fill " + TARGET + " by {{formulas}} with " + WHAT,
        "use {{formulas}} to fill "
        + TARGET
        + " with "
        + WHAT
        + "; it must be the values that are rounded, not only how "
        "they look",
        "calculate " + WHAT + ", in " + TARGET + " by {{formulas}} for every row",
        "terse: fill " + TARGET + ": " + WHAT + "; {{formulas}}, every row.",
        "chatty: Nobody needs all those digits. Can you fill " + TARGET + " with " + WHAT + "? Please use "
        "{{formulas}}, so that it follows when something changes.",
        "precise: In every row, {{formulas}} in " + TARGET + " give " + WHAT + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Numbers that rounding changes, and that every way of rounding them so leaves alike."""
        rounded = draw_rounded(table, CHOICES[parameters.difficulty], random)
        taken = {item.name.casefold() for item in table.columns}
        header = random.choice([text for text in HEADERS if text.casefold() not in taken])
        code = "0.0" if rounded.rounding.step == "0.1" else "#,##0"
        new, waiting = table.new_column(header, "money", code), random.random() < 0.5
        if waiting:
            put_waiting(table, new, desktop)
        tried = (*random.sample(table.row_numbers[:-1], 2), table.last_row)
        cells = formula_column(
            table,
            new,
            rounded.formula,
            rounded.value,
            experiments=(rounded.edge_cases(tried),),
            probed=tried,
            sources=tuple(table.selector(item, "value") for item in rounded.operands),
            waiting=waiting,
        )
        return Scene(parameters, table, rounded, new, waiting, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The function that people would look for, in every row."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right numbers, also at the edges of rounding."""
        cells, rounded, rounding = scene.cells, scene.rounded, scene.rounded.rounding
        facts = [
            *column_facts(scene.table, scene.new, waiting=scene.waiting),
            column_fact("amount", scene.table, rounded.operands[0]),
            Fact(name="rounding", value=(rounding.mode, float(rounding.step)), says=rounding.says),
        ]
        if rounded.sign:
            facts.append(column_fact("second", scene.table, rounded.operands[1]))
            facts.append(Fact(name="operation", value=rounded.sign, says=SIGNS[rounded.sign]))
        other_way = replace(rounded, rounding=replace(rounding, mode=OTHER_MODES[rounding.mode]))
        other_step = replace(rounded, rounding=replace(rounding, step="10" if rounding.step == "1" else "1"))
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                scaled=lambda row: rounding.scaled(rounded.text(row)),
                whole_part=lambda row: rounding.cut(rounded.text(row)),
            ),
            near_misses=cells.near_misses(
                other_way=(other_way.formula, other_way.value),
                other_step=(other_step.formula, other_step.value),
                only_shown=(lambda row: f"={rounded.text(row)}", rounded.number),
            ),
        )
