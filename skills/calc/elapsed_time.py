"""Skill: days, whole months or whole years that lie between dates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.elapsed import ELAPSED, Between, days, in_turn, over_years, past
from forge.skills.calc.support.facts import cell_fact, column_fact, date_fact
from forge.skills.calc.support.figures import put_box
from forge.skills.calc.support.formula_cells import NEW_COLUMN, column_facts, put_waiting
from forge.skills.calc.support.formula_columns import probed_rows, unused
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact

HEADERS = ("Time passed", "Time elapsed", "Time in between")
SHEET = "[[ on {{sheet}}|]]"
BETWEEN = "{{unit}} from the date in {{first}} to [[the date in {{second}}|{{until}}|the date in {{box}}]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The dates between which is counted."""

    between: Between


class ElapsedTime(CalcSkill[CalcParameters, Scene]):
    """Count from one date to another."""

    id = "calc.formulas.elapsed_time"
    title = "Compute whole years or days elapsed between dates"
    needs = at_least(date=2)
    phrasings = (
        "use {{formulas}} to fill " + NEW_COLUMN + SHEET + " with " + BETWEEN + ", for every row",
        "work out " + NEW_COLUMN + SHEET + " by {{formulas}}: in each row, " + BETWEEN,
        "have {{formulas}} in " + NEW_COLUMN + SHEET + " count " + BETWEEN + ", down to the last row",
        "terse: [[{{sheet}}: fill|Fill]] " + NEW_COLUMN + " with " + BETWEEN + "; {{formulas}}, every row.",
        "chatty: The times are still missing" + SHEET + ". Can you put " + BETWEEN + " into " + NEW_COLUMN + "? Please "
        "use {{formulas}}, the dates may still change.",
        "precise: In every row" + SHEET + ", {{formulas}} in " + NEW_COLUMN + " are to give " + BETWEEN + ".",
    )  # fmt: skip

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Two columns of which one is never earlier, or one column and a date far behind it."""
        level, second, box = parameters.difficulty, None, ""
        if level == "easy":
            table, first, second = in_turn(table, desktop, random)
        else:
            first = table.pick(random, "date")
        if level == "hard":
            table = over_years(table, desktop, first)
        until = past(days(table, first), years=level == "hard")
        new = table.new_column(unused(table, HEADERS, random), "quantity", "0")
        waiting = random.random() < 0.4
        if waiting:
            put_waiting(table, new, desktop)
        if level == "hard":
            box = put_box(table, desktop, random.choice(("Counted up to", "As of")), first.number_format)
            table.worksheet(desktop)[box].value = until
        probed = probed_rows(table, random)
        between = Between(table, ELAPSED[level], first, second, until, box, new, waiting, probed)
        return Scene(parameters, table, between)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A formula in every row."""
        scene.between.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right numbers, by formulas that follow the dates."""
        table, between, cells = scene.table, scene.between, scene.between.cells
        facts = [
            *column_facts(table, between.new, waiting=between.waiting),
            column_fact("first", table, between.first),
            Fact(name="unit", value=between.elapsed.formula, says=between.elapsed.words),
        ]
        if between.second is not None:
            facts.append(column_fact("second", table, between.second))
        else:
            facts.append(cell_fact("box", between.box) if between.box else date_fact("until", between.until))
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements(*(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                **{
                    f"otherwise_{number}": partial(between.formula, template)
                    for number, template in enumerate(between.elapsed.others, 1)
                }
            ),
            near_misses=cells.near_misses(
                **{
                    name: (partial(between.formula, template), partial(between.result, count))
                    for name, (template, count) in between.elapsed.wrong.items()
                }
            ),
        )
