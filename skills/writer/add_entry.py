"""Skill: add an entry to a list of references."""

from __future__ import annotations

from random import Random

from forge.preparers.writer.spec import Paragraph
from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import heading_fact, text_fact
from forge.skills.writer.support.new_lines import NewLines, Scene
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.sources import draw_sources


class AddEntry(NewLines):
    """A source is put where the alphabet wants it; the list gets longer with difficulty."""

    id = "writer.references.add_entry"
    title = "Add an entry to a reference list"
    phrasings = (
        "add {{entry}} to the list under {{heading}}, where it belongs in alphabetical order",
        "put the source {{entry}} into the list under {{heading}} and keep the list in alphabetical order",
        "terse: Under {{heading}}, add {{entry}} in alphabetical order.",
        "polite: Could you please add {{entry}} to the sources under {{heading}}, keeping the alphabetical order?",
        "chatty: One source is still missing under {{heading}}. Can you add {{entry}} at the right place in the "
        "alphabet?",
        "precise: Insert {{entry}} as a paragraph of its own under {{heading}}, in alphabetical order of the names.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Sources in the order of the alphabet are written at the end of the document, but for one."""
        count = {"easy": 4, "medium": 7, "hard": 11}[parameters.difficulty]
        sources = draw_sources(random, count + 1)
        place = random.randint(1, count - 1)
        new = sources.pop(place)
        paper.spec.add(Paragraph.of("Sources", "Heading 1"))
        heading = len(paper.body)
        for source in sources:
            paper.spec.add(Paragraph.of(source, paper.house.body))
        after = heading + place
        told = (heading_fact("heading", paper, heading), text_fact("entry", new))
        return Scene(parameters, paper, after, after, (new,), told, len(paper.body))
