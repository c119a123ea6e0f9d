"""Skill: export a document as plain text."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import text
from forge.skills.contract import Fact
from forge.skills.exporting.base import Drawn
from forge.skills.exporting.export import Export
from forge.skills.writer.support.exports import ExportSkill, name_after
from forge.skills.writer.support.papers import Paper

FORM = ("as plain text", "as a plain text file", "as text without any formatting")


class ExportText(ExportSkill):
    """A line for each paragraph."""

    id = "writer.export.plain_text"
    title = "Export a document as plain text"
    without = ExportSkill.without | {"list", "header"}
    phrasings = (
        "export {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{file}} {{form}} in {{folder}} below {{place}}, under the name {{name}}",
        "terse: {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please save {{file}} {{form}}, as {{name}} in {{folder}} of {{place}}?",
        "chatty: Somebody wants to read it on a very old machine. Can you export {{file}} {{form}}? Put it "
        "into {{folder}} of {{place}} and call it {{name}}.",
        "precise: The text of {{file}} is to be exported {{form}}, as {{name}} into {{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn[Paper]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The application begins the file with a mark of its encoding, which nobody asked for."""
        lines = [item.text for item in drawn.document.body]
        marked = "utf-8 with mark"
        export = Export(
            drawn.outbox,
            name_after(drawn, ".txt"),
            text.encode(lines, marked),
            {
                "without mark": (text.encode(lines), "Nobody asked for a mark."),
                "as on Windows": (text.encode(lines, "utf-16", "crlf"), "Nobody said how it is encoded."),
            },
            {
                "title missing": (text.encode(lines[1:], marked), "The first line is missing."),
                "end missing": (text.encode(lines[:-1], marked), "The last line is missing."),
                "one line": (text.encode([" ".join(lines)], marked), "All paragraphs run together."),
                "marked up": (text.encode([f"<p>{line}</p>" for line in lines], marked), "It is marked up."),
            },
            frozenset({"encoding"}),
        )
        return export, (Fact(name="form", value="txt", says=FORM),), {"filter": "Text"}
