"""Every skill as a Prefect flow named by its id, and the run flow over many skills.

A flow that runs inside a run flow shares its open run (one model limit, one set of worker processes); started by
itself, from the Prefect UI or a schedule, it opens a run of its own. One Prefect task stands for one step of one
batch, never for one candidate: a task run costs a server 8 ms and more.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from prefect import Flow, Task
from prefect.cache_policies import NO_CACHE
from pydantic import BaseModel, Field

from forge.flows.artifacts import Progress, show_cost, show_results
from forge.flows.picturing import PicturesParameters, pictures_flow
from forge.flows.taking_up import recorded, settle, take_up
from forge.pipeline.lanes import a_few_at_once
from forge.pipeline.run import Run, RunRequest, SkillResult
from forge.skills.contract import Difficulty
from forge.skills.registry import select, skill
from forge.storage import reports
from forge.storage.workspace import Workspace

T = TypeVar("T")

_open_run: ContextVar[Run | None] = ContextVar("open_run", default=None)


class SkillParameters(BaseModel):
    """The form of a skill flow."""

    count: int = Field(default=4, ge=1, le=100_000, title="Candidates")
    seed: int = Field(default=0, ge=0, title="Seed")
    difficulty: Difficulty | Literal["mixed"] = Field(default="mixed", title="Difficulty")
    model: str = Field(default="offline", title="Model profile", description="offline, openai/<model>, …")
    max_cost: float | None = Field(default=None, gt=0, title="Budget in US dollars")
    max_tokens: int | None = Field(default=None, gt=0, title="Budget in tokens")
    hostile: bool = Field(default=False, title="Plant adversarial instructions")
    reuse: int = Field(default=1, ge=1, le=64, title="Candidates that share content")
    together: int = Field(default=1, ge=1, le=16, title="Instructions in one call")
    workspace: str = Field(
        default="", title="Workspace", description="a folder; FORGE_HOME or .forge when empty"
    )

    def request(self, skills: str) -> RunRequest:
        """The run that this form asks for."""
        return RunRequest(**{**self.model_dump(exclude={"workspace", "pictures"}), "skills": skills})


class RunParameters(SkillParameters):
    """The form of the run flow."""

    skills: str = Field(
        default="calc.*", title="Skills", description="globs of skill ids, separated by commas"
    )
    pictures: int = Field(
        default=0, ge=0, le=100, title="Pictures", description="so many tasks are drawn when all are made"
    )


async def as_task(name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a step of a batch as one Prefect task."""

    async def step() -> T:
        return await work()

    # The result stays in memory: it holds whole bundles, which the store keeps.
    task: Any = Task(step, name=name, persist_result=False, cache_policy=NO_CACHE, log_prints=False)
    result: T = await task()
    return result


def skill_flow(identity: str) -> Flow[..., Any]:
    """The flow of a skill.

    Raises:
        UsageError: there is no such skill.
    """
    chosen = skill(identity)

    async def make(parameters: SkillParameters) -> dict[str, Any]:
        """Make candidates of one skill and keep those that every gate lets through."""
        async with AsyncExitStack() as stack:
            run = _open_run.get()
            if run is None:
                request, home = parameters.request(identity), workspace_of(parameters)
                run = await take_up(stack, request, home, f"flow {identity}")
            progress = Progress(identity, parameters.count, chosen.title)
            await progress.begin(recorded(run, identity))
            result = await run.make(chosen, run.request.orders(identity), Steps(progress))
            await show_results(identity, [result])
            await show_cost(
                identity, reports.cost(run.workspace.catalog, "skill", run=run.id, skills=[identity])
            )
            return plain(result)

    return Flow(
        make, name=identity, description=f"{chosen.title}.", version=str(chosen.version), log_prints=False
    )


class Steps:
    """Runs steps as Prefect tasks and shows progress when a batch is stored."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._size = 0

    async def __call__(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a step as one Prefect task, and show how many candidates have ended where it tells."""
        result = await as_task(name, work)
        if isinstance(result, int):
            await self._progress.advance(result)
        return result


async def make_all(parameters: RunParameters, run: Run) -> list[SkillResult]:
    """All skills of an open run, a few skill flows at once, and the run's artifacts."""
    form = SkillParameters(**parameters.model_dump(exclude={"skills", "pictures"}))

    async def make(identity: str) -> None:
        if run.stopped is None:
            flow: Any = skill_flow(identity)
            await flow(parameters=form)

    token = _open_run.set(run)
    try:
        await a_few_at_once(partial(make, chosen.id) for chosen in select(parameters.skills))
    finally:
        _open_run.reset(token)
    results = sorted(run.results.values(), key=lambda result: result.skill)
    await show_results("run", results)
    await show_cost("run", reports.cost(run.workspace.catalog, "skill", run=run.id))
    return results


def run_flow(run: Run | None = None) -> Flow[..., Any]:
    """The run flow.

    Args:
        run: a run that is already open; the flow opens one by itself where None.
    """

    async def make(parameters: RunParameters) -> list[dict[str, Any]]:
        """Make candidates of many skills and keep those that every gate lets through."""
        async with AsyncExitStack() as stack:
            if run is None:
                request, home = parameters.request(parameters.skills), workspace_of(parameters)
                current = await take_up(stack, request, home, "flow run")
            else:
                current = run
                await settle(run)
            results = await make_all(parameters, current)
        if parameters.pictures and any(result.accepted for result in results):
            form = PicturesParameters(
                run=current.id, tasks=parameters.pictures, workspace=str(current.workspace.root)
            )
            drawing: Any = pictures_flow(current.id)
            await drawing(parameters=form, return_state=True)  # how it ends is its own: the tasks are made
        return [plain(result) for result in results]

    return Flow(
        make,
        name="run",
        description="Make tasks of many skills.",
        flow_run_name=run.id if run is not None else None,
        log_prints=False,
    )


def workspace_of(parameters: SkillParameters) -> Workspace:
    """The workspace that a form names."""
    return Workspace(Path(parameters.workspace) if parameters.workspace else None)


def plain(result: SkillResult) -> dict[str, Any]:
    """A result as the flow gives it."""
    return {
        "skill": result.skill,
        "accepted": result.accepted,
        "rejected": result.rejected,
        "failed": result.failed,
        "tasks": result.tasks,
    }
