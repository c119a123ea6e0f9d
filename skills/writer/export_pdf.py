"""Skill: export a document as PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export
from forge.skills.writer.support.exports import Drawn, ExportSkill

FORM = ("as PDF", "as a PDF file", "as a PDF document")


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
        "more? It goes "
        "into {{folder}} of {{place}} and is to be called {{name}}.",
        "precise: All of {{file}} is to be exported {{form}}, as {{name}} into {{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """Every page with its words; the title in the properties is up to whoever exports."""
        pages = drawn.pages
        last = replace(pages[-1], lines=pages[-1].lines[:-1])
        turned = [replace(page, width=page.height, height=page.width) for page in pages]
        title = drawn.paper.kit.title
        export = Export(
            drawn.outbox,
            drawn.name(".pdf"),
            pdf_out.build(pages, title=drawn.paper.spec.title),
            {
                "printed": (pdf_out.build(pages, title=title, apart=True), "A driver made it."),
                "packed": (pdf_out.build(pages, producer="Office", packed=True), "Another program made it."),
            },
            {
                "first page": (pdf_out.build(pages[:1]), "Only the first page is in it."),
                "all but the first": (pdf_out.build(pages[1:]), "The first page is missing."),
                "last line missing": (pdf_out.build([*pages[:-1], last]), "The end is missing."),
                "lying": (pdf_out.build(turned), "The pages were turned."),
            },
        )
        return export, (Fact(name="form", value="pdf", says=FORM),), {"filter": "writer_pdf_Export"}
