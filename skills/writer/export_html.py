"""Skill: export a document as a web page."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import html
from forge.skills.contract import Fact
from forge.skills.exporting.base import HTML, Drawn
from forge.skills.exporting.export import Export
from forge.skills.writer.support.exports import ExportSkill, name_after
from forge.skills.writer.support.papers import Paper


class ExportHtml(ExportSkill):
    """Headings stay headings, everything else is a paragraph."""

    id = "writer.export.web_page"
    title = "Export a document as a web page"
    without = ExportSkill.without | {"header"}
    phrasings = (
        "export {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{file}} {{form}} in {{folder}} below {{place}}, under the name {{name}}",
        "terse: {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please save {{file}} {{form}}, as {{name}} in {{folder}} of {{place}}?",
        "chatty: It is to go online next week. Can you export {{file}} {{form}}, headings and all? Put it "
        "into {{folder}} of {{place}} and call it {{name}}.",
        "precise: All of {{file}} is to be exported {{form}}, as {{name}} into {{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn[Paper]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The title of the page is up to whoever exports."""
        paper = drawn.document
        headings = {number - 1 for number in paper.headings()}
        blocks = [
            ("h1" if n in headings else "p", item.text) for n, item in enumerate(paper.body) if item.text
        ]
        flat = [("p", said) for _, said in blocks]
        together = " ".join(said for _, said in blocks)
        bold = [(tag, said) if tag == "h1" else ("div", said) for tag, said in blocks]
        export = Export(
            drawn.outbox,
            name_after(drawn, ".html"),
            html.build(blocks, title=paper.spec.title),
            {
                "other tags": (html.build(bold, title=paper.file), "Paragraphs may be marked up otherwise."),
                "titled": (html.build(blocks, title=paper.kit.title), "Nobody said what the title is."),
            },
            {
                "title missing": (html.build(blocks[1:]), "The first paragraph is missing."),
                "end missing": (html.build(blocks[:-1]), "The last paragraph is missing."),
                "flat": (html.build(flat), "Nothing is a heading."),
                "one paragraph": (
                    html.build([("p", together)]),
                    "All of it runs together.",
                ),
            },
        )
        return export, (HTML,), {"filter": "HTML (StarWriter)"}
