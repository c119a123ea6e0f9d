"""Skill: strike through, superscript and subscript."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Run
from forge.skills.catching import altered, mentions
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.marking import (
    Spot,
    edges,
    mark,
    sentence_fact,
    some_sentences,
    spots,
    words,
)
from forge.skills.writer.support.papers import Paper
from forge.states.changes import Change
from forge.states.rubric import Equals, Requirement

SIGNS = {"super": (" About 40 m2 would be enough.", " The new area has 120 m2 in all."),
         "sub": (" We also measured the CO2 in the air.", " Less CO2 is a welcome side effect.")}  # fmt: skip
SIGN = {"super": "m2", "sub": "CO2"}
SAYS = {"super": 'the 2 in every "m2" superscript', "sub": 'the 2 in every "CO2" subscript'}


@dataclass(frozen=True)
class Scene(WriterScene):
    """The sentences to strike, a neighbour, and the signs to raise and to lower."""

    struck: tuple[Spot, ...]
    neighbour: Spot
    signs: dict[str, tuple[Spot, ...]]


class Effects(WriterSkill[Scene]):
    """Two or three sentences are struck; when it is harder, digits are raised or lowered as well."""

    id = "writer.text.effects"
    title = "Strike through, sub- or superscript"
    phrasings = (
        f"strike through {SERIES}[[, and make {{{{signs}}}}|]]",
        f"cross out {SERIES} with a line through the text, without deleting anything[[, and make {{{{signs}}}}|]]",
        f"terse: Strikethrough: {SERIES}.[[ Also make {{{{signs}}}}.|]]",
        f"polite: Could you please strike through {SERIES}[[ and make {{{{signs}}}}|]]?",
        f"chatty: Some of it no longer holds, but people should still be able to read it. Can you strike through "
        f"{SERIES}?[[ And make {{{{signs}}}} while you are there.|]]",
        f"precise: Format {SERIES} as struck through.[[ Make {{{{signs}}}}.|]]",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Signs are written into paragraphs of which no sentence is struck."""
        count = 3 if parameters.difficulty == "hard" else 2
        *struck, neighbour = some_sentences(paper, random, count + 1)
        kinds = {"easy": [], "medium": ["super"], "hard": ["super", "sub"]}[parameters.difficulty]
        taken = {spot.number for spot in (*struck, neighbour)}
        rest = [number for number in paper.prose_numbers() if number not in taken]
        signs: dict[str, tuple[Spot, ...]] = {}
        for kind in kinds:
            chosen = random.sample(rest, min(2, len(rest)))
            for number, text in zip(chosen, SIGNS[kind], strict=False):
                paper.body[number - 1].runs.append(Run(text))
            sign = SIGN[kind]
            signs[kind] = tuple(
                Spot(number, "2", 0, spot.last, spot.last)
                for number in chosen
                for spot in spots(paper, number, sign)
            )
        return Scene(parameters, paper, tuple(struck), neighbour, signs)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Strike, raise and lower."""
        self.attempt(scene, desktop)

    def catches(self, scene: Scene, change: Change) -> bool:
        """One more sign of which a digit is raised or lowered, or one less."""
        signs = (SIGN[kind] for kind in scene.signs)
        return change.mount == scene.paper.mount and any(altered(change, mentions(sign)) for sign in signs)

    def contract(self, scene: Scene) -> Contract:
        """Every word of the sentences is struck, every such digit raised or lowered."""
        paper, facts, requirements = scene.paper, list[Fact](), list[Requirement]()
        for name, spot in zip(("first", "second", "third"), scene.struck, strict=False):
            facts.append(sentence_fact(name, paper, spot))
            check = Equals(select=words(paper, [spot], "strike")[0], expected=True)
            says = "The sentence is struck through."
            requirements.append(Requirement(id=name, says=says, any_of=((check,),), facts=(name,)))
        if scene.signs:
            both = " and ".join(SAYS[kind] for kind in scene.signs)
            facts.append(Fact(name="signs", value=("2", *scene.signs), says=(both,)))
        for kind, chosen in scene.signs.items():
            checks = tuple(Equals(select=item, expected=kind) for item in words(paper, chosen, "script"))
            requirements.append(Requirement(id=kind, says=SAYS[kind], any_of=(checks,), facts=("signs",)))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=tuple(edges(paper, scene.struck, "strike")),
            variants=(
                Attempt("one_full_stop", partial(act, stops=1), why="One full stop was selected as well."),
                Attempt("full_stops", partial(act, stops=3), why="All full stops were selected as well."),
            ),
            near_misses=(
                Attempt("underlined", partial(act, wrong={"underline": "single"}), why="It is underlined."),
                Attempt("italic", partial(act, wrong={"italic": True}), why="It is italic."),
                Attempt(
                    "other_sentence", partial(act, instead=scene.neighbour), why="It is another sentence."
                ),
                Attempt("deleted", partial(self.deleted, scene), why="The first sentence was deleted."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        stops: int = 0,
        wrong: dict[str, object] | None = None,
        instead: Spot | None = None,
    ) -> None:
        """Strike, raise and lower, perhaps with another effect or sentence."""
        chosen = [instead or scene.struck[0], *scene.struck[1:]]
        mark(scene.paper, desktop, chosen, stops=stops, **(wrong or {"strike": True}))
        for kind, signs in scene.signs.items():
            sign = SIGN[kind]
            for number in {spot.number for spot in signs}:
                paragraph = scene.paper.paragraph(desktop, number)
                for run in paragraph.find(sign):
                    at = paragraph.runs.index(run)
                    digit = run.like("2")
                    run.text = sign[:-1]
                    digit.restyle(script=kind)
                    paragraph.runs.insert(at + 1, digit)

    def deleted(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and delete the first sentence."""
        self.attempt(scene, desktop)
        spot = scene.struck[0]
        scene.paper.paragraph(desktop, spot.number).replace(spot.text, "")
