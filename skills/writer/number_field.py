"""Skill: put page numbers in a footer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Paragraph
from forge.preparers.writer.vocabulary import OBJECT
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.page_edges import (
    any_look_in,
    edge,
    little_room,
    make_room,
    one_paragraph,
    room_for,
)
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import AnyCheck, Count, Equals, OneOf, Requirement

FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "easy": (("#", "Page #", "- # -", "page #"), ("the page number", "page numbers")),
    "medium": (("Page #", "Page\t#"), ('the page number in the form "Page 1"',)),
    "hard": (
        ("Page # of ##", "Page # of  ##"),
        ('the page number and the number of pages, as in "Page 1 of 5"',),
    ),
}
"""The texts that are right, with how that is said."""
SIDES = {"center": ("centred",), "right": ("aligned to the right",), "left": ("aligned to the left",)}


@dataclass(frozen=True)
class Scene(WriterScene):
    """Where the number stands, and where it does not."""

    side: str
    other: str


class NumberField(WriterSkill[Scene]):
    """The number alone, with a word, or with the number of pages."""

    id = "writer.page.number_field"
    title = "Put page numbers in a footer"
    without = frozenset(("page numbers", "footer"))
    phrasings = (
        "put {{form}} into the footer, {{side}}",
        "add a footer with {{form}}, {{side}}",
        "terse: Footer with {{form}}, {{side}}.",
        "polite: Could you please add {{form}} to the footer, {{side}}?",
        "chatty: The printed pages always get mixed up. Can you put {{form}} in the footer, {{side}}?",
        "precise: Every page is to have a footer with {{form}}, {{side}}, which counts by itself.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """There is no footer at the start."""
        return Scene(parameters, paper, *random.sample(sorted(SIDES), 2))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make the footer."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """One paragraph with the fields, on its side."""
        paper = scene.paper
        forms, says = FORMS[scene.parameters.difficulty]
        texts = tuple(form.replace("##", OBJECT).replace("#", OBJECT) for form in forms)
        counts = ("page", "pages") if scene.parameters.difficulty == "hard" else ("page",)
        footer = places.footer(paper.mount)
        line = footer.below("paragraph")
        room, little = little_room(paper.mount, paper.spec.sections[0].page, "footer")
        checks: list[AnyCheck] = [
            little,
            *one_paragraph(footer),
            OneOf(select=line.of("text"), options=texts),
            *(Count(select=line.below("word", field=kind), expected=1) for kind in counts),
            Count(select=line.below("word", text=OBJECT), expected=len(counts)),
        ]
        aligned = Equals(select=line.of("alignment"), expected=scene.side)
        facts = (
            Fact(name="form", value=("default", 1, len(counts), OBJECT, *texts, *counts), says=says),
            word_fact("side", scene.side, *SIDES[scene.side]),
            room,
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(
                Requirement(
                    id="number", says="It counts.", any_of=(tuple(checks),), facts=("form", room.name)
                ),
                Requirement(id="side", says="It is aligned.", any_of=((aligned,),), facts=("form", "side")),
            ),
            writes=(footer,),
            free=(*any_look_in(footer, "alignment"), room_for(paper.mount, "footer")),
            variants=(
                Attempt("other_form", partial(act, form=1), why="It is another way to write it."),
                Attempt(
                    "plain_style", partial(act, style="Normal"), why="Its style is up to whoever makes it."
                ),
                Attempt("small", partial(act, size=8), why="How large it is was not said."),
                Attempt("moved", partial(act, moved=True), why="The application makes room for it."),
            ),
            near_misses=(
                Attempt("typed", partial(self.typed, scene), why="The number was typed and does not count."),
                Attempt("header", partial(act, header=True), why="It stands in the header."),
                Attempt("other_side", partial(act, side=scene.other), why="It is aligned in another way."),
                Attempt("number_of_pages", partial(act, wrong="##"), why="It is the number of pages."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        *,
        form: int = 0,
        style: str = "Footer",
        size: float = 0,
        side: str = "",
        header: bool = False,
        wrong: str = "",
        moved: bool = False,
    ) -> None:
        """Make the footer, or do it differently."""
        text = wrong or FORMS[scene.parameters.difficulty][0][form]
        line = edge(text, style, alignment=side or scene.side)
        for run in line.runs:
            run.restyle(size=size or None)
        section = scene.paper.document(desktop).sections[0]
        setattr(section, "header" if header else "footer", [line])
        if moved:
            make_room(section.page, "footer")

    def typed(self, scene: Scene, desktop: Desktop) -> None:
        """Type the numbers of the first page."""
        text = FORMS[scene.parameters.difficulty][0][0].replace("##", "3").replace("#", "1")
        section = scene.paper.document(desktop).sections[0]
        section.footer = [Paragraph.of(text, "Footer", alignment=scene.side)]
