"""Which run a flow run makes: a new one, or one that died at work; and what is shown of flow runs that died.

A flow run is called by the id of the run that it makes. Started again, after a crash or by hand, it goes on with that
run; what is recorded of it is neither made nor paid again.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from prefect import get_client
from prefect.client.orchestration import PrefectClient
from prefect.client.schemas.filters import (
    FlowRunFilter,
    FlowRunFilterId,
    FlowRunFilterName,
    FlowRunFilterParentFlowRunId,
    FlowRunFilterState,
    FlowRunFilterStateType,
    TaskRunFilter,
    TaskRunFilterState,
    TaskRunFilterStateType,
)
from prefect.client.schemas.objects import FlowRun, State, StateType
from prefect.context import FlowRunContext
from prefect.states import Crashed

from forge.errors import UnavailableError, UsageError
from forge.pipeline.resume import crashed, going_on, note_crashed
from forge.pipeline.run import Run, RunRequest
from forge.storage.workspace import Workspace

MOST_BEGINNINGS = 6
"""How often one flow run is begun: one that dies again and again would take its worker along for ever."""
LOOK_AGAIN_SECONDS = 2.0
PAGE = 200
"""How many the server gives at once."""


async def take_up(stack: AsyncExitStack, request: RunRequest, workspace: Workspace, command: str) -> Run:
    """The open run that the current flow run is to make.

    That is the run it made before, when it was begun before; else the latest run of the same request that died; else
    a new one. While another process works on it, it waits: a flow run that is only thought dead is not made twice.

    Args:
        stack: closes the run.
        request: what to make.
        workspace: where it is kept.
        command: what to say of how it was started.

    Raises:
        UnavailableError: the flow run was begun too often.
        UsageError: the run was begun by another version of Forge.
    """
    flow_run = _current()
    if flow_run.run_count > MOST_BEGINNINGS:
        raise UnavailableError(
            f"The flow run {flow_run.name} was begun {MOST_BEGINNINGS} times and did not end.",
            hint="See what killed its workers, such as memory; a new flow run of the same form goes on with it.",
        )
    note_crashed(workspace)
    before = workspace.catalog.run(flow_run.name) or crashed(workspace, request)
    run = Run(request, workspace, command=command) if before is None else Run.again(before.id, workspace, {})
    await _begun(stack, run)
    await settle(run)
    return run


async def _begun(stack: AsyncExitStack, run: Run) -> None:
    """Open a run as soon as nobody else works on it."""
    while True:
        try:
            await stack.enter_async_context(run)
        except UsageError:
            if not going_on(run.workspace, run.id):
                raise
            await asyncio.sleep(LOOK_AGAIN_SECONDS)
        else:
            return


def recorded(run: Run, glob: str) -> int:
    """How many candidates of the skills of a glob a run has recorded."""
    return sum(1 for _ in run.workspace.catalog.candidates(run=run.id, skills=(glob,)))


async def settle(run: Run) -> None:
    """Call the current flow run by its run, and show all else that was making this run, and died, as crashed.

    Whoever holds a run knows that nobody else works on it.
    """
    own = _current().id
    async with get_client() as client:
        await client.update_flow_run(own, name=run.id)
        dead = [
            found.id
            for found in await _running(client, name=FlowRunFilterName(any_=[run.id]))
            if found.id != own
        ]
        parents = FlowRunFilterParentFlowRunId(any_=[own, *dead])
        dead += [found.id for found in await _running(client, parent_flow_run_id=parents)]
        died: State[None] = Crashed(message=f"Its process died; the run {run.id} was gone on with.")
        left = await client.read_task_runs(
            flow_run_filter=FlowRunFilter(id=FlowRunFilterId(any_=[own, *dead])),
            task_run_filter=TaskRunFilter(
                state=TaskRunFilterState(type=TaskRunFilterStateType(any_=[StateType.RUNNING]))
            ),
            limit=PAGE,
        )
        for task in left:
            await client.set_task_run_state(task.id, died, force=True)
        for flow in dead:
            await client.set_flow_run_state(flow, died)


async def _running(
    client: PrefectClient, **others: FlowRunFilterName | FlowRunFilterParentFlowRunId
) -> list[FlowRun]:
    state = FlowRunFilterState(type=FlowRunFilterStateType(any_=[StateType.RUNNING]))
    return await client.read_flow_runs(flow_run_filter=FlowRunFilter(state=state, **others), limit=PAGE)


def _current() -> FlowRun:
    context = FlowRunContext.get()
    if context is None or context.flow_run is None:
        raise UsageError("A run is taken up only inside of a flow run.")
    return context.flow_run
