"""Skill: set or remove highlighting."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Colour
from forge.skills.contract import Attempt, Contract
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.marking import (
    MARKERS,
    Spot,
    colour_fact,
    edges,
    mark,
    runs_of,
    sentence_fact,
    some_sentences,
    words,
)
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, OneOf, Requirement

WANTED = "{{first}}[[ and {{second}}|]]"
CLEARED = "[[ and remove the highlighting from {{back}}|]]"


@dataclass(frozen=True)
class Scene(WriterScene):
    """The sentences, one that is highlighted at the start if there is one, a neighbour, and the colour."""

    spots: tuple[Spot, ...]
    back: Spot | None
    neighbour: Spot
    colour: str


class Highlight(WriterSkill[Scene]):
    """One or two sentences are marked; when it is hard, another one is no longer."""

    id = "writer.text.highlight"
    title = "Set or remove highlighting"
    phrasings = (
        f"highlight {WANTED} in {{{{colour}}}}{CLEARED}",
        f"mark {WANTED} with a {{{{colour}}}} background{CLEARED}",
        f"terse: Highlight in {{{{colour}}}}: {WANTED}.[[ Remove the highlighting from {{{{back}}}}.|]]",
        f"polite: Could you please highlight {WANTED} in {{{{colour}}}}{CLEARED}?",
        f"chatty: I want people to see at once what matters. Can you highlight {WANTED} in {{{{colour}}}}"
        "?[[ And please take the highlighting off {{back}}.|]]",
        f"precise: Give {WANTED} a {{{{colour}}}} highlight.[[ Clear the highlight of {{{{back}}}}.|]]",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Sentences of different paragraphs; one of them is marked already when it is hard."""
        hard = parameters.difficulty == "hard"
        count = 1 if parameters.difficulty == "easy" else 2
        chosen = list(some_sentences(paper, random, count + 2))
        random.shuffle(chosen)
        back, neighbour, *wanted = chosen
        colour = random.choice(sorted(MARKERS))
        if hard:
            for run in paper.body[back.number - 1].find(back.text):
                run.restyle(highlight=Colour(MARKERS[colour][0]))
        spots = tuple(sorted(wanted, key=lambda spot: spot.number))
        return Scene(parameters, paper, spots, back if hard else None, neighbour, colour)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Mark, and clear."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every word of the sentences has the colour."""
        paper, shades = scene.paper, tuple(Colour(shade) for shade in MARKERS[scene.colour])
        facts, requirements = [colour_fact("colour", scene.colour, MARKERS[scene.colour])], []
        for name, spot in zip(("first", "second"), scene.spots, strict=False):
            facts.append(sentence_fact(name, paper, spot))
            check = OneOf(select=words(paper, [spot], "highlight")[0], options=shades)
            says = "The sentence is highlighted."
            requirements.append(Requirement(id=name, says=says, any_of=((check,),), facts=(name, "colour")))
        if scene.back is not None:
            facts.append(sentence_fact("back", paper, scene.back))
            gone = Absent(select=words(paper, [scene.back], "highlight")[0])
            says = "The other sentence is no longer highlighted."
            requirements.append(Requirement(id="back", says=says, any_of=((gone,),), facts=("back",)))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=tuple(edges(paper, scene.spots, "highlight")),
            variants=(
                Attempt("with_full_stop", partial(act, stops=1), why="The full stop was selected as well."),
                Attempt("other_shade", partial(act, shade=1), why="It is another shade of that name."),
                Attempt("third_shade", partial(act, shade=2, stops=2), why="It is one more such shade."),
            ),
            near_misses=(
                Attempt("coloured", partial(act, prop="colour"), why="The letters are coloured instead."),
                Attempt("other_sentence", partial(act, instead=scene.neighbour), why="It is another sentence."),
                Attempt("one_more", partial(act, also=scene.neighbour), why="One sentence too many is marked."),
                Attempt("half", partial(self.half, scene), why="Only the first words are marked."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        shade: int = 0,
        stops: int = 0,
        prop: str = "highlight",
        instead: Spot | None = None,
        also: Spot | None = None,
    ) -> None:
        """Mark the sentences and clear the other, or do one of it differently."""
        colour = Colour(MARKERS[scene.colour][shade])
        chosen = [instead or scene.spots[0], *scene.spots[1:], *([also] if also else [])]
        mark(scene.paper, desktop, chosen, stops=stops, **{prop: colour})
        if scene.back is not None:
            mark(scene.paper, desktop, [scene.back], highlight="none")

    def half(self, scene: Scene, desktop: Desktop) -> None:
        """Mark all, and take the colour from the end of the first sentence."""
        self.attempt(scene, desktop)
        spot = scene.spots[0]
        paragraph = scene.paper.paragraph(desktop, spot.number)
        tail = " ".join(spot.text.split(" ")[3:])
        runs_of(scene.paper, desktop, spot)
        for run in paragraph.find(tail):
            run.restyle(highlight="none")
