"""Sums of the ledger, kept in step with it, so that a report over a million calls reads a few hundred rows.

Every transaction that writes calls or ends candidates adds to the sums what it changes; so they are as exact as the
rows themselves. Calls of a candidate that has not ended count under the status `open`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from forge.storage.database import add, table_of
from forge.storage.models import Base, CallRow, CandidateRow

OPEN = "open"
CHARGED = ("answered", "invalid", "refused")
"""Results of calls that the provider charges."""
_CHUNK = 400
"""Candidates that are looked up at once."""


class SpendingRow(Base):
    """What calls of one sort used together.

    Attributes:
        run: the run.
        skill: the skill's id.
        node: the node's name.
        model: the model profile's name.
        day: the day on which they were made, in UTC, as in `2026-03-16`.
        status: what became of their candidates; `open` until they have ended.
        calls: how many.
        cached: those of them that a stored answer served.
        unresolved: those of them whose end was not seen.
        prompt: tokens read.
        prompt_cached: those of them that the provider had cached.
        completion: tokens written, reasoning included.
        reasoning: those of them that were thought and not said.
        cost: US dollars of the calls whose cost is known.
        unpriced: calls that were charged and whose cost is not known.
        unusable_tokens: tokens of answers that were paid and could not be used.
        unusable_cost: US dollars of such answers.
        worst: the most that unresolved calls can have cost, as far as it is known.
        worst_unknown: unresolved calls of which it is not known.
        most_cost: US dollars, calls of unknown cost with their worst case.
        most_tokens: tokens, likewise.
    """

    __tablename__ = "spending"

    run: Mapped[str] = mapped_column(primary_key=True)
    skill: Mapped[str] = mapped_column(primary_key=True)
    node: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(primary_key=True)
    calls: Mapped[int]
    cached: Mapped[int]
    unresolved: Mapped[int]
    prompt: Mapped[int]
    prompt_cached: Mapped[int]
    completion: Mapped[int]
    reasoning: Mapped[int]
    cost: Mapped[float]
    unpriced: Mapped[int]
    unusable_tokens: Mapped[int]
    unusable_cost: Mapped[float]
    worst: Mapped[float]
    worst_unknown: Mapped[int]
    most_cost: Mapped[float]
    most_tokens: Mapped[int]


class EndedRow(Base):
    """How many candidates ended in one way on one day.

    A candidate counts in the row without a node and without a model, in one row for each node that it asked, and in
    one for each model.

    Attributes:
        run: the run.
        skill: the skill's id.
        day: the day on which they ended, in UTC.
        status: accepted, rejected or failed.
        node: a node that they asked; empty for all together.
        model: a model that they asked; empty for all together.
        candidates: how many.
    """

    __tablename__ = "ended"

    run: Mapped[str] = mapped_column(primary_key=True)
    skill: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(primary_key=True)
    node: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    candidates: Mapped[int]


class Changes:
    """Changes of sums, collected to be added at once."""

    def __init__(self) -> None:
        self._spending: dict[tuple[str, ...], list[float]] = defaultdict(lambda: [0] * len(_SUMS))
        self._ended: dict[tuple[str, ...], int] = defaultdict(int)

    def call(self, call: Any, status: str, sign: int = 1) -> None:
        """Count a call under a status, or take it away again."""
        key = (call.run, call.skill, call.node, call.model, _day(call.intended), status)
        sums = self._spending[key]
        for place, amount in enumerate(_amounts(call)):
            sums[place] += sign * amount

    def candidate(self, row: Any, calls: Iterable[Any], sign: int = 1) -> None:
        """Count a candidate that has ended, or take it away again."""
        asked = list(calls)
        places = {("", "")} | {(call.node, "") for call in asked} | {("", call.model) for call in asked}
        for node, model in places:
            self._ended[row.run, row.skill, _day(row.recorded), row.status, node, model] += sign

    def add(self, connection: Connection) -> None:
        """Add the changes to the sums."""
        _add(connection, SpendingRow, _SUMS, {key: tuple(sums) for key, sums in self._spending.items()})
        _add(connection, EndedRow, ("candidates",), {key: (number,) for key, number in self._ended.items()})


def note_calls(connection: Connection, new: Iterable[Any], completed: Iterable[Any]) -> None:
    """Add calls that are written to the sums.

    Args:
        connection: the transaction that writes them.
        new: calls that are noted now, whatever came of them; anything with the columns of a call as attributes.
        completed: calls that were noted as unresolved before.
    """
    changes = Changes()
    for call in new:
        changes.call(call, OPEN)
    for call in completed:
        changes.call(_Unresolved(call), OPEN, -1)
        changes.call(call, OPEN)
    changes.add(connection)


def note_candidates(connection: Connection, candidates: Sequence[CandidateRow]) -> None:
    """Add candidates that are about to be recorded to the sums, and move their calls to their status."""
    changes = Changes()
    for start in range(0, len(candidates), _CHUNK):
        part = candidates[start : start + _CHUNK]
        before = _rows(connection, CandidateRow, part)
        calls = _rows(connection, CallRow, part)
        for row in part:
            own = calls.get((row.run, row.candidate), [])
            old = next(iter(before.get((row.run, row.candidate), [])), None)
            for call in own:
                changes.call(
                    call, old.status if old is not None and call.intended <= old.recorded else OPEN, -1
                )
                changes.call(call, row.status)
            if old is not None:
                changes.candidate(old, [call for call in own if call.intended <= old.recorded], -1)
            changes.candidate(row, own)
    changes.add(connection)
    runs = {row.run for row in candidates}
    for table, number in ((table_of(SpendingRow), "calls"), (table_of(EndedRow), "candidates")):
        moved_on = delete(table).where(table.c.run.in_(runs), table.c[number] == 0)
        connection.execute(moved_on)


_SUMS = tuple(column.name for column in table_of(SpendingRow).columns if not column.primary_key)
"""The columns that are added up, in the order of `_amounts`."""


class _Unresolved:
    """A call as it was noted before its end was seen."""

    result, prompt, cached, completion, reasoning, cost = "unresolved", None, None, None, None, None

    def __init__(self, call: Any) -> None:
        self.run, self.skill, self.node, self.model = call.run, call.skill, call.node, call.model
        self.intended, self.worst_cost, self.worst_tokens = call.intended, call.worst_cost, call.worst_tokens


def _amounts(call: Any) -> tuple[float, ...]:
    """What a call adds to each of `_SUMS`."""
    unresolved = call.result == "unresolved"
    tokens = (call.prompt or 0) + (call.completion or 0)
    unusable = call.result in ("invalid", "refused")
    return (
        1,
        call.result == "cached",
        unresolved,
        call.prompt or 0,
        call.cached or 0,
        call.completion or 0,
        call.reasoning or 0,
        call.cost or 0.0,
        call.cost is None and call.result in CHARGED,
        tokens if unusable else 0,
        (call.cost or 0.0) if unusable else 0.0,
        (call.worst_cost or 0.0) if unresolved else 0.0,
        unresolved and call.worst_cost is None,
        (call.worst_cost or 0.0) if call.cost is None else call.cost,
        call.worst_tokens if call.prompt is None else tokens,
    )


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _rows(
    connection: Connection, kind: type[CandidateRow] | type[CallRow], part: Sequence[CandidateRow]
) -> Mapping[tuple[str, str], list[Row[Any]]]:
    """The rows of candidates."""
    found: dict[tuple[str, str], list[Row[Any]]] = defaultdict(list)
    table = table_of(kind)
    for run in dict.fromkeys(row.run for row in part):
        names = [row.candidate for row in part if row.run == run]
        query = select(table).where(table.c.run == run, table.c.candidate.in_(names))
        for row in connection.execute(query):
            found[row.run, row.candidate].append(row)
    return found


def _add(
    connection: Connection,
    kind: type[Base],
    sums: Sequence[str],
    changes: Mapping[tuple[str, ...], tuple[float, ...]],
) -> None:
    keys = [column.name for column in table_of(kind).primary_key]
    rows = [
        {**dict(zip(keys, key, strict=True)), **dict(zip(sums, amounts, strict=True))}
        for key, amounts in sorted(
            changes.items()
        )  # in one order, so that two writers cannot block each other
        if any(amounts)
    ]
    add(connection, kind, sums, rows)
