"""Skills that format words which follow from a rule: which words, what they get, and what else a person might do."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import worked_out
from forge.skills.writer.support.marking import Spot, colour_fact, mark, words
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, AnyCheck, Equals, OneOf, Requirement
from forge.states.selectors import Selector
from forge.states.values import Colour


@dataclass(frozen=True)
class Scene(WriterScene):
    """Words that follow from a rule.

    Attributes:
        rule: the facts that tell the rule.
        spots: the words that it is about.
        others: words that somebody might take for them.
        shades: the colours that are equally right, the plainest first.
        called: the name of the colour.
        edge: parts of the spots that may be left as they are.
        also: what else the words get, as the fields of a look.
    """

    rule: tuple[Fact, ...]
    spots: tuple[Spot, ...]
    others: tuple[Spot, ...]
    shades: tuple[str, ...]
    called: str
    edge: tuple[Spot, ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)


class MarkedWords(WriterSkill[Scene]):
    """A skill that colours all words that follow from a rule."""

    @abstractmethod
    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Choose the rule."""

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Colour all of them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each of the words has the colour, and what else was asked for."""
        paper, shades = scene.paper, tuple(Colour(shade) for shade in scene.shades)
        certain = [spot for spot in scene.spots if spot not in scene.edge]
        told = tuple(fact.name for fact in scene.rule)
        where = worked_out(
            "where", tuple(spot.text for spot in scene.spots), *self.sources(paper, scene.spots)
        )
        checks: list[AnyCheck] = [
            OneOf(select=item, options=shades) for item in words(paper, certain, "colour")
        ]
        for name, value in scene.also.items():
            for item in words(paper, certain, name):
                gone = value in (None, "none", False)
                checks.append(Absent(select=item) if gone else Equals(select=item, expected=value))
        required = Requirement(
            id="words",
            says=f"All {len(certain)} have the colour.",
            any_of=(tuple(checks),),
            facts=(*told, "colour", "where"),
        )
        names = ("colour", *scene.also)
        free = [item for name in names for item in words(paper, scene.edge, name)]
        act = partial(self.attempt, scene)
        near = [
            Attempt(
                "last_left",
                partial(act, chosen=scene.spots[: scene.spots.index(certain[-1])]),
                why="The last one was overlooked.",
            ),
            Attempt("first_only", partial(act, chosen=scene.spots[:1]), why="Only the first one changed."),
            Attempt("marker", partial(act, prop="highlight"), why="The background is coloured instead."),
        ]
        if scene.others:
            near.append(
                Attempt(
                    "others_too", partial(act, chosen=(*scene.spots, *scene.others)), why="Too much changed."
                )
            )
        return self.task(
            scene,
            facts=(*scene.rule, colour_fact("colour", scene.called, scene.shades), where),
            requirements=(required,),
            writes=[check.select for check in required.checks()],
            free=free,
            reads=self.sources(paper, scene.spots),
            variants=(
                Attempt("other_shade", partial(act, shade=1), why="It is another shade of that name."),
                Attempt("third_shade", partial(act, shade=2), why="It is one more such shade."),
                Attempt(
                    "without_signs", partial(act, bare=True), why="Signs beside figures stay as they are."
                ),
            ),
            near_misses=near,
        )

    def sources(self, paper: Paper, spots: Sequence[Spot]) -> list[Selector]:
        """The places from which it follows which words are meant."""
        return words(paper, spots)

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        chosen: Sequence[Spot] | None = None,
        shade: int = 0,
        prop: str = "colour",
        bare: bool = False,
    ) -> None:
        """Colour the words, or others, in one of the shades."""
        spots = [spot for spot in chosen or scene.spots if not (bare and spot in scene.edge)]
        look: dict[str, Any] = {prop: Colour(scene.shades[shade]), **scene.also}
        mark(scene.paper, desktop, spots, **look)
