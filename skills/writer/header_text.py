"""Skill: put a text into the header or the footer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.page_edges import (
    any_look_in,
    edge,
    little_room,
    make_room,
    one_paragraph,
    room_for,
)
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import AnyCheck, Count, Equals, Requirement
from forge.states.selectors import Selector

TEXTS = (
    "For internal use only", "Draft for discussion", "{organization}", "{organization}, confidential",
    "Please return to {person}", "Version of {day}",
)  # fmt: skip


@dataclass(frozen=True)
class Scene(WriterScene):
    """The texts by the part in which they are to stand."""

    texts: dict[str, str]


class HeaderText(WriterSkill[Scene]):
    """A header, or a footer, or both, with a text; how they look is up to whoever makes them."""

    id = "writer.page.header_text"
    title = "Put a text into the header or footer"
    without = frozenset(("header", "footer", "page numbers"))
    phrasings = (
        "[[put {{header}} into the header|put {{footer}} into the footer|put {{header}} into the header and "
        "{{footer}} into the footer]]",
        "[[let {{header}} stand in the header of every page|let {{footer}} stand in the footer of every page|let "
        "{{header}} stand in the header and {{footer}} in the footer of every page]]",
        "terse: [[Header: {{header}}.|Footer: {{footer}}.|Header: {{header}}. Footer: {{footer}}.]]",
        "polite: Could you please add [[a header with the text {{header}}|a footer with the text {{footer}}|a header "
        "with the text {{header}} and a footer with the text {{footer}}]]?",
        "chatty: I am about to print this. Can you put [[{{header}} in the header|{{footer}} in the footer|"
        "{{header}} in the header and {{footer}} in the footer]]?",
        "precise: Every page is to have [[a header with the text {{header}}|a footer with the text {{footer}}|a "
        "header with the text {{header}} and a footer with the text {{footer}}]].",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """One text or two."""
        words = {
            "organization": paper.kit.organization,
            "person": paper.prose.people[0],
            "day": paper.prose.day(),
        }
        first, second = (text.format_map(words) for text in random.sample(TEXTS, 2))
        parts = (
            ["header", "footer"] if parameters.difficulty == "hard" else [random.choice(("header", "footer"))]
        )
        return Scene(parameters, paper, dict(zip(parts, (first, second), strict=False)))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each holds one paragraph with the text."""
        facts, requirements = list[Fact](), list[Requirement]()
        writes, free = list[Selector](), list[Selector]()
        for name, text in scene.texts.items():
            part = places.section(scene.paper.mount, 1).below(name, "default")
            page = scene.paper.spec.sections[0].page
            room, little = little_room(scene.paper.mount, page, name)
            checks: tuple[AnyCheck, ...] = (
                little,
                *one_paragraph(part),
                Equals(select=part.below("paragraph").of("text"), expected=text, text="trimmed"),
                Count(select=part.below("paragraph").below("word", field="page"), expected=0),
            )
            told = text_fact(name, text).says
            facts += [room, Fact(name=name, value=(text, "default", 1, 0, "page"), says=told)]
            requirements.append(
                Requirement(id=name, says=f"It says {text}.", any_of=(checks,), facts=(name, room.name))
            )
            writes.append(part)
            free += (*any_look_in(part), room_for(scene.paper.mount, name))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=free,
            variants=(
                Attempt("centred", partial(act, alignment="center"), why="Where it stands was not said."),
                Attempt("plain_style", partial(act, style="Normal"), why="Its style was not said."),
                Attempt("right", partial(act, alignment="right", size=8), why="How it looks was not said."),
                Attempt("moved", partial(act, moved=True), why="The application makes room for it."),
            ),
            near_misses=(
                Attempt("other_part", partial(act, turned=True), why="It stands at the other end."),
                Attempt("in_the_text", partial(self.in_text, scene), why="It stands on the first page only."),
                Attempt(
                    "misspelt", partial(act, change=lambda text: text[:-1]), why="The last letter is missing."
                ),
                Attempt("capitals", partial(act, change=str.upper), why="It is written in capitals."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        *,
        style: str = "",
        alignment: str | None = None,
        size: float | None = None,
        turned: bool = False,
        moved: bool = False,
        change: Callable[[str], str] = str,
    ) -> None:
        """Make the header or the footer, or do it differently."""
        section = scene.paper.document(desktop).sections[0]
        other = {"header": "footer", "footer": "header"}
        for name, text in scene.texts.items():
            line = edge(change(text), style or name.capitalize(), alignment=alignment)
            for run in line.runs:
                run.restyle(size=size)
            setattr(section, other[name] if turned else name, [line])
            if moved:
                make_room(section.page, name)

    def in_text(self, scene: Scene, desktop: Desktop) -> None:
        """Write it at the top of the text."""
        document = scene.paper.document(desktop)
        for text in scene.texts.values():
            document.insert(Paragraph.of(text, "Normal"), document.paragraphs()[0])
