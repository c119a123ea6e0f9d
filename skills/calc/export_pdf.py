"""Skill: export one of several sheets as PDF."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import pdf_out
from forge.skills.calc.support.exports import ExportSkill, Sheets, name_after, printed, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.base import PDF, other_producers
from forge.skills.exporting.export import Export


class ExportPdf(ExportSkill):
    """The sheet alone, not the whole workbook."""

    id = "calc.export.pdf"
    title = "Export a sheet as PDF"
    phrasings = (
        "export only {{sheet}}[[ of {{file}}|]] {{form}} to {{name}} in {{folder}} of {{place}}",
        "save {{sheet}}[[ of {{file}}|]], and no other sheet, {{form}} under the name {{name}} in "
        "{{folder}} below {{place}}",
        "terse: Only {{sheet}}[[ of {{file}}|]] {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{sheet}}[[ of {{file}}|]] {{form}}, without the other sheets, and "
        "put it into {{folder}} of {{place}} as {{name}}?",
        "chatty: They only need {{sheet}}[[ of {{file}}|]], not the whole workbook. Export it {{form}} and "
        "leave it in {{folder}} of {{place}} as {{name}}, would you?",
        "precise: {{sheet}}[[ of {{file}}|]] alone is to be exported {{form}}, as {{name}} into {{folder}} "
        "of {{place}}.",
    )

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """One page of the usual paper."""
        rows = rows_of(drawn.document[0])
        page, other = printed(rows), printed(rows_of(drawn.document[1]))
        export = Export(
            drawn.outbox,
            name_after(drawn, drawn.document[0].sheet, ".pdf"),
            pdf_out.build([page]),
            other_producers([page], "Print"),
            {
                "whole workbook": (pdf_out.build([page, other]), "The other sheets are in it as well."),
                "another sheet": (pdf_out.build([other]), "It is another sheet."),
                "last row missing": (
                    pdf_out.build([printed(rows[:-1])]),
                    "A row is missing.",
                ),
                "lying": (
                    pdf_out.build([printed(rows, lying=True)]),
                    "The page was turned.",
                ),
            },
        )
        return export, (PDF,), {"pdf": True}
