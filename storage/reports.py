"""Reports over the catalog: what tasks cost and what the gates did."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Select, and_, case, func, literal, select
from sqlalchemy.sql.elements import ColumnElement

from forge.storage.catalog import Catalog, matches
from forge.storage.database import reading
from forge.storage.models import CallRow, CandidateRow, VerdictRow
from forge.storage.sums import CHARGED, EndedRow, SpendingRow

By = Literal["task", "skill", "node", "model", "run", "day"]


@dataclass(frozen=True)
class Cost:
    """What was spent on one task, skill, node, model, run or day, failed and rejected work included.

    Attributes:
        name: what it was spent on; of a task, the candidate's name.
        accepted: the accepted tasks; for a node or a model, those that used it.
        candidates: all candidates, likewise.
        calls: the attempts to have a model answer.
        cached: those of them that a stored answer served.
        unresolved: those of them whose end was not seen.
        prompt: tokens read.
        prompt_cached: those of them that the provider had cached.
        completion: tokens written, reasoning included.
        reasoning: those of them that were thought and not said.
        cost: US dollars of the calls whose price is known.
        unpriced: the calls that were charged and whose cost is not known.
        rejected_tokens: the tokens of candidates that were not accepted.
        rejected_cost: what these cost, in US dollars, as far as it is known.
        retried_tokens: the tokens of answers that could not be used, for candidates that were accepted.
        retried_cost: what these cost, in US dollars, as far as it is known.
        worst_unresolved: the most that unresolved calls can have cost, in US dollars; null when unknown.
        bundle: of a task, its bundle's id.
    """

    name: str
    accepted: int
    candidates: int
    calls: int
    cached: int
    unresolved: int
    prompt: int
    prompt_cached: int
    completion: int
    reasoning: int
    cost: float
    unpriced: int
    rejected_tokens: int
    rejected_cost: float
    retried_tokens: int
    retried_cost: float
    worst_unresolved: float | None
    bundle: str | None = None

    @property
    def cost_per_accepted(self) -> float | None:
        """US dollars per accepted task; None where none was accepted or a call's cost is not known."""
        return self.cost / self.accepted if self.accepted and not self.unpriced else None

    @property
    def tokens_per_accepted(self) -> float | None:
        """Tokens read and written per accepted task; None where none was accepted."""
        return (self.prompt + self.completion) / self.accepted if self.accepted else None


@dataclass(frozen=True)
class GateCount:
    """What one gate said, over all candidates or those of one skill.

    Attributes:
        skill: the skill's id.
        gate: the gate.
        passed: how often it said `pass`.
        failed: how often it said `fail`.
        errors: how often it said `error`.
        not_run: how often it said `not run`.
        milliseconds: its mean time.
    """

    skill: str
    gate: str
    passed: int
    failed: int
    errors: int
    not_run: int
    milliseconds: float


@dataclass(frozen=True)
class Outcome:
    """What became of the candidates of one skill.

    Attributes:
        skill: the skill's id.
        accepted: the accepted ones.
        rejected: those that a gate rejected.
        failed: those that a model or the machine failed.
        by_gate: how many each gate or step ended.
    """

    skill: str
    accepted: int = 0
    rejected: int = 0
    failed: int = 0
    by_gate: dict[str, int] = field(default_factory=dict)


def cost(catalog: Catalog, by: By, *, run: str | None = None, skills: Sequence[str] = ()) -> list[Cost]:
    """What was spent, by task, skill, node, model, run or day, in the order of the names.

    Args:
        catalog: the catalog.
        by: what the rows stand for.
        run: only that of one run.
        skills: only that of skills that match one of these globs.

    Raises:
        StorageError: the catalog cannot be read.
    """
    with reading(catalog.engine) as connection:
        spent = {row.name: row for row in connection.execute(_spent(by, run, skills))}
        made = {row.name: row for row in connection.execute(_made(by, run, skills))}
    return [_cost(name, spent.get(name), made.get(name)) for name in sorted(spent.keys() | made.keys())]


def total(rows: Sequence[Cost], name: str = "all") -> Cost:
    """The sum of rows by task, skill, run or day.

    Rows by node or model share their tasks and cannot be added up.
    """
    worst = [row.worst_unresolved for row in rows]
    sums = {key: sum(getattr(row, key) for row in rows) for key in _SUMMED}
    return Cost(name=name, **sums, worst_unresolved=None if None in worst else sum(filter(None, worst)))


_SUMMED = (
    "accepted",
    "candidates",
    "calls",
    "cached",
    "unresolved",
    "prompt",
    "prompt_cached",
    "completion",
    "reasoning",
    "cost",
    "unpriced",
    "rejected_tokens",
    "rejected_cost",
    "retried_tokens",
    "retried_cost",
)


def _cost(name: str, spent: Any, made: Any) -> Cost:
    values: dict[str, Any] = {
        # PostgreSQL adds whole numbers up to decimal ones.
        key: (float if key.endswith("cost") else int)(getattr(spent, key, None) or 0)
        for key in _SUMMED[2:]
    }
    unknown = spent is not None and spent.worst_unknown > 0
    worst = float(spent.worst or 0.0) if spent is not None and spent.unresolved else 0.0
    return Cost(
        name=name,
        accepted=int(made.accepted) if made is not None else 0,
        candidates=int(made.candidates) if made is not None else 0,
        worst_unresolved=None if unknown else worst,
        bundle=getattr(made, "bundle", None),
        **values,
    )


def _spent(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    return _spent_on_tasks(run, skills) if by == "task" else _spent_together(by, run, skills)


def _made(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    return _made_tasks(run, skills) if by == "task" else _made_together(by, run, skills)


def _spent_together(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Spending from the sums of the ledger."""
    row = SpendingRow
    name = getattr(row, by)
    accepted = row.status == "accepted"
    tokens = row.prompt + row.completion
    plain = (
        *("calls", "cached", "unresolved", "prompt", "prompt_cached", "completion", "reasoning", "cost"),
        *("unpriced", "worst", "worst_unknown"),
    )
    return (
        select(
            name.label("name"),
            *(func.sum(getattr(row, column)).label(column) for column in plain),
            func.sum(case((accepted, 0), else_=tokens)).label("rejected_tokens"),
            func.sum(case((accepted, 0.0), else_=row.cost)).label("rejected_cost"),
            func.sum(case((accepted, row.unusable_tokens), else_=0)).label("retried_tokens"),
            func.sum(case((accepted, row.unusable_cost), else_=0.0)).label("retried_cost"),
        )
        .where(*_of(row, run, skills))
        .group_by(name)
    )


def _made_together(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Candidates and accepted tasks; by node and model those that used it."""
    row = EndedRow
    name = getattr(row, by)
    node = row.node != "" if by == "node" else row.node == ""
    model = row.model != "" if by == "model" else row.model == ""
    return (
        select(
            name.label("name"),
            func.sum(row.candidates).label("candidates"),
            func.sum(case((row.status == "accepted", row.candidates), else_=0)).label("accepted"),
        )
        .where(node, model, *_of(row, run, skills))
        .group_by(name)
    )


def _spent_on_tasks(run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Spending by candidate, from the calls themselves."""
    row = CallRow
    name = row.run + " " + row.candidate
    unresolved = row.result == "unresolved"
    unusable = row.result.in_(("invalid", "refused"))
    rejected = func.coalesce(CandidateRow.status, "open") != "accepted"
    tokens = row.prompt + row.completion
    return (
        select(
            name.label("name"),
            func.count().label("calls"),
            _count(row.result == "cached").label("cached"),
            _count(unresolved).label("unresolved"),
            func.sum(row.prompt).label("prompt"),
            func.sum(row.cached).label("prompt_cached"),
            func.sum(row.completion).label("completion"),
            func.sum(row.reasoning).label("reasoning"),
            func.sum(row.cost).label("cost"),
            _count(and_(row.result.in_(CHARGED), row.cost.is_(None))).label("unpriced"),
            func.sum(case((unresolved, row.worst_cost))).label("worst"),
            _count(and_(unresolved, row.worst_cost.is_(None))).label("worst_unknown"),
            func.sum(case((rejected, tokens))).label("rejected_tokens"),
            func.sum(case((rejected, row.cost))).label("rejected_cost"),
            func.sum(case((and_(unusable, ~rejected), tokens))).label("retried_tokens"),
            func.sum(case((and_(unusable, ~rejected), row.cost))).label("retried_cost"),
        )
        .outerjoin(CandidateRow, and_(CandidateRow.run == row.run, CandidateRow.candidate == row.candidate))
        .where(*_of(row, run, skills))
        .group_by(name)
    )


def _made_tasks(run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    name = (CandidateRow.run + " " + CandidateRow.candidate).label("name")
    one = case((CandidateRow.status == "accepted", 1), else_=0).label("accepted")
    query = select(name, literal(1).label("candidates"), one, CandidateRow.bundle)
    return query.where(*_of(CandidateRow, run, skills))


def _of(row: Any, run: str | None, skills: Sequence[str]) -> list[ColumnElement[bool]]:
    """The conditions that rows are of a run and of skills."""
    conditions: list[ColumnElement[bool]] = []
    if run is not None:
        conditions.append(row.run == run)
    if skills:
        conditions.append(matches(row.skill, skills))
    return conditions


def spent(catalog: Catalog, run: str) -> tuple[float, int]:
    """What a run has spent so far, for the budget of its continuation: US dollars and tokens.

    A call whose cost or tokens are not known counts with the most that it can have used; a call of unknown price
    counts nothing.

    Raises:
        StorageError: the catalog cannot be read.
    """
    query = select(func.sum(SpendingRow.most_cost), func.sum(SpendingRow.most_tokens))
    with reading(catalog.engine) as connection:
        cost, tokens = connection.execute(query.where(SpendingRow.run == run)).one()
    return float(cost or 0.0), int(tokens or 0)


def outcomes(catalog: Catalog, *, run: str | None = None, skills: Sequence[str] = ()) -> list[Outcome]:
    """What became of the candidates of each skill, in the order of the skills.

    Raises:
        StorageError: the catalog cannot be read.
    """
    query = (
        select(CandidateRow.skill, CandidateRow.status, CandidateRow.gate, func.count().label("number"))
        .where(*_of(CandidateRow, run, skills))
        .group_by(CandidateRow.skill, CandidateRow.status, CandidateRow.gate)
        .order_by(CandidateRow.skill, CandidateRow.gate)
    )
    counts: dict[str, dict[str, int]] = {}
    gates: dict[str, dict[str, int]] = {}
    with reading(catalog.engine) as connection:
        for skill, status, gate, number in connection.execute(query):
            of_skill = counts.setdefault(skill, {"accepted": 0, "rejected": 0, "failed": 0})
            of_skill[status] += number
            if status != "accepted":
                by_gate = gates.setdefault(skill, {})
                by_gate[gate] = by_gate.get(gate, 0) + number
    return [Outcome(skill, **of_skill, by_gate=gates.get(skill, {})) for skill, of_skill in counts.items()]


def gates(
    catalog: Catalog,
    *,
    run: str | None = None,
    skills: Sequence[str] = (),
    only: Collection[str] | None = None,
    without: Collection[str] = (),
) -> list[GateCount]:
    """What each gate said of the candidates of each skill, in the order of skill and gate.

    Args:
        catalog: the catalog.
        run: of which run; None for all.
        skills: of which skills, as globs; all where none is given.
        only: the runs of which candidates count; None for all.
        without: the runs of which none count.

    Raises:
        StorageError: the catalog cannot be read.
    """
    query = (
        select(
            CandidateRow.skill,
            VerdictRow.gate,
            _count(VerdictRow.outcome == "pass"),
            _count(VerdictRow.outcome == "fail"),
            _count(VerdictRow.outcome == "error"),
            _count(VerdictRow.outcome == "not run"),
            func.avg(VerdictRow.milliseconds),
        )
        .join(
            CandidateRow,
            and_(CandidateRow.run == VerdictRow.run, CandidateRow.candidate == VerdictRow.candidate),
        )
        .where(*_of(CandidateRow, run, skills), CandidateRow.run.not_in(without))
        .where(*([CandidateRow.run.in_(only)] if only is not None else []))
        .group_by(CandidateRow.skill, VerdictRow.gate)
        .order_by(CandidateRow.skill, VerdictRow.gate)
    )
    with reading(catalog.engine) as connection:
        return [GateCount(*row) for row in connection.execute(query)]


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
