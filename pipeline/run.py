"""A run: candidates of many skills, made batch by batch, judged, and kept with what they cost."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from forge.errors import ForgeError, StoppedError, UsageError
from forge.gates.distinct import Distinct, RunNeighbours
from forge.llm.budget import Budget
from forge.llm.caller import Limits
from forge.llm.engine import Engine, open_engine
from forge.llm.profiles import model_profile
from forge.llm.rates import Rates
from forge.pipeline.batch import Batch, Candidate, Options, StepRunner, batches, leads, plainly
from forge.pipeline.build import Order
from forge.pipeline.composing import COMPOSITES, EVERY_COMPOSITE, Combining, composite_orders
from forge.pipeline.keeping import keep
from forge.pipeline.lanes import Lanes
from forge.pipeline.resume import held, recorded, request_of
from forge.skills.contract import DIFFICULTIES, Difficulty
from forge.skills.registry import AnySkill, select
from forge.storage import reports
from forge.storage.holding import Hold
from forge.storage.ledger import CatalogCache, CatalogLedger, Journal
from forge.storage.models import RunRow, RunStatus
from forge.storage.workspace import Workspace

MANY = 1000
"""Candidates of one batch, and calls at once, where each answer may take hours."""


class RunRequest(BaseModel):
    """What a run is asked to make.

    Attributes:
        skills: globs of skill ids, separated by commas.
        combining: how skills are put together, where tasks are of several.
        count: candidates of each skill, or of composites in all.
        seed: from which all randomness follows.
        difficulty: of all candidates, or mixed.
        model: the model profile.
        max_cost: US dollars that may be spent on models.
        max_tokens: tokens that may be used.
        engines: whether real applications verify, where they are installed.
        rebuild_every: one in so many candidates is made again in other environments, which takes 3 s; 0 for none.
        hostile: whether adversarial instructions are planted into the content of tasks.
        agree: the share of tasks that a model reads as the agent will; their changes must be the golden's.
        reuse: the most candidates that share what a model invented for one of them.
        together: the most instructions that the model is asked for in one call.
        workers: worker processes; 0 for one per processor.
        concurrency: the most calls of the model at once.
        requests_per_minute: the most calls in any minute.
        tokens_per_minute: the most tokens in any minute.
        batch_api: whether the model is asked through its Batch API.
    """

    model_config = ConfigDict(extra="forbid")

    skills: str = "calc.*"
    combining: Combining | None = None
    count: int = Field(default=4, ge=1, le=1_000_000)
    seed: int = Field(default=0, ge=0, lt=2**63)
    difficulty: Difficulty | Literal["mixed"] = "mixed"
    model: str = "offline"
    max_cost: float | None = Field(default=None, gt=0)
    max_tokens: int | None = Field(default=None, gt=0)
    engines: bool = True
    rebuild_every: int = Field(default=50, ge=0)
    agree: float = Field(default=0.0, ge=0, le=1)
    hostile: bool = False
    reuse: int = Field(default=1, ge=1, le=64)
    together: int = Field(default=1, ge=1, le=16)
    workers: int = Field(default=0, ge=0, le=256)
    concurrency: int = Field(default=64, ge=1, le=10_000)
    requests_per_minute: int | None = Field(default=None, ge=1)
    tokens_per_minute: int | None = Field(default=None, ge=1)
    batch_api: bool = False

    @model_validator(mode="after")
    def _agreement_takes_a_model(self) -> Self:
        if self.agree and self.model == "offline":
            raise UsageError(
                "The gate *agreed* takes a language model; the offline one cannot read an instruction.",
                hint="Give --model, or leave --agree out.",
            )
        return self

    def composites(self) -> list[Order]:
        """The candidates of several skills each; mixed difficulties take turns.

        Raises:
            UsageError: the run is of single skills.
        """
        if self.combining is None:
            raise UsageError("This run makes tasks of single skills.", hint="forge compose makes composites.")
        same = None if self.difficulty == "mixed" else self.difficulty
        return composite_orders(self.combining, self.seed, self.count, same)

    def total(self) -> int:
        """The candidates in all."""
        return self.count if self.combining is not None else self.count * len(select(self.skills))

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
        bundle = candidate.proof.bundle if candidate.proof is not None else None
        self.count(candidate.status, candidate.gate, candidate.reason, bundle)

    def count(self, status: str, gate: str, reason: str, bundle: str | None) -> None:
        """Count a candidate by what became of it."""
        match status:
            case "accepted":
                self.accepted += 1
                if bundle is not None:
                    self.tasks.append(bundle)
                return
            case "rejected":
                self.rejected += 1
            case _:
                self.failed += 1
        self.by_gate[gate] += 1
        self.reasons.setdefault(gate, reason)


class Run:
    """An open run: its workspace, model, worker processes and what it has made so far.

    Use it as an asynchronous context; leaving it writes how the run ended. A run whose id is known already goes on
    where it was: what it recorded is not made again, and what it spent counts.

    Args:
        request: what to make.
        workspace: where it is kept.
        identity: the run's id; a fresh one where None.
        command: the command that started it, for people.
        told: called with each candidate that has ended.

    Attributes:
        results: what became of the candidates so far, by skill.
        stopped: why it ends before its time.
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
        self._held = ExitStack()
        self._hold: Hold | None = None
        self._engine: Engine | None = None
        self._journal: Journal | None = None
        self.lanes = Lanes(request.workers or None, most=request.total())

    @classmethod
    def again(cls, run: str, workspace: Workspace, changes: Mapping[str, Any], **others: Any) -> Self:
        """A run that was started before, to go on with.

        Args:
            run: its id.
            workspace: where it is kept.
            changes: what is asked for otherwise than then, such as a larger budget.
            others: `command` and `told`, as for a new run.

        Raises:
            UsageError: there is no such run, or another version of Forge started it.
        """
        row = workspace.catalog.run(run) if workspace.has_catalog else None
        if row is None:
            raise UsageError(
                f"There is no run {run!r} in {workspace.root}.",
                hint="`forge report cost --by run` lists them.",
            )
        request = request_of(row).model_copy(update=dict(changes))
        return cls(request, workspace, identity=run, **{"command": row.command, **others})

    async def __aenter__(self) -> Self:
        catalog = self.workspace.catalog
        self._be_alone()
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

    def _be_alone(self) -> None:
        """Be the only one who works on this run."""
        if self._hold is None or not self._hold.still():
            self._held.close()
            self._hold = self._held.enter_context(held(self.workspace, self.id))

    async def _open(self) -> None:
        request = self.request
        self._stack.callback(self.lanes.close)
        journal = self._journal = Journal(self.workspace.catalog)
        self._stack.push_async_callback(journal.flush)
        cost, tokens = reports.spent(self.workspace.catalog, self.id)
        engine = open_engine(
            model_profile(request.model),
            ledger=CatalogLedger(journal),
            cache=CatalogCache(journal),
            budget=Budget(request.max_cost, request.max_tokens, cost=cost, tokens=tokens),
            limits=Limits(
                concurrency=MANY if request.batch_api else request.concurrency,
                rates=Rates(request.requests_per_minute, request.tokens_per_minute),
            ),
            batches=request.batch_api,
        )
        self._engine = await self._stack.enter_async_context(engine)
        await engine.check()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        status: RunStatus = "finished" if self.stopped is None else "stopped"
        if error is not None:
            stopped = isinstance(error, KeyboardInterrupt | asyncio.CancelledError)
            status = "stopped" if stopped else "failed"
        try:
            await self._stack.aclose()
            if self._hold is not None and self._hold.still():  # else how it ends is another one's to say
                self.workspace.catalog.end_run(self.id, status, datetime.now(UTC))
        finally:
            self._held.close()

    async def warm(self) -> None:
        """Start the worker processes and their applications, and let them import what they will need."""
        skills = [] if self.request.combining is not None else select(self.request.skills)
        names = dict.fromkeys(name for skill in skills for name in skill.applications)
        asked = names if self.request.engines else ()
        await self.lanes.warm([skill.id for skill in skills], tuple(asked))

    def stop(self) -> None:
        """End the run before its time: what is under way is finished and kept, nothing new is begun."""
        reason = StoppedError("It was asked to stop.")
        self.stopped = self.stopped or reason
        self.lanes.stop(reason)
        if self._engine is not None:
            self._engine.stop(reason)

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
        return await self._make(skill.id, skill.id, orders, step, options=options, told=told)

    async def compose(self, step: StepRunner = plainly) -> SkillResult:
        """Make the composites that the request asks for; their results count together."""
        return await self._make(COMPOSITES, EVERY_COMPOSITE, self.request.composites(), step)

    async def _make(
        self,
        name: str,
        glob: str,
        orders: Sequence[Order],
        step: StepRunner = plainly,
        *,
        options: Options | None = None,
        told: Callable[[Candidate], None] = lambda _: None,
    ) -> SkillResult:
        """Make candidates whose results count together under a name, of skills that match a glob."""
        engine = self._engine
        if engine is None:
            raise UsageError("A run makes candidates only inside `async with`.")
        result = self.results[name] = SkillResult(name)
        before = recorded(self.workspace, self.id, result, glob)
        neighbours = before.neighbours
        request = self.request
        chosen = options or Options(
            request.engines,
            request.rebuild_every,
            request.agree,
            hostile=request.hostile,
            together=request.together if name != COMPOSITES else 1,
        )
        shared = leads(orders, request.reuse if name != COMPOSITES else 1)
        parts = batches(orders, later=MANY) if self.request.batch_api else batches(orders)
        for whole in parts:
            part = [order for order in whole if order.id not in before.candidates]
            if self.stopped is not None or not part:
                continue
            batch = Batch(part, partial(engine.ask, run=self.id), self.lanes, chosen, shared)
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
            candidate.judge([Distinct().among(neighbours, proof.fingerprint, proof.bundle)])
            if candidate.status == "open":
                candidate.status = "accepted"
                neighbours.add(proof.bundle, proof.fingerprint)
        ended = [candidate for candidate in candidates if candidate.status != "open"]
        if self._journal is not None:
            await self._journal.flush()  # a task is never there before what it cost
        await asyncio.to_thread(self._be_alone)
        await asyncio.to_thread(keep, self.workspace, self.id, ended)
        return len(ended)


def new_identity() -> str:
    """A fresh run id: the time of day in UTC for people, and four random digits against collisions."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def summary(result: SkillResult) -> dict[str, Any]:
    """A skill's result as plain data."""
    return {**asdict(result), "by_gate": dict(result.by_gate)}
