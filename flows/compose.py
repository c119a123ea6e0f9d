"""The composer as a Prefect flow: combinations of skills over one desktop."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from prefect import Flow
from prefect.artifacts import acreate_table_artifact
from pydantic import Field

from forge.flows.artifacts import Progress, key, show_cost, show_results
from forge.flows.catalogue import SkillParameters, Steps, plain, workspace_of
from forge.flows.taking_up import recorded, settle, take_up
from forge.pipeline.composing import (
    COMPOSITES,
    EVERY_COMPOSITE,
    Combining,
    refusals,
    size_of,
    weights_of,
)
from forge.pipeline.run import Run, RunRequest
from forge.skills.registry import select
from forge.storage import reports


class ComposeParameters(SkillParameters):
    """The form of the composer's flow."""

    skills: str = Field(
        default="calc.*", title="Skills", description="globs of skill ids, separated by commas"
    )
    size: str = Field(default="2..3", title="Skills of one task", description="a number or two, as in 2..4")
    weights: str = Field(
        default="uniform", title="Weights", description="uniform, area, pass-rate, or the path of a file"
    )

    def combination(self) -> RunRequest:
        """The run that this form asks for.

        Raises:
            UsageError: skills, size or weights name nothing that can be drawn.
        """
        home = workspace_of(self)
        smallest, largest = size_of(self.size)
        weights = weights_of(
            self.weights, select(self.skills), lambda: home.catalog if home.has_catalog else None
        )
        return RunRequest(
            combining=Combining(smallest=smallest, largest=largest, weights=weights),
            **self.model_dump(exclude={"workspace", "size", "weights"}),
        )


def compose_flow(run: Run | None = None) -> Flow[..., Any]:
    """The composer's flow.

    Args:
        run: a run that is already open; the flow opens one by itself where None.
    """

    async def make(parameters: ComposeParameters) -> dict[str, Any]:
        """Put skills together and keep the tasks that every gate lets through."""
        async with AsyncExitStack() as stack:
            if run is None:
                request, home = parameters.combination(), workspace_of(parameters)
                current = await take_up(stack, request, home, "flow compose")
            else:
                current = run
                await settle(run)
            progress = Progress(COMPOSITES, current.request.count, "Tasks of several skills")
            await progress.begin(recorded(current, EVERY_COMPOSITE))
            result = await current.compose(Steps(progress))
            catalog = current.workspace.catalog
            refused = refusals(catalog, current.id)
            await acreate_table_artifact(
                [{"refused because": sort, "combinations": count} for sort, count in refused.items()],
                key=key(COMPOSITES, "refused"),
                description="Combinations of skills that do not go together, by reason",
            )
            await show_results(COMPOSITES, [result])
            await show_cost(
                COMPOSITES, reports.cost(catalog, "skill", run=current.id, skills=[EVERY_COMPOSITE])
            )
            return {**plain(result), "refused": refused}

    return Flow(
        make,
        name="compose",
        description="Make tasks of several skills over one desktop.",
        flow_run_name=run.id if run is not None else None,
        log_prints=False,
    )
