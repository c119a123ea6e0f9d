"""Skill: type a paragraph at a given place."""

from __future__ import annotations

from random import Random

from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import paragraph_fact, text_fact
from forge.skills.writer.support.new_lines import NewLines, Scene
from forge.skills.writer.support.papers import Paper

SENTENCES = (
    "The next review takes place in {month}.",
    "{person} will be away from {date} on and is represented by {other}.",
    "All figures in this part were checked by {person}.",
    "Please send your comments to {person} by {date}.",
    "This part was added after the meeting on {date}.",
    "Changes after {date} are only made in writing.",
)


class TypeText(NewLines):
    """One new paragraph with one sentence or several."""

    id = "writer.content.type_text"
    title = "Type a found text into a document"
    phrasings = (
        "add a new paragraph after {{place}} with this text: {{text}}",
        "insert a paragraph right after {{place}} that says {{text}}",
        "terse: New paragraph after {{place}}: {{text}}",
        "polite: Could you please add a paragraph directly after {{place}} with the text {{text}}?",
        "chatty: I forgot something. Can you put a new paragraph right after {{place}} that says {{text}}?",
        "precise: Directly after {{place}}, add a paragraph of its own with the text {{text}}",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """A paragraph that looks like any other, behind which something stands."""
        plain = [
            number
            for number, paragraph in enumerate(paper.body, 1)
            if all(run.footnote is None for run in paragraph.runs)
        ]
        after, wrong = paper.places_behind(random, plain)
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        text = paper.prose.paragraph(random.sample(SENTENCES, count))
        told = (paragraph_fact("place", paper, after), text_fact("text", text))
        return Scene(parameters, paper, after, after, (text,), told, wrong)
