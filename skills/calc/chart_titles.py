"""Skill: the titles of a chart that is there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc import places
from forge.preparers.calc.spec import Chart
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.charts import TITLES, Drawing
from forge.skills.calc.support.facts import sheet_fact, text_fact
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

TYPES = {"column": "column chart", "bar": "bar chart", "line": "line chart", "area": "area chart"}
SWAPPED = {"title": "y_title", "y_title": "x_title", "x_title": "y_title"}


@dataclass(frozen=True)
class Scene(CalcScene):
    """The table with the charts, the types of these, which is meant, and its new titles."""

    side: Table
    types: tuple[str, ...]
    number: int
    titles: dict[str, str]

    def chart(self, desktop: Desktop, *, other: bool = False) -> Chart:
        """The chart on a desktop, to be edited, or another one."""
        charts = self.side.worksheet(desktop).charts
        return charts[self.number - 2 if other else self.number - 1]

    def selector(self, name: str) -> Selector:
        """A property of the chart."""
        return places.charts(self.side.mount, self.side.sheet, self.number, name)


class ChartTitles(CalcSkill[CalcParameters, Scene]):
    """One to three titles of one chart."""

    id = "calc.charts.titles"
    title = "Set chart titles"
    needs = at_least(category=1, money=2)
    phrasings = (
        "give {{chart}} on {{sheet}} the title {{title}}[[, and title its axis of values {{y_title}}|]][[ and its axis "
        "of categories {{x_title}}|]]",
        "set the title of {{chart}} on {{sheet}} to {{title}}[[, that of its axis of values to {{y_title}}|]][[, and "
        "that of its axis of categories to {{x_title}}|]]",
        "terse: {{sheet}}, {{chart}}: title {{title}}[[, value axis title {{y_title}}|]][[, category axis title "
        "{{x_title}}|]].",
        "polite: Could you please see to it that {{chart}} on {{sheet}} has the title {{title}}[[, and that its axis "
        "of values is titled {{y_title}}|]][[ and its axis of categories {{x_title}}|]]?",
        "chatty: Nobody can tell what {{chart}} on {{sheet}} is about. Can you title it {{title}}[[, and the value "
        "axis {{y_title}}|]][[, and the category axis {{x_title}}|]]?",
        "precise: On {{sheet}}, the title of {{chart}} is to be {{title}}[[; the title of its axis of values is to be "
        "{{y_title}}|]][[; the title of its axis of categories is to be {{x_title}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A chart without titles; one with an old one; or two charts."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        table, side = by_class(table, desktop, random)
        labels, *choice = side.columns
        types = random.sample((random.choice(("column", "bar")), "line", "area"), 2 if level == 2 else 1)
        old = (("title", random.choice(("Chart", "Overview", "Figures"))),) if level else ()
        for number, kind in enumerate(types):
            series = (choice[number],)
            drawing = Drawing(side, kind, labels, series, (side.first_row, side.last_row), titles=old)
            drawing.add(desktop, anchor=f"B{side.last_row + 3 + 18 * number}")
        titles = {
            "title": f"{table.nouns.capitalize()} by {labels.inside}",
            "y_title": random.choice(("Amount", "Sum", "Overall figures")),
            "x_title": random.choice((labels.name, "Groups", f"By {labels.inside}")),
        }
        wanted = dict(list(titles.items())[: level + 1])
        return Scene(parameters, table, side, tuple(types), random.randint(1, len(types)), wanted)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The titles."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each title is as told; a chart that was clicked on may have been moved."""
        kind = scene.types[scene.number - 1]
        says = f"the {TYPES[kind]}" if len(scene.types) > 1 else "the chart"
        requirements = [
            Requirement(
                id=name,
                says=f"The {TITLES[name]} is as told.",
                any_of=((Equals(select=scene.selector(name), expected=text, text="trimmed"),),),
                facts=("chart", name),
            )
            for name, text in scene.titles.items()
        ]
        act = partial(self.attempt, scene)
        near_misses = [
            Attempt("other_title", partial(act, names=SWAPPED), why="The text stands at another place."),
            Attempt("in_a_cell", partial(self.in_a_cell, scene), why="The chart has no such title."),
            Attempt("misspelt", partial(act, text="{}s"), why="The text is another."),
        ]
        if len(scene.types) > 1:
            near_misses.append(Attempt("other_chart", partial(act, other=True), why="It is another chart."))
        return self.task(
            scene,
            facts=(
                sheet_fact(scene.side),
                Fact(name="chart", value=kind, says=(says,), refers=scene.selector("type")),
                *(text_fact(name, text) for name, text in scene.titles.items()),
            ),
            requirements=requirements,
            writes=[scene.selector(name) for name in scene.titles],
            free=(scene.selector("anchor"),),
            variants=(
                Attempt(
                    "moved", partial(act, anchor="D4"), why="Where the chart stands does not matter here."
                ),
                Attempt("spaced", partial(act, text="{} "), why="A space behind the text cannot be seen."),
            ),
            near_misses=near_misses,
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        text: str = "{}",
        anchor: str = "",
        names: dict[str, str] | None = None,
        *,
        other: bool = False,
    ) -> None:
        """Set the titles in a way of its own."""
        chart = scene.chart(desktop, other=other)
        for name, wanted in scene.titles.items():
            setattr(chart, (names or {}).get(name, name), text.format(wanted))
        chart.anchor = anchor or chart.anchor

    def in_a_cell(self, scene: Scene, desktop: Desktop) -> None:
        """Write the title into a cell above the chart."""
        scene.side.worksheet(desktop)[f"B{scene.side.last_row + 2}"].put(scene.titles["title"])
