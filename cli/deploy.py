"""`forge deploy`: the flows of skills and of runs on a Prefect server, for its UI, schedules and workers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json
from forge.errors import counted


@click.command("deploy", epilog="Example: forge deploy --skills 'calc.*' --cron '0 3 * * *'")
@click.option(
    "--skills", default="*", show_default=True, metavar="GLOBS", help="Which skills get a deployment."
)
@click.option("--pool", default="forge", show_default=True, help="The work pool; made where it is missing.")
@click.option("--limit", type=click.IntRange(min=1), help="Flow runs at once, where the pool is made.")
@click.option("--cron", metavar="CRON", help="When the run flow starts by itself, as in '0 3 * * *' (UTC).")
@click.option(
    "--silent-after",
    default=95,
    show_default=True,
    type=click.IntRange(min=35),
    metavar="SECONDS",
    help="Flow runs that gave no sign of life for so long have crashed; others go on.",
)
@click.option(
    "--worker-workspace",
    default="",
    metavar="FOLDER",
    help="The workspace of runs that do not say one; by default each worker's own FORGE_HOME.",
)
@workspace_option
@json_option
def command(
    *,
    workspace: Path,
    as_json: bool,
    skills: str,
    pool: str,
    limit: int | None,
    cron: str | None,
    silent_after: int,
    worker_workspace: str,
) -> int:
    """Register skills, the run flow and the export as deployments on a Prefect server.

    The server is that of PREFECT_API_URL, else the managed local one. What is registered already is brought up to
    date. Start workers where the work is to be done: `prefect worker start --pool forge --type process`.
    """
    from forge.flows import local, server
    from forge.storage.workspace import Workspace

    home = Workspace(workspace).folder("prefect")
    api = local.prepare(home)
    with Progress("Registering deployments"):
        server.wait_until_reachable(home)
        from forge.flows.deployments import deploy

        made = asyncio.run(
            deploy(
                skills,
                pool=pool,
                workspace=worker_workspace,
                cron=cron,
                limit=limit,
                silent_seconds=silent_after,
            )
        )
    if as_json:
        print_json({"api": api, "pool": pool, "deployments": made})
        return 0
    note(f"{counted(len(made), 'deployment', 'deployments')} at {api.removesuffix('/api')}/deployments.")
    if cron:
        note(f"The run flow starts by itself at {cron} (UTC).")
    note(f"Start a worker: PREFECT_API_URL={api} prefect worker start --pool {pool} --type process")
    return 0
