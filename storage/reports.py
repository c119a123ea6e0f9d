"""Reports over the catalog: what tasks cost and what the gates did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import Select, and_, case, distinct, func, literal, select
from sqlalchemy.sql.elements import ColumnElement

from forge.storage.catalog import Catalog, matches
from forge.storage.database import reading
from forge.storage.models import CallRow, CandidateRow, VerdictRow

By = Literal["task", "skill", "node", "model", "run"]


@dataclass(frozen=True)
class Cost:
    """What was spent on one task, skill, node, model or run, failed and rejected work included.

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
    """What was spent, by task, skill, node, model or run, in the order of the names.

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
    """The sum of rows by task, skill or run.

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
)


def _cost(name: str, spent: Any, made: Any) -> Cost:
    values = {key: getattr(spent, key) or 0 if spent is not None else 0 for key in _SUMMED[2:]}
    unknown = spent is not None and spent.unresolved_unpriced > 0
    return Cost(
        name=name,
        accepted=int(made.accepted) if made is not None else 0,
        candidates=int(made.candidates) if made is not None else 0,
        worst_unresolved=None if unknown else float(spent.worst or 0.0) if spent is not None else 0.0,
        bundle=getattr(made, "bundle", None),
        **values,
    )


def _call_name(by: By) -> Any:
    """What a call is counted under."""
    if by == "task":
        return CallRow.run + " " + CallRow.candidate
    return {"skill": CallRow.skill, "node": CallRow.node, "model": CallRow.model, "run": CallRow.run}[by]


def _of_calls(run: str | None, skills: Sequence[str]) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if run is not None:
        conditions.append(CallRow.run == run)
    if skills:
        conditions.append(matches(CallRow.skill, skills))
    return conditions


def _spent(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    name = _call_name(by)
    unresolved = CallRow.result == "unresolved"
    charged = CallRow.result.in_(("answered", "invalid", "refused"))
    return (
        select(
            name.label("name"),
            func.count().label("calls"),
            _count(CallRow.result == "cached").label("cached"),
            _count(unresolved).label("unresolved"),
            func.sum(CallRow.prompt).label("prompt"),
            func.sum(CallRow.cached).label("prompt_cached"),
            func.sum(CallRow.completion).label("completion"),
            func.sum(CallRow.reasoning).label("reasoning"),
            func.sum(CallRow.cost).label("cost"),
            _count(and_(charged, CallRow.cost.is_(None))).label("unpriced"),
            func.sum(case((unresolved, CallRow.worst_cost))).label("worst"),
            _count(and_(unresolved, CallRow.worst_cost.is_(None))).label("unresolved_unpriced"),
        )
        .where(*_of_calls(run, skills))
        .group_by(name)
    )


def _made(by: By, run: str | None, skills: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Candidates and accepted tasks; by node and model those that used it."""
    accepted = CandidateRow.status == "accepted"
    if by in ("node", "model"):
        whole = CandidateRow.run + " " + CandidateRow.candidate
        name = _call_name(by)
        return (
            select(
                name.label("name"),
                func.count(distinct(whole)).label("candidates"),
                func.count(distinct(case((accepted, whole)))).label("accepted"),
            )
            .join(
                CandidateRow,
                and_(CandidateRow.run == CallRow.run, CandidateRow.candidate == CallRow.candidate),
            )
            .where(*_of_calls(run, skills))
            .group_by(name)
        )
    conditions = [CandidateRow.run == run] if run is not None else []
    if skills:
        conditions.append(matches(CandidateRow.skill, skills))
    if by == "task":
        name = (CandidateRow.run + " " + CandidateRow.candidate).label("name")
        one = case((accepted, 1), else_=0).label("accepted")
        return select(name, literal(1).label("candidates"), one, CandidateRow.bundle).where(*conditions)
    column = CandidateRow.skill if by == "skill" else CandidateRow.run
    return (
        select(column.label("name"), func.count().label("candidates"), _count(accepted).label("accepted"))
        .where(*conditions)
        .group_by(column)
    )


def spent(catalog: Catalog, run: str) -> tuple[float, int]:
    """What a run has spent so far, for the budget of its continuation: US dollars and tokens.

    A call whose cost or tokens are not known counts with the most that it can have used; a call of unknown price
    counts nothing.

    Raises:
        StorageError: the catalog cannot be read.
    """
    used = case(
        (CallRow.prompt.is_not(None), CallRow.prompt + CallRow.completion), else_=CallRow.worst_tokens
    )
    query = select(func.sum(func.coalesce(CallRow.cost, CallRow.worst_cost)), func.sum(used))
    with reading(catalog.engine) as connection:
        cost, tokens = connection.execute(query.where(CallRow.run == run)).one()
    return float(cost or 0.0), int(tokens or 0)


def outcomes(catalog: Catalog, *, run: str | None = None, skills: Sequence[str] = ()) -> list[Outcome]:
    """What became of the candidates of each skill, in the order of the skills.

    Raises:
        StorageError: the catalog cannot be read.
    """
    query = (
        select(CandidateRow.skill, CandidateRow.status, CandidateRow.gate, func.count().label("number"))
        .where(*_of_candidates(run, skills))
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


def gates(catalog: Catalog, *, run: str | None = None, skills: Sequence[str] = ()) -> list[GateCount]:
    """What each gate said of the candidates of each skill, in the order of skill and gate.

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
        .where(*_of_candidates(run, skills))
        .group_by(CandidateRow.skill, VerdictRow.gate)
        .order_by(CandidateRow.skill, VerdictRow.gate)
    )
    with reading(catalog.engine) as connection:
        return [GateCount(*row) for row in connection.execute(query)]


def _of_candidates(run: str | None, skills: Sequence[str]) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if run is not None:
        conditions.append(CandidateRow.run == run)
    if skills:
        conditions.append(matches(CandidateRow.skill, skills))
    return conditions


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)
