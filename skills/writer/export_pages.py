"""Skill: export some pages of a document as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, Drawn, other_producers
from forge.skills.exporting.export import Export
from forge.skills.writer.support.exports import ExportSkill, name_after, pages_of
from forge.skills.writer.support.papers import Paper


class ExportPages(ExportSkill):
    """One page, or several that follow each other."""

    id = "writer.export.pages"
    title = "Export some pages of a document as PDF"
    phrasings = (
        "export only {{pages}} of {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{pages}} of {{file}}, and no other, {{form}} under the name {{name}} in {{folder}} below "
        "{{place}}",
        "terse: Only {{pages}} of {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export nothing but {{pages}} of {{file}} {{form}} and put it into "
        "{{folder}} of {{place}} as {{name}}?",
        "chatty: Not all of it is for everybody. Can you export just {{pages}} of {{file}} {{form}}, and "
        "leave it in {{folder}} of {{place}} as {{name}}?",
        "precise: Of {{file}}, {{pages}} and nothing else is to be exported {{form}}, as {{name}} into "
        "{{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn[Paper]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """Never all pages; a page too many or too few is wrong."""
        pages = pages_of(drawn.document)
        most = {"easy": 1, "medium": 2, "hard": 3}[drawn.difficulty]
        count = min(most, len(pages) - 1)
        first = drawn.random.randint(1, len(pages) - count + 1)
        last = first + count - 1
        wanted = pages[first - 1 : last]
        shifted = [*pages[first:last], pages[last] if last < len(pages) else pages[0]]
        says = f"page {first}" if count == 1 else f"pages {first} to {last}"
        more = pages[max(first - 2, 0) : last + 1]
        export = Export(
            drawn.outbox,
            name_after(drawn, ".pdf"),
            pdf_out.build(wanted, title=drawn.document.spec.title),
            other_producers(wanted, "Print"),
            {
                "all pages": (pdf_out.build(pages), "All pages are in it."),
                "more": (pdf_out.build(more), "A page before or behind is in it as well."),
                "shifted": (pdf_out.build(shifted), "It begins with the page behind."),
                "no page": (pdf_out.build([]), "No page is in it."),
            },
        )
        told = (
            PDF,
            Fact(name="pages", value=(first, last), says=(says,)),
        )
        return export, told, {"filter": "writer_pdf_Export", "data": {"PageRange": f"{first}-{last}"}}
