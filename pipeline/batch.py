"""A batch of candidates of one skill, or of several composites, step by step: content, build, instruct, prove.

The steps are plain coroutines over the whole batch, so that whoever orchestrates them has one unit of work per
step and batch, never one per candidate.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from forge.errors import (
    BudgetError,
    EngineError,
    ForgeError,
    ModelError,
    SkillError,
    StoppedError,
    UnansweredError,
    UnavailableError,
    UsageError,
)
from forge.gates.agreed import AGREED
from forge.gates.base import Verdict
from forge.pipeline.agreeing import agreement, question_about
from forge.pipeline.build import Order
from forge.pipeline.lanes import Lanes
from forge.pipeline.seeds import stream
from forge.pipeline.worker import Built, Material, Proof, build_candidate, prove_candidate
from forge.preparers.base import sampled
from forge.skills.composite import any_skill, instruction_of
from forge.skills.instruction import INSTRUCTIONS, REGISTERS, complaints
from forge.skills.nodes import Node

T = TypeVar("T")
NO_LEADS: Mapping[Order, Order] = {}
"""Every candidate has content of its own."""
REFUSED = "refused"
"""What ends a candidate whose skills do not go together, as the gates are named that end others."""
Status = Literal["open", "accepted", "rejected", "failed"]


class Ask(Protocol):
    """Has a language model answer a node for a candidate."""

    async def __call__(
        self,
        node: Node[Any],
        variables: Any,
        *,
        seed_key: str,
        candidate: str,
        skill: str,
        check: Callable[[Any], list[str]] | None = None,
    ) -> BaseModel:
        """The valid answer.

        Raises:
            ModelError: there is none within the limits.
            BudgetError: the call could pass the budget.
        """


class StepRunner(Protocol):
    """Runs a step of a batch under a name; an orchestrator wraps it in its own unit of work."""

    async def __call__(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the step."""


async def plainly(name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:  # noqa: ARG001 - the protocol's name
    """Run a step without an orchestrator."""
    return await work()


@dataclass(frozen=True)
class Options:
    """How candidates are made and proved, beside what determines them.

    Attributes:
        engines: whether real applications verify, where they are installed.
        rebuild_every: one in so many candidates is made again in other environments; 0 for none, 1 for all.
        agree: the share of tasks that a model reads as the agent will, from 0 to 1.
        hostile: whether adversarial instructions are planted into the content of tasks.
        together: the most instructions that are asked for in one call.
    """

    engines: bool = True
    rebuild_every: int = 0
    agree: float = 0.0
    hostile: bool = False
    together: int = 1


@dataclass
class Candidate:
    """A candidate on its way.

    Attributes:
        order: which one.
        status: `open` until it is accepted, rejected (by a gate) or failed (by a model or the machine).
        gate: the gate or step that ended it.
        reason: why it ended.
        material: what it is made of, from the content step on.
        built: what building gave.
        lane: the worker process that built it and holds its states.
        template: its instruction with slots.
        proof: what proving gave.
        verdicts: of all gates so far.
    """

    order: Order
    status: Status = "open"
    gate: str = ""
    reason: str = ""
    material: Material | None = None
    built: Built | None = None
    lane: int = 0
    template: str = ""
    proof: Proof | None = None
    verdicts: list[Verdict] = field(default_factory=list)

    def end(self, status: Status, gate: str, reason: str) -> None:
        """End its way."""
        self.status, self.gate, self.reason = status, gate, reason

    def reopen(self) -> None:
        """Take its end back."""
        self.end("open", "", "")

    def judge(self, verdicts: Sequence[Verdict]) -> None:
        """Take over verdicts; the first that does not let it through ends its way."""
        self.verdicts.extend(verdicts)
        for verdict in verdicts:
            if verdict.outcome == "fail":
                self.end("rejected", verdict.gate, verdict.reason)
                return
            if verdict.outcome == "error":
                self.end("failed", verdict.gate, verdict.reason)
                return


class Batch:
    """The steps of one batch.

    Args:
        orders: the candidates, in the order of their indices.
        ask: has a model answer.
        lanes: the worker processes.
        options: how to make and prove.
        leads: the candidates whose content others use as well, by those others.
    """

    def __init__(
        self,
        orders: Sequence[Order],
        ask: Ask,
        lanes: Lanes,
        options: Options,
        leads: Mapping[Order, Order] = NO_LEADS,
    ) -> None:
        self.candidates = [Candidate(order) for order in orders]
        self.stopped: ForgeError | None = None
        self._unanswered: list[Candidate] = []
        self._company: Mapping[Order, Sequence[Candidate]] = {}
        self._leads = leads
        self._ask = ask
        self._lanes = lanes
        self._rank = lanes.rank()
        self._options = options

    async def run(self, step: StepRunner = plainly) -> list[Candidate]:
        """All steps; candidates that a step ended are not carried further.

        When the budget is used up or the provider is dead, candidates that wait for a model stay `open`, and
        `stopped` says why. When somebody asked to stop, no further step is begun.
        """
        steps = {
            "content": self.content,
            "build": self.build,
            "instruct": self.instruct,
            "prove": self.prove,
            **({"agree": self.agree} if self._options.agree else {}),
        }
        for name, work in steps.items():
            if not isinstance(self.stopped, StoppedError):
                await step(name, work)
        if isinstance(self.stopped, UnavailableError):
            for candidate in self._unanswered:
                candidate.reopen()  # it was the provider that failed, not the candidate
        return self.candidates

    async def _each(
        self, work: Callable[[Candidate], Awaitable[None]], ready: Callable[[Candidate], bool]
    ) -> None:
        async with asyncio.TaskGroup() as group:
            for candidate in self.candidates:
                if candidate.status == "open" and ready(candidate):
                    group.create_task(self._guarded(work, candidate))

    async def _guarded(self, work: Callable[[Candidate], Awaitable[None]], candidate: Candidate) -> None:
        """One item of a step; what goes wrong with it ends this candidate alone."""
        try:
            await work(candidate)
        except EngineError as error:
            candidate.end("failed", "machine", str(error))
        except (BudgetError, UnavailableError, UsageError, StoppedError) as error:
            self.stopped = error  # no further request can succeed; what is under way is still finished
        except SkillError as error:
            candidate.end("rejected", "skill", str(error))
        except UnansweredError as error:
            candidate.end("failed", "model", str(error))
            self._unanswered.append(candidate)
        except ModelError as error:
            candidate.end("failed", "model", str(error))

    async def content(self) -> None:
        """Sample parameters and have the content nodes answered."""
        await self._each(self._content, lambda _: True)

    async def _content(self, candidate: Candidate) -> None:
        order = candidate.order
        skill = any_skill(order.skill)
        parameters = self._sampled(order)
        lead = self._leads.get(order, order)
        if lead != order:
            # Whatever the content was asked for is the lead's; all else is the candidate's own.
            shared = skill.variables(self._sampled(lead))
            own = parameters.model_dump()
            parameters = parameters.model_copy(
                update={name: value for name, value in shared.items() if name in own}
            )
        variables = skill.variables(parameters)
        answers = await asyncio.gather(
            *(
                self._ask(node, variables, seed_key=lead.id, candidate=order.id, skill=skill.id)
                for node in skill.nodes
            )
        )
        every = self._options.rebuild_every
        drawn = bool(every) and not stream(order.seed, skill.id, order.index, "rebuild").randrange(every)
        candidate.material = Material(
            order,
            parameters.model_dump(mode="json"),
            {
                node.name: answer.model_dump(mode="json")
                for node, answer in zip(skill.nodes, answers, strict=True)
            },
            sampled(skill.applications, order.index) if self._options.engines else (),
            self._options.hostile,
            rebuild="never" if not drawn else "often" if every == 1 else "seldom",
        )

    def _sampled(self, order: Order) -> Any:
        random = stream(order.seed, order.skill, order.index, "sample")
        return any_skill(order.skill).sample(random, order.difficulty)

    async def build(self) -> None:
        """Prepare, solve and derive; the file gates judge."""
        await self._each(self._build, lambda candidate: candidate.material is not None)

    async def _build(self, candidate: Candidate) -> None:
        assert candidate.material is not None  # noqa: S101 - only such candidates are ready
        candidate.lane, built = await self._lanes.begin(self._rank, build_candidate, candidate.material)
        candidate.built = built
        if built.trouble:
            step = REFUSED if built.refused else "build"
            candidate.end("failed" if built.broken else "rejected", step, built.trouble)
        else:
            candidate.judge(built.verdicts)

    async def instruct(self) -> None:
        """Have the instruction written, with slots, from the public facts alone."""
        wanted: dict[str, list[Candidate]] = {}
        for candidate in self.candidates:
            if candidate.status == "open" and candidate.built is not None:
                wanted.setdefault(candidate.order.skill, []).append(candidate)
        size = self._options.together
        self._company = {
            candidate.order: group[at - at % size : at - at % size + size]
            for group in wanted.values()
            for at, candidate in enumerate(group)
        }
        await self._each(self._instruct, lambda candidate: candidate.order in self._company)

    async def _instruct(self, candidate: Candidate) -> None:
        assert candidate.built is not None  # noqa: S101 - only such candidates are ready
        order, facts = candidate.order, candidate.built.facts
        company = self._company[order]
        text = await self._one_of(company, candidate) if len(company) > 1 else ""
        if not text or complaints(text, facts):
            node, told = _wording(candidate)
            draft: Any = await self._ask(
                node,
                told,
                seed_key=order.id,
                candidate=order.id,
                skill=order.skill,
                check=lambda answer: complaints(answer.text, facts),
            )
            text = draft.text
        candidate.template = text

    async def _one_of(self, company: Sequence[Candidate], candidate: Candidate) -> str:
        """Its instruction among those of several tasks that are written at once; empty where there is none.

        All of the company ask the same, so that the first pays and the others find the answer.
        """
        order = candidate.order
        try:
            drafts: Any = await self._ask(
                INSTRUCTIONS,
                {"tasks": [_wording(member)[1] for member in company]},
                seed_key=company[0].order.id,
                candidate=order.id,
                skill=order.skill,
            )
        except (BudgetError, UnansweredError):
            raise
        except ModelError:
            return ""  # no usable answer for all at once: it is asked for alone
        place = company.index(candidate)
        return str(drafts.texts[place]) if len(drafts.texts) == len(company) else ""

    async def prove(self) -> None:
        """Assemble the bundle; the package gates judge."""
        await self._each(self._prove, lambda candidate: bool(candidate.template))

    async def _prove(self, candidate: Candidate) -> None:
        assert candidate.material is not None  # noqa: S101 - it has a template, so it has material
        proof = await self._lanes.run(
            candidate.lane, self._rank, prove_candidate, candidate.material, candidate.template
        )
        candidate.proof = proof
        candidate.judge(proof.verdicts)

    async def agree(self) -> None:
        """Have a model read a share of the tasks as the agent will; the gate *agreed* judges."""
        await self._each(self._agree, lambda candidate: candidate.proof is not None)

    async def _agree(self, candidate: Candidate) -> None:
        order, proof = candidate.order, candidate.proof
        assert proof is not None  # noqa: S101 - only such candidates are ready
        drawn = stream(order.seed, order.skill, order.index, "agreed").random()
        if drawn >= self._options.agree:
            return
        parts = proof.public, proof.private
        _, asked = await self._lanes.begin(self._rank, question_about, *parts)
        answer: Any = None
        if asked is not None:
            named = await self._ask(AGREED, asked, seed_key="", candidate=order.id, skill=order.skill)
            answer = named.model_dump(mode="json")
        _, judged = await self._lanes.begin(self._rank, agreement, *parts, answer)
        candidate.judge([judged])


def _wording(candidate: Candidate) -> tuple[Node[Any], dict[str, Any]]:
    """The node that writes the instruction of a task, and what it is told."""
    order, built = candidate.order, candidate.built
    assert built is not None  # noqa: S101 - only such candidates are ready
    random = stream(order.seed, order.skill, order.index, "register")
    return instruction_of(built.skills, built.facts, REGISTERS[random.randrange(len(REGISTERS))])


def leads(orders: Sequence[Order], reuse: int) -> dict[Order, Order]:
    """Whose content each candidate uses: the first of each so many of one difficulty shares it with the others."""
    found: dict[Order, Order] = {}
    counts: Counter[str] = Counter()
    latest: dict[str, Order] = {}
    for order in orders:
        if counts[order.difficulty] % reuse == 0:
            latest[order.difficulty] = order
        counts[order.difficulty] += 1
        found[order] = latest[order.difficulty]
    return found


def batches(orders: Sequence[Order], first: int = 4, later: int = 24) -> list[list[Order]]:
    """Orders in batches: a small first one, so that something can be seen soon, then larger ones."""
    result = [list(orders[:first])] if orders else []
    result += [list(orders[at : at + later]) for at in range(first, len(orders), later)]
    return result
