"""`forge bundle`: a task's files as a folder."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import note, print_json, print_text, verification


@click.command("bundle", epilog="Example: forge bundle 3f9a --out /tmp/task")
@click.argument("task")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder that is new or empty.",
)
@workspace_option
@json_option
def command(workspace: Path, as_json: bool, task: str, out: Path) -> int:
    """Write the bundle of TASK, an id or the beginning of one, as a folder.

    The folder is a Harbor task directory. What the agent may see and what proves and scores its work are two
    parts of it; keep the private one out of the agent's reach.
    """
    from forge.pipeline.finding import locate
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        bundle = locate(task, home).load()
    verified = bundle.contract.engine
    bundle.write_to(out)
    public, private = sorted(_tops(bundle.public)), sorted(_tops(bundle.private))
    if as_json:
        print_json(
            {
                "id": bundle.id,
                "folder": out,
                "public": public,
                "private": private,
                "verified": verified or False,
                "unasked": bundle.contract.unasked,
            }
        )
        return 0
    click.echo(f"{out}")
    print_text(f"Public, for the agent's environment: {', '.join(public)}", indent=2)
    print_text(f"Private, for the verifier: {', '.join(private)}", indent=2)
    note(f"Bundle {bundle.id}, {verification(verified, bundle.contract.unasked)}.")
    note(f"Judge it: forge check {out}        Score a result: forge score {out} RESULT_DIR")
    return 0


def _tops(paths: Iterable[str]) -> set[str]:
    """The files and folders at the top of a part."""
    return {f"{path.partition('/')[0]}/" if "/" in path else path for path in paths}
