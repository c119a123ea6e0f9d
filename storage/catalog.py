"""The catalog: what was run, what became of every candidate, which tasks there are and what proved them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from rapidfuzz import process
from sqlalchemy import (
    Engine,
    ScalarResult,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.orm import Session
from sqlalchemy.sql.elements import ColumnElement

from forge.errors import StorageError, UsageError
from forge.storage.database import insert_new, open_engine, reading, table_of, translated, upsert, writing
from forge.storage.models import (
    Base,
    CandidateRow,
    CandidateStatus,
    CertificateRow,
    RunRow,
    RunStatus,
    TaskRow,
    TaskSkillRow,
    VerdictRow,
)
from forge.storage.sums import note_candidates

PAGE = 500
"""How many rows are read at once, so that memory stays flat however many there are."""
MANY = 10_000
"""From how many tasks of some skills on, it pays to go through all tasks in order."""

Row = TypeVar("Row", bound=Base)

_verdicts = table_of(VerdictRow)
_forget_verdicts = delete(_verdicts).where(
    _verdicts.c.run == bindparam("run_"), _verdicts.c.candidate == bindparam("candidate_")
)
_ORDINARY = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-+ "
"""What stands for itself in a glob."""


@dataclass(frozen=True)
class TaskFilter:
    """Which tasks are meant; every condition must hold.

    Attributes:
        skills: globs of which one must match one of the task's skills; empty for all.
        run: the run that made it first.
        difficulty: how much work it is.
        verified: whether a real application verified it.
        since: the earliest time at which it was kept.
        before: the time before which it was kept.
    """

    skills: tuple[str, ...] = ()
    run: str | None = None
    difficulty: str | None = None
    verified: bool | None = None
    since: datetime | None = None
    before: datetime | None = None


class Catalog:
    """The catalog of one workspace, safe for several threads and several processes at once.

    Every method raises `StorageError` when the database is damaged, gone, full or cannot be written.

    Args:
        engine: a database that was opened by `forge.storage.database.open_engine`.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @classmethod
    def open(cls, url: str) -> Catalog:
        """The catalog at a database URL, made or migrated where needed.

        Raises:
            UsageError: the URL cannot be read.
            StorageError: the database cannot be used; the message says why and what to do.
        """
        return cls(open_engine(url))

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def start_run(self, run: RunRow) -> None:
        """Note that a run begins, or that it is taken up again: then it keeps the time of its first start."""
        with writing(self.engine) as connection:
            upsert(connection, RunRow, [run], keep=("started",))

    def end_run(self, run: str, status: RunStatus, at: datetime) -> None:
        """Note that a run ended."""
        with writing(self.engine) as connection:
            connection.execute(update(RunRow).where(RunRow.id == run).values(status=status, finished=at))

    def record(
        self,
        candidates: Sequence[CandidateRow],
        tasks: Sequence[TaskRow] = (),
        verdicts: Sequence[VerdictRow] = (),
    ) -> None:
        """Note what became of a batch of candidates: all of it or nothing.

        The objects of the tasks' bundles must be in the store before, and their calls in the ledger. A candidate
        recorded again takes the place of what was recorded of it; a bundle that is known stays the task of its
        first run.

        Args:
            candidates: the candidates; their run must have been started.
            tasks: the tasks of those that were accepted.
            verdicts: what the gates said of them.
        """
        names = [{"run_": row.run, "candidate_": row.candidate} for row in candidates]
        skills = [
            TaskSkillRow(bundle=task.bundle, skill=skill, created=task.created)
            for task in tasks
            for skill in dict.fromkeys(task.skills)
        ]
        with writing(self.engine) as connection:
            note_candidates(connection, candidates)
            upsert(connection, CandidateRow, candidates)
            insert_new(connection, TaskRow, tasks)
            insert_new(connection, TaskSkillRow, skills)
            if names:
                connection.execute(_forget_verdicts, names)
            upsert(connection, VerdictRow, verdicts)

    def forget(self, bundle: str, reason: str) -> None:
        """Take a task out of the catalog; its candidates count as failed from then on.

        Args:
            bundle: the task's bundle.
            reason: why, in a sentence.
        """
        lost = [
            CandidateRow(
                **{
                    **{column.name: getattr(row, column.name) for column in table_of(CandidateRow).columns},
                    "status": "failed",
                    "gate": "store",
                    "reason": reason,
                    "bundle": None,
                }
            )
            for row in self._rows(select(CandidateRow).where(CandidateRow.bundle == bundle))
        ]
        with writing(self.engine) as connection:
            note_candidates(connection, lost)
            upsert(connection, CandidateRow, lost)
            connection.execute(delete(TaskSkillRow).where(TaskSkillRow.bundle == bundle))
            connection.execute(delete(TaskRow).where(TaskRow.bundle == bundle))

    def certify(self, certificate: CertificateRow) -> None:
        """Keep a certificate."""
        with writing(self.engine) as connection:
            upsert(connection, CertificateRow, [certificate])

    def runs(self, status: RunStatus | None = None) -> Iterator[RunRow]:
        """All runs, or those that stand so, the latest first."""
        query = select(RunRow).order_by(RunRow.started.desc(), RunRow.id)
        yield from self._rows(query if status is None else query.where(RunRow.status == status))

    def run(self, run: str) -> RunRow | None:
        """A run by its id, or None."""
        return next(self._rows(select(RunRow).where(RunRow.id == run)), None)

    def candidates(
        self,
        run: str | None = None,
        skills: Sequence[str] = (),
        status: CandidateStatus | None = None,
    ) -> Iterator[CandidateRow]:
        """Candidates in the order of run and name.

        Args:
            run: only those of one run.
            skills: only those of skills that match one of these globs.
            status: only those that ended so.
        """
        query = select(CandidateRow)
        if run is not None:
            query = query.where(CandidateRow.run == run)
        if skills:
            query = query.where(matches(CandidateRow.skill, skills))
        if status is not None:
            query = query.where(CandidateRow.status == status)
        yield from self._pages(query, (CandidateRow.run, CandidateRow.candidate))

    def fingerprints(self, run: str, skill: str) -> list[tuple[str, tuple[int, ...]]]:
        """The accepted tasks of a run whose skills match a glob, with their fingerprints, by index."""
        query = (
            select(TaskRow.bundle, TaskRow.fingerprint)
            .join(CandidateRow, CandidateRow.bundle == TaskRow.bundle)
            .where(
                CandidateRow.run == run,
                matches(CandidateRow.skill, (skill,)),
                CandidateRow.status == "accepted",
            )
            .order_by(CandidateRow.index)
        )
        with reading(self.engine) as connection:
            return [(bundle, fingerprint) for bundle, fingerprint in connection.execute(query)]

    def tasks(self, wanted: TaskFilter = TaskFilter(), *, newest: bool = False) -> Iterator[TaskRow]:
        """Tasks in the order in which they were kept, read page by page.

        Args:
            wanted: which ones.
            newest: the latest first.
        """
        query = _wanted(wanted)
        if wanted.skills:
            query = query.where(self._of_skills(wanted.skills))
        yield from self._pages(query, (TaskRow.created, TaskRow.bundle), newest=newest)

    def _of_skills(self, globs: Sequence[str]) -> ColumnElement[bool]:
        """Whether a task is of skills that match, asked in the way that is fast for so many.

        Few tasks are looked up by their skills and put in order; of many, the next page is found sooner by going
        through all tasks in order.
        """
        condition = matches(TaskSkillRow.skill, globs)
        few = select(TaskSkillRow.bundle).where(condition)
        with reading(self.engine) as connection:
            first = few.limit(MANY).subquery()
            many = connection.scalar(select(func.count()).select_from(first)) == MANY
        if many:
            return exists().where(TaskSkillRow.bundle == TaskRow.bundle, condition)
        return TaskRow.bundle.in_(few)

    def task(self, name: str) -> TaskRow:
        """The task whose bundle's id begins with a name.

        Raises:
            UsageError: none does, or several do.
        """
        query = select(TaskRow).where(_matches_one(TaskRow.bundle, f"{name}*")).order_by(TaskRow.bundle)
        found = list(self._rows(query.limit(3)))
        if len(found) == 1 or (found and found[0].bundle == name):
            return found[0]
        if found:
            some = ", ".join(task.bundle[: len(name) + 6] for task in found)
            raise UsageError(f"Several tasks begin with {name!r}: {some}, …; give more of the id.")
        raise UsageError(f"There is no task {name!r}.", hint=self._nearest_task(name))

    def tasks_named(self, bundles: Sequence[str]) -> list[TaskRow]:
        """The tasks of some bundles, in the order in which they are named; a few hundred at most.

        Raises:
            StorageError: one of them is not in the catalog.
        """
        found = {task.bundle: task for task in self._rows(select(TaskRow).where(TaskRow.bundle.in_(bundles)))}
        for bundle in bundles:
            if bundle not in found:
                raise StorageError(f"The task {bundle} is no longer in the catalog.")
        return [found[bundle] for bundle in bundles]

    def _nearest_task(self, name: str) -> str:
        with reading(self.engine) as connection:
            ids = list(
                connection.scalars(select(TaskRow.bundle).order_by(TaskRow.created.desc()).limit(5000))
            )
        near = process.extractOne(name, [found[: max(len(name), 12)] for found in ids]) if ids else None
        if near is None:
            return "The catalog holds no task yet; `forge run --skills GLOB` makes some."
        return f"The nearest one is {near[0]}; `forge tasks` lists all."

    def verdicts(self, bundle: str) -> list[VerdictRow]:
        """What the gates said of a bundle, in every run that made it."""
        made_it = and_(
            CandidateRow.run == VerdictRow.run,
            CandidateRow.candidate == VerdictRow.candidate,
            CandidateRow.bundle == bundle,
        )
        query = select(VerdictRow).join(CandidateRow, made_it)
        return list(self._rows(query.order_by(VerdictRow.run, VerdictRow.candidate, VerdictRow.gate)))

    def certificates(self, skills: Sequence[str] = ()) -> Iterator[CertificateRow]:
        """Certificates of skills that match one of these globs, the latest of each skill first."""
        query = select(CertificateRow)
        if skills:
            query = query.where(matches(CertificateRow.skill, skills))
        yield from self._rows(query.order_by(CertificateRow.skill, CertificateRow.issued.desc()))

    def _rows(self, query: Select[Row]) -> Iterator[Row]:
        with translated(self.engine), Session(self.engine, expire_on_commit=False) as session:
            rows: ScalarResult[Row] = session.scalars(query.execution_options(yield_per=PAGE))
            yield from rows

    def _pages(self, query: Select[Row], order: tuple[Any, Any], *, newest: bool = False) -> Iterator[Row]:
        """Rows page by page, each a short transaction of its own, so that a slow reader holds nothing up."""
        arranged = query.order_by(*(column.desc() if newest else column for column in order)).limit(PAGE)
        last: tuple[Any, ...] | None = None
        while True:
            page = arranged
            if last is not None:
                page = page.where(tuple_(*order) < last if newest else tuple_(*order) > last)
            rows = list(self._rows(page))
            yield from rows
            if len(rows) < PAGE:
                return
            last = tuple(getattr(rows[-1], column.key) for column in order)


def _wanted(wanted: TaskFilter) -> Select[TaskRow]:
    query = select(TaskRow)
    if wanted.run is not None:
        query = query.where(TaskRow.run == wanted.run)
    if wanted.difficulty is not None:
        query = query.where(TaskRow.difficulty == wanted.difficulty)
    if wanted.verified is not None:
        query = query.where(TaskRow.engine.is_not(None) if wanted.verified else TaskRow.engine.is_(None))
    if wanted.since is not None:
        query = query.where(TaskRow.created >= wanted.since)
    if wanted.before is not None:
        query = query.where(TaskRow.created < wanted.before)
    return query


def matches(column: Any, globs: Iterable[str]) -> ColumnElement[bool]:
    """Whether a column matches one of some globs, asked so that an index on the column can be used."""
    return or_(*(_matches_one(column, glob) for glob in globs))


def _matches_one(column: Any, glob: str) -> ColumnElement[bool]:
    start = len(glob) - len(glob.lstrip(_ORDINARY))
    prefix, rest = glob[:start], glob[start:]
    if not rest:
        equals: ColumnElement[bool] = column == glob
        return equals
    between: list[ColumnElement[bool]] = []
    if prefix:
        between = [column >= prefix, column < prefix[:-1] + chr(ord(prefix[-1]) + 1)]
    if rest != "*":
        escaped = "".join(
            {"*": "%", "?": "_"}.get(mark, f"\\{mark}" if mark in "%_\\" else mark) for mark in glob
        )
        between.append(column.like(escaped, escape="\\"))
    return and_(true(), *between)
