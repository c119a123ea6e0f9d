"""`forge down`: stop the managed local Prefect server."""

from __future__ import annotations

from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import print_json


@click.command("down", epilog="Example: forge down")
@workspace_option
@json_option
def command(workspace: Path, as_json: bool) -> int:
    """Stop the Prefect server of the workspace. What it has recorded stays."""
    from forge.flows import server
    from forge.storage.workspace import Workspace

    stopped = server.stop(Workspace(workspace).root / "prefect")
    if as_json:
        print_json({"stopped": stopped is not None, "pid": stopped.pid if stopped else None})
    else:
        click.echo("Stopped." if stopped is not None else "No server was running.")
    return 0
