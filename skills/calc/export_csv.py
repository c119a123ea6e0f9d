"""Skill: export one of several sheets as CSV with a given sign between the fields."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import table
from forge.skills.calc.support.exports import ExportSkill, Sheets, name_after, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export

SEPARATORS = {
    ",": ("as CSV with commas between the fields", "as comma-separated values"),
    ";": ("as CSV with semicolons between the fields", "as a CSV file whose fields are parted by semicolons"),
    "|": (
        "as CSV with vertical bars between the fields",
        "as a CSV file whose fields are parted by vertical bars",
    ),
}


class ExportCsv(ExportSkill):
    """Texts that hold the sign themselves must be quoted; the other sheets are left out."""

    id = "calc.export.text_format"
    title = "Export a sheet as CSV with a given separator"
    phrasings = (
        "export {{sheet}}[[ of {{file}}|]] {{form}} to {{name}} in {{folder}} of {{place}}",
        "write {{sheet}}[[ of {{file}}|]], headers and all, {{form}} into {{folder}} below {{place}} and "
        "call it {{name}}",
        "terse: {{sheet}}[[ of {{file}}|]] {{form}}, as {{name}} into {{folder}} of {{place}}.",
        "polite: Could you please save {{sheet}}[[ of {{file}}|]] {{form}}? It belongs into {{folder}} of "
        "{{place}}, under the name {{name}}.",
        "chatty: Another program has to read {{sheet}}[[ of {{file}}|]], so I need it {{form}}. Please put "
        "it into {{folder}} of {{place}} as {{name}}.",
        "precise: {{sheet}}[[ of {{file}}|]] is to be exported {{form}} as {{name}} into {{folder}} of "
        "{{place}}.",
    )

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """Another separator than wished is wrong, another way of quoting is not."""
        rows = rows_of(drawn.document[0])
        (headers, *records), sign = rows, drawn.random.choice(sorted(SEPARATORS))
        other = rows_of(drawn.document[1])
        instead = next(item for item in sorted(SEPARATORS) if item != sign)
        quoted = "".join(sign.join(f'"{text}"' for text in row) + "\n" for row in rows)
        export = Export(
            drawn.outbox,
            name_after(drawn, drawn.document[0].sheet, ".csv"),
            table.build(headers, records, sign),
            {
                "quoted": (quoted.encode(), "Every field may be quoted."),
                "other line ends": (
                    table.build(headers, records, sign, line_ends="crlf"),
                    "Nobody said which.",
                ),
            },
            {
                "another separator": (
                    table.build(headers, records, instead),
                    "Another sign parts the fields.",
                ),
                "another sheet": (table.build(other[0], other[1:], sign), "It is another sheet."),
                "without headers": (table.build(records[0], records[1:], sign), "The headers are missing."),
                "last row missing": (table.build(headers, records[:-1], sign), "A row is missing."),
            },
        )
        return export, (Fact(name="form", value=sign, says=SEPARATORS[sign]),), {"separator": sign}
