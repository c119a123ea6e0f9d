"""`forge gallery`: a static page over the tasks that were made."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from forge.cli.options import json_option, skills_option, workspace_option
from forge.cli.output import Progress, note, print_json
from forge.errors import counted


@click.command("gallery", epilog="Example: forge gallery --out /tmp/gallery")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder that is new or empty, or holds a gallery to be completed.",
)
@skills_option
@click.option("--no-pictures", is_flag=True, help="Do not draw start and golden; drawing takes LibreOffice.")
@click.option("--workers", default=0, type=click.IntRange(0, 256), help="Processes; 0: one per processor.")
@workspace_option
@json_option
def command(
    workspace: Path, as_json: bool, out: Path, skills: tuple[str, ...], no_pictures: bool, workers: int
) -> int:
    """Make a page to browse the tasks of a workspace: pictures, instructions, changes, rubrics, gates, cost.

    It opens from the folder, without a server or a network. It shows goldens and rubrics: keep it from agents.

    Exit code 1 means that no task is wanted.
    """
    from forge.exports.gallery import make_gallery
    from forge.pipeline.finding import require_known, require_made
    from forge.storage.catalog import TaskFilter
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home, Progress("Making the gallery") as progress:
        require_made(home)
        require_known(skills, home)
        made = make_gallery(
            home,
            out,
            TaskFilter(skills=skills),
            pictures=not no_pictures,
            workers=workers,
            expect=progress.restart,
            advance=progress.advance,
        )
    if as_json:
        print_json(made)
    if not made.tasks:
        note("No task is wanted: none is of these skills.")
        return 1
    if not as_json:
        click.echo(out / "index.html")
    drawn = f"{made.pictures:,} with a picture" if not no_pictures else "without pictures"
    note(
        f"The gallery of {counted(made.tasks, 'task', 'tasks')}, {drawn}, is in {out}; open index.html in a browser."
    )
    return 0
