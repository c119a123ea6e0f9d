"""Skills that give a few paragraphs another layout: one, two or three, by how difficult it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import ClassVar

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Layout
from forge.preparers.writer.trees import layout_properties
from forge.skills import inches
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import paragraph_fact
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.styling import by_own_style, style_freedom
from forge.states.rubric import AnyCheck, Close, Equals, OneOf, Requirement
from forge.states.selectors import Selector
from forge.states.values import Value


@dataclass(frozen=True)
class Scene(WriterScene):
    """The paragraphs, a neighbour, and what is said of their layout.

    Attributes:
        numbers: the paragraphs.
        neighbour: another one.
        layout: what they are to have.
        wrong: what a hurried person would give them instead.
    """

    numbers: tuple[int, ...]
    neighbour: int
    layout: Layout
    wrong: Mapping[str, Layout]


class GivenParagraphs(WriterSkill[Scene]):
    """A skill about some paragraphs and their layout.

    Attributes:
        properties: the properties that are asked for, by the fields of a layout.
        per_inch: of the unit in which they are lengths, so many make an inch; 0 where they are no lengths.
    """

    properties: ClassVar[Mapping[str, str]]
    per_inch: ClassVar[float] = 0.0

    @abstractmethod
    def choose(self, paper: Paper, number: int, random: Random) -> tuple[Layout, Mapping[str, Layout]]:
        """What paragraphs like one are to have, and wrong layouts by their names."""

    @abstractmethod
    def layout_facts(self, layout: Layout) -> Iterable[Fact]:
        """The facts that tell the layout."""

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Paragraphs that can be told by their first words."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        *numbers, neighbour = random.sample(paper.tellable(paper.prose_numbers()), count + 1)
        layout, wrong = self.choose(paper, numbers[0], random)
        return Scene(parameters, paper, tuple(numbers), neighbour, layout, wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Lay them out."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each paragraph has the layout."""
        paper, told = scene.paper, list(self.layout_facts(scene.layout))
        facts, requirements = list(told), []
        for name, number in zip(("first", "second", "third"), scene.numbers, strict=False):
            facts.append(paragraph_fact(name, paper, number))
            requirements.append(
                Requirement(
                    id=name,
                    says=f"Paragraph {number} is laid out as asked.",
                    any_of=(self.checks(paper, number, scene.layout),),
                    facts=(name, *(fact.name for fact in told)),
                )
            )
        act = partial(self.attempt, scene)
        wrong = [
            Attempt(name, partial(act, layout=layout), why="It is laid out in another way.")
            for name, layout in scene.wrong.items()
        ]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=style_freedom(paper, scene.numbers),
            variants=(*by_own_style(paper, scene.numbers, layout=scene.layout), *self.in_inches(scene)),
            near_misses=(
                *wrong,
                Attempt("neighbour", partial(act, instead=scene.neighbour), why="It is another paragraph."),
                Attempt(
                    "one_more", partial(act, also=scene.neighbour), why="One paragraph too many changed."
                ),
                Attempt(
                    "style", partial(self.whole_style, scene), why="All paragraphs of the style changed."
                ),
            ),
        )

    def checks(self, paper: Paper, number: int, layout: Layout) -> tuple[AnyCheck, ...]:
        """What one paragraph must have."""
        values = layout_properties(layout.over(paper.layout(number)))
        return tuple(
            self.check(places.paragraphs(paper.mount, number, prop=prop), values[prop], name, layout)
            for name, prop in self.properties.items()
        )

    def check(self, select: Selector, value: Value, name: str, layout: Layout) -> AnyCheck:
        """That a property is as asked: a length as exactly as a field in inches can hold it."""
        length = getattr(layout, name)
        if not self.per_inch or not length:
            return Equals(select=select, expected=value)
        if float(length).is_integer():
            return Close(select=select, expected=value, absolute=inches.lost(self.per_inch))
        return OneOf(select=select, options=(value, inches.kept(length, self.per_inch)))

    def in_inches(self, scene: Scene) -> Iterator[Attempt]:
        """The task done in a dialog that measures in inches."""
        if not self.per_inch:
            return
        told = {name: getattr(scene.layout, name) for name in self.properties if getattr(scene.layout, name)}
        kept = {name: inches.kept(length, self.per_inch) for name, length in told.items()}
        layout = scene.layout.but(**kept)
        yield Attempt(
            "inches", partial(self.attempt, scene, layout=layout), why="The dialog measures in inches."
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        layout: Layout | None = None,
        instead: int | None = None,
        also: int | None = None,
    ) -> None:
        """Lay the paragraphs out, perhaps in another way, another one first, or one more."""
        numbers = [instead or scene.numbers[0], *scene.numbers[1:], *([also] if also else [])]
        for number in numbers:
            paragraph = scene.paper.paragraph(desktop, number)
            paragraph.layout = (layout or scene.layout).over(paragraph.layout)

    def whole_style(self, scene: Scene, desktop: Desktop) -> None:
        """Change the style instead of the paragraphs."""
        style = scene.paper.document(desktop).styles[scene.paper.house.body]
        style.layout = scene.layout.over(style.layout)
