"""Skill: export some slides of a deck as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, Drawn, other_producers
from forge.skills.exporting.export import Export
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.exports import ExportSkill, name_after, pages_of

MOST = {"easy": 1, "medium": 3, "hard": 6}
"""How many slides are exported."""


class ExportSlides(ExportSkill):
    """One slide, several that follow each other, or these and a further one."""

    id = "impress.export.slides"
    title = "Export some slides of a presentation as PDF"
    phrasings = (
        "export only {{slides}} of {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{slides}} of {{file}}, and no other, {{form}} under the name {{name}} in {{folder}} below "
        "{{place}}",
        "terse: Only {{slides}} of {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export nothing but {{slides}} of {{file}} {{form}} and put it into "
        "{{folder}} of {{place}} as {{name}}?",
        "chatty: The rest is not for everybody. Can you export just {{slides}} of {{file}} {{form}}, and "
        "leave it in {{folder}} of {{place}} as {{name}}?",
        "precise: Of {{file}}, {{slides}} and nothing else is to be exported {{form}}, as {{name}} into "
        "{{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn[Deck]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """When it is hard, a further slide follows behind a gap."""
        pages, random = pages_of(drawn.document), drawn.random
        count = min(MOST[drawn.difficulty], len(pages) - 4)
        first = random.randint(1, len(pages) - count - 2)
        last = first + count - 1
        numbers = list(range(first, last + 1))
        says, pattern = (
            (f"slide {first}", str(first)) if count == 1 else (f"slides {first} to {last}", f"{first}-{last}")
        )
        if drawn.difficulty == "hard":
            further = random.randint(last + 2, len(pages))
            numbers.append(further)
            says, pattern = f"{says} and slide {further}", f"{pattern},{further}"
        wanted = [pages[number - 1] for number in numbers]
        shifted = [pages[number % len(pages)] for number in numbers]
        more = [*wanted, pages[0]] if numbers[-1] == len(pages) else [*wanted, pages[numbers[-1]]]
        export = Export(
            drawn.outbox,
            name_after(drawn, ".pdf"),
            pdf_out.build(wanted),
            other_producers(wanted, "Print"),
            {
                "all slides": (pdf_out.build(pages), "All slides are in it."),
                "one more": (pdf_out.build(more), "A slide too many is in it."),
                "shifted": (pdf_out.build(shifted), "It begins with the slide behind."),
                "no slide": (pdf_out.build([]), "No slide is in it."),
            },
        )
        told = (
            PDF,
            Fact(name="slides", value=tuple(numbers), says=(says,)),
        )
        return export, told, {"filter": "impress_pdf_Export", "data": {"PageRange": pattern}}
