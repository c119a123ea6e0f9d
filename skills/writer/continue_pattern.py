"""Skill: add entries in the format of those there."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from forge.errors import SkillError
from forge.skills.contract import Fact
from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.layout import Part
from forge.skills.writer.support.new_lines import NewLines, Scene
from forge.skills.writer.support.papers import Paper

POINTS = (
    "Ask for a second opinion", "Keep a written record", "Plan some time in reserve", "Inform everybody in good time",
    "Check the result after a month", "Name a person in charge", "Collect questions in one place",
)  # fmt: skip


class ContinuePattern(NewLines):
    """One entry, two or three at the end of a list."""

    id = "writer.content.continue_pattern"
    title = "Add entries in the format of those there"
    having: ClassVar[frozenset[Part]] = frozenset({"list"})
    phrasings = (
        "add {{entries}} at the end of {{list}}, in the same format",
        "put {{entries}} below the last entry of {{list}}, formatted like those above",
        "terse: {{list}}: add {{entries}} at the end, same format.",
        "polite: Could you please add {{entries}} to the end of {{list}}, in the format of the other points?",
        "chatty: Something is still missing from {{list}}. Can you add {{entries}} at the end, so that it looks like "
        "the rest?",
        "precise: Continue {{list}} with {{entries}}, in this order and in the format of the entries there.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """A list with at least two entries, told by its first one."""
        lists = [numbers for numbers in paper.entries() if len(numbers) > 1]
        if not lists:
            raise SkillError(f"{paper.mount} holds no list of several entries.")
        numbers = random.choice(lists)
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        texts = tuple(random.sample(POINTS, count))
        quoted = [f'"{text}"' for text in texts]
        listed = quoted[0] if count == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
        noun = "the point" if count == 1 else "the points"
        first = paper.text(numbers[0])
        told = (
            text_fact("list", first).model_copy(update={"says": (f'the list that begins with "{first}"',)}),
            Fact(name="entries", value=texts, says=(f"{noun} {listed}",)),
        )
        return Scene(parameters, paper, numbers[-1], numbers[-1], texts, told, numbers[0])
