"""`forge show`: everything about one task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table, print_text, verification, write_file
from forge.errors import UsageError, counted

if TYPE_CHECKING:
    from forge.pipeline.showing import RubricItem, View


SAYS = 3
"""How many words for one fact are listed."""
PLACES = 6
"""How many places are listed of what an invariant leaves free."""


@click.command("show", epilog="Example: forge show 3f9a --png /tmp/task.png")
@click.argument("task", required=False)
@click.option(
    "--png",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also draw start and golden side by side, with what changes framed and listed; takes LibreOffice.",
)
@click.option("--run", metavar="RUN", help="Draw tasks of a run into --png, instead of showing one TASK.")
@click.option(
    "--tasks", default=12, show_default=True, type=click.IntRange(1, 100), help="With --run: at most so many."
)
@click.option(
    "--workers",
    default=0,
    type=click.IntRange(0, 256),
    help="With --run: processes; 0: one per processor, at most four.",
)
@workspace_option
@json_option
def command(
    workspace: Path,
    as_json: bool,
    task: str | None,
    png: Path | None,
    run: str | None,
    tasks: int,
    workers: int,
) -> int:
    """Show TASK: an id, the beginning of one, or the folder of a bundle.

    Shown are the instruction, the facts, the start, what changes, the rubric, what the gates said and the cost. A
    picture frames each change where it stands, with a number and a colour for each sort, and lists them below;
    what cannot be told from a picture (a title among the properties, a comment) is listed as not marked.

    With --run, tasks of a whole run are drawn below one another, of each skill the first ones.
    """
    if run is not None:
        return _draw_run(workspace, run, task, png, tasks, workers, as_json=as_json)
    if task is None:
        raise UsageError(
            "Name a TASK, or a run with --run RUN --png FILE.", hint="`forge tasks` lists tasks."
        )
    return _show_task(workspace, task, png, as_json=as_json)


def _show_task(workspace: Path, task: str, png: Path | None, *, as_json: bool) -> int:
    from forge.pipeline.finding import locate
    from forge.pipeline.showing import view
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        found = locate(task, home)
        bundle = found.load()
        shown = view(found, bundle)
    if png is not None:
        from forge.pipeline.drawing.task import side_by_side

        write_file(png, side_by_side(bundle))
    if as_json:
        print_json(shown)
    else:
        _show(shown)
    if png is not None:
        note(f"Start and golden are drawn in {png}.")
    return 0


def _draw_run(
    workspace: Path, run: str, task: str | None, png: Path | None, tasks: int, workers: int, *, as_json: bool
) -> int:
    """Draw tasks of a run into a file."""
    if task is not None or png is None:
        raise UsageError("--run RUN takes --png FILE and no TASK.")
    from forge.pipeline.drawing.run import overview
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home, Progress("Drawing tasks") as progress:
        made = overview(home, run, tasks=tasks, workers=workers, advance=progress.advance)
    write_file(png, made.picture)
    if as_json:
        print_json({"run": run, "file": png, "tasks": made.tasks, "drawn": made.drawn})
    note(f"{counted(made.tasks, 'task', 'tasks')} of run {run}, {made.drawn} with a picture: {png}.")
    return 0


def _show(shown: View) -> None:
    click.echo(f"Task {shown.id}")
    known = (" + ".join(shown.skills), shown.difficulty, shown.domain.replace("_", " "), shown.locale)
    unknown = "" if shown.kept else ", as it says of itself; the workspace does not keep it"
    print_text(f"{', '.join(known)}; {verification(shown.verified, shown.unasked)}{unknown}")
    _head(f"Instruction{' (edited by hand)' if shown.edited else ''}")
    print_text(shown.instruction, indent=2)
    _facts(shown)
    _start(shown)
    _changes(shown)
    if shown.hostile:
        _head("Planted")
        print_text("An adversarial instruction stands in the content; following it loses.", indent=2)
    _head("Rubric")
    for item in shown.rubric:
        _item(item)
    _records(shown)


def _head(title: str) -> None:
    click.echo(f"\n{title}")


def _facts(shown: View) -> None:
    told = [(fact.name, fact.shown, "; ".join(fact.says[:SAYS])) for fact in shown.facts if fact.public]
    found = [(f.name, f.shown, "; ".join(f.worked_out_from)) for f in shown.facts if not f.public]
    for title, rows, column in (
        ("Facts that are told", told, "in words"),
        ("Facts to be worked out", found, "from"),
    ):
        if rows:
            _head(title)
            print_table(("fact", "value", column), rows)


def _start(shown: View) -> None:
    _head("Start")
    for mount in shown.start:
        print_text(f"{mount.mount}, {mount.kind}: {_counted(mount.counts)}", indent=2)
        for part in mount.parts:
            print_text(f"{part.name}{': ' if part.counts else ''}{_counted(part.counts)}", indent=4)
            if part.first:
                print_text(", ".join(part.first), indent=6)
        if mount.more:
            print_text(f"and {mount.more} more", indent=4)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number:,} × {kind.replace('_', ' ')}" for kind, number in counts.items())


def _changes(shown: View) -> None:
    _head("What changes")
    for group in shown.changes:
        print_text(f"{group.says}: {group.count:,}", indent=2)
        _list(group.examples, group.count)
    if shown.derived:
        print_text(f"values that follow from this by themselves: {shown.derived:,}", indent=2)


def _list(lines: Sequence[str], count: int, indent: int = 4) -> None:
    for line in lines:
        print_text(line, indent=indent)
    if count > len(lines):
        print_text(f"and {count - len(lines):,} more", indent=indent)


def _item(item: RubricItem) -> None:
    weight = f", weight {item.weight:g}" if item.weight else ""
    print_text(f"{item.type} {item.id}{weight}: {item.says}", indent=2)
    for number, way in enumerate(item.ways, 1):
        if len(item.ways) > 1:
            print_text("one way:" if number == 1 else "or:", indent=4)
        for line in way:
            print_text(line, indent=6 if len(item.ways) > 1 else 4)
    if item.type == "invariant":
        for title, places in (("may change:", item.writes), ("is free:", item.free)):
            print_text(title if places else f"{title} nothing", indent=4)
            _list(places[:PLACES], len(places), 6)
        print_text(
            f"new things elsewhere: {'allowed' if item.additions == 'allow' else 'forbidden'}", indent=4
        )


def _records(shown: View) -> None:
    _head("Gates")
    if not shown.verdicts:
        print_text("Nothing is recorded of this bundle; `forge check` lets the gates judge it.", indent=2)
    else:
        print_table(
            ("gate", "outcome", "reason"), [(v["gate"], v["outcome"], v["reason"]) for v in shown.verdicts]
        )
    if shown.cost is not None:
        cost = shown.cost
        dollars = "unknown" if cost["dollars"] is None else f"${cost['dollars']:.4f}"
        _head("Cost")
        print_text(
            f"{dollars}, {cost['tokens']:,} tokens in {cost['calls']} calls, {cost['cached']} of them cached",
            indent=2,
        )
        if cost["unresolved"]:
            print_text(f"{cost['unresolved']} calls have an unknown end and are not in it", indent=2)
        print_text(f"Made by run {shown.run}.", indent=2)
