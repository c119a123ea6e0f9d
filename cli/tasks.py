"""`forge tasks`: the tasks that were kept."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forge.cli.options import json_option, skills_option, workspace_option
from forge.cli.output import note, print_json, print_table
from forge.errors import counted

if TYPE_CHECKING:
    from forge.storage.models import TaskRow
    from forge.storage.workspace import Workspace

SHORT = 12
"""Characters of an id that are shown; they tell tasks apart and can be typed."""
WIDE, LINES, BESIDE = 43, 2, 19
"""Characters and lines for an instruction, and characters for what stands beside it, within 80 columns."""


@click.command("tasks", epilog="Example: forge tasks --skills 'calc.charts.*' --difficulty hard --limit 10")
@skills_option
@click.option(
    "--difficulty", type=click.Choice(["easy", "medium", "hard"]), help="Only those of this difficulty."
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the N latest; without --json 50 by default.",
)
@workspace_option
@json_option
def command(
    workspace: Path, as_json: bool, skills: tuple[str, ...], difficulty: str | None, limit: int | None
) -> int:
    """List the tasks that were kept, the latest first.

    A task is verified when its application opened it, saved it and computed it; which one did is shown.
    """
    from forge.pipeline.finding import require_known
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        require_known(skills, home)
        found = _found(home, skills, difficulty)
        shown = list(islice(found, limit if limit or as_json else 50))
        more = next(iter(found), None) is not None
    if as_json:
        print_json([_plain(task) for task in shown])
        return 0
    print_table(("task", "skill and instruction", "domain, verified by"), map(_row, shown))
    _sum_up(shown, home, more=more)
    return 0


def _found(home: Workspace, skills: tuple[str, ...], difficulty: str | None) -> Iterable[TaskRow]:
    if not home.has_catalog:
        return iter(())
    from forge.storage.catalog import TaskFilter

    return home.catalog.tasks(TaskFilter(skills=skills, difficulty=difficulty), newest=True)


def _plain(task: TaskRow) -> dict[str, object]:
    return {
        "id": task.bundle,
        "skills": task.skills,
        "verified": task.engine or False,
        "difficulty": task.difficulty,
        "domain": task.domain,
        "locale": task.locale,
        "applications": task.applications,
        "instruction": task.instruction,
        "run": task.run,
        "created": task.created,
    }


def _row(task: TaskRow) -> tuple[str, str, str]:
    said = textwrap.wrap(" ".join(task.instruction.split()), WIDE, max_lines=LINES, placeholder=" …")
    about = [task.difficulty, task.domain.replace("_", " "), task.engine or "not verified"]
    wrapped = [line for words in about for line in textwrap.wrap(words, BESIDE)]
    return task.bundle[:SHORT], "\n".join([" + ".join(task.skills), *said]), "\n".join(wrapped)


def _sum_up(shown: list[TaskRow], home: Workspace, *, more: bool) -> None:
    if not shown:
        note(f"No such task is in {home.root}; `forge run --skills GLOB` makes some.")
        return
    unverified = sum(task.engine is None for task in shown)
    further = " and more: --limit shows them" if more else ""
    note(f"{counted(len(shown), 'task', 'tasks')}{further}; {unverified} not verified.")
    note(f"Look at one: forge show {shown[0].bundle[:SHORT]}")
