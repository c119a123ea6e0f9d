from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from forge.flows import server_database
from forge.flows.server_database import DATABASE, copy_template, keep_template


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setattr(server_database, "user_cache_path", lambda name: folder / name)
    return folder


def started(home, flows=0):
    """A folder as a first start of the server leaves it."""
    home.mkdir()
    with closing(sqlite3.connect(home / DATABASE)) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE flow (name TEXT)")
        database.executemany("INSERT INTO flow VALUES (?)", [(str(number),) for number in range(flows)])
    return home


def tables(home):
    with closing(sqlite3.connect(home / DATABASE)) as database:
        return [name for (name,) in database.execute("SELECT name FROM sqlite_master")]


def test_the_next_workspace_begins_with_what_the_first_made(tmp_path):
    first, second = started(tmp_path / "first"), tmp_path / "second"
    second.mkdir()
    assert copy_template(second) is False
    keep_template(first)
    assert copy_template(second) is True
    assert tables(second) == ["flow"]
    assert [file.name for file in second.iterdir()] == [DATABASE]


def test_a_database_with_something_in_it_is_neither_kept_nor_replaced(tmp_path, cache):
    used = started(tmp_path / "used", flows=1)
    keep_template(used)
    assert not list((cache / "forge").iterdir())
    keep_template(started(tmp_path / "other"))
    before = (used / DATABASE).read_bytes()
    assert copy_template(used) is False
    assert (used / DATABASE).read_bytes() == before


def test_the_first_copy_stays(tmp_path, cache):
    keep_template(started(tmp_path / "first"))
    (kept,) = (cache / "forge").iterdir()
    made = kept.stat()
    keep_template(started(tmp_path / "second"))
    assert [kept.stat().st_mtime_ns, list((cache / "forge").iterdir())] == [
        made.st_mtime_ns,
        [kept],
    ]


def test_a_server_whose_database_is_elsewhere_gets_none(tmp_path, monkeypatch):
    keep_template(started(tmp_path / "first"))
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("PREFECT_SERVER_DATABASE_CONNECTION_URL", "postgresql+asyncpg://host/prefect")
    assert copy_template(empty) is False
    keep_template(empty)
    assert not list(empty.iterdir())


@pytest.mark.parametrize("content", [b"", b"no database at all" * 400])
def test_a_kept_database_that_is_damaged_is_not_taken(tmp_path, cache, content):
    keep_template(started(tmp_path / "first"))
    (kept,) = (cache / "forge").iterdir()
    kept.write_bytes(content)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert copy_template(empty) is False
    assert not list(empty.iterdir())


def test_a_database_that_cannot_be_read_is_not_kept(tmp_path, cache):
    home = started(tmp_path / "home")
    for file in home.iterdir():
        file.write_bytes(b"no database at all" * 400)
    keep_template(home)
    assert not list((cache / "forge").iterdir())


def test_a_cache_that_cannot_be_written_disturbs_nobody(tmp_path, cache):
    cache.write_text("no folder")
    home, empty = started(tmp_path / "home"), tmp_path / "empty"
    empty.mkdir()
    keep_template(home)
    assert copy_template(empty) is False
