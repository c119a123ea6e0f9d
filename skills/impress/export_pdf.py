"""Skill: export a deck as PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, Drawn, other_producers
from forge.skills.exporting.export import Export
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.exports import ExportSkill, name_after, pages_of


class ExportPdf(ExportSkill):
    """All slides."""

    id = "impress.export.pdf"
    title = "Export a presentation as PDF"
    phrasings = (
        "export all of {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{file}} {{form}} under the name {{name}} in {{folder}} below {{place}}",
        "terse: {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{file}} {{form}} and put it into {{folder}} of {{place}} as "
        "{{name}}?",
        "chatty: Everybody asks for the slides. Can you export {{file}} {{form}}? It goes into {{folder}} "
        "of {{place}} and is to be called {{name}}.",
        "precise: All slides of {{file}} are to be exported {{form}}, as {{name}} into {{folder}} of "
        "{{place}}.",
    )

    def exported(self, drawn: Drawn[Deck]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """A page for each slide, as large as the slides are."""
        pages = pages_of(drawn.document)
        upright = [replace(page, width=210.0, height=297.0) for page in pages]
        export = Export(
            drawn.outbox,
            name_after(drawn, ".pdf"),
            pdf_out.build(pages),
            other_producers(pages, drawn.document.title(1)),
            {
                "first slide": (pdf_out.build(pages[:1]), "Only the first slide is in it."),
                "last slide missing": (pdf_out.build(pages[:-1]), "The last slide is missing."),
                "with notes": (pdf_out.build([*pages, *upright]), "The pages of notes are in it as well."),
                "on paper": (pdf_out.build(upright), "The pages are those of a printer."),
            },
        )
        return export, (PDF,), {"filter": "impress_pdf_Export"}
