"""Skill: a line chart of figures over time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.charts import Drawing, mistakes, other_ways
from forge.skills.calc.support.facts import column_fact, sheet_fact, text_fact
from forge.skills.calc.support.summaries import over_time
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

KIND = ("a line chart", "a chart with lines")
NAMED = ("with the headers as the names of the lines", "each line named by its header")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The chart."""

    drawing: Drawing


class LineChart(CalcSkill[CalcParameters, Scene]):
    """A chart of one or two columns over all periods or some of them."""

    id = "calc.charts.line_chart"
    title = "Make a line chart with a chosen axis and range"
    needs = at_least(money=2, quantity=1)
    phrasings = (
        "[[make|create|add]] {{kind}} on {{sheet}} that shows {{series}}[[ and {{series_2}}, {{named}}|]], with "
        "{{labels}} along the bottom[[, only from {{from}} to {{to}}|]][[. Its title should be {{title}}|]]"
        "[[, that of the bottom axis {{x_title}}|]]",
        "insert {{kind}} of {{series}}[[ and {{series_2}}|]] on {{sheet}}[[, {{named}}|]]. {{labels}} gives the labels "
        "of the bottom axis[[; only {{from}} to {{to}} count|]][[. Title it {{title}}|]][[ and its bottom "
        "axis {{x_title}}|]]",
        "terse: {{sheet}}: {{kind}} of {{series}}[[ and {{series_2}}, {{named}}|]], bottom axis from {{labels}}"
        "[[, {{from}} to {{to}} only|]][[, title {{title}}|]][[, bottom axis titled {{x_title}}|]].",
        "polite: On {{sheet}}, could you please insert {{kind}} of {{series}}[[ and {{series_2}}, {{named}}|]] with "
        "{{labels}} along the bottom[[, covering only {{from}} to {{to}}|]]?[[ Its title should be {{title}}.|]]"
        "[[ The bottom axis should have the title {{x_title}}.|]]",
        "chatty: I want to see how things went on {{sheet}}. Can you make {{kind}} of {{series}}[[ and {{series_2}}, "
        "{{named}}|]], with {{labels}} along the bottom?[[ Just from {{from}} to {{to}}, please.|]][[ Call it "
        "{{title}}.|]][[ And please title the bottom axis {{x_title}}.|]]",
        "precise: On {{sheet}}, {{kind}} is to be inserted. It shows {{series}}[[ and {{series_2}}, {{named}}|]], with "
        "{{labels}} as categories[[, limited to the rows from {{from}} to {{to}}|]][[; its title is {{title}}|]]"
        "[[; the title of the axis of categories is {{x_title}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One line; two and a title; or two over some of the periods, with the axis titled as well."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        table, side = over_time(table, desktop, random)
        labels, *choice = side.columns
        series = random.sample(choice, 2 if level else 1)
        first, last = side.first_row, side.last_row
        if level == 2:
            length = random.randint(6, len(side) - 3)
            first += random.randint(1, len(side) - length - 1)
            last = first + length - 1
        title = " and ".join((series[0].name, *(column.inside for column in series[1:])))
        titles = (("title", title), ("x_title", random.choice(("Period", "Time", "Course of time"))))
        drawing = Drawing(side, "line", labels, tuple(series), (first, last), titles=titles[:level])
        return Scene(parameters, table, drawing)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The chart right of the table."""
        scene.drawing.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One new chart of the right columns and rows."""
        drawing, side = scene.drawing, scene.drawing.table
        columns = {
            "labels": drawing.labels,
            **dict(zip(("series", "series_2"), drawing.series, strict=False)),
        }
        ends = {"from": drawing.rows[0], "to": drawing.rows[1]}
        told: list[Fact] = [column_fact(name, side, column) for name, column in columns.items()]
        if len(drawing.series) > 1:
            told.append(Fact(name="named", value=True, says=NAMED))
        if len(side) > drawing.rows[1] - drawing.rows[0] + 1:
            told += [text_fact(name, str(side.value(drawing.labels, row))) for name, row in ends.items()]
        extra = next(item for item in side.columns[1:] if item not in drawing.series)
        wrong_sheet = partial(drawing.add, sheet=scene.table.sheet)
        return self.task(
            scene,
            facts=(sheet_fact(side), *told, *drawing.facts(KIND)),
            requirements=drawing.requirements(*(fact.name for fact in told)),
            writes=(drawing.selector,),
            free=tuple(drawing.free()),
            variants=other_ways(drawing),
            near_misses=(
                *mistakes(drawing, "column", extra),
                Attempt("other_sheet", wrong_sheet, why="It stands on another sheet."),
            ),
        )
