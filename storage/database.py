"""Opening the catalog's database: SQLite in WAL mode or PostgreSQL, migrated, with errors for people."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from forge.errors import StorageError, UsageError
from forge.storage.models import Base, to_json

HEAD = "0002"
"""The revision of the schema that this version of Forge reads and writes."""

VERSION_TABLE = "forge_schema"
"""The table that names a database's revision. Alembic's own name for it is taken by other programs, too."""

BUSY_SECONDS = 30
"""How long a writer waits for another one."""

_MIGRATION_LOCK = 0x464F5247
"""The number of PostgreSQL's advisory lock under which one process at a time migrates."""


def sqlite_url(file: Path) -> str:
    """The URL of an SQLite file."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def open_engine(url: str) -> Engine:
    """An engine on a database with the current schema; a new database is filled, an older one migrated.

    Args:
        url: `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/DATABASE`.

    Raises:
        UsageError: the URL cannot be read or names another kind of database.
        StorageError: the database is damaged, foreign, newer than this Forge, full, or cannot be written.
    """
    engine = _engine(url)
    try:
        with translated(engine):
            _prepare(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise UsageError(
            "The database URL cannot be read.",
            hint="FORGE_DATABASE_URL is sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/DATABASE.",
        ) from None
    kind = parsed.get_backend_name()
    if kind == "sqlite":
        engine = create_engine(parsed, json_serializer=to_json, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    if kind == "postgresql":
        try:
            return create_engine(
                parsed.set(drivername="postgresql+psycopg"),
                json_serializer=to_json,
                pool_pre_ping=True,
                connect_args={"connect_timeout": BUSY_SECONDS, "options": "-c timezone=UTC"},
            )
        except (NoSuchModuleError, ImportError) as error:
            raise StorageError(
                f"PostgreSQL cannot be used: {error}.", hint="pip install 'psycopg[binary]'"
            ) from None
    raise UsageError(f"The catalog cannot be kept in {kind}; it takes sqlite or postgresql.")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Wait for other writers, keep what is committed through a crash of the machine, let readers read on."""
    connection.isolation_level = (
        None  # transactions begin where `_begin_sqlite` says, not where sqlite3 guesses
    )
    cursor = connection.cursor()
    try:
        if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
    finally:
        cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its turn at the beginning: one that began as a reader could not wait for another."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: all of it or nothing.

    Raises:
        StorageError: the database is damaged, full, gone or cannot be written.
    """
    with (
        translated(engine),
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one state of the database.

    Raises:
        StorageError: the database is damaged or gone.
    """
    with translated(engine), engine.connect() as connection:
        yield connection


def table_of(kind: type[Base]) -> Table:
    """The table of a class of rows."""
    table = kind.__table__
    assert isinstance(table, Table)  # noqa: S101 - every class of this catalog is mapped to one table
    return table


def upsert(connection: Connection, kind: type[Base], rows: Sequence[Base], keep: Sequence[str] = ()) -> None:
    """Write rows; where one with the same key is there, it is replaced.

    Args:
        connection: a connection that may write.
        kind: the class of the rows.
        rows: the rows.
        keep: columns that keep what they hold.
    """
    _execute(connection, _replacing(connection.dialect.name, kind, tuple(keep)), table_of(kind), rows)


def insert_new(connection: Connection, kind: type[Base], rows: Sequence[Base | Mapping[str, Any]]) -> None:
    """Write those rows, or their values by column, whose key is not there yet."""
    _execute(connection, _inserting_new(connection.dialect.name, kind), table_of(kind), rows)


def add(
    connection: Connection, kind: type[Base], sums: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> None:
    """Write rows; where one with the same key is there, what some columns hold is added to it.

    Args:
        connection: a connection that may write.
        kind: the class of the rows.
        sums: the columns that are added up; all others are the key.
        rows: the values by column.
    """
    if rows:
        connection.execute(_adding(connection.dialect.name, kind, tuple(sums)), rows)


# Each statement is made once: SQLAlchemy takes longer to make one than SQLite takes to carry it out.
@cache
def _replacing(dialect: str, kind: type[Base], keep: tuple[str, ...]) -> Executable:
    statement, keys = _insert(dialect, kind), _keys(kind)
    new = {name: value for name, value in statement.excluded.items() if name not in (*keys, *keep)}
    return statement.on_conflict_do_update(index_elements=keys, set_=new)


@cache
def _adding(dialect: str, kind: type[Base], sums: tuple[str, ...]) -> Executable:
    table, statement = table_of(kind), _insert(dialect, kind)
    added = {name: table.c[name] + statement.excluded[name] for name in sums}
    return statement.on_conflict_do_update(index_elements=_keys(kind), set_=added)


@cache
def _inserting_new(dialect: str, kind: type[Base]) -> Executable:
    return _insert(dialect, kind).on_conflict_do_nothing()


def _insert(dialect: str, kind: type[Base]) -> sqlite.Insert | postgresql.Insert:
    """The statement that inserts rows, in the form of the database that can also update."""
    return sqlite.insert(table_of(kind)) if dialect == "sqlite" else postgresql.insert(table_of(kind))


def _keys(kind: type[Base]) -> list[str]:
    return [column.name for column in table_of(kind).primary_key]


def _execute(
    connection: Connection,
    statement: Executable,
    table: Table,
    rows: Sequence[Base | Mapping[str, Any]],
) -> None:
    if rows:
        names = [column.name for column in table.columns]
        values = [
            row if isinstance(row, Mapping) else {name: getattr(row, name) for name in names} for row in rows
        ]
        connection.execute(statement, values)


@contextmanager
def translated(engine: Engine) -> Iterator[None]:
    """Turn what the database says into sentences.

    Raises:
        StorageError: for everything that a database can say.
    """
    try:
        yield
    except DBAPIError as error:
        raise _explained(engine, str(error.orig)) from error
    except SQLAlchemyError as error:
        raise StorageError(f"The catalog {place(engine)} could not do this: {error}.") from error


def place(engine: Engine) -> str:
    """Where a catalog lies, without its password."""
    url = engine.url
    return (
        str(url.database) if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    )


_TROUBLES = (
    ("file is not a database", "is not an SQLite database", "Move it away, and a new catalog is made."),
    ("malformed", "is damaged", "Restore it from a copy, or move it away: bundles in the object store stay."),
    (
        "disk image",
        "is damaged",
        "Restore it from a copy, or move it away: bundles in the object store stay.",
    ),
    (
        "readonly database",
        "cannot be written: it is read-only",
        "Allow writing, or choose another --workspace.",
    ),
    (
        "disk is full",
        "cannot be written: the disk is full",
        "Make room and run the command again: nothing is lost.",
    ),
    (
        "No space left",
        "cannot be written: the disk is full",
        "Make room and run the command again: nothing is lost.",
    ),
    (
        "unable to open",
        "cannot be opened",
        "See that the folder exists and may be written, or choose another.",
    ),
    ("disk i/o error", "cannot be read or written: the disk reports an error", "Look at the disk."),
    (
        "locked",
        f"was in use by another writer for {BUSY_SECONDS} s",
        "See what else writes to this workspace.",
    ),
    ("password authentication failed", "refuses the user or the password", "Look at FORGE_DATABASE_URL."),
    ("does not exist", "is not there", "Create it (`createdb NAME`), or look at FORGE_DATABASE_URL."),
    ("connection", "cannot be reached", "See that the server runs, and look at FORGE_DATABASE_URL."),
)


def _explained(engine: Engine, said: str) -> StorageError:
    said = said.strip().partition("\n")[0]
    for mark, meaning, hint in _TROUBLES:
        if mark.lower() in said.lower():
            return StorageError(f"The catalog {place(engine)} {meaning} ({said}).", hint=hint)
    return StorageError(f"The catalog {place(engine)} refused: {said}.")


def _prepare(engine: Engine) -> None:
    with engine.connect() as connection:
        if revision(connection) == HEAD:
            return
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        migrate(connection, place(engine))


def revision(connection: Connection) -> str | None:
    """The revision of a database's schema; None where it has none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: Any = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - a constant
    return None if found is None else str(found)


def migrate(connection: Connection, where: str, target: str = "head") -> None:
    """Bring a database's schema to a revision, within the connection's transaction.

    Args:
        connection: a connection that may write.
        where: the database's name, for messages.
        target: the revision; an older one takes tables away again.

    Raises:
        StorageError: the database belongs to something else, or to a newer Forge.
    """
    from alembic import command  # noqa: PLC0415 - half a second, and needed only when the schema changes
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "forge.storage:migrations")
    config.attributes["connection"] = connection
    current = revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StorageError(
            f"The catalog {where} has the schema {current}, which this version of Forge does not know.",
            hint="Use the version of Forge that made it, or a newer one.",
        )
    others = sorted(set(inspect(connection).get_table_names()) - {VERSION_TABLE})
    if current is None and others:
        raise StorageError(
            f"The database {where} belongs to something else: it holds {', '.join(others[:5])}.",
            hint="Choose another file or database for the catalog.",
        )
    if target == "head" or current is None:
        command.upgrade(config, target)
    else:
        command.downgrade(config, target)
