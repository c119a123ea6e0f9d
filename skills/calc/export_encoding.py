"""Skill: export one of several sheets as CSV in a given encoding."""

from __future__ import annotations

from typing import Any

from forge.preparers.files.formats import table
from forge.skills.calc.support.exports import ACCENTED_PLACES, ExportSkill, Sheets, name_after, rows_of
from forge.skills.contract import Fact
from forge.skills.exporting.export import Export

ENCODINGS = {
    "utf-8": ("in UTF-8", "with the character set UTF-8"),
    "latin-1": ("in Western European encoding rather than Unicode", "with a Western European character set"),
}
"""What letters with accents are written in; Windows' and ISO's Western European sets agree on all that occur."""
COMMAS = ("as CSV with commas", "as comma-separated values")


class ExportEncoding(ExportSkill):
    """Letters with accents tell one encoding from another."""

    id = "calc.export.encoding"
    title = "Export a sheet as CSV in a given encoding"
    places = ACCENTED_PLACES
    phrasings = (
        "export {{sheet}}[[ of {{file}}|]] {{form}}, {{encoding}}, to {{name}} in {{folder}} of {{place}}",
        "store {{sheet}}[[ of {{file}}|]] {{form}} and {{encoding}} as {{name}} in {{folder}} below "
        "{{place}}",
        "terse: {{sheet}}[[ of {{file}}|]] {{form}}, {{encoding}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{sheet}}[[ of {{file}}|]] {{form}}, {{encoding}}, and put it into "
        "{{folder}} of {{place}} as {{name}}?",
        "chatty: Last time all the accents came out wrong. Please save {{sheet}}[[ of {{file}}|]] {{form}}, "
        "this time {{encoding}}, in {{folder}} of {{place}}; call it {{name}}.",
        "precise: The file {{name}} in {{folder}} of {{place}} is to hold {{sheet}}[[ of {{file}}|]] "
        "{{form}}, {{encoding}}.",
    )

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The letters are right in one encoding only."""
        rows = rows_of(drawn.document[0])
        (headers, *records), encoding = rows, drawn.random.choice(sorted(ENCODINGS))
        other = rows_of(drawn.document[1])
        instead = next(item for item in ENCODINGS if item != encoding)
        quoted = "".join(",".join(f'"{text}"' for text in row) + "\r\n" for row in rows)
        bare = [[text.encode("ascii", "replace").decode() for text in row] for row in records]
        export = Export(
            drawn.outbox,
            name_after(drawn, drawn.document[0].sheet, ".csv"),
            table.build(headers, records, encoding=encoding),
            {
                "quoted": (
                    quoted.encode(encoding),
                    "Every field may be quoted, and lines may end as elsewhere.",
                )
            },
            {
                "another encoding": (
                    table.build(headers, records, encoding=instead),
                    "The encoding is another.",
                ),
                "wide": (
                    table.build(headers, records, encoding="utf-16"),
                    "It has two bytes for each letter.",
                ),
                "another sheet": (
                    table.build(other[0], other[1:], encoding=encoding),
                    "It is another sheet.",
                ),
                "letters lost": (
                    table.build(headers, bare, encoding=encoding),
                    "Letters became question marks.",
                ),
            },
            encoded=True,
        )
        told = (
            Fact(name="form", value=",", says=COMMAS),
            Fact(name="encoding", value=encoding, says=ENCODINGS[encoding]),
        )
        return export, told, {"separator": ",", "encoding": encoding}
