"""Skill: export a document as PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, Drawn, other_producers
from forge.skills.exporting.export import Export
from forge.skills.writer.support.exports import ExportSkill, name_after, pages_of
from forge.skills.writer.support.papers import Paper


class ExportPdf(ExportSkill):
    """All pages."""

    id = "writer.export.pdf"
    title = "Export a document as PDF"
    phrasings = (
        "export all of {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{file}} {{form}} under the name {{name}} in {{folder}} below {{place}}",
        "terse: {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{file}} {{form}} and put it into {{folder}} of {{place}} as "
        "{{name}}?",
        "chatty: It is finished at last. Can you export {{file}} {{form}}, so that nobody changes it any "
        "more? It goes into {{folder}} of {{place}} and is to be called {{name}}.",
        "precise: All of {{file}} is to be exported {{form}}, as {{name}} into {{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn[Paper]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """Every page with its words; the title in the properties is up to whoever exports."""
        pages = pages_of(drawn.document)
        last = replace(pages[-1], lines=pages[-1].lines[:-1])
        turned = [replace(page, width=page.height, height=page.width) for page in pages]
        title = drawn.document.kit.title
        export = Export(
            drawn.outbox,
            name_after(drawn, ".pdf"),
            pdf_out.build(pages, title=drawn.document.spec.title),
            other_producers(pages, title),
            {
                "first page": (pdf_out.build(pages[:1]), "Only the first page is in it."),
                "all but the first": (pdf_out.build(pages[1:]), "The first page is missing."),
                "last line missing": (pdf_out.build([*pages[:-1], last]), "The end is missing."),
                "lying": (pdf_out.build(turned), "The pages were turned."),
            },
        )
        return export, (PDF,), {"filter": "writer_pdf_Export"}
