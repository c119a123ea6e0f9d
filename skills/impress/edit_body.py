"""Skill: add a line to a list."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.impress.spec import Run
from forge.skills.checks import new_thing
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import line_fact, text_fact, words_fact, worked_out
from forge.skills.impress.support.targets import Target, resized, targets
from forge.skills.impress.support.wordings import POINTS, unused
from forge.states.rubric import Absent, Equals, Requirement


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The list, the new line, behind which line it goes (by number), and another list or text."""

    item: Target
    text: str
    after: int
    stray: Target


class EditBody(ImpressSkill[Scene]):
    """At the end of a list, or when it is not easy behind a given line; it looks like the line before it."""

    id = "impress.text.edit_body"
    title = "Add text to a content box"
    needs = ("bullets", "picture")
    phrasings = (
        "add the line {{text}} to {{target}} on {{slide}}, [[{{end}}|right behind {{line}}]]",
        "put {{text}} as a new point into {{target}} on {{slide}}, [[{{end}}|directly after {{line}}]]",
        "terse: {{slide}}, {{target}}: new line {{text}}, [[{{end}}|right after {{line}}]].",
        "polite: Could you please add {{text}} to {{target}} on {{slide}} as a line of its own, [[{{end}}|right behind "
        "{{line}}]]?",
        "chatty: I forgot one point. Can you add {{text}} to {{target}} on {{slide}}, [[{{end}}|just behind "
        "{{line}}]]?",
        "precise: {{target}} on {{slide}} gets one more line, {{text}}, [[{{end}}|directly after {{line}}]], "
        "with the same look.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A list whose lines are all of the first level."""
        lists = [
            item
            for item in targets(deck)
            if item.says[0] == "the list"
            and len(item.text) > 2
            and all(line.level == 1 for line in item.text)
        ]
        item = random.choice(lists)
        others = [other for other in targets(deck) if other.key.startswith("body") and other != item]
        after = len(item.text) if parameters.difficulty == "easy" else random.randint(1, len(item.text) - 1)
        (text,) = unused(random, POINTS, 1)
        return Scene(parameters, deck, item, text, after, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type it behind the line."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It stands at its place and looks like the line before it."""
        from forge.preparers.impress.trees import tree_of  # noqa: PLC0415 - only who makes tasks needs it

        item, last = scene.item, scene.after == len(scene.item.text)
        path = (("slide", item.number), ("shape", item.key), ("paragraph", scene.after))
        model = tree_of(scene.deck.start).at(path)
        look = {**(model.properties if model is not None else {}), "text": scene.text}
        shape = places.shape(scene.mount, item.number, item.key)
        select, checks = new_thing(SCHEMA, shape, "paragraph", look)
        lines = [line.text for line in item.text]
        whole = (*lines[: scene.after], scene.text, *lines[scene.after :])
        facts = [
            *item.facts(),
            text_fact("text", scene.text),
            worked_out("whole", whole, item.select("text")),
        ]
        if last:
            facts.append(words_fact("end", True, "at the end", "as the last one"))
        else:
            facts.append(line_fact("line", scene.deck, item.number, item.key, scene.after))
        order = Equals(select=item.select("text"), each=whole)
        required = Requirement(
            id="line",
            says="It stands there.",
            any_of=((*checks, order, Absent(select=select.below("stretch"))),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(select,),
            free=(item.height,),
            variants=resized((item,), Attempt("done", act)),
            near_misses=(
                Attempt("elsewhere", partial(act, after=0), why="It stands before all others."),
                Attempt("stray", partial(act, item=scene.stray, after=1), why="It stands in another text."),
                Attempt("cut", partial(act, text=scene.text[:-2]), why="Two letters are missing."),
                Attempt("same_line", partial(self.same_line, scene), why="It is no line of its own."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        text: str = "",
        after: int | None = None,
        item: Target | None = None,
    ) -> None:
        """Add the line, perhaps another one, elsewhere, or to another text."""
        lines = (item or scene.item).paragraphs(desktop)
        place = scene.after if after is None else after
        line = deepcopy(lines[max(0, place - 1)])
        line.runs = [Run(text or scene.text, bold=line.runs[0].bold)]
        lines.insert(place, line)

    def same_line(self, scene: Scene, desktop: Desktop) -> None:
        """Type it behind the words of the line."""
        scene.item.paragraphs(desktop)[scene.after - 1].runs[-1].text += f" {scene.text}"
