"""The plan of an export: its tasks in the order of the catalog, each with its split, and the shards that are written.

It is kept in a small database beside what is written: memory stays flat however many tasks there are, and an export
that was killed goes on where it stopped, with the same tasks.
"""

from __future__ import annotations

import json
import sqlite3
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from forge.errors import StorageError
from forge.exports.groups import Groups, Rarity, alike, allotted, turn
from forge.exports.request import ExportRequest

Sketch = tuple[int, ...]

_TABLES = """
CREATE TABLE task (number INTEGER PRIMARY KEY, bundle TEXT NOT NULL, sketch BLOB NOT NULL, grouped INTEGER,
                   split TEXT, place INTEGER);
CREATE TABLE bond (key BLOB NOT NULL, task INTEGER NOT NULL);
CREATE TABLE shard (split TEXT NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
                    written TEXT, PRIMARY KEY (split, number));
CREATE TABLE settled (request TEXT NOT NULL);
"""
_SHARDS = """
SELECT s.split, s.number, (SELECT count(*) FROM shard t WHERE t.split = s.split), s.first, s.last
FROM shard s WHERE NOT :waiting OR s.written IS NULL ORDER BY s.split, s.number
"""
_SAME, _CLUE = b"=", b"?"
"""What a key begins with when tasks that share it belong together, and when they only may be alike."""


@dataclass(frozen=True)
class Planned:
    """A task as the plan takes it in.

    Attributes:
        bundle: the bundle's id.
        sketch: its fingerprint.
        bonds: keys that tasks share which belong together.
    """

    bundle: str
    sketch: Sketch
    bonds: tuple[bytes, ...]


@dataclass(frozen=True)
class Shard:
    """Tasks of one split that are written together.

    Attributes:
        split: the split.
        number: its number within the split, from 0.
        of: how many shards the split has.
        first: the place of its first task within the split, from 0.
        last: the place of its last task.
    """

    split: str
    number: int
    of: int
    first: int
    last: int

    @property
    def name(self) -> str:
        """Its name, as in `train-00000-of-00003`."""
        return f"{self.split}-{self.number:05d}-of-{self.of:05d}"

    def __len__(self) -> int:
        return self.last - self.first + 1


class Plan:
    """The plan of an export, in a file.

    Args:
        file: the file; it is made where it is not there.

    Raises:
        StorageError: it cannot be read or written; so for all methods.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        with self._told():
            self._database = sqlite3.connect(file, isolation_level=None)
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA cache_size = -16000")  # 16 MB

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StorageError(
                f"The plan of the export in {self._file} cannot be read or written: {error}.",
                hint="Make room, or remove the folder and export anew.",
            ) from error

    @property
    def settled(self) -> str | None:
        """The request that the plan was made for, as JSON; None where it is not finished."""
        with self._told():
            tables = self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'settled'").fetchall()
            found = self._database.execute("SELECT request FROM settled").fetchone() if tables else None
        return found[0] if found else None

    def make(self, tasks: Iterable[Planned], request: ExportRequest, advance: Callable[[int], None]) -> None:
        """Make the plan: all of it or nothing.

        Args:
            tasks: the tasks in the order of the catalog.
            request: what is asked for.
            advance: is told how many more tasks were taken in.
        """
        with self._told():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                self._begin_anew()
                groups, rarity = self._take_in(tasks, advance)
                if len(request.split) > 1:
                    self._join(groups, rarity, request.max_similarity)
                self._allot(groups, request)
                self._cut(request)
                self._database.execute("INSERT INTO settled VALUES (?)", (request.model_dump_json(),))
                self._database.execute("COMMIT")
            except BaseException:
                self._database.execute("ROLLBACK")
                raise

    def _begin_anew(self) -> None:
        for table in ("task", "bond", "shard", "settled"):
            self._database.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in _TABLES.split(";"):
            self._database.execute(statement)

    def _take_in(self, tasks: Iterable[Planned], advance: Callable[[int], None]) -> tuple[Groups, Rarity]:
        groups, rarity = Groups(), Rarity()
        for task in tasks:
            number = groups.add()
            rarity.add(task.sketch)
            sketch = struct.pack(f">{len(task.sketch)}I", *task.sketch)
            self._database.execute(
                "INSERT INTO task (number, bundle, sketch) VALUES (?, ?, ?)", (number, task.bundle, sketch)
            )
            keys = [_SAME + key for key in task.bonds]
            self._database.executemany("INSERT INTO bond VALUES (?, ?)", [(key, number) for key in keys])
            advance(1)
        return groups, rarity

    def _join(self, groups: Groups, rarity: Rarity, threshold: float) -> None:
        """Join what shares a key, and what is alike; only tasks with a rare hash in common are compared."""
        self._note_clues(rarity, threshold)
        held: list[int] = []
        last = None
        for key, number in self._database.execute("SELECT key, task FROM bond ORDER BY key, task"):
            if key != last:
                last, held = key, []
            if key.startswith(_SAME):
                if held:
                    groups.join(held[0], number)
                held = held or [number]
                continue
            for other in held:
                if groups.of(other) != groups.of(number) and alike(
                    self._sketch(other), self._sketch(number), threshold
                ):
                    groups.join(other, number)
            held.append(number)

    def _note_clues(self, rarity: Rarity, threshold: float) -> None:
        """Note the rare hashes of each sketch as keys; sketches that are the same share one key more."""
        rows = self._database.execute("SELECT number, sketch FROM task WHERE length(sketch) > 0")
        writer = self._database.cursor()
        for number, packed in rows:
            keys = [_CLUE + value.to_bytes(4) for value in rarity.clues(_unpacked(packed), threshold)]
            keys.append(_SAME + packed)
            writer.executemany("INSERT INTO bond VALUES (?, ?)", [(key, number) for key in keys])

    def _sketch(self, number: int) -> Sketch:
        packed = self._database.execute("SELECT sketch FROM task WHERE number = ?", (number,)).fetchone()[0]
        return _unpacked(packed)

    def _allot(self, groups: Groups, request: ExportRequest) -> None:
        self._database.execute("DROP TABLE bond")
        self._database.executemany(
            "UPDATE task SET grouped = ? WHERE number = ?",
            ((groups.of(number), number) for number in range(len(groups))),
        )
        self._database.create_function("turn", 1, partial(turn, request.seed), deterministic=True)
        rows = self._database.execute(
            "SELECT grouped, count(*) FROM task GROUP BY grouped ORDER BY turn(min(bundle))"
        )
        names, chosen = list(request.split), array("H", bytes(2 * len(groups)))
        order = array("I")

        def sizes() -> Iterator[int]:
            for number, size in rows:
                order.append(number)
                yield size

        for at, split in enumerate(allotted(sizes(), request.split)):
            chosen[order[at]] = names.index(split)
        places = [0] * len(names)

        def placed() -> Iterator[tuple[str, int, int]]:
            for number in range(len(groups)):
                at = chosen[groups.of(number)]
                yield names[at], places[at], number
                places[at] += 1

        self._database.executemany("UPDATE task SET split = ?, place = ? WHERE number = ?", placed())
        self._database.execute("CREATE UNIQUE INDEX by_place ON task (split, place)")

    def _cut(self, request: ExportRequest) -> None:
        for split, count in self.counts(request).items():
            for number, first in enumerate(range(0, count, request.shard)):
                last = min(first + request.shard, count) - 1
                self._database.execute(
                    "INSERT INTO shard (split, number, first, last) VALUES (?, ?, ?, ?)",
                    (split, number, first, last),
                )

    def counts(self, request: ExportRequest) -> dict[str, int]:
        """How many tasks each split of the request has, in its order; one without tasks is left out."""
        with self._told():
            rows = self._database.execute("SELECT split, count(*) FROM task GROUP BY split")
            found = dict(rows.fetchall())
        return {name: found[name] for name in request.split if name in found}

    def group_count(self) -> int:
        """How many groups of tasks that belong together there are."""
        with self._told():
            found: int = self._database.execute("SELECT count(DISTINCT grouped) FROM task").fetchone()[0]
        return found

    def shards(self, *, waiting: bool = False) -> list[Shard]:
        """The shards in order; with `waiting` those that are not written yet."""
        with self._told():
            rows = self._database.execute(_SHARDS, {"waiting": waiting})
            return [Shard(*row) for row in rows]

    def bundles(self, shard: Shard) -> list[str]:
        """The ids of a shard's bundles, in order."""
        with self._told():
            rows = self._database.execute(
                "SELECT bundle FROM task WHERE split = ? AND place BETWEEN ? AND ? ORDER BY place",
                (shard.split, shard.first, shard.last),
            )
            return [row[0] for row in rows]

    def written(self, shard: Shard, about: Mapping[str, Any]) -> None:
        """Note that a shard is on the disk, with what is to be known of it."""
        with self._told():
            self._database.execute(
                "UPDATE shard SET written = ? WHERE split = ? AND number = ?",
                (json.dumps(about, sort_keys=True), shard.split, shard.number),
            )

    def records(self) -> Iterator[tuple[Shard, dict[str, Any]]]:
        """All shards that are written, in order, with what is known of them."""
        for shard in self.shards():
            with self._told():
                row = self._database.execute(
                    "SELECT written FROM shard WHERE split = ? AND number = ?", (shard.split, shard.number)
                ).fetchone()
            if row[0] is not None:
                yield shard, json.loads(row[0])


def _unpacked(packed: bytes) -> Sketch:
    return struct.unpack(f">{len(packed) // 4}I", packed)
