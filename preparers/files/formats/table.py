"""Tables in CSV: records of fields, known by the headers in the first record."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import decoded, encode
from forge.states.entities import Entity

_NUMBERED = re.compile(r"#\d+")
DELIMITERS = (",", ";", "\t", "|")


def read(data: bytes) -> Reading:
    """The columns and records of a table; how its fields are quoted is not seen.

    Raises:
        UnreadableError: it is no text, or a quoted field does not end.
    """
    text = decoded(data)
    delimiter = _delimiter(text.text)
    try:
        rows = list(csv.reader(io.StringIO(text.text), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise UnreadableError(f"is not a table in CSV: {error}.") from error
    rows = [row for row in rows if row]
    return Reading({"format": "csv", **text.properties(), "delimiter": delimiter}, entities(rows))


def entities(rows: Sequence[Sequence[str]]) -> tuple[Entity, ...]:
    """The columns and records that rows are; the first row holds the headers."""
    headers = keys(rows[0]) if rows else []
    width = max(map(len, rows), default=0)
    headers += [f"#{number}" for number in range(len(headers) + 1, width + 1)]
    own = dict(enumerate(rows[0] if rows else ()))
    columns = [
        Entity("column", header, {"header": own[place]} if own.get(place, header) != header else {})
        for place, header in enumerate(headers)
    ]
    records = [
        Entity(
            "record",
            None,
            {},
            [Entity("field", key, {"value": value}) for key, value in zip(headers, row, strict=False)],
        )
        for row in rows[1:]
    ]
    return (*columns, *records)


def keys(headers: Sequence[str]) -> list[str]:
    """What columns are called: their header, or `#` and their number where that is empty or not theirs alone."""
    count = Counter(headers)
    return [
        header if header and count[header] == 1 and not _NUMBERED.fullmatch(header) else f"#{number}"
        for number, header in enumerate(headers, 1)
    ]


def _delimiter(text: str) -> str:
    """The sign that occurs most in the first line outside of quotes; a comma where none does."""
    first = text.partition("\n")[0]
    bare = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=lambda sign: (bare.count(sign), -DELIMITERS.index(sign)))


def build(
    columns: Sequence[str],
    records: Iterable[Sequence[str]],
    delimiter: str = ",",
    encoding: str = "utf-8",
    line_ends: str = "lf",
) -> bytes:
    """The bytes of a table; fields are quoted where they must be."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(records)
    return encode(buffer.getvalue().removesuffix("\n").split("\n"), encoding, line_ends)


def rows(data: bytes) -> tuple[list[str], list[list[str]]]:
    """The headers and the records of a table.

    Raises:
        UnreadableError: it is no table.
    """
    text = decoded(data).text
    found = [row for row in csv.reader(io.StringIO(text), delimiter=_delimiter(text)) if row]
    if not found:
        raise UnreadableError("is an empty table.")
    return found[0], found[1:]
