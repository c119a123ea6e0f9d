"""The picture sheet of a run as a Prefect flow: a file in the workspace, and an image artifact of the same.

It runs after the run, from what was kept, so that drawing holds nothing up; from the UI it can be asked for again at
any time, also of a run that is still going on.
"""

from __future__ import annotations

import asyncio
import base64
import io
from contextlib import closing
from pathlib import Path
from typing import Any

from prefect import Flow
from prefect.artifacts import acreate_image_artifact
from pydantic import BaseModel, Field

from forge.errors import counted
from forge.flows.artifacts import key
from forge.pipeline.drawing.run import TASKS, Overview, draw_into
from forge.storage.workspace import Workspace

QUALITY = 60
"""Of the picture in the artifact, which travels as text in a database; the file has all of it."""
TALLEST = 16_000
"""Pixels: WebP holds no taller picture, so one that is taller is made smaller."""


class PicturesParameters(BaseModel):
    """The form of the flow."""

    run: str = Field(title="Run", description="the id of a run")
    tasks: int = Field(default=TASKS, ge=1, le=100, title="Tasks", description="at most so many")
    workers: int = Field(
        default=0, ge=0, le=256, title="Processes", description="0: one per processor, at most four"
    )
    workspace: str = Field(
        default="", title="Workspace", description="a folder; FORGE_HOME or .forge when empty"
    )


def pictures_flow(run: str | None = None) -> Flow[..., Any]:
    """The flow that draws tasks of a run.

    Args:
        run: the run by whose id the flow run is named; None leaves the name to Prefect.
    """

    async def draw(parameters: PicturesParameters) -> dict[str, Any]:
        """Draw start and golden of tasks of a run, with what changes framed and listed."""

        def work() -> tuple[Path, Overview]:
            root = Path(parameters.workspace) if parameters.workspace else None
            with closing(Workspace(root)) as workspace:
                return draw_into(workspace, parameters.run, parameters.tasks, parameters.workers)

        file, made = await asyncio.to_thread(work)
        await acreate_image_artifact(
            embedded(made.picture),
            key=key("run", "pictures"),
            description=f"{counted(made.tasks, 'task', 'tasks')} of run {parameters.run}: start and golden, "
            f"what changes framed. In full size in {file}",
        )
        return {"file": str(file), "tasks": made.tasks, "drawn": made.drawn}

    return Flow(
        draw,
        name="pictures",
        description="Draw start and golden of tasks of a run.",
        flow_run_name=f"{run} pictures" if run is not None else None,
        log_prints=False,
    )


def embedded(picture: bytes) -> str:
    """A picture as an address that holds the whole of it, in WebP."""
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((image.width, TALLEST))
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=QUALITY)
    return f"data:image/webp;base64,{base64.b64encode(stream.getvalue()).decode()}"
