"""Skill: export one of several sheets as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.calc.support.exports import Drawn, ExportSkill, printed, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export

FORM = ("as PDF", "as a PDF file", "as a PDF document")


class ExportPdf(ExportSkill):
    """The sheet alone, not the whole workbook."""

    id = "calc.export.pdf"
    title = "Export a sheet as PDF"
    phrasings = (
        "export only {{sheet}}[[ of {{file}}|]] {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{sheet}}[[ of {{file}}|]], and no other sheet, {{form}} under the name {{name}} in "
        "{{folder}} below {{place}}",
        "terse: Only {{sheet}}[[ of {{file}}|]] {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{sheet}}[[ of {{file}}|]] {{form}}, without the other sheets, "
        "and put it into "
        "{{folder}} of {{place}} as {{name}}?",
        "chatty: They only need {{sheet}}[[ of {{file}}|]], not the whole workbook. Export it {{form}} and "
        "leave it in {{folder}} of {{place}} as {{name}}, would you?",
        "precise: {{sheet}}[[ of {{file}}|]] alone is to be exported {{form}}, as {{name}} into "
        "{{folder}} of {{place}}.",
    )

    def exported(self, drawn: Drawn) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """One page of the usual paper."""
        page, other = printed(drawn.rows), printed(rows_of(drawn.sides[1]))
        export = Export(
            drawn.outbox,
            drawn.name(".pdf"),
            pdf_out.build([page]),
            {
                "printed": (
                    pdf_out.build([page], title=drawn.sides[0].sheet, apart=True),
                    "A driver made it.",
                ),
                "packed": (pdf_out.build([page], producer="Office", packed=True), "Another program made it."),
            },
            {
                "whole workbook": (pdf_out.build([page, other]), "The other sheets are in it as well."),
                "another sheet": (pdf_out.build([other]), "It is another sheet."),
                "last row missing": (pdf_out.build([printed(drawn.rows[:-1])]), "A row is missing."),
                "lying": (pdf_out.build([printed(drawn.rows, lying=True)]), "The page was turned."),
            },
        )
        return export, (Fact(name="form", value="pdf", says=FORM),), {"pdf": True}
