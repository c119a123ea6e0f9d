"""Skill: export a range of cells of a sheet as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.calc.support.exports import Drawn, ExportSkill, printed, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export

FORM = ("as PDF", "as a PDF file", "as a PDF document")


class ExportPdfRange(ExportSkill):
    """The first rows with their headers, of all columns or of the first ones."""

    id = "calc.export.pdf_range"
    title = "Export a range of cells as PDF"
    phrasings = (
        "export only {{range}} of {{sheet}}[[ in {{file}}|]] {{form}} to {{name}} in {{folder}} of {{place}}",
        "export {{range}} on {{sheet}}[[ in {{file}}|]] alone {{form}}, called {{name}}, into {{folder}} "
        "below {{place}}",
        "terse: Only {{range}} of {{sheet}}[[ in {{file}}|]] {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export nothing but {{range}} of {{sheet}}[[ in {{file}}|]] {{form}}, as "
        "{{name}} in "
        "{{folder}} of {{place}}?",
        "chatty: Not everything on {{sheet}}[[ in {{file}}|]] is theirs to see. Please export just "
        "{{range}} {{form}} and "
        "leave it as {{name}} in {{folder}} of {{place}}.",
        "precise: Of {{sheet}}[[ in {{file}}|]], {{range}} and nothing else is to be exported {{form}}, "
        "as {{name}} into "
        "{{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The range begins in the first cell, for the headers."""
        rows, side = drawn.rows, drawn.sides[0]
        height = drawn.random.randint(3, len(rows) - 2)
        width = len(rows[0]) - (drawn.difficulty != "easy")
        area = f"A1:{side.columns[width - 1].letter}{height}"
        wanted = [row[:width] for row in rows[:height]]
        page = printed(wanted)
        other = printed([row[:width] for row in rows_of(drawn.sides[1])[:height]])
        longer = printed([row[:width] for row in rows[: height + 1]])
        export = Export(
            drawn.outbox,
            drawn.name(".pdf"),
            pdf_out.build([page]),
            {
                "printed": (
                    pdf_out.build([page], title=side.sheet, apart=True),
                    "A driver made it.",
                ),
                "packed": (pdf_out.build([page], producer="Office", packed=True), "Another program made it."),
            },
            {
                "whole sheet": (pdf_out.build([printed(rows)]), "All of the sheet is in it."),
                "another sheet": (pdf_out.build([other]), "It is another sheet."),
                "a row more": (pdf_out.build([longer]), "A row too many is in it."),
                "without headers": (pdf_out.build([printed(wanted[1:])]), "The first row is missing."),
            },
        )
        told = (
            Fact(name="form", value="pdf", says=FORM),
            Fact(name="range", value=area, says=(f"the range {area}", f"the cells {area}")),
        )
        return export, told, {"pdf": True, "area": area}
