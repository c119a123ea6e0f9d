"""`forge up`: the managed local Prefect server."""

from __future__ import annotations

from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json


@click.command("up", epilog="Example: forge up")
@workspace_option
@json_option
def command(workspace: Path, as_json: bool) -> int:
    """Start the Prefect server of the workspace, or find it running, and say where its UI is.

    It stays until `forge down`; runs use it by themselves.
    """
    from forge.flows import server
    from forge.storage.workspace import Workspace

    home = Workspace(workspace).folder("prefect")
    was_there = server.running(home) is not None
    found = server.launch(home)
    with Progress("Starting the Prefect server"):
        server.wait_for(found)
    if as_json:
        print_json(
            {"ui": found.ui, "api": found.api, "pid": found.pid, "log": found.log, "started": not was_there}
        )
    else:
        note("It was running already." if was_there else "Started.")
        click.echo(f"UI:  {found.ui}\nAPI: {found.api}")
    return 0
