"""Skill: numbered lists, and lines that are set in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import line_fact, words_fact
from forge.skills.impress.support.targets import Target, resized, targets
from forge.states.rubric import Equals, OneOf, Requirement

KINDS = {
    "numbered with figures": ("1.", "1)", "arabicParenBoth", "arabicPlain"),
    "numbered with small letters": ("a)", "a.", "alphaLcParenBoth"),
    "numbered with capital Roman numerals": ("I.", "romanUcParenR", "romanUcParenBoth"),
}
"""What is asked for, with the kinds of numbering that are just that; those that are seldom met as files name them."""


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The list, how it is numbered, the line that is set in (0 for none), and another list or text."""

    item: Target
    kind: str
    line: int
    stray: Target


class BulletsAndIndent(ImpressSkill[Scene]):
    """A list is numbered; when it is not easy, a line of it goes one level deeper instead."""

    id = "impress.paragraphs.bullets_and_indent"
    title = "Bullets and indent levels"
    needs = ("bullets", "picture")
    phrasings = (
        "have {{target}} on {{slide}} {{kind}}",
        "indent {{line}} of {{target}} on {{slide}} by {{level}}",
        "make {{target}} on {{slide}} a list that is {{kind}}",
        "terse: {{target}} on {{slide}}: {{kind}}.",
        "terse: {{slide}}, {{target}}: move {{line}} in by {{level}}.",
        "chatty: Bullets are not enough there. Can you have {{target}} on {{slide}} {{kind}}, every line of it?",
        "chatty: One point belongs to the one above it. Can you move {{line}} in {{target}} on {{slide}} in by "
        "{{level}}?",
        "polite: Could you please have each line of {{target}} on {{slide}} {{kind}}?",
        "polite: Could you please demote {{line}} of {{target}} on {{slide}} by {{level}}?",
        "precise: Each line of {{target}} on {{slide}} is to be {{kind}}.",
        "precise: In {{target}} on {{slide}}, {{line}} is to be indented by {{level}}.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A list of the first level with bullets."""
        lists = [item for item in targets(deck) if item.says[0] == "the list" and len(item.text) > 2]
        flat = [item for item in lists if all(line.level == 1 and line.bullet is None for line in item.text)]
        item = random.choice(flat)
        others = [other for other in targets(deck) if other.key.startswith("body") and other != item]
        line = random.randint(2, len(item.text)) if parameters.difficulty != "easy" else 0
        return Scene(parameters, deck, item, random.choice(sorted(KINDS)), line, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Number the list, or set the line in."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every line is numbered, or one is of the second level; its look follows the level or stays."""
        item, act, line = scene.item, partial(self.attempt, scene), scene.line
        facts = [*item.facts(), words_fact("kind", KINDS[scene.kind], scene.kind)]
        check: OneOf | Equals = OneOf(select=item.select("bullet"), options=KINDS[scene.kind])
        free = [item.height]
        kind, wrong = KINDS[scene.kind][1], KINDS[next(name for name in KINDS if name != scene.kind)][0]
        variants = [Attempt("other_sign", partial(act, kind=kind), why="Another sign behind the number.")]
        near = [Attempt("other_kind", partial(act, kind=wrong), why="Counted in another way.")]
        if line:
            place = partial(places.paragraph, scene.mount, item.number, item.key, line)
            facts[2:] = [
                line_fact("line", scene.deck, item.number, item.key, line),
                words_fact("level", 2, "one level"),
            ]
            check = Equals(select=place("level"), expected=2)
            free += [place("size"), place("bullet")]
            variants = [
                Attempt("size_kept", partial(act, size=24), why="The size of the letters is up to the level.")
            ]
            above = line - 1 if line > 2 else line + 1
            near = [
                Attempt("line_above", partial(act, line=above), why="The line beside it was set in."),
                Attempt("two_levels", partial(act, level=3), why="The line is set in too far."),
            ]
        names = tuple(fact.name for fact in facts)
        required = Requirement(id="list", says="The list is as asked.", any_of=((check,),), facts=names)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=[check.select],
            free=free,
            variants=(*variants, *resized((item,), Attempt("done", act))),
            near_misses=(
                *near,
                Attempt("other_list", partial(act, item=scene.stray, line=min(line, 1)), why="Another list."),
                Attempt(
                    "whole_or_part", partial(self.whole_or_part, scene), why="Too many or too few lines."
                ),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        kind: str = "",
        line: int = 0,
        level: int = 2,
        size: float | None = None,
        item: Target | None = None,
    ) -> None:
        """Number a list, or set one of its lines in."""
        lines = (item or scene.item).paragraphs(desktop)
        if not scene.line:
            for paragraph in lines:
                paragraph.bullet = kind or KINDS[scene.kind][0]
            return
        paragraph = lines[(line or scene.line) - 1]
        paragraph.level = level
        for run in paragraph.runs:
            run.size = size

    def whole_or_part(self, scene: Scene, desktop: Desktop) -> None:
        """Number the first line only, or set all lines in."""
        lines = scene.item.paragraphs(desktop)
        if scene.line:
            for paragraph in lines:
                paragraph.level = 2
        else:
            lines[0].bullet = KINDS[scene.kind][0]
