"""The ledger and the answer cache in the catalog, written in batches by whoever comes next.

Many coroutines write at once. A write that must be durable takes everything with it that waits, in order and
in one transaction; those that come meanwhile share the next one. What need not be durable waits until there
is enough of it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, select, update

from forge.errors import StorageError
from forge.llm.ledger import Intent, Outcome
from forge.llm.provider import ModelReply
from forge.storage.catalog import Catalog
from forge.storage.database import insert_new, reading, table_of, writing
from forge.storage.models import AnswerRow, CallRow
from forge.storage.sums import note_calls

MOST_WAITING = 256
"""How many writes that need not be durable wait for each other."""
MOST_LOOKED_UP = 400
"""How many answers are looked up at once; SQLite takes 32,766 values in one statement."""

Values = dict[str, Any]
"""A row as plain values: an instance of a mapped class costs as much as the rest of a call."""

_CALLS, _ANSWERS = table_of(CallRow), table_of(AnswerRow)
_NOT_YET: Values = {
    **dict.fromkeys(("prompt", "cached", "completion", "reasoning", "cost", "completed"), None),
    **dict.fromkeys(("price_input", "price_cached", "price_output"), None),
    "result": "unresolved",
    "counted": False,
    "latency_ms": 0.0,
    **dict.fromkeys(("price_version", "reported_model", "reason"), ""),
}
"""What a call holds whose end was not seen."""
_END = (
    update(_CALLS).where(_CALLS.c.id == bindparam("id_")).values({name: bindparam(name) for name in _NOT_YET})
)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(eq=False, slots=True)
class _Write:
    """One write that waits for its turn.

    Attributes:
        kind: a new call, the end of a call, or an answer.
        row: its values.
        error: why it could not be written.
        done: it was written, or could not be.
    """

    kind: Literal["call", "end", "answer"]
    row: Values
    error: BaseException | None = None
    done: bool = False


@dataclass
class Journal:
    """Writes rows of ledger and cache in batches.

    Args:
        catalog: where to.
        now: the time of day, in UTC or with its zone.
    """

    catalog: Catalog
    now: Callable[[], datetime] = _now
    _waiting: list[_Write] = field(default_factory=list)
    _writing: list[_Write] = field(default_factory=list)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def write(self, kind: Literal["call", "end", "answer"], row: Values, *, durable: bool) -> None:
        """Write a row.

        Args:
            kind: a new call, the end of a call that was noted before, or an answer.
            row: its values; of an end, all those of the call.
            durable: on return it is on the disk, with everything that was written before.

        Raises:
            StorageError: it could not be written.
        """
        write = _Write(kind, row)
        self._waiting.append(write)
        if durable or len(self._waiting) >= MOST_WAITING:
            await self._settle(write)

    async def flush(self) -> None:
        """Write all that waits.

        Raises:
            StorageError: it could not be written.
        """
        if self._waiting:
            await self._settle(self._waiting[-1])

    async def _settle(self, write: _Write) -> None:
        async with self._turn:
            if not write.done:
                await asyncio.sleep(0)  # until all that are ready have said what they write
                self._writing, self._waiting = self._waiting, []
                # Once begun, it is seen through: a cancelled coroutine must not tear the batch of the others.
                await asyncio.shield(asyncio.to_thread(self._commit, self._writing))
        if write.error is not None:
            raise write.error

    def _commit(self, batch: list[_Write]) -> None:
        error: BaseException | None = None
        try:
            with writing(self.catalog.engine) as connection:
                _write(connection, batch)
        except BaseException as caught:  # noqa: BLE001 - raised again by every write of the batch
            error = caught
        for write in batch:
            write.error, write.done = error, True
        if self._writing is batch:
            self._writing = []

    def waiting_answer(self, key: str) -> Values | None:
        """The reply of an answer that is not in the catalog yet, or None."""
        for write in (*self._writing, *self._waiting):
            if write.kind == "answer" and write.row["key"] == key:
                reply: Values = write.row["reply"]
                return reply
        return None


def _write(connection: Connection, batch: list[_Write]) -> None:
    new = {write.row["id"]: write.row for write in batch if write.kind == "call"}
    ended = []
    for write in batch:
        if write.kind == "end":
            if write.row["id"] in new:
                new[write.row["id"]] = write.row
            else:
                ended.append(write.row)
    answers = [write.row for write in batch if write.kind == "answer"]
    for kind, rows in ((AnswerRow, answers), (CallRow, list(new.values()))):
        insert_new(connection, kind, rows)
    if ended:
        connection.execute(
            _END, [{"id_": row["id"], **{name: row[name] for name in _NOT_YET}} for row in ended]
        )
    note_calls(connection, _objects(new.values()), _objects(ended))


def _objects(rows: Iterable[Values]) -> list[SimpleNamespace]:
    return [SimpleNamespace(**row) for row in rows]


class CatalogLedger:
    """Keeps every attempt in the catalog.

    An attempt that may cost money is on the disk before it is made, and so is its end before its answer is
    used; the others are written in batches, at the latest by `Journal.flush`.

    Args:
        journal: what writes.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._open: dict[str, Values] = {}
        self._prefix = os.urandom(8).hex()  # an attempt's id is a name, nothing is made from it
        self._numbers = count(1)

    async def intend(self, intent: Intent) -> str:
        """Note an attempt; when it is paid, it is durable on return.

        Raises:
            StorageError: it could not be written; the call must not be made.
        """
        attempt = f"{self._prefix}-{next(self._numbers)}"
        row: Values = {
            **_NOT_YET,
            "id": attempt,
            "run": intent.run,
            "candidate": intent.candidate,
            "skill": intent.skill,
            "node": intent.node,
            "model": intent.model,
            "attempt": intent.attempt,
            "key": intent.key,
            "paid": intent.paid,
            "worst_tokens": intent.worst_tokens,
            "worst_cost": intent.worst_cost,
            "intended": self._journal.now(),
        }
        await self._journal.write("call", row, durable=intent.paid)
        self._open[attempt] = row
        return attempt

    async def complete(self, attempt: str, outcome: Outcome) -> None:
        """Note what came of an attempt; when it was paid, it is durable on return with all answers before it.

        Raises:
            StorageError: it could not be written.
        """
        row = self._open.pop(attempt)
        usage, prices = outcome.usage, outcome.prices
        ended = {
            **row,
            "result": outcome.result,
            "prompt": usage.prompt if usage else None,
            "cached": usage.cached if usage else None,
            "completion": usage.completion if usage else None,
            "reasoning": usage.reasoning if usage else None,
            "counted": outcome.counted,
            "price_input": prices.input if prices else None,
            "price_cached": prices.cached if prices else None,
            "price_output": prices.output if prices else None,
            "price_version": outcome.price_version,
            "cost": outcome.cost,
            "latency_ms": outcome.latency_ms,
            "reported_model": outcome.reported_model,
            "reason": outcome.reason,
            "completed": self._journal.now(),
        }
        await self._journal.write("end", ended, durable=row["paid"])


class CatalogCache:
    """Keeps the replies of models in the catalog, so that they are never paid for again.

    Args:
        journal: what writes; the ledger's own, so that an answer is on the disk when its call is completed.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._wanted: dict[str, asyncio.Future[object]] = {}
        self._looking: set[asyncio.Task[None]] = set()

    async def get(self, key: str) -> ModelReply | None:
        """The reply to a request that was answered before, or None.

        Raises:
            StorageError: the catalog cannot be read.
        """
        stored = self._journal.waiting_answer(key) or await self._stored(key)
        return ModelReply.model_validate(stored) if stored is not None else None

    async def _stored(self, key: str) -> object:
        """A reply in the catalog; all that are asked for at the same time are looked up together."""
        if not self._wanted:
            task = asyncio.create_task(self._look_up())
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
        found = self._wanted.setdefault(key, asyncio.get_running_loop().create_future())
        return await asyncio.shield(found)  # another coroutine may wait for the same one

    async def _look_up(self) -> None:
        await asyncio.sleep(0)  # until all that are ready have said what they want
        wanted, self._wanted = self._wanted, {}
        try:
            found = await asyncio.to_thread(self._read, list(wanted))
        except StorageError as error:
            for answer in wanted.values():
                answer.set_exception(error)
            return
        for key, answer in wanted.items():
            answer.set_result(found.get(key))

    def _read(self, keys: Sequence[str]) -> dict[str, object]:
        found: dict[str, object] = {}
        with reading(self._journal.catalog.engine) as connection:
            for start in range(0, len(keys), MOST_LOOKED_UP):
                part = keys[start : start + MOST_LOOKED_UP]
                query = select(_ANSWERS.c.key, _ANSWERS.c.reply).where(_ANSWERS.c.key.in_(part))
                found.update((key, reply) for key, reply in connection.execute(query))
        return found

    async def put(self, key: str, reply: ModelReply) -> None:
        """Keep a reply; it is durable when the ledger's next paid attempt is completed.

        Raises:
            StorageError: it could not be written.
        """
        row = {"key": key, "reply": reply.model_dump(mode="json"), "kept": self._journal.now()}
        await self._journal.write("answer", row, durable=False)
