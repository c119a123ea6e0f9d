"""States of the made-up worlds, drawn by hypothesis: small alphabets, so that two draws have much in common."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, datetime, timedelta

from hypothesis import strategies as st

from forge.states.entities import State
from forge.states.values import Colour, Error, Formula, Reference, Value
from forge.tests.states.worlds import (
    Cell,
    Database,
    Mailbox,
    Message,
    Paragraph,
    Record,
    Rows,
    database,
    document,
    grid,
    mailbox,
)

_FOLDERS = ("Inbox", "Archive", 'Été, "2026"/#1', "Trash")
_IDS = tuple(f"<{n}@example.org>" for n in range(6))
_WORDS = ("alpha", "beta", "gamma", "delta", "omega")

scalars = (
    st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.booleans()
    | st.dates(date(1900, 1, 1), date(2199, 12, 31))
    | st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31))  # noqa: DTZ001 - documents have no zones
    | st.times()
    | st.timedeltas(timedelta(days=-36500), timedelta(days=36500))
    | st.builds(Error, st.sampled_from(("#DIV/0!", "#REF!")))
    | st.builds(Colour, st.from_regex(r"\A#[0-9A-F]{6}\Z"))
    | st.builds(Formula, st.text(max_size=8).map("={}".format))
    | st.builds(Reference, st.text(max_size=8))
)
values: st.SearchStrategy[Value] = st.none() | st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5
)

messages = st.builds(
    Message,
    subject=st.sampled_from(_WORDS),
    starred=st.booleans(),
    label=st.sampled_from(("none", "work")),
    uid=st.integers(0, 99),
)


@st.composite
def mailboxes(draw: st.DrawFn) -> Mailbox:
    """Folders with messages; each message is in one folder."""
    folders: Mailbox = {
        name: {} for name in draw(st.lists(st.sampled_from(_FOLDERS), min_size=1, unique=True))
    }
    for key in draw(st.lists(st.sampled_from(_IDS), unique=True)):
        folders[draw(st.sampled_from(sorted(folders)))][key] = draw(messages)
    return folders


runs = st.tuples(st.lists(st.sampled_from(_WORDS), max_size=3).map(" ".join), st.booleans())
paragraphs = st.builds(
    Paragraph,
    runs=st.lists(runs, max_size=2),
    style=st.sampled_from(("Normal", "Quote")),
    refers=st.none() | st.integers(1, 4),
)
documents = st.lists(paragraphs, max_size=6)

records = st.builds(
    Record, name=st.sampled_from(_WORDS), amount=st.integers(0, 3) | st.sampled_from((0.5, 1.25))
)
databases = st.builds(
    Database,
    tables=st.dictionaries(
        st.sampled_from(("orders", "people")),
        st.dictionaries(st.sampled_from(("1", "2", "3", "10")), records, max_size=4),
        min_size=1,
    ),
    views=st.lists(st.sampled_from(_WORDS), unique=True, max_size=3).map(
        lambda names: {name: name * 2 for name in names}
    ),
)

cells = st.builds(
    Cell, value=st.sampled_from((None, 1, 2.5, "x", "y", True)), bold=st.booleans()
) | st.builds(Cell, value=st.integers(0, 3), formula=st.sampled_from(("=A1*2", "=B2+A1", "=A3")))
row_lists: st.SearchStrategy[Rows] = st.lists(st.lists(cells, max_size=4), max_size=4)
sheets = st.dictionaries(st.sampled_from(("One", "Two", 'It\'s, "3"')), row_lists, min_size=1, max_size=2)

states: st.SearchStrategy[State] = (
    mailboxes().map(mailbox)
    | documents.map(document)
    | databases.map(database)
    | st.builds(grid, sheets, st.lists(st.sampled_from(_WORDS), max_size=2))
)

pairs: st.SearchStrategy[tuple[State, State]] = (
    st.tuples(mailboxes().map(mailbox), mailboxes().map(mailbox))
    | st.tuples(documents.map(document), documents.map(document))
    | st.tuples(databases.map(database), databases.map(database))
    | st.tuples(
        st.builds(grid, sheets), st.builds(grid, sheets, st.lists(st.sampled_from(_WORDS), max_size=2))
    )
)
"""Two states of one world."""


@st.composite
def steps(draw: st.DrawFn) -> tuple[State, State]:
    """A state and one that somebody could have made of it with a few edits."""
    return draw(st.one_of(_mail_steps(), _document_steps(), _database_steps(), _grid_steps()))


@st.composite
def _mail_steps(draw: st.DrawFn) -> tuple[State, State]:
    before = draw(mailboxes())
    after = deepcopy(before)
    for _ in range(draw(st.integers(1, 3))):
        folder = draw(st.sampled_from(sorted(after)))
        act = draw(st.sampled_from(("star", "move", "delete", "add", "folder")))
        there = after[folder]
        if act == "folder":
            after.setdefault("New", {})
        elif act == "add":
            there[f"<new{len(there)}{folder}>"] = draw(messages)
        elif there:
            key = draw(st.sampled_from(sorted(there)))
            message = there.pop(key)
            if act == "star":
                message.starred = not message.starred
            if act != "delete":
                after[draw(st.sampled_from(sorted(after))) if act == "move" else folder][key] = message
    return mailbox(before), mailbox(after)


@st.composite
def _document_steps(draw: st.DrawFn) -> tuple[State, State]:
    before = draw(documents)
    after = deepcopy(before)
    for _ in range(draw(st.integers(1, 3))):
        act = draw(st.sampled_from(("insert", "delete", "move", "text", "style")))
        index = draw(st.integers(0, max(0, len(after) - 1)))
        if act == "insert":
            after.insert(index, draw(paragraphs))
        elif after:
            item = after.pop(index)
            if act == "text":
                item.runs = draw(st.lists(runs, max_size=2))
            if act == "style":
                item.style = "Heading 1"
            if act != "delete":
                after.insert(draw(st.integers(0, len(after))) if act == "move" else index, item)
    return document(before), document(after)


@st.composite
def _database_steps(draw: st.DrawFn) -> tuple[State, State]:
    before = draw(databases)
    after = deepcopy(before)
    for _ in range(draw(st.integers(1, 3))):
        act = draw(st.sampled_from(("amount", "delete", "add", "views", "table")))
        table = after.tables[draw(st.sampled_from(sorted(after.tables)))]
        if act == "add":
            table[f"{90 + len(table)}"] = draw(records)
        elif act == "views":
            after.views = dict(reversed(after.views.items()))
        elif act == "table":
            after.tables["more"] = {}
        elif table:
            key = draw(st.sampled_from(sorted(table)))
            if act == "amount":
                table[key].amount += 1
            else:
                del table[key]
    return database(before), database(after)


@st.composite
def _grid_steps(draw: st.DrawFn) -> tuple[State, State]:
    before = draw(sheets)
    after = deepcopy(before)
    for _ in range(draw(st.integers(1, 3))):
        rows = after[draw(st.sampled_from(sorted(after)))]
        if draw(st.booleans()):
            _edit_sheet(draw, rows)
        elif rows:
            _edit_row(draw, rows)
        else:
            after["New"] = [[Cell("h"), Cell(1)]]
    return grid(before), grid(after)


def _edit_sheet(draw: st.DrawFn, rows: Rows) -> None:
    act = draw(st.sampled_from(("insert", "fill", "column")))
    if act == "insert":
        rows.insert(draw(st.integers(0, len(rows))), [Cell("new"), Cell(9)])
    for number, row in enumerate(rows, 1):
        if act == "fill":
            row.append(Cell(number, f"=A{number}"))
        if act == "column":
            row.insert(0, Cell("left"))


def _edit_row(draw: st.DrawFn, rows: Rows) -> None:
    act = draw(st.sampled_from(("cell", "clear", "delete", "move")))
    index = draw(st.integers(0, len(rows) - 1))
    row = rows.pop(index)
    if act == "cell":
        row.append(Cell(draw(st.integers(5, 9)), bold=draw(st.booleans())))
    if act == "clear":
        row.clear()
    if act != "delete":
        rows.insert(draw(st.integers(0, len(rows))) if act == "move" else index, row)
