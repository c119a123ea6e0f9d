"""A database of Prefect's server as it is after a first start, kept for the next workspace.

To migrate an empty one took 9 of the 15 s of CPU of a first start (Prefect 3.9, SQLite). The copy lies in the user's
cache, one for each version of Prefect, and holds nothing but the schema and Prefect's own block types.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

DATABASE = "prefect.db"


def template() -> Path:
    """The copy for this version of Prefect, whether or not it is there."""
    return user_cache_path("forge") / f"prefect-{version('prefect')}.db"


def copy_template(home: Path) -> bool:
    """Give a server without a database the kept one, if there is one that is whole; tells whether it did."""
    kept = template()
    elsewhere = any(name.endswith("DATABASE_CONNECTION_URL") for name in os.environ)
    if elsewhere or (home / DATABASE).exists() or not kept.is_file():
        return False
    half = home / f"{DATABASE}.half"
    half.unlink(missing_ok=True)
    if not _copy_unused(kept, half):
        half.unlink(missing_ok=True)
        return False
    half.rename(home / DATABASE)
    return True


def keep_template(home: Path) -> None:
    """Keep the database of a server that has just started, unless one is kept or something has run on it."""
    kept = template()
    if kept.is_file() or not (home / DATABASE).is_file():
        return
    # Without a cache that can be written, the next workspace just starts as slowly.
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
            made = Path(folder) / DATABASE
            if _copy_unused(home / DATABASE, made):
                made.rename(kept)


def _copy_unused(database: Path, target: Path) -> bool:
    """Copy a database, perhaps in use; gives whether the copy is whole and nothing has run on it."""
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(target)) as copied:
            source.backup(copied)
            return copied.execute("SELECT * FROM flow").fetchone() is None
    except sqlite3.Error:  # it is damaged, or the disk is full: a server can do without the copy
        return False
