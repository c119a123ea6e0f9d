"""The tables of the catalog, as typed classes whose instances are rows.

Rows are found by what they are about: a bundle's id, a candidate's name within its run, a request's key.
"""

from __future__ import annotations

import json
import struct
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    Text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column
from sqlalchemy.types import TypeDecorator

RunStatus = Literal["running", "finished", "stopped", "failed", "crashed"]
"""`stopped` ended before its time and kept what was done: the budget, or the user. `crashed` died without a word."""
CandidateStatus = Literal["accepted", "rejected", "failed"]


NAME = String().with_variant(String(collation="C"), "postgresql")
"""Names are compared by their bytes everywhere, so that prefixes and pages are the same on every database."""


class UtcTime(TypeDecorator[datetime]):
    """A point in time; it goes in with its zone and comes out in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the interface's name
        """The time as the database keeps it."""
        if value is not None and value.tzinfo is None:
            raise ValueError(f"The time {value} has no zone, so it is not clear when it was.")
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - the interface's name
        """The time in UTC; SQLite gives it back without a zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class Words(TypeDecorator[str]):
    """Text that may come from a model or an application: what no database can hold is shown as a mark."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the interface's name
        """The text without NUL and without half characters."""
        if value is None:
            return None
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()


class Numbers(TypeDecorator[tuple[int, ...]]):
    """Whole numbers from 0 to 2³² - 1, four bytes each."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: tuple[int, ...] | None, dialect: Dialect) -> bytes | None:  # noqa: ARG002 - the interface's name
        """The numbers as bytes, big end first."""
        return struct.pack(f">{len(value)}I", *value) if value is not None else None

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> tuple[int, ...] | None:  # noqa: ARG002 - the interface's name
        """The numbers again."""
        return struct.unpack(f">{len(value) // 4}I", value) if value is not None else None


class Base(MappedAsDataclass, DeclarativeBase, kw_only=True):
    """The root of all tables."""

    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own way of configuration
        datetime: UtcTime,
        str: NAME,
        int: BigInteger,
        float: Float,
        dict[str, Any]: JSON,
        list[Any]: JSON,
        tuple[int, ...]: Numbers,
    }


class RunRow(Base):
    """One run.

    Attributes:
        id: its id.
        command: the command that started it, for people.
        seed: its seed.
        model: the model profile's name.
        parameters: everything else that determines it.
        status: where it stands.
        started: when it began, in UTC.
        finished: when it ended; null while it runs.
    """

    __tablename__ = "runs"
    __table_args__ = (Index("runs_by_time", "started"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    command: Mapped[str] = mapped_column(Words)
    seed: Mapped[int]
    model: Mapped[str]
    parameters: Mapped[dict[str, Any]]
    started: Mapped[datetime]
    status: Mapped[str] = mapped_column(default="running")
    finished: Mapped[datetime | None] = mapped_column(default=None)


class CandidateRow(Base):
    """What became of one candidate of a run.

    Attributes:
        run: the run.
        candidate: its name within the run.
        skill: the skill's id; of a composite, those of its skills joined by `+`.
        index: its number among the skill's candidates.
        seed: the seed it was made from.
        difficulty: how much work its task is.
        status: accepted, rejected (by a gate) or failed (by a model or the machine).
        gate: the gate or step that ended it; empty when accepted.
        reason: why it ended, as a sentence.
        evidence: what a person can act on.
        bundle: the id of its bundle; null where there is none.
        recorded: when it ended, in UTC.
    """

    __tablename__ = "candidates"
    __table_args__ = (
        Index("candidates_by_skill", "skill", "status", "gate"),
        Index("candidates_by_status", "run", "status", "gate"),
        Index("candidates_by_bundle", "bundle"),
        Index("candidates_by_time", "recorded"),
    )

    run: Mapped[str] = mapped_column(ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)
    candidate: Mapped[str] = mapped_column(primary_key=True)
    skill: Mapped[str]
    index: Mapped[int]
    seed: Mapped[int]
    difficulty: Mapped[str]
    status: Mapped[str]
    recorded: Mapped[datetime]
    gate: Mapped[str] = mapped_column(default="")
    reason: Mapped[str] = mapped_column(Words, default="")
    evidence: Mapped[list[Any]] = mapped_column(default_factory=list)
    bundle: Mapped[str | None] = mapped_column(default=None)


class TaskRow(Base):
    """An accepted task. One bundle is one task, however many runs made it.

    Attributes:
        bundle: the bundle's id.
        skills: the ids of the skills that made it.
        applications: the applications that it is worked on in.
        area: the taxonomy's area of its first skill.
        difficulty: how much work it is.
        domain: the domain of work of its content.
        locale: the locale of its names and texts.
        instruction: the instruction, to be shown in lists.
        public_key: the object of its public part.
        private_key: the object of its private part.
        public_digest: the digest of the public part.
        private_digest: the digest of the private part.
        run: the run that made it first.
        created: when it was kept, in UTC.
        engine: the real applications that verified it; null where none did.
        hostile: whether adversarial instructions were planted into its content.
        fingerprint: the numbers from which its likeness to other tasks is estimated.
    """

    __tablename__ = "tasks"
    __table_args__ = (Index("tasks_by_time", "created", "bundle"), Index("tasks_by_run", "run"))

    bundle: Mapped[str] = mapped_column(primary_key=True)
    skills: Mapped[list[Any]]
    applications: Mapped[list[Any]]
    area: Mapped[str]
    difficulty: Mapped[str]
    domain: Mapped[str]
    locale: Mapped[str]
    instruction: Mapped[str] = mapped_column(Words)
    public_key: Mapped[str]
    private_key: Mapped[str]
    public_digest: Mapped[str]
    private_digest: Mapped[str]
    run: Mapped[str] = mapped_column(ForeignKey("runs.id"))
    created: Mapped[datetime]
    engine: Mapped[str | None] = mapped_column(default=None)
    hostile: Mapped[bool] = mapped_column(default=False)
    fingerprint: Mapped[tuple[int, ...]] = mapped_column(default=())


class TaskSkillRow(Base):
    """One skill of a task, so that tasks are found by skill.

    Attributes:
        skill: the skill's id.
        bundle: the task.
        created: when the task was kept, as in its own row.
    """

    __tablename__ = "task_skills"
    __table_args__ = (Index("task_skills_by_time", "skill", "created", "bundle"),)

    bundle: Mapped[str] = mapped_column(ForeignKey("tasks.bundle", ondelete="CASCADE"), primary_key=True)
    skill: Mapped[str] = mapped_column(primary_key=True)
    created: Mapped[datetime]


class VerdictRow(Base):
    """What a gate said of a candidate.

    Attributes:
        run: the run.
        candidate: the candidate's name within the run.
        gate: the gate.
        outcome: `pass`, `fail`, `error` or `not run`.
        reason: one sentence.
        evidence: what a person can act on.
        digest: the digest of what was judged.
        milliseconds: how long it took.
    """

    __tablename__ = "verdicts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["run", "candidate"], ["candidates.run", "candidates.candidate"], ondelete="CASCADE"
        ),
    )

    run: Mapped[str] = mapped_column(primary_key=True)
    candidate: Mapped[str] = mapped_column(primary_key=True)
    gate: Mapped[str] = mapped_column(primary_key=True)
    outcome: Mapped[str]
    reason: Mapped[str] = mapped_column(Words, default="")
    evidence: Mapped[list[Any]] = mapped_column(default_factory=list)
    digest: Mapped[str] = mapped_column(default="")
    milliseconds: Mapped[float] = mapped_column(default=0.0)


class CallRow(Base):
    """One attempt to have a model answer: the ledger.

    Attributes:
        id: names the attempt.
        run: the run.
        candidate: the candidate it was made for.
        skill: the skill's id.
        node: the node's name.
        model: the model profile's name.
        attempt: counts the attempts for one answer of one candidate, from 1.
        key: the content key of the request.
        paid: whether it could cost money.
        worst_tokens: the most tokens that it could use.
        worst_cost: the most that it could cost, in US dollars; null when its price is unknown.
        intended: when it was noted, in UTC.
        result: what came of it; `unresolved` until that is known.
        prompt: tokens read; null when unknown.
        cached: those of them that the provider had cached.
        completion: tokens written, reasoning included.
        reasoning: those of them that were thought and not said.
        counted: whether the tokens were counted here, because the provider did not report them.
        price_input: US dollars for a million tokens read; null when unknown.
        price_cached: US dollars for a million tokens that were cached.
        price_output: US dollars for a million tokens written.
        price_version: the version of the price table.
        cost: US dollars; null when tokens or price are unknown, never 0 for that.
        latency_ms: milliseconds from sending to the end of the answer.
        reported_model: the model as the provider named it.
        reason: why there is no usable answer.
        completed: when its end was noted, in UTC; null while it is unresolved.
    """

    __tablename__ = "calls"
    __table_args__ = (Index("calls_by_candidate", "run", "candidate"), Index("calls_by_skill", "skill"))

    id: Mapped[str] = mapped_column(primary_key=True)
    run: Mapped[str]
    candidate: Mapped[str]
    skill: Mapped[str]
    node: Mapped[str]
    model: Mapped[str]
    attempt: Mapped[int]
    key: Mapped[str]
    paid: Mapped[bool]
    worst_tokens: Mapped[int]
    worst_cost: Mapped[float | None]
    intended: Mapped[datetime]
    result: Mapped[str] = mapped_column(default="unresolved")
    prompt: Mapped[int | None] = mapped_column(default=None)
    cached: Mapped[int | None] = mapped_column(default=None)
    completion: Mapped[int | None] = mapped_column(default=None)
    reasoning: Mapped[int | None] = mapped_column(default=None)
    counted: Mapped[bool] = mapped_column(default=False)
    price_input: Mapped[float | None] = mapped_column(default=None)
    price_cached: Mapped[float | None] = mapped_column(default=None)
    price_output: Mapped[float | None] = mapped_column(default=None)
    price_version: Mapped[str] = mapped_column(default="")
    cost: Mapped[float | None] = mapped_column(default=None)
    latency_ms: Mapped[float] = mapped_column(default=0.0)
    reported_model: Mapped[str] = mapped_column(Words, default="")
    reason: Mapped[str] = mapped_column(Words, default="")
    completed: Mapped[datetime | None] = mapped_column(default=None)


class AnswerRow(Base):
    """A reply of a model, kept so that it is never paid for again.

    Attributes:
        key: the content key of the request.
        reply: the reply as it came.
        kept: when it was stored, in UTC.
    """

    __tablename__ = "answers"

    key: Mapped[str] = mapped_column(primary_key=True)
    reply: Mapped[dict[str, Any]]
    kept: Mapped[datetime]


class CertificateRow(Base):
    """The proof that a number of seeds in a row of one skill passed every gate.

    Attributes:
        digest: the certificate's own digest, over `content`.
        skill: the skill's id.
        content: what it holds for: digests and versions of skill, preparers, gates, applications and model.
        seeds: how many candidates in a row passed.
        run: the run that earned it.
        issued: when, in UTC.
    """

    __tablename__ = "certificates"
    __table_args__ = (Index("certificates_by_skill", "skill", "issued"),)

    digest: Mapped[str] = mapped_column(primary_key=True)
    skill: Mapped[str]
    content: Mapped[dict[str, Any]]
    seeds: Mapped[int]
    run: Mapped[str]
    issued: Mapped[datetime]


def to_json(value: object) -> str:
    """JSON as the database stores it: ASCII, so that half characters and NUL survive every engine."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
