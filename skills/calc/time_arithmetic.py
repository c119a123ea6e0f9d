"""Skill: times of day, durations and plain numbers calculated together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.clock import (
    HOURS,
    RECIPES,
    Recipe,
    as_duration,
    in_days,
    lengthened,
    within_the_day,
)
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_cells import NEW_COLUMN
from forge.skills.calc.support.formula_columns import (
    FormulaColumn,
    Shape,
    as_numbers,
    probed_rows,
    read_as,
    unused,
)
from forge.skills.calc.support.tables import Table
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact

NAMES = {"duration": "span", "money": "rate", "time": "start"}
UNITS = {
    HOURS: ("in hours as a plain number (1:30 counts as 1.5)", "as a number of hours (1:30 is 1.5)"),
    1440: ("in minutes as a plain number (1:30 counts as 90)", "as a number of minutes (1:30 is 90)"),
}
BREAKS = (5, 10, 15, 20, 30, 45)
SHEET = "[[ on {{sheet}}|]]"
WHAT = (
    "[[{{span}} {{unit}}|{{span}} {{unit}}, times {{rate}}|{{span}} less {{minutes}}, {{unit}}, times {{rate}}"
    "|{{start}} plus {{span}}, {{clock}}|{{start}} plus {{span}} and another {{minutes}}, {{clock}}]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new column, what is calculated, and how many minutes are added or taken off."""

    column: FormulaColumn
    recipe: Recipe
    minutes: int


class TimeArithmetic(CalcSkill[CalcParameters, Scene]):
    """Calculate with times."""

    id = "calc.formulas.time_arithmetic"
    title = "Calculate with durations and plain numbers together"
    needs = at_least(time=1, duration=1, money=1)
    phrasings = (
        "use {{formulas}} to fill " + NEW_COLUMN + SHEET + " with " + WHAT + ", for every row",
        "work out " + NEW_COLUMN + SHEET + " by {{formulas}}: in each row, " + WHAT,
        "have {{formulas}} in " + NEW_COLUMN + SHEET + " give " + WHAT + ", down to the last row",
        "terse: [[{{sheet}}: fill|Fill]] " + NEW_COLUMN + " with " + WHAT + "; {{formulas}}, every row.",
        "chatty: I keep working this out in my head. Can you put " + WHAT + ", into " + NEW_COLUMN + SHEET + "? Please "
        "use {{formulas}}.",
        "precise: In every row" + SHEET + ", {{formulas}} in " + NEW_COLUMN + " are to give " + WHAT + ".",
    )  # fmt: skip

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: there is something to calculate with in every row."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A calculation that stays within the day; of what minutes are taken off, every duration has more."""
        start, span = table.column("time"), table.column("duration")
        on_time = within_the_day(table.values(start), table.values(span))
        recipe = random.choice([item for item in RECIPES[parameters.difficulty] if on_time or not item.clock])
        if recipe.minutes and not recipe.clock:
            table = with_entries(table, desktop, span, map(lengthened, table.values(span)))
        minutes = random.choice(BREAKS) if recipe.minutes else 0
        inputs = tuple(table.column(role) for role in recipe.roles)
        column = FormulaColumn(
            table,
            table.new_column(
                unused(table, recipe.headers, random),
                "time" if recipe.clock else "quantity",
                start.number_format if recipe.clock else "0.00",
            ),
            inputs,
            lambda places: recipe.formula.format(places[0], places[-1], minutes),
            lambda *values: recipe.work(*values, minutes),
            probed_rows(table, random),
            waiting=random.random() < 0.4,
            alike=as_duration if recipe.clock else None,
        )
        column.put(desktop)
        return Scene(parameters, table, column, recipe, minutes)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A formula in every row."""
        scene.column.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right results, times shown as such and numbers as numbers, by formulas that follow."""
        column, recipe, minutes = scene.column, scene.recipe, scene.minutes
        facts = [column_fact(NAMES[item.role], scene.table, item) for item in column.inputs]
        if recipe.clock:
            words = ("as a time of day", "shown as a time of day")
            facts.append(Fact(name="clock", value="time", says=words))
        else:
            facts.append(Fact(name="unit", value=recipe.unit, says=UNITS[recipe.unit]))
        if minutes:
            facts.append(Fact(name="minutes", value=minutes, says=(f"{minutes} minutes",)))
        as_durations = partial(read_as, column, read=in_days, number_format="[h]:mm")
        passed = partial(read_as, column, read=as_duration, number_format="[hh]:mm:ss")

        def shaped(template: str) -> Shape:
            return lambda places: template.format(places[0], places[-1], minutes)

        return self.task(
            scene,
            facts=(*column.facts(), *facts),
            requirements=column.requirements(*(fact.name for fact in facts)),
            reads=column.sources,
            writes=column.writes,
            free=column.free,
            probes=column.probes,
            variants=(
                *column.variants(
                    **{f"otherwise_{number}": shaped(other) for number, other in enumerate(recipe.others, 1)}
                ),
                *((Attempt("passed", passed, why="It shows the same."),) if recipe.clock else ()),
            ),
            near_misses=(
                *column.near_misses(
                    **{
                        name: (shaped(template), lambda *values, work=work: work(*values, minutes))
                        for name, (template, work) in recipe.wrong.items()
                    }
                ),
                Attempt("as_numbers", partial(as_numbers, column), why="No times are shown.")
                if recipe.clock
                else Attempt("as_durations", as_durations, why="They are shown as durations."),
            ),
        )
