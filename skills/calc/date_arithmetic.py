"""Skill: dates that lie some days, months or working days after or before others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.experiments import Changes, another, spot_of
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_cells import NEW_COLUMN
from forge.skills.calc.support.formula_columns import FormulaColumn, as_numbers, probed_rows, unused
from forge.skills.calc.support.parts import NUMERALS
from forge.skills.calc.support.spans import MONTHS, SPANS, Span, by_days, in_every_month
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

LATER = ("Due by", "Next check due", "Deadline", "Valid until")
EARLIER = ("Reminder due", "Start preparing on", "Notice sent by")
SHEET = "[[ on {{sheet}}|]]"
WHEN = "{{span}} {{way}} [[{{anchor}} |]]the date in {{day}}[[, {{ends}}|]][[ ({{counted}})|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new column and how it is counted."""

    column: FormulaColumn
    span: Span
    number: int


class DateArithmetic(CalcSkill[CalcParameters, Scene]):
    """Count on from dates."""

    id = "calc.formulas.date_arithmetic"
    title = "Compute dates from a date and a span"
    needs = at_least(date=1)
    phrasings = (
        "use {{formulas}} to fill " + NEW_COLUMN + SHEET + " with {{dates}}: " + WHEN + ", for every row",
        "work out " + NEW_COLUMN + SHEET + " for every row by {{formulas}}, as {{dates}} that lie " + WHEN,
        "add {{dates}} in " + NEW_COLUMN + SHEET + ", in each row " + WHEN + ", calculated by {{formulas}}",
        "terse: [[{{sheet}}: fill|Fill]] " + NEW_COLUMN + " with {{dates}} " + WHEN + "; {{formulas}}, every row.",
        "chatty: I need {{dates}} in " + NEW_COLUMN + SHEET + ". Can you work them out with {{formulas}}, so that "
        "each one is " + WHEN + "?",
        "precise: {{formulas}} in " + NEW_COLUMN + SHEET + " are to give {{dates}}: in every row, " + WHEN + ".",
    )  # fmt: skip

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A span in one direction; where months are counted, no date lies at the end of a long month."""
        day, span = table.pick(random, "date"), random.choice(SPANS[parameters.difficulty])
        if span == MONTHS:
            table = with_entries(table, desktop, day, map(in_every_month, table.values(day)))
        later = span.anchored or random.random() < 0.7
        number = span.draw(random) * (1 if later else -1)
        rows = probed_rows(table, random)
        column = FormulaColumn(
            table,
            table.new_column(unused(table, LATER if later else EARLIER, random), "date", day.number_format),
            (day,),
            lambda places: span.formula.format(places[0], number),
            lambda value: span.find(value, number),
            rows,
            waiting=random.random() < 0.4,
            changes=_telling(table, day, rows, span, number),
        )
        column.put(desktop)
        return Scene(parameters, table, column, span, number)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A formula in every row."""
        scene.column.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right dates, shown as such, by formulas that follow."""
        column, span, number = scene.column, scene.span, scene.number
        count = abs(number)
        counts = (f"{count} {span.unit}", *([f"{NUMERALS[count]} {span.unit}"] if count <= 10 else ()))
        facts = [
            column_fact("day", scene.table, column.inputs[0]),
            Fact(name="span", value=count, says=counts),
            Fact(name="way", value=number > 0, says=("after",) if number > 0 else ("before",)),
            Fact(name="dates", value="date", says=("dates",)),
        ]
        if span.anchored:
            facts.append(Fact(name="anchor", value=True, says=("the end of the month of",)))
        if span.ends:
            words = ("moved on to the last day of that month", "and then on to the end of that month")
            facts.append(Fact(name="ends", value=True, says=words))
        if span.working:
            words = ("Mondays to Fridays count, no holidays", "Monday to Friday, regardless of holidays")
            facts.append(Fact(name="counted", value=True, says=words))
        days = [day for day in scene.table.values(column.inputs[0]) if isinstance(day, date)]
        fixed = {} if span.fixed else {"fixed_days": span.as_fixed_days(days, number)}
        return self.task(
            scene,
            facts=(*column.facts(), *facts),
            requirements=column.requirements(*(fact.name for fact in facts)),
            reads=column.sources,
            writes=column.writes,
            free=column.free,
            probes=column.probes,
            variants=column.variants(
                otherwise=lambda places: span.other.format(places[0], number),
                fixed_column=lambda places: span.formula.format(f"${places[0]}", number),
            ),
            near_misses=(
                *column.near_misses(
                    **fixed,
                    mistaken=(
                        lambda places: span.wrong.format(places[0], number),
                        lambda value: span.mistake(value, number),
                    ),
                    other_way=(
                        lambda places: span.formula.format(places[0], -number),
                        lambda value: span.find(value, -number),
                    ),
                    a_day_off=(
                        lambda places: f"{span.formula.format(places[0], number)}-1",
                        lambda value: by_days(span.find(value, number), -1),
                    ),
                ),
                Attempt("as_numbers", partial(as_numbers, column), why="They are not shown as dates."),
            ),
        )


def _telling(table: Table, column: TableColumn, rows: tuple[int, ...], span: Span, number: int) -> Changes:
    """What the experiment writes: dates that tell whether it is counted as told."""
    moved = [another(table, column, table.value(column, row)) for row in rows]
    days = span.telling([day for day in moved if isinstance(day, date)], number)
    return {spot_of(table, column, row): day for row, day in zip(rows, days, strict=True)}
