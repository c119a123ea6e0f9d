"""Skill: act on all text that has a given format."""

from __future__ import annotations

from random import Random
from typing import Any

from forge.preparers.writer.spec import Colour
from forge.skills.catching import altered, having
from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.marked_words import MarkedWords, Scene
from forge.skills.writer.support.marking import COLOURS, mark_start, some_sentences
from forge.skills.writer.support.papers import Paper
from forge.states.changes import Change

FORMATS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "underlined": (("all underlined text", "everything that is underlined"), {"underline": "single"}),
    "yellow": (
        ("all text with a yellow highlight", "everything that is highlighted in yellow"),
        {"highlight": Colour("#FFFF00")},
    ),
    "struck": (("all text that is struck through", "everything that is struck through"), {"strike": True}),
    "bold italic": (
        ("all text that is both bold and italic", "everything in bold italics"), {"bold": True, "italic": True},
    ),
}  # fmt: skip
"""How each is said, and the look that tells it."""
_OTHER = {"italic": True, "colour": Colour("#7F7F7F")}


class SelectByFormat(MarkedWords):
    """Everything of one format gets a colour; other text is formatted otherwise."""

    id = "writer.text.select_by_format"
    title = "Act on all text that has a given format"
    without = frozenset(("table", "header", "page numbers"))
    dirty = False
    phrasings = (
        "change {{format}} to {{colour}} letters",
        "make {{format}} {{colour}}, and keep the formatting that is there",
        "terse: {{format}}: font colour {{colour}}.",
        "polite: Could you please set the font colour of {{format}} to {{colour}}?",
        "chatty: The old markings are hard to see on paper. Can you make {{format}} {{colour}} as well?",
        "precise: {{format}} in the document is to get the font colour {{colour}}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Some sentences have the format, others another one."""
        count = {"easy": 2, "medium": 3, "hard": 5}[parameters.difficulty]
        chosen = list(some_sentences(paper, random, count + 1))
        random.shuffle(chosen)
        other, *spots = chosen
        name = random.choice(sorted(FORMATS))
        says, look = FORMATS[name]
        mark_start(paper, spots, **look)
        mark_start(paper, [other], **_OTHER)
        called = random.choice(sorted(COLOURS))
        return Scene(
            parameters,
            paper,
            rule=(word_fact("format", name, *says),),
            spots=tuple(sorted(spots, key=lambda spot: spot.number)),
            others=(other,),
            shades=COLOURS[called],
            called=called,
        )

    def catches(self, scene: Scene, change: Change) -> bool:
        """Another word gets the format, or one loses it."""
        _, look = FORMATS[str(scene.rule[0].value)]
        return change.mount == scene.paper.mount and altered(change, having("word", look))
