"""Skill: colour words by a rule about the word."""

from __future__ import annotations

import re
from random import Random

from forge.skills.catching import altered, matches
from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.marked_words import MarkedWords, Scene
from forge.skills.writer.support.marking import COLOURS, Spot
from forge.skills.writer.support.papers import Paper
from forge.states.changes import Change

RULES = {
    "percentages": (r"\d+%", ("all percentages", "every percentage")),
    "amounts": (r"[$£€][\d,]*\d", ("all amounts of money", "every amount of money")),
    "years": (r"20\d\d", ("all years", "every year that is given as a number")),
    "times": (r"\d?\d:\d\d", ("all clock times in figures", "every clock time that is written in figures")),
}
"""What a word must be, and how that is said."""
_WORDS = re.compile(r"[^\W\d_]+|\d+|(?:[^\w\s]|_)+")


class ColorByRule(MarkedWords):
    """All percentages, amounts, years or times in a colour; the document gets longer with difficulty."""

    id = "writer.text.color_by_rule"
    title = "Colour words by a rule about the word"
    without = frozenset(("table", "header", "page numbers", "footnotes"))  # where figures may stand as well
    phrasings = (
        "colour {{rule}} in the text {{colour}}",
        "make {{rule}} in the document {{colour}}",
        "terse: {{rule}} in {{colour}} letters.",
        "polite: Could you please give {{rule}} in the document a {{colour}} font colour?",
        "chatty: I have to check the figures against our records. Can you make {{rule}} {{colour}}?",
        "precise: Set the font colour of {{rule}} in the text to {{colour}}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """A rule that some words meet, and others that meet another one."""
        found = {name: self.found(paper, pattern) for name, (pattern, _) in RULES.items()}
        if not any(len(spots) > 1 for spots in found.values()):
            for number, year in zip(random.sample(paper.prose_numbers(), 2), (2031, 2034), strict=True):
                [run for run in paper.body[number - 1].runs if run.text][
                    -1
                ].text += f" The plan runs until {year}."
            found["years"] = self.found(paper, RULES["years"][0])
        name = random.choice([name for name, spots in found.items() if len(spots) > 1])
        whole = found.pop(name)
        parts = tuple(part for spot in whole for part in split(spot, paper))
        other = next((spots for spots in found.values() if spots), [])
        called = random.choice(sorted(COLOURS))
        return Scene(
            parameters,
            paper,
            rule=(word_fact("rule", name, *RULES[name][1]),),
            spots=parts,
            others=tuple(other[:2]),
            shades=COLOURS[called],
            called=called,
            edge=tuple(part for part in parts if not part.text[0].isdigit()),
        )

    def catches(self, scene: Scene, change: Change) -> bool:
        """One more figure of that sort, or one less."""
        pattern, _ = RULES[str(scene.rule[0].value)]
        return change.mount == scene.paper.mount and altered(change, matches(pattern))

    def found(self, paper: Paper, pattern: str) -> list[Spot]:
        """Every place in the body where a pattern is met, by its words; none where a sign is joined to others."""
        spots: list[Spot] = []
        for number, paragraph in enumerate(paper.body, 1):
            starts = [match.start() for match in _WORDS.finditer(paragraph.text)]
            for match in re.finditer(rf"(?<![\w]){pattern}(?![\w])", paragraph.text):
                first = starts.index(match.start()) + 1
                last = first + len(_WORDS.findall(match[0])) - 1
                if paper.words(number)[first - 1 : last] != _WORDS.findall(match[0]):
                    return []
                time = len(re.findall(re.escape(match[0]), paragraph.text[: match.end()]))
                spots.append(Spot(number, match[0], time, first, last))
        return spots


def split(spot: Spot, paper: Paper) -> list[Spot]:
    """The words of a spot, the signs apart from the figures."""
    text = paper.text(spot.number)
    at = -1
    for _ in range(spot.occurrence):
        at = text.index(spot.text, at + 1)
    found = []
    for offset, match in enumerate(_WORDS.finditer(spot.text)):
        end = at + match.end()
        position = spot.first + offset
        found.append(Spot(spot.number, match[0], text[:end].count(match[0]), position, position))
    return found
