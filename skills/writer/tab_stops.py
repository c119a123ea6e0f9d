"""Skill: align parts of a line with tab stops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.looks import Leader, TabKind
from forge.preparers.writer.spec import Paragraph, TabStop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import OneOf, Requirement

KINDS: dict[TabKind, tuple[str, str]] = {
    "left": ("a left-aligned tab stop", "a left tab stop"),
    "right": ("a right-aligned tab stop", "a right tab stop"),
    "center": ("a centred tab stop", "a tab stop that centres the text"),
}
LEADERS: dict[Leader, tuple[str, ...]] = {
    "dots": ("a dotted fill up to it", "dots leading up to it"),
    "line": ("a line as fill character",),
}
OFF = (0.0, -0.01, 0.01, -0.02, -0.03)
"""Centimetres by which a place differs that was given in inches, which fields round or cut."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """The lines with a tab in them, the stop, and a line that has none of it."""

    numbers: tuple[int, ...]
    stop: TabStop


class TabStops(WriterSkill[Scene]):
    """Some lines get one tab stop; when it is harder, it has a fill character."""

    id = "writer.paragraphs.tab_stops"
    title = "Align parts of a line with tab stops"
    phrasings = (
        "give {{lines}} {{kind}} at {{position}}[[ with {{leader}}|]]",
        "set {{kind}} at {{position}}[[ with {{leader}}|]] for {{lines}}",
        "terse: {{kind}} at {{position}}[[, {{leader}}|]]: {{lines}}.",
        "polite: Could you please set {{kind}} at {{position}}[[, with {{leader}},|]] for {{lines}}?",
        "chatty: The second half of each entry is not lined up. Can you put {{kind}} at {{position}} on {{lines}}"
        "[[, with {{leader}}|]]?",
        "precise: {{lines}}: set {{kind}} at {{position}}[[, {{leader}}|]].",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Lines with an item and a sum are written behind a paragraph."""
        after = random.choice(paper.prose_numbers())
        count = {"easy": 3, "medium": 4, "hard": 6}[parameters.difficulty]
        things = random.sample(paper.kit.things, min(count, len(paper.kit.things)))
        following = paper.body[after] if after < len(paper.body) else None
        for thing in things:
            line = Paragraph.of(f"{thing[0].upper()}{thing[1:]}\t{paper.prose.money()}", "Normal", after=0)
            if following is None:
                paper.spec.add(line)
            else:
                paper.spec.insert(line, following)
        numbers = tuple(range(after + 1, after + 1 + len(things)))
        leader = None if parameters.difficulty == "easy" else random.choice(sorted(LEADERS))
        place = random.choice((8.0, 9.5, 10.0, 11.5, 12.0))
        return Scene(parameters, paper, numbers, TabStop(place, random.choice(sorted(KINDS)), leader))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set the stop."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each line has just that stop."""
        paper, stop = scene.paper, scene.stop
        texts = tuple(paper.text(number) for number in scene.numbers)
        first, last = (text.partition("\t")[0] for text in (texts[0], texts[-1]))
        near = tuple(round(stop.at + off, 2) for off in OFF)
        says = (f'the {len(texts)} lines from "{first}" to "{last}"', f'all lines from "{first}" to "{last}"')
        at = (f"{stop.at:g} cm", f"{stop.at:g} centimetres")
        facts = [
            Fact(name="lines", value=texts, says=says),
            Fact(name="position", value=near, says=at),
            word_fact("kind", stop.kind, *KINDS[stop.kind]),
        ]
        if stop.leader is not None:
            facts.append(word_fact("leader", stop.leader, *LEADERS[stop.leader]))
        leader = stop.leader or "none"
        check = OneOf(
            select=places.paragraphs(paper.mount, *scene.numbers, prop="tab_stops"),
            options=tuple(((place, stop.kind, leader),) for place in near),
        )
        names = tuple(fact.name for fact in facts) + (("none",) if stop.leader is None else ())
        if stop.leader is None:
            no_fill = Fact(
                name="none",
                value="none",
                public=False,
                worked_out_from=(places.paragraphs(paper.mount, scene.numbers[0]),),
            )
            facts.append(no_fill)
        required = Requirement(id="stops", says="Each line has the stop.", any_of=((check,),), facts=names)
        act = partial(self.attempt, scene)
        turned = TabStop(stop.at, "left" if stop.kind != "left" else "right", stop.leader)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(check.select,),
            variants=(
                Attempt("inches", partial(act, off=0.01), why="The place was given in inches."),
                Attempt("inches_less", partial(act, off=-0.01), why="The place was given in inches."),
                Attempt("inches_cut", partial(act, off=-0.03), why="The field cut what it cannot hold."),
            ),
            near_misses=(
                Attempt("last_left", partial(act, numbers=scene.numbers[:-1]), why="The last line has none."),
                Attempt("other_kind", partial(act, stop=turned), why="It is another kind of stop."),
                Attempt(
                    "too_near",
                    partial(act, stop=TabStop(stop.at - 2, stop.kind, stop.leader)),
                    why="It is elsewhere.",
                ),
                Attempt("one_more", partial(act, more=True), why="There is a second stop."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        numbers: tuple[int, ...] = (),
        stop: TabStop | None = None,
        off: float = 0,
        more: bool = False,
    ) -> None:
        """Set the stop for the lines, or another one, or for fewer."""
        given = stop or scene.stop
        own = TabStop(round(given.at + off, 2), given.kind, given.leader)
        for number in numbers or scene.numbers:
            stops = (own, TabStop(own.at + 2)) if more else (own,)
            scene.paper.paragraph(desktop, number).lay_out(tabs=stops)
