"""Skill: export one of several sheets as text with tabs between the fields."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import table
from forge.skills.calc.support.exports import ExportSkill, Sheets, name_after, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export

FORM = ("as text with tabs between the fields", "as tab-separated values", "as a text file parted by tabs")


class ExportTabs(ExportSkill):
    """Nothing but tabs parts the fields; commas and semicolons in them are text."""

    id = "calc.export.tab_separated"
    title = "Export a sheet as text with tabs"
    phrasings = (
        "export {{sheet}}[[ of {{file}}|]] {{form}} to {{name}} in {{folder}} of {{place}}",
        "turn {{sheet}}[[ of {{file}}|]] into {{name}} in {{folder}} below {{place}}, {{form}}",
        "terse: {{name}} in {{folder}} of {{place}}: {{sheet}}[[ of {{file}}|]] {{form}}.",
        "polite: Would you export {{sheet}}[[ of {{file}}|]] {{form}} for me, as {{name}} in {{folder}} of "
        "{{place}}?",
        "chatty: They want to paste {{sheet}}[[ of {{file}}|]] into something of their own. Save it "
        "{{form}} please, as {{name}} in {{folder}} of {{place}}.",
        "precise: {{sheet}}[[ of {{file}}|]] is to stand {{form}} in the file {{name}}, in {{folder}} of "
        "{{place}}.",
    )

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """Whoever leaves the separator as it was has a table of one column."""
        rows = rows_of(drawn.document[0])
        headers, *records = rows
        other = rows_of(drawn.document[1])
        quoted = "".join("\t".join(f'"{text}"' for text in row) + "\r\n" for row in rows)
        export = Export(
            drawn.outbox,
            name_after(drawn, drawn.document[0].sheet, ".tsv"),
            table.build(headers, records, "\t"),
            {"quoted": (quoted.encode(), "Fields may be quoted, and lines may end as elsewhere.")},
            {
                "commas": (table.build(headers, records), "Commas part the fields."),
                "semicolons": (table.build(headers, records, ";"), "Semicolons part the fields."),
                "another sheet": (table.build(other[0], other[1:], "\t"), "It is another sheet."),
                "last row missing": (table.build(headers, records[:-1], "\t"), "A row is missing."),
            },
        )
        return export, (Fact(name="form", value="\t", says=FORM),), {"separator": "\t"}
