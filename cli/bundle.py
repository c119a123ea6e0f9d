"""`forge bundle`: a task's files as a folder."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import note, print_json, print_text, verification
from forge.errors import UsageError, counted

if TYPE_CHECKING:
    from forge.pipeline.finding import Located

MOST_HOURS = 7 * 24
"""S3 signs no address for longer."""


@click.command("bundle", epilog="Example: forge bundle 3f9a --out /tmp/task")
@click.argument("task")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder that is new or empty.",
)
@click.option(
    "--links",
    metavar="HOURS",
    type=click.IntRange(1, MOST_HOURS),
    help="Print addresses of the parts as they are stored, good for so many hours.",
)
@workspace_option
@json_option
def command(workspace: Path, as_json: bool, task: str, out: Path | None, links: int | None) -> int:
    """Write the bundle of TASK, an id or the beginning of one, as a folder.

    The folder is a Harbor task directory. What the agent may see and what proves and scores its work are two
    parts of it; keep the private one out of the agent's reach.

    With --links, machines that have no keys of the object store fetch the two parts as archives.
    """
    from forge.pipeline.finding import locate
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        found = locate(task, home)
        if links is not None and out is None:
            return _links(found, links, as_json=as_json)
        if links is not None or out is None:
            raise UsageError(
                "Say either --out DIR or --links HOURS.", hint="forge bundle 3f9a --out /tmp/task"
            )
        bundle = found.load()
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


def _links(found: Located, hours: int, *, as_json: bool) -> int:
    """Print under which addresses the two parts of a kept task can be read."""
    if found.task is None:
        raise UsageError(f"{found.name} is a folder; only what a workspace keeps has addresses.")
    objects = found.workspace.objects
    links = {
        "public": objects.address(found.task.public_key, hours),
        "private": objects.address(found.task.private_key, hours),
    }
    if as_json:
        print_json({"id": found.task.bundle, "hours": hours, **links})
        return 0
    for part, link in links.items():
        click.echo(f"{part:<8} {link}")
    note(
        f"Good for {counted(hours, 'hour', 'hours')}. Unpack one with: tar -xf FILE. Keep the private one from agents."
    )
    return 0


def _tops(paths: Iterable[str]) -> set[str]:
    """The files and folders at the top of a part."""
    return {f"{path.partition('/')[0]}/" if "/" in path else path for path in paths}
