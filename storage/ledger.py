"""The ledger and the answer cache in the catalog, written in batches by whoever comes next.

Many coroutines write at once. A write that must be durable takes everything with it that waits, in order and
in one transaction; those that come meanwhile share the next one. What need not be durable waits until there
is enough of it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import Connection, select

from forge.llm.ledger import Intent, Outcome
from forge.llm.provider import ModelReply
from forge.storage.catalog import Catalog
from forge.storage.database import insert_new, reading, upsert, writing
from forge.storage.models import AnswerRow, CallRow
from forge.storage.sums import note_calls

MOST_WAITING = 256
"""How many writes that need not be durable wait for each other."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(eq=False)
class _Write:
    """One write that waits for its turn.

    Attributes:
        row: a new attempt, a completed one or an answer.
        completes: the row completes an attempt that was noted before.
        error: why it could not be written.
        done: it was written, or could not be.
    """

    row: CallRow | AnswerRow
    completes: bool = False
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

    async def write(self, row: CallRow | AnswerRow, *, completes: bool = False, durable: bool) -> None:
        """Write a row.

        Args:
            row: the row.
            completes: it completes an attempt that was noted before.
            durable: on return it is on the disk, with everything that was written before.

        Raises:
            StorageError: it could not be written.
        """
        write = _Write(row, completes)
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

    def waiting_answer(self, key: str) -> AnswerRow | None:
        """An answer that is not in the catalog yet, or None."""
        for write in (*self._writing, *self._waiting):
            if isinstance(write.row, AnswerRow) and write.row.key == key:
                return write.row
        return None


def _write(connection: Connection, batch: list[_Write]) -> None:
    new = {
        write.row.id: write.row for write in batch if isinstance(write.row, CallRow) and not write.completes
    }
    completed = []
    for write in batch:
        if isinstance(write.row, CallRow) and write.completes:
            if write.row.id in new:
                new[write.row.id] = write.row
            else:
                completed.append(write.row)
    insert_new(connection, AnswerRow, [write.row for write in batch if isinstance(write.row, AnswerRow)])
    insert_new(connection, CallRow, list(new.values()))
    upsert(connection, CallRow, completed)
    note_calls(connection, new.values(), completed)


class CatalogLedger:
    """Keeps every attempt in the catalog.

    An attempt that may cost money is on the disk before it is made, and so is its end before its answer is
    used; the others are written in batches, at the latest by `Journal.flush`.

    Args:
        journal: what writes.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._open: dict[str, CallRow] = {}
        self._prefix = os.urandom(8).hex()  # an attempt's id is a name, nothing is made from it
        self._numbers = count(1)

    async def intend(self, intent: Intent) -> str:
        """Note an attempt; when it is paid, it is durable on return.

        Raises:
            StorageError: it could not be written; the call must not be made.
        """
        attempt = f"{self._prefix}-{next(self._numbers)}"
        row = CallRow(
            id=attempt,
            run=intent.run,
            candidate=intent.candidate,
            skill=intent.skill,
            node=intent.node,
            model=intent.model,
            attempt=intent.attempt,
            key=intent.key,
            paid=intent.paid,
            worst_tokens=intent.worst_tokens,
            worst_cost=intent.worst_cost,
            intended=self._journal.now(),
        )
        await self._journal.write(row, durable=intent.paid)
        self._open[attempt] = row
        return attempt

    async def complete(self, attempt: str, outcome: Outcome) -> None:
        """Note what came of an attempt; when it was paid, it is durable on return with all answers before it.

        Raises:
            StorageError: it could not be written.
        """
        row = self._open.pop(attempt)
        await self._journal.write(self._completed(row, outcome), completes=True, durable=row.paid)

    def _completed(self, row: CallRow, outcome: Outcome) -> CallRow:
        usage, prices = outcome.usage, outcome.prices
        return replace(
            row,
            result=outcome.result,
            prompt=usage.prompt if usage else None,
            cached=usage.cached if usage else None,
            completion=usage.completion if usage else None,
            reasoning=usage.reasoning if usage else None,
            counted=outcome.counted,
            price_input=prices.input if prices else None,
            price_cached=prices.cached if prices else None,
            price_output=prices.output if prices else None,
            price_version=outcome.price_version,
            cost=outcome.cost,
            latency_ms=outcome.latency_ms,
            reported_model=outcome.reported_model,
            reason=outcome.reason,
            completed=self._journal.now(),
        )


class CatalogCache:
    """Keeps the replies of models in the catalog, so that they are never paid for again.

    Args:
        journal: what writes; the ledger's own, so that an answer is on the disk when its call is completed.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def get(self, key: str) -> ModelReply | None:
        """The reply to a request that was answered before, or None.

        Raises:
            StorageError: the catalog cannot be read.
        """
        waiting = self._journal.waiting_answer(key)
        if waiting is not None:
            return ModelReply.model_validate(waiting.reply)
        stored = await asyncio.to_thread(self._read, key)
        return ModelReply.model_validate(stored) if stored is not None else None

    def _read(self, key: str) -> object:
        with reading(self._journal.catalog.engine) as connection:
            return connection.scalar(select(AnswerRow.reply).where(AnswerRow.key == key))

    async def put(self, key: str, reply: ModelReply) -> None:
        """Keep a reply; it is durable when the ledger's next paid attempt is completed.

        Raises:
            StorageError: it could not be written.
        """
        row = AnswerRow(key=key, reply=reply.model_dump(mode="json"), kept=self._journal.now())
        await self._journal.write(row, durable=False)
