"""Skill: export a range of cells of a sheet as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.calc.support.exports import ExportSkill, Sheets, name_after, printed, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, other_producers
from forge.skills.exporting.export import Export


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
        "{{name}} in {{folder}} of {{place}}?",
        "chatty: Not everything on {{sheet}}[[ in {{file}}|]] is theirs to see. Please export just "
        "{{range}} {{form}} and leave it as {{name}} in {{folder}} of {{place}}.",
        "precise: Of {{sheet}}[[ in {{file}}|]], {{range}} and nothing else is to be exported {{form}}, as "
        "{{name}} into {{folder}} of {{place}}.",
    )

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The range begins in the first cell, for the headers."""
        rows, side = rows_of(drawn.document[0]), drawn.document[0]
        height = drawn.random.randint(3, len(rows) - 2)
        width = len(rows[0]) - (drawn.difficulty != "easy")
        area = f"A1:{side.columns[width - 1].letter}{height}"
        wanted = [row[:width] for row in rows[:height]]
        page = printed(wanted)
        other = printed([row[:width] for row in rows_of(drawn.document[1])[:height]])
        longer = printed([row[:width] for row in rows[: height + 1]])
        export = Export(
            drawn.outbox,
            name_after(drawn, side.sheet, ".pdf"),
            pdf_out.build([page]),
            other_producers([page], "Print"),
            {
                "whole sheet": (pdf_out.build([printed(rows)]), "All of the sheet is in it."),
                "another sheet": (pdf_out.build([other]), "It is another sheet."),
                "a row more": (pdf_out.build([longer]), "A row too many is in it."),
                "without headers": (pdf_out.build([printed(wanted[1:])]), "The first row is missing."),
            },
        )
        told = (
            PDF,
            Fact(name="range", value=area, says=(f"the range {area}", f"the cells {area}")),
        )
        return export, told, {"pdf": True, "area": area}
