"""Four made-up sorts of application state, with readers that turn plain data into trees.

A mailbox (keyed messages that roam between folders), a document (paragraphs and runs in sequence, references to
paragraphs), a database (records by key, volatile stamps, views in an order) and a grid (cells along columns).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from forge.states.alignment import Follower
from forge.states.entities import Entity, Kind, Path, Property, Schema, State, Tree
from forge.states.values import Colour, Formula, Reference, Value

# --- a mailbox -------------------------------------------------------------------------------------------------

MAIL = "mail"
MAIL_SCHEMA = Schema(
    "mailbox",
    {
        kind.name: kind
        for kind in (
            Kind.of("mailbox", Property("signature", example="Yours")),
            Kind.of(
                "folder",
                Property("hidden", False),
                within=("mailbox",),
                example=Entity("folder", "Another", {}, (), ("Another",)),
            ),
            Kind.of(
                "message",
                Property("subject", example="Hello"),
                Property("starred", False),
                Property("label", "none", choices=("none", "work", "private")),
                Property("received", example=datetime(2026, 3, 1, 12)),  # noqa: DTZ001 - mail shows local times
                Property("uid", volatile=True),
                roams=True,
                arbitrary=True,
                within=("folder",),
                example=Entity("message", "<another@example.org>", {"subject": "Another"}),
            ),
        )
    },
)


@dataclass
class Message:
    subject: str
    starred: bool = False
    label: str = "none"
    uid: int = 0


Mailbox = dict[str, dict[str, Message]]


def mailbox(folders: Mapping[str, Mapping[str, Message]]) -> State:
    """A mailbox from its folders: messages by their ids."""
    found = []
    for name, messages in folders.items():
        children = [
            Entity(
                "message",
                key,
                {"subject": m.subject, "starred": m.starred, "label": m.label, "uid": m.uid},
            )
            for key, m in messages.items()
        ]
        found.append(Entity("folder", name, {}, children, tuple(messages)))
    return State({MAIL: Tree(MAIL_SCHEMA, Entity("mailbox", children=found))})


# --- a document ------------------------------------------------------------------------------------------------

DOCUMENT = "~/report.doc"


def _follow_paragraph(value: Value, follower: Follower, mount: str, path: Path) -> Value:
    if not isinstance(value, Reference):
        return value
    where = follower.follow(mount, (("paragraph", int(value.text)),))
    return Reference(str(where[0][1]) if where is not None else "0")


DOCUMENT_SCHEMA = Schema(
    "document",
    {
        kind.name: kind
        for kind in (
            Kind.of("document", Property("title", example="Report")),
            Kind.of(
                "paragraph",
                Property("style", "Normal", choices=("Normal", "Heading 1", "Quote")),
                Property("refers", example=Reference("1")),
                align="sequence",
                within=("document",),
                example=Entity("paragraph", None, {}, [Entity("run", None, {"text": "More."})], ("More.",)),
            ),
            Kind.of(
                "run",
                Property("text", example="x"),
                Property("bold", False),
                Property("colour", example=Colour("#C00000")),
                align="sequence",
                within=("paragraph",),
                example=Entity("run", None, {"text": "more"}),
            ),
        )
    },
    rewrite=_follow_paragraph,
)


@dataclass
class Paragraph:
    runs: list[tuple[str, bool]]
    style: str = "Normal"
    refers: int | None = None


def document(paragraphs: Iterable[Paragraph]) -> State:
    """A document from its paragraphs; neighbouring runs that look alike should be one already."""
    found = []
    for item in paragraphs:
        runs = [Entity("run", None, {"text": text, "bold": bold}) for text, bold in item.runs]
        words = tuple(word for text, _ in item.runs for word in text.split())
        properties: dict[str, Value] = {"style": item.style}
        if item.refers is not None:
            properties["refers"] = Reference(str(item.refers))
        found.append(Entity("paragraph", None, properties, runs, words))
    return State({DOCUMENT: Tree(DOCUMENT_SCHEMA, Entity("document", children=found))})


# --- a database ------------------------------------------------------------------------------------------------

DATABASE = "shop.db"
DATABASE_SCHEMA = Schema(
    "database",
    {
        kind.name: kind
        for kind in (
            Kind.of("database"),
            Kind.of(
                "table",
                within=("database",),
                example=Entity("table", "another", tokens=("another",)),
            ),
            Kind.of(
                "record",
                Property("name", example="x"),
                Property("amount", 0),
                Property("changed", volatile=True),
                arbitrary=True,
                within=("table",),
                example=Entity("record", "9999", {"name": "another"}),
            ),
            Kind.of(
                "view",
                Property("query", example="all"),
                ordered=True,
                within=("database",),
                example=Entity("view", "another", {"query": "another"}),
            ),
        )
    },
)


@dataclass
class Record:
    name: str
    amount: float = 0
    changed: int = 0


@dataclass
class Database:
    tables: dict[str, dict[str, Record]] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)


def database(data: Database) -> State:
    """A database from its tables and views."""
    tables = [
        Entity(
            "table",
            name,
            {},
            [
                Entity("record", key, {"name": r.name, "amount": r.amount, "changed": r.changed})
                for key, r in records.items()
            ],
            tuple(r.name for r in records.values()),
        )
        for name, records in data.tables.items()
    ]
    views = [Entity("view", name, {"query": query}) for name, query in data.views.items()]
    return State({DATABASE: Tree(DATABASE_SCHEMA, Entity("database", children=[*tables, *views]))})


# --- a grid ----------------------------------------------------------------------------------------------------

GRID = "~/grid.xyz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLACE = re.compile(r"([A-Z])([0-9]+)")


def _follow_places(value: Value, follower: Follower, mount: str, path: Path) -> Value:
    if not isinstance(value, Formula):
        return value

    def moved(found: re.Match[str]) -> str:
        column = LETTERS.index(found[1]) + 1
        row = follower.follow(mount, (*path[:1], ("row", int(found[2]))))
        along = follower.follow(mount, (*path[:1], ("column", column)))
        if row is None or along is None:
            return "#REF!"
        return f"{LETTERS[int(along[-1][1]) - 1]}{row[-1][1]}"

    return Formula(_PLACE.sub(moved, value.text))


def _sources(tree: Tree, path: Path, name: str) -> Iterable[tuple[Path, str]]:
    cell = tree.at(path)
    formula = cell.properties.get("formula") if cell is not None else None
    if name == "value" and isinstance(formula, Formula):
        for column, row in _PLACE.findall(formula.text):
            yield (path[0], ("row", int(row)), ("cell", column)), "value"


GRID_SCHEMA = Schema(
    "grid",
    {
        kind.name: kind
        for kind in (
            Kind.of("book"),
            Kind.of(
                "sheet",
                Property("hidden", False),
                ordered=True,
                within=("book",),
                example=Entity("sheet", "Another sheet"),
            ),
            Kind.of("column", Property("width", 8.5), align="sequence", sparse=True),
            Kind.of(
                "row",
                Property("height", example=20.0),
                align="sequence",
                sparse=True,
                within=("sheet",),
                example=Entity("row", None, {}, [Entity("cell", "A", {"value": "x"})], ("x",)),
            ),
            Kind.of(
                "cell",
                Property("value", example="x", follows="formula"),
                Property("formula", example=Formula("=1")),
                Property("bold", False),
                Property("fill", example=Colour("#C00000")),
                align="axis",
                axis="column",
                sparse=True,
                within=("row",),
                example=Entity("cell", "Z", {"value": "x"}),
            ),
            Kind.of(
                "note",
                Property("text", example="x"),
                align="sequence",
                within=("sheet",),
                example=Entity("note", None, {"text": "another note"}),
            ),
        )
    },
    rewrite=_follow_places,
    targets=("sheet", "row", "column"),
    sources=_sources,
)


@dataclass
class Cell:
    value: Value = None
    formula: str | None = None
    bold: bool = False


Rows = list[list[Cell]]


def sheet_entity(name: str, rows: Sequence[Sequence[Cell]], notes: Sequence[str] = ()) -> Entity:
    """A sheet as a reader would give it: rows known by their values, columns by theirs."""
    width = max((len(row) for row in rows), default=0)
    down: list[list[Value]] = [[] for _ in range(width)]
    made = []
    for row in rows:
        cells = []
        across = []
        for index, cell in enumerate(row):
            properties: dict[str, Value] = {}
            if cell.value is not None:
                properties["value"] = cell.value
            if cell.formula is not None:
                properties["formula"] = Formula(cell.formula)
            if cell.bold:
                properties["bold"] = True
            if properties:
                cells.append(Entity("cell", LETTERS[index], properties, (), ()))
            if cell.value is not None and cell.formula is None:
                across.append(cell.value)
                down[index].append(cell.value)
        made.append(Entity("row", None, {}, cells, tuple(across)))
    columns = [Entity("column", LETTERS[n], {}, (), tuple(values)) for n, values in enumerate(down)]
    tokens = tuple(value for values in down for value in values)
    kept = [Entity("note", None, {"text": text}) for text in notes]
    return Entity("sheet", name, {}, [*columns, *made, *kept], tokens)


def grid(sheets: Mapping[str, Sequence[Sequence[Cell]]], notes: Sequence[str] = ()) -> State:
    """A grid from its sheets; every sheet has the notes."""
    made = [sheet_entity(name, rows, notes) for name, rows in sheets.items()]
    return State({GRID: Tree(GRID_SCHEMA, Entity("book", children=made))})
