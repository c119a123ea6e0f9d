"""Running on one machine: the server of `PREFECT_API_URL`, or the managed local one."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from forge.flows import server
from forge.pipeline.run import Run
from forge.storage.workspace import Workspace


def prepare(home: Path) -> str:
    """Point this process at a Prefect server and give its address; a managed one may still be starting.

    It must be called before Prefect is imported, which reads its settings once.
    """
    configured = os.environ.get("PREFECT_API_URL")
    managed = None if configured else server.launch(home)
    api = configured or (managed.api if managed is not None else "")
    for name, value in server.client_environment(home, api).items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("PREFECT_LOGGING_LEVEL", "ERROR")
    os.environ.setdefault("PREFECT_LOGGING_TO_API_ENABLED", "false")
    return api


async def run_with_prefect(run: Run) -> None:
    """Run all skills of a run as Prefect flows; worker processes warm up while a server starts.

    Raises:
        UnavailableError: no server answers.
    """
    home = run.workspace.folder("prefect")
    prepare(home)
    async with run:
        # Prefect takes 2 s to import: as long as the worker processes take to start.
        (flow, form), *_ = await asyncio.gather(
            asyncio.to_thread(_flow_of, run),
            asyncio.to_thread(server.wait_until_reachable, home),
            run.warm(),
        )
        await flow(parameters=form)


async def draw_with_prefect(workspace: Workspace, run: str, tasks: int, workers: int) -> str:
    """Draw tasks of a run that has ended, as a Prefect flow; gives the file.

    Raises:
        ForgeError: they cannot be drawn.
    """
    from forge.flows.picturing import PicturesParameters, pictures_flow  # noqa: PLC0415 - Prefect takes 2 s to import

    flow: Any = pictures_flow(run)
    form = PicturesParameters(run=run, tasks=tasks, workers=workers, workspace=str(workspace.root))
    return str((await flow(parameters=form))["file"])


def _flow_of(run: Run) -> tuple[Any, Any]:
    """The flow that makes what a run asks for, and its form filled in."""
    from forge.flows.catalogue import RunParameters, run_flow  # noqa: PLC0415 - Prefect takes 2 s to import
    from forge.flows.compose import ComposeParameters, compose_flow  # noqa: PLC0415 - likewise

    root, request = str(run.workspace.root), run.request
    wanted = request.model_dump(exclude={"engines", "rebuild_every", "workers", "combining"})
    if request.combining is None:
        return run_flow(run), RunParameters(workspace=root, **wanted)
    size = f"{request.combining.smallest}..{request.combining.largest}"
    return compose_flow(run), ComposeParameters(workspace=root, size=size, **wanted)
