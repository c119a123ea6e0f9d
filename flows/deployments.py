"""Every flow as a Prefect deployment: a form in the UI, a schedule where wanted, and workers that take the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from prefect import Flow, get_client
from prefect.client.schemas.actions import WorkPoolCreate
from prefect.deployments.runner import DeploymentApplyError, RunnerDeployment
from prefect.exceptions import ObjectAlreadyExists, PrefectHTTPStatusError

from forge.errors import UnavailableError
from forge.flows import automations
from forge.flows.automations import SILENT_SECONDS
from forge.flows.catalogue import run_flow, skill_flow
from forge.flows.compose import compose_flow
from forge.flows.entries import MODULE, entry_of
from forge.flows.exporting import export_flow
from forge.flows.picturing import pictures_flow
from forge.skills.registry import select

DEPLOYMENT = "forge"
"""The name of each deployment; the UI shows `calc.rows.sort/forge`."""
POOL = "forge"
WORKER_TYPE = "process"


@dataclass(frozen=True)
class Deployed:
    """A deployment that is registered.

    Attributes:
        name: flow and deployment, as in `calc.rows.sort/forge`.
        id: its id on the server.
        tags: its tags.
    """

    name: str
    id: str
    tags: tuple[str, ...]


async def deploy(
    globs: str,
    *,
    pool: str = POOL,
    workspace: str = "",
    cron: str | None = None,
    limit: int | None = None,
    silent_seconds: int = SILENT_SECONDS,
) -> list[Deployed]:
    """Register the flows that are general and those of skills; known ones are brought up to date.

    With them go the automations that notice dead workers and have others go on.

    Args:
        globs: which skills, as in `calc.*,writer.*`.
        pool: the work pool whose workers do the work; made where it is missing.
        workspace: the workspace that runs use unless a form says otherwise; empty leaves it to each worker.
        cron: when the run flow starts by itself, in the notation of cron, in UTC.
        limit: how many flow runs workers of the pool do at once, where the pool is made.
        silent_seconds: after how long without a sign of life a flow run is called crashed.

    Raises:
        UsageError: no skill matches.
        UnavailableError: the server refuses, or does not answer.
    """
    skills = select(globs)
    await _make_pool(pool, limit)
    await automations.register(silent_seconds)
    parameters = {"workspace": workspace}
    wanted = [
        _deployment(run_flow(), f"{MODULE}.RUN", ["run"], {**parameters, "skills": globs}, pool, cron),
        _deployment(compose_flow(), f"{MODULE}.COMPOSE", ["compose"], {**parameters, "skills": globs}, pool),
        _deployment(export_flow(), f"{MODULE}.EXPORT", ["export"], parameters, pool),
        _deployment(pictures_flow(), f"{MODULE}.PICTURES", ["pictures"], parameters, pool),
        *(
            _deployment(skill_flow(skill.id), entry_of(skill.id), _tags(skill.id), parameters, pool)
            for skill in skills
        ),
    ]
    return [await _applied(deployment) for deployment in wanted]


def _tags(identity: str) -> list[str]:
    application, area, _ = identity.split(".", 2)
    return [application, f"{application}.{area}"]


def _deployment(
    flow: Flow[..., Any],
    entry: str,
    tags: Sequence[str],
    parameters: dict[str, Any],
    pool: str,
    cron: str | None = None,
) -> RunnerDeployment:
    made = RunnerDeployment.from_flow(
        flow,
        name=DEPLOYMENT,
        tags=[automations.TAG, *tags],
        job_variables={"env": {"PREFECT_FLOWS_HEARTBEAT_FREQUENCY": str(automations.HEARTBEAT_SECONDS)}},
        parameters={"parameters": parameters},
        work_pool_name=pool,
        cron=cron,
        description=flow.description,
        version=flow.version,
    )
    made.entrypoint = entry  # a worker imports it: flows of skills are in no file under a name
    return made


async def _make_pool(pool: str, limit: int | None) -> None:
    try:
        async with get_client() as client:
            wanted = WorkPoolCreate(name=pool, type=WORKER_TYPE, concurrency_limit=limit)
            await client.create_work_pool(wanted)
    except ObjectAlreadyExists:
        pass  # its workers and its limit stay as they are
    except (PrefectHTTPStatusError, OSError) as error:
        raise UnavailableError(f"The work pool {pool!r} could not be made: {error}") from error


async def _applied(deployment: RunnerDeployment) -> Deployed:
    try:
        identity = await deployment.aapply()
    except DeploymentApplyError as error:
        raise UnavailableError(f"{deployment.full_name} could not be registered: {error}") from error
    return Deployed(deployment.full_name, str(identity), tuple(deployment.tags))
