"""Skill: merge ranges into one cell each: a title over its table, or labels beside it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.calc.places import block, column_number
from forge.preparers.desktop import Desktop
from forge.skills.calc.support import merging
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.merging import Merging
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Contract

LABELS = (
    "Approval", "For internal use", "Checked and signed", "Notes of the team", "Comments", "Sign-off",
    "Second review", "Open questions", "Stamp", "To be filled in", "Contact", "Remarks by finance",
)  # fmt: skip
TEXT = "[[ and type {{label}} into it[[, with the text {{centred}}|]]|, with the text {{centred}}|]]"
SECOND = "[[. Do the same with {{second_range}}[[ and the text {{second_label}}|]][[, also {{second_centred}}|]]|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is merged."""

    mergings: tuple[Merging, ...]


class MergeCells(CalcSkill[CalcParameters, Scene]):
    """Merge one or two ranges."""

    id = "calc.cells.merge"
    title = "Merge a range into one labelled cell"
    keeps_values = True
    phrasings = (
        "merge {{range}}[[ on {{sheet}}|]][[ in {{file}}|]] into one cell" + TEXT + SECOND,
        "turn {{range}}[[ on {{sheet}}|]] into a single cell" + TEXT + SECOND,
        "make one merged cell out of {{range}}[[ on {{sheet}}|]]" + TEXT + SECOND,
        "terse: [[{{sheet}}: merge|Merge]] {{range}}[[, text {{label}}|]][[, {{centred}}|]]"
        "[[; likewise {{second_range}}[[, text {{second_label}}|]][[, {{second_centred}}|]]|]].",
        "chatty: Can you merge {{range}}[[ on {{sheet}}|]] into one big cell?[[ It should say {{label}}.|]]"
        "[[ The text should be {{centred}}.|]][[ Same for {{second_range}}[[, which should say {{second_label}}|]]"
        "[[, {{second_centred}} as well|]].|]]",
        "precise: [[On {{sheet}}, {{range}}|{{range}}]] is to become one merged cell[[ that holds the text {{label}}|]]"
        "[[, {{centred}}|]].[[ Likewise {{second_range}}[[, with the text {{second_label}}|]]"
        "[[, {{second_centred}}|]].|]]",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The title, where there is one, or empty cells beside the table."""
        hard, centred = parameters.difficulty == "hard", parameters.difficulty != "easy"
        found: list[Merging] = []
        if table.header_row > 1 and random.random() < 0.7:
            area = f"{table.columns[0].letter}1:{table.columns[-1].letter}1"
            found.append(Merging(table, area, None, centred))
        labels = random.sample(LABELS, 2)
        top, left = table.header_row, column_number(table.free_column) + 1
        while len(found) < (2 if hard else 1):
            height = random.choice((1, 1, 2) if parameters.difficulty == "easy" else (1, 2, 3))
            width = random.randint(2, 4)
            area = block(top, left, top + height - 1, left + width - 1)
            found.append(Merging(table, area, labels.pop(), centred))
            top += height + 1
        return Scene(parameters, table, tuple(found))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Merge, and type the texts in."""
        merging.apply_all(scene.mergings, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each range is one cell with its text."""
        named = tuple(zip(("", "second_"), scene.mergings, strict=False))
        return self.task(
            scene,
            facts=[fact for prefix, item in named for fact in item.facts(prefix)],
            requirements=[item.requirement(prefix) for prefix, item in named],
            writes=[selector for _, item in named for selector in item.writes],
            free=[selector for _, item in named for selector in item.free],
            variants=merging.variants(scene.mergings),
            near_misses=merging.near_misses(scene.mergings),
        )
