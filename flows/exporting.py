"""The export as a Prefect flow: the same files as `forge export`, with a parameter form and a table of the splits."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

from prefect import Flow
from prefect.artifacts import acreate_table_artifact
from pydantic import BaseModel, Field

from forge.exports.request import ExportRequest, FormatName, parse_split
from forge.exports.run import Exported, export
from forge.flows.artifacts import key
from forge.flows.catalogue import as_task
from forge.storage.workspace import Workspace


class ExportParameters(BaseModel):
    """The form of the export flow."""

    format: FormatName = Field(default="hf", title="Format")
    out: str = Field(title="Folder", description="new or empty, or with an export that was cut short")
    skills: str = Field(
        default="", title="Skills", description="globs of skill ids, separated by commas; empty for all"
    )
    split: str = Field(
        default="train=1", title="Splits", description="names with shares, as in train=0.98,test=0.02"
    )
    seed: int = Field(default=0, ge=0, title="Seed of the splits")
    verified: bool = Field(default=False, title="Only verified tasks")
    workspace: str = Field(
        default="", title="Workspace", description="a folder; FORGE_HOME or .forge when empty"
    )

    def request(self) -> ExportRequest:
        """The export that this form asks for.

        Raises:
            UsageError: the splits cannot be read.
        """
        return ExportRequest(
            format=self.format,
            skills=tuple(glob.strip() for glob in self.skills.split(",") if glob.strip()),
            split=parse_split(self.split),
            seed=self.seed,
            verified=self.verified,
        )


def export_flow() -> Flow[..., Any]:
    """The flow that exports."""

    async def write(parameters: ExportParameters) -> dict[str, Any]:
        """Write the tasks of a workspace as trainers and harnesses read them."""
        request = parameters.request()

        def work() -> Exported:
            with closing(
                Workspace(Path(parameters.workspace) if parameters.workspace else None)
            ) as workspace:
                return export(workspace, request, Path(parameters.out))

        done = await as_task(f"export {request.format}", lambda: asyncio.to_thread(work))
        rows = [{"split": name, "tasks": number} for name, number in done.counts.items()]
        await acreate_table_artifact(
            rows or [{"split": "none", "tasks": 0}],
            key=key("export", "splits"),
            description=f"{request.format} in {done.folder}",
        )
        return {"folder": str(done.folder), "splits": done.counts, "groups": done.groups}

    return Flow(
        write, name="export", description="Write tasks as trainers and harnesses read them.", log_prints=False
    )
