"""Skill: the title of a chart and of its axes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Chart, Shape, texts
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, text_fact
from forge.skills.impress.support.things import Thing, things
from forge.skills.impress.support.wordings import AXES, TITLES, in_two_lines, unused
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The chart, and what its titles are to say, by property."""

    thing: Thing
    titles: tuple[tuple[str, str], ...]


class ChartTitle(ImpressSkill[Scene]):
    """The chart gets a title, and when it is not easy its axis of values as well."""

    id = "impress.charts.titles"
    title = "Set the titles of a chart"
    needs = ("chart",)
    phrasings = (
        "give the chart on {{slide}} the title {{title}}[[ and its axis of values the title {{y_title}}|]]",
        "set the chart title on {{slide}} to {{title}}[[ and the title of its value axis to {{y_title}}|]]",
        "terse: Chart on {{slide}}: title {{title}}[[, value axis {{y_title}}|]].",
        "polite: Could you please title the chart on {{slide}} {{title}}[[ and its axis of values {{y_title}}|]]?",
        "chatty: Nobody knows what we see there. Can you give the chart on {{slide}} the title {{title}}[[ and "
        "its value axis "
        "{{y_title}}|]]?",
        "precise: The title within the chart on {{slide}} is to read {{title}}[[, that of its axis of values "
        "{{y_title}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A chart with axes, where one of them is to have a title."""
        thing = random.choice(things(deck, "chart"))
        chart = thing.shape(desktop).chart or Chart()
        (title,) = unused(random, TITLES, 1, *(deck.title(number) for number in deck.numbers))
        titles = [("title", title)]
        if parameters.difficulty != "easy" and chart.type != "pie":
            titles.append(("y_title", unused(random, AXES, 1)[0]))
        return Scene(parameters, deck, thing, tuple(titles))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each title says so, spaces aside."""
        thing, requirements = scene.thing, []
        facts: list[Fact] = [slide_fact("slide", scene.deck, thing.number)]
        for name, text in scene.titles:
            facts.append(text_fact(name, text))
            select = places.chart(scene.mount, thing.number, thing.key, name)
            check = Equals(select=select, expected=text, text="trimmed")
            requirements.append(
                Requirement(id=name, says="It says so.", any_of=((check,),), facts=("slide", name))
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            variants=(
                Attempt("in_two_lines", partial(act, broken_at=1), why="It was broken into two lines."),
                Attempt("broken_later", partial(act, broken_at=-1), why="Only the last word stands below."),
            ),
            near_misses=(
                Attempt(
                    "slide_title", partial(self.slide_title, scene), why="The slide got it as its title."
                ),
                Attempt("box", partial(self.box, scene), why="A text box over the chart says it."),
                Attempt("cut", partial(act, behind=" 2"), why="Something stands behind it."),
                Attempt("legend_gone", partial(self.legend_gone, scene), why="The legend is gone."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, behind: str = "", broken_at: int = 0) -> None:
        """Write the titles, perhaps with something behind, or in two lines with the second from some word on."""
        chart = scene.thing.shape(desktop).chart
        for name, text in scene.titles:
            setattr(chart, name, (in_two_lines(text, broken_at) if broken_at else text) + behind)

    def slide_title(self, scene: Scene, desktop: Desktop) -> None:
        """Write the title above the slide."""
        scene.deck.slide(desktop, scene.thing.number).title.paragraphs[0].runs[0].text = scene.titles[0][1]

    def box(self, scene: Scene, desktop: Desktop) -> None:
        """Put a text box on the slide."""
        box = Shape("TextBox 95", 8, 5, 12, 1.5, paragraphs=texts(scene.titles[0][1]))
        scene.deck.slide(desktop, scene.thing.number).shapes.append(box)

    def legend_gone(self, scene: Scene, desktop: Desktop) -> None:
        """Write the titles, and lose the legend."""
        self.attempt(scene, desktop)
        chart = scene.thing.shape(desktop).chart
        if chart is not None:
            chart.legend = None
