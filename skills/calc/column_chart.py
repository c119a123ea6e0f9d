"""Skill: a column or bar chart of figures by class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.charts import Drawing, mistakes, other_ways
from forge.skills.calc.support.facts import column_fact, sheet_fact
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

KINDS = {
    ("column", "clustered"): ("a column chart", "a chart with upright columns"),
    ("bar", "clustered"): ("a horizontal bar chart", "a bar chart with horizontal bars"),
    ("column", "stacked"): ("a stacked column chart", "a column chart with stacked columns"),
    ("bar", "stacked"): ("a stacked horizontal bar chart", "a horizontal bar chart with stacked bars"),
}
NAMED = ("with the headers as the names of the series", "each series named by its header")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The chart."""

    drawing: Drawing


class ColumnChart(CalcSkill[CalcParameters, Scene]):
    """A chart of one to three columns of a small table."""

    id = "calc.charts.column_chart"
    title = "Make a bar or column chart from chosen series"
    needs = at_least(category=1, money=2, quantity=1)
    phrasings = (
        "[[make|create|add]] {{kind}} on {{sheet}} that shows {{series}}[[ and {{series_2}}, {{named}}|]], labelled "
        "by {{labels}}[[ but without {{totals}}|]][[. Its title should be {{title}}|]][[, that of the axis of values "
        "{{y_title}}|]]",
        "insert {{kind}} of {{series}}[[ and {{series_2}}|]] on {{sheet}}, with {{labels}} as labels[[ and {{named}}|]]"
        "[[, leaving out {{totals}}|]][[. Give it the title {{title}}|]][[. The axis of values is to be called "
        "{{y_title}}|]]",
        "terse: {{sheet}}: {{kind}} of {{series}}[[ and {{series_2}}, {{named}}|]], labels from {{labels}}"
        "[[, without {{totals}}|]][[, title {{title}}|]][[, value axis titled {{y_title}}|]].",
        "polite: On {{sheet}}, could you please insert {{kind}} of {{series}}[[ and {{series_2}}, {{named}}|]], with "
        "{{labels}} as labels[[, but without {{totals}}|]]?[[ Its title should be {{title}}.|]][[ The axis of values "
        "should have the title {{y_title}}.|]]",
        "chatty: I'd love to see the figures on {{sheet}} as a picture. Can you make {{kind}} of {{series}}"
        "[[ and {{series_2}}, {{named}}|]], with {{labels}} as the labels[[ and {{totals}} left out|]]?"
        "[[ Call it {{title}}.|]][[ And please title the value axis {{y_title}}.|]]",
        "precise: On {{sheet}}, {{kind}} is to be inserted. It shows {{series}}[[ and {{series_2}}, {{named}}|]], with "
        "{{labels}} as categories[[, without {{totals}}|]][[; its title is {{title}}|]][[; the title of the axis of "
        "values is {{y_title}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One series; two and a title; or two of money, titles, and a row of totals in the way."""
        hard = parameters.difficulty == "hard"
        table, side = by_class(table, desktop, random, totals=hard)
        choice = [item for item in side.columns[1:] if item.role == "money"] if hard else side.columns[1:]
        series = random.sample(choice, 1 if parameters.difficulty == "easy" else 2)
        type_, grouping = random.choice([kind for kind in KINDS if hard or kind[1] == "clustered"])
        labels = side.columns[0]
        title = f"{table.nouns.capitalize()} by {labels.inside}"
        y_title = random.choice(("Amount", "Sum", "Overall figures"))
        titles = {"easy": (), "medium": (("title", title),), "hard": (("title", title), ("y_title", y_title))}
        drawing = Drawing(
            table=side,
            type=type_,
            labels=labels,
            series=tuple(series),
            rows=(side.first_row, side.last_row),
            grouping=grouping,
            titles=titles[parameters.difficulty],
        )
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
        facts = [
            sheet_fact(side),
            *(column_fact(name, side, column) for name, column in columns.items()),
            *drawing.facts(KINDS[drawing.type, drawing.grouping]),
        ]
        told = [*columns]
        if len(drawing.series) > 1:
            facts.append(Fact(name="named", value=True, says=NAMED))
            told.append("named")
        if side.total_row is not None:
            facts.append(Fact(name="totals", value="Total", says=("the row of totals", "the totals")))
            told.append("totals")
        extra = next(item for item in side.columns[1:] if item not in drawing.series)
        return self.task(
            scene,
            facts=facts,
            requirements=drawing.requirements(*told),
            writes=(drawing.selector,),
            free=tuple(drawing.free()),
            variants=other_ways(drawing),
            near_misses=(
                *mistakes(drawing, "bar" if drawing.type == "column" else "column", extra),
                Attempt(
                    "other_sheet",
                    partial(drawing.add, sheet=scene.table.sheet),
                    why="It is on another sheet.",
                ),
            ),
        )
