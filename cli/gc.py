"""`forge gc`: objects that no task needs, and tasks whose objects are lost."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table
from forge.errors import counted

SHOWN = 20


@click.command("gc", epilog="Example: forge gc --older-than 48 --remove")
@click.option("--remove", is_flag=True, help="Remove what is found; without it nothing is changed.")
@click.option(
    "--older-than",
    type=click.FloatRange(min=0),
    default=24.0,
    show_default=True,
    metavar="HOURS",
    help="Leave younger objects alone: a run writes objects before the rows that name them.",
)
@workspace_option
@json_option
def command(workspace: Path, as_json: bool, remove: bool, older_than: float) -> int:
    """Find orphans: objects that no task of the catalog names, and tasks whose objects are lost.

    With --remove such objects are deleted, and such tasks are taken out of the catalog. Exit code 1 says that
    there are orphans and that they were left.
    """
    from forge.storage.upkeep import find_orphans, remove_orphans
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        with Progress("Looking at tasks and objects") as progress:
            found = find_orphans(
                home, now=datetime.now(UTC), grace=timedelta(hours=older_than), told=progress.advance
            )
        if remove:
            remove_orphans(home, found)
    if as_json:
        objects = [{"key": item.key, "bytes": item.size} for item in found.objects]
        print_json({"objects": objects, "tasks": found.tasks, "young": found.young, "removed": remove})
    else:
        rows = [(_short(item.key), f"no task needs its {item.size:,} bytes") for item in found.objects]
        rows += [(f"task {bundle[:12]}", "its files are lost") for bundle in found.tasks]
        if rows:
            print_table(("what", "why it is an orphan"), rows[:SHOWN])
        _sum_up(len(found.objects), found.bytes, len(found.tasks), found.young, removed=remove)
        if len(rows) > SHOWN:
            note(f"{len(rows) - SHOWN:,} more are not shown; --json lists all.")
    return 1 if (found.objects or found.tasks) and not remove else 0


def _short(key: str) -> str:
    """An object as people tell it apart: the first letters of its name, and which part it is."""
    name, part, _ = key.rpartition("/")[2].split(".")
    return f"object {name[:12]}… ({part})"


def _sum_up(objects: int, size: int, tasks: int, young: int, *, removed: bool) -> None:
    nameless = counted(objects, "object that no task needs", "objects that no task needs")
    lost = counted(tasks, "task whose files are lost", "tasks whose files are lost")
    done = "removed" if removed else "found"
    note(f"{nameless} ({size:,} bytes) and {lost}: {done}.")
    if young:
        note(f"{counted(young, 'younger object', 'younger objects')} may still get a task; left alone.")
    if (objects or tasks) and not removed:
        note("To remove them: forge gc --remove")
