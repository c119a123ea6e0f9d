"""`forge export`: what trainers and harnesses read."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, skills_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table
from forge.errors import counted

if TYPE_CHECKING:
    from forge.exports.run import Exported

NAMES = ("harbor", "osworld", "hf", "verl", "slime", "trl", "nemo-gym", "verifiers")
SIMILARITY = 0.8


@click.command(
    "export", epilog="Example: forge export --format hf --out /tmp/data --split train=0.98,test=0.02"
)
@click.option("--format", "name", required=True, type=click.Choice(NAMES), help="Who reads it.")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder that is new or empty, or in which the same export was cut short.",
)
@skills_option
@click.option(
    "--split",
    default="train=1",
    show_default=True,
    metavar="NAME=SHARE,…",
    help="The splits and their shares.",
)
@click.option(
    "--since",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S%z"]),
    help="Only tasks kept since this time; UTC where it has no zone.",
)
@click.option("--verified", is_flag=True, help="Only tasks that a real application verified.")
@click.option(
    "--max-similarity",
    default=SIMILARITY,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="From this likeness on two tasks stay in one split.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=click.IntRange(min=0),
    help="Decides which tasks go to which split.",
)
@click.option(
    "--shard", default=1000, show_default=True, type=click.IntRange(1, 100_000), help="Tasks in one shard."
)
@click.option(
    "--licence", default="Apache-2.0", show_default=True, metavar="SPDX", help="The licence of the data."
)
@click.option("--no-pictures", is_flag=True, help="Make no picture sheet.")
@workspace_option
@json_option
def command(
    workspace: Path,
    as_json: bool,
    name: str,
    out: Path,
    split: str,
    since: datetime | None,
    no_pictures: bool,
    **wanted: Any,
) -> int:
    """Write the tasks of a workspace as trainers and harnesses read them.

    Tasks that share a skill's content or a seed family, or are near-duplicates, stay in one split. The same command on
    the same catalog writes the same bytes. One that was cut short goes on when it is given again.

    Exit code 1 means that no task is wanted.
    """
    from datetime import UTC

    from forge.exports.request import ExportRequest, parse_split
    from forge.exports.run import export
    from forge.pipeline.finding import require_known, require_made
    from forge.storage.workspace import Workspace

    shares = parse_split(split)
    if since is not None and since.tzinfo is None:
        since = since.replace(tzinfo=UTC)
    request = ExportRequest(format=name, split=shares, since=since, **wanted)
    with closing(Workspace(workspace)) as home, Progress("Exporting") as progress:
        require_made(home)
        require_known(request.skills, home)
        done = export(
            home, request, out, pictures=not no_pictures, expect=progress.restart, advance=progress.advance
        )
    return _tell(done, as_json=as_json)


def _tell(done: Exported, *, as_json: bool) -> int:
    total = sum(done.counts.values())
    if as_json:
        print_json(
            {
                "format": done.request.format,
                "folder": done.folder,
                "tasks": total,
                "splits": done.counts,
                "groups": done.groups,
                "files": done.files,
                "was_there": done.was_there,
            }
        )
    if not total:
        note("No task is wanted: none fits --skills, --since and --verified.")
        return 1
    if not as_json:
        print_table(("split", "tasks"), done.counts.items())
    empty = [name for name in done.request.split if name not in done.counts]
    if empty:
        note(
            f"Without tasks: {', '.join(empty)}; too few groups of tasks that belong together for such shares."
        )
    there = "was there already, whole, in" if done.was_there else "is in"
    note(f"The export of {counted(total, 'task', 'tasks')} {there} {done.folder}.")
    return 0
