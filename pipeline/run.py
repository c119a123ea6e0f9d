"""A run: candidates of many skills, made batch by batch, judged, and kept with what they cost."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from forge.errors import ForgeError, UsageError
from forge.gates.base import Case, Verdict
from forge.gates.distinct import Distinct, RunNeighbours
from forge.llm.budget import Budget
from forge.llm.engine import Engine, open_engine
from forge.llm.profiles import model_profile
from forge.pipeline.batch import Batch, Candidate, Options, StepRunner, batches, plainly
from forge.pipeline.build import Order
from forge.pipeline.lanes import Lanes
from forge.pipeline.worker import Proof
from forge.skills.contract import DIFFICULTIES, Difficulty
from forge.skills.registry import AnySkill
from forge.storage.bundle import Bundle
from forge.storage.ledger import CatalogCache, CatalogLedger, Journal
from forge.storage.models import CandidateRow, RunRow, RunStatus, TaskRow, VerdictRow
from forge.storage.workspace import Workspace, private_key, public_key


class RunRequest(BaseModel):
    """What a run is asked to make.

    Attributes:
        skills: globs of skill ids, separated by commas.
        count: candidates of each skill.
        seed: from which all randomness follows.
        difficulty: of all candidates, or mixed.
        model: the model profile.
        max_cost: US dollars that may be spent on models.
        max_tokens: tokens that may be used.
        engines: whether real applications verify, where they are installed.
        rebuild_every: one in so many candidates is made again in other environments; 0 for none.
        workers: worker processes; 0 for one per processor.
    """

    model_config = ConfigDict(extra="forbid")

    skills: str = "calc.*"
    count: int = Field(default=4, ge=1, le=1_000_000)
    seed: int = Field(default=0, ge=0, lt=2**63)
    difficulty: Difficulty | Literal["mixed"] = "mixed"
    model: str = "offline"
    max_cost: float | None = Field(default=None, gt=0)
    max_tokens: int | None = Field(default=None, gt=0)
    engines: bool = True
    rebuild_every: int = Field(default=50, ge=0)
    workers: int = Field(default=0, ge=0, le=256)

    def orders(self, skill: str) -> list[Order]:
        """The candidates of one skill; mixed difficulties take turns."""
        return [
            Order(
                skill,
                self.seed,
                index,
                DIFFICULTIES[index % len(DIFFICULTIES)] if self.difficulty == "mixed" else self.difficulty,
            )
            for index in range(self.count)
        ]


@dataclass
class SkillResult:
    """What became of the candidates of one skill.

    Attributes:
        skill: the skill's id.
        accepted: the accepted tasks.
        rejected: candidates that a gate rejected.
        failed: candidates that a model or the machine failed.
        by_gate: how many each gate or step ended.
        tasks: the ids of the accepted bundles, in order.
        reasons: one example of a reason for each gate or step.
    """

    skill: str
    accepted: int = 0
    rejected: int = 0
    failed: int = 0
    by_gate: Counter[str] = field(default_factory=Counter)
    tasks: list[str] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)

    def add(self, candidate: Candidate) -> None:
        """Count a candidate that has ended."""
        match candidate.status:
            case "accepted":
                self.accepted += 1
                if candidate.proof is not None:
                    self.tasks.append(candidate.proof.bundle)
                return
            case "rejected":
                self.rejected += 1
            case _:
                self.failed += 1
        self.by_gate[candidate.gate] += 1
        self.reasons.setdefault(candidate.gate, candidate.reason)


class Run:
    """An open run: its workspace, model, worker processes and what it has made so far.

    Use it as an asynchronous context; leaving it writes how the run ended.

    Args:
        request: what to make.
        workspace: where it is kept.
        identity: the run's id; a fresh one where None.
        command: the command that started it, for people.
        told: called with each candidate that has ended.
    """

    def __init__(
        self,
        request: RunRequest,
        workspace: Workspace,
        *,
        identity: str | None = None,
        command: str = "",
        told: Callable[[Candidate], None] = lambda _: None,
    ) -> None:
        self.request = request
        self.workspace = workspace
        self.id = identity or new_identity()
        self.command = command
        self.results: dict[str, SkillResult] = {}
        self.stopped: ForgeError | None = None
        self._told = told
        self._stack = AsyncExitStack()
        self._engine: Engine | None = None
        self._journal: Journal | None = None
        self.lanes = Lanes(request.workers or None)

    async def __aenter__(self) -> Self:
        catalog = self.workspace.catalog
        catalog.start_run(
            RunRow(
                id=self.id,
                command=self.command,
                seed=self.request.seed,
                model=self.request.model,
                parameters=self.request.model_dump(mode="json"),
                started=datetime.now(UTC),
            )
        )
        try:
            await self._open()
        except BaseException as error:
            await self.__aexit__(type(error), error, error.__traceback__)
            raise
        return self

    async def _open(self) -> None:
        self._stack.callback(self.lanes.close)
        journal = self._journal = Journal(self.workspace.catalog)
        self._stack.push_async_callback(journal.flush)
        engine = open_engine(
            model_profile(self.request.model),
            ledger=CatalogLedger(journal),
            cache=CatalogCache(journal),
            budget=Budget(self.request.max_cost, self.request.max_tokens),
        )
        self._engine = await self._stack.enter_async_context(engine)
        await engine.check()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        status: RunStatus = "finished"
        if error is not None:
            stopped = isinstance(error, KeyboardInterrupt | asyncio.CancelledError)
            status = "stopped" if stopped else "failed"
        elif self.stopped is not None:
            status = "stopped"
        await self._stack.aclose()
        self.workspace.catalog.end_run(self.id, status, datetime.now(UTC))

    async def make(
        self,
        skill: AnySkill,
        orders: Sequence[Order],
        step: StepRunner = plainly,
        *,
        options: Options | None = None,
        told: Callable[[Candidate], None] = lambda _: None,
    ) -> SkillResult:
        """Make candidates of one skill, batch by batch; what is done when the budget ends is kept.

        Args:
            skill: the skill.
            orders: which candidates.
            step: runs each step of a batch.
            options: how to make and prove them; by default what the request says.
            told: called with each candidate that has ended, in the order of their indices.
        """
        engine = self._engine
        if engine is None:
            raise UsageError("A run makes candidates only inside `async with`.")
        result = self.results.setdefault(skill.id, SkillResult(skill.id))
        neighbours = RunNeighbours()
        chosen = options or Options(self.request.engines, self.request.rebuild_every)
        for part in batches(orders):
            if self.stopped is not None:
                break
            batch = Batch(skill, part, partial(engine.ask, run=self.id), self.lanes, chosen)
            candidates = await batch.run(step)
            await step("store", partial(self._store, candidates, neighbours))
            for candidate in candidates:
                if candidate.status != "open":
                    result.add(candidate)
                    self._told(candidate)
                    told(candidate)
            self.stopped = self.stopped or batch.stopped
        return result

    async def _store(self, candidates: Sequence[Candidate], neighbours: RunNeighbours) -> int:
        """Tell near-duplicates in canonical order, then keep objects first and rows second; returns how many ended."""
        for candidate in sorted(candidates, key=lambda item: item.order.index):
            proof = candidate.proof
            if candidate.status != "open" or proof is None:
                continue
            case = Case(
                Bundle.from_archives(proof.public, proof.private),
                neighbours=neighbours,
                fingerprint=proof.fingerprint,
            )
            candidate.judge([Distinct().run(case)])
            if candidate.status == "open":
                candidate.status = "accepted"
                neighbours.add(proof.bundle, proof.fingerprint)
        ended = [candidate for candidate in candidates if candidate.status != "open"]
        if self._journal is not None:
            await self._journal.flush()  # a task is never there before what it cost
        await asyncio.to_thread(self._write, ended)
        return len(ended)

    def _write(self, candidates: Sequence[Candidate]) -> None:
        now = datetime.now(UTC)
        objects: dict[str, bytes] = {}
        rows: list[CandidateRow] = []
        tasks: list[TaskRow] = []
        verdicts: list[VerdictRow] = []
        for candidate in candidates:
            proof = candidate.proof
            if candidate.status == "accepted" and proof is not None:
                objects[public_key(proof.public)] = proof.public
                objects[private_key(proof.private)] = proof.private
                tasks.append(self._task(candidate, proof, now))
            rows.append(self._row(candidate, now))
            verdicts += [self._verdict(candidate, verdict) for verdict in candidate.verdicts]
        self.workspace.objects.put_all(objects)
        self.workspace.catalog.record(rows, tasks, verdicts)

    def _row(self, candidate: Candidate, now: datetime) -> CandidateRow:
        order = candidate.order
        ending = next((verdict for verdict in candidate.verdicts if verdict.gate == candidate.gate), None)
        return CandidateRow(
            run=self.id,
            candidate=order.id,
            skill=order.skill,
            index=order.index,
            seed=order.seed,
            difficulty=order.difficulty,
            status=candidate.status,
            recorded=now,
            gate=candidate.gate,
            reason=candidate.reason,
            evidence=[dict(item) for item in ending.evidence] if ending is not None else [],
            bundle=candidate.proof.bundle if candidate.proof is not None else None,
        )

    def _verdict(self, candidate: Candidate, verdict: Verdict) -> VerdictRow:
        fields = asdict(verdict)
        return VerdictRow(
            run=self.id,
            candidate=candidate.order.id,
            **{**fields, "evidence": [dict(item) for item in verdict.evidence]},
        )

    def _task(self, candidate: Candidate, proof: Proof, now: datetime) -> TaskRow:
        bundle = Bundle.from_archives(proof.public, proof.private)
        record = bundle.contract
        return TaskRow(
            bundle=proof.bundle,
            skills=list(record.skills),
            applications=list(record.applications),
            area=candidate.order.skill.split(".")[1],
            difficulty=record.difficulty,
            domain=record.domain,
            locale=record.locale,
            instruction=bundle.instruction,
            public_key=public_key(proof.public),
            private_key=private_key(proof.private),
            public_digest=proof.public_digest,
            private_digest=proof.private_digest,
            run=self.id,
            created=now,
            engine=proof.engine,
            fingerprint=proof.fingerprint,
        )


def new_identity() -> str:
    """A fresh run id: the time of day in UTC for people, and four random digits against collisions."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def summary(result: SkillResult) -> dict[str, Any]:
    """A skill's result as plain data."""
    return {**asdict(result), "by_gate": dict(result.by_gate)}
