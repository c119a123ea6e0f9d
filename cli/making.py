"""What `forge run` and `forge compose` share: beginning a run or going on with one, Ctrl-C, and how it ended."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from forge.cli.output import Progress, note
from forge.errors import ForgeError, UsageError

if TYPE_CHECKING:
    from forge.pipeline.run import Run, SkillResult
    from forge.storage.reports import Cost
    from forge.storage.workspace import Workspace

CHANGEABLE = {
    "concurrency",
    "max_cost",
    "max_tokens",
    "requests_per_minute",
    "tokens_per_minute",
    "workers",
}
"""What a run that goes on may be given anew: it does not change what is made."""


def made(
    context: click.Context,
    title: str,
    begin: Callable[[Workspace, dict[str, Any], Progress], Run],
    wanted: dict[str, Any],
) -> tuple[Run, bool]:
    """Make everything that the options of a command mean, in a new run or in one to go on with.

    Args:
        context: the command's.
        title: what is said of it while it lasts.
        begin: a new run from its options.
        wanted: its options.

    Returns:
        The run as it ended, and whether it was interrupted.
    """
    from forge.pipeline.lanes import collect_seldom

    collect_seldom()  # what is imported next makes half a million objects that stay
    from forge.storage.workspace import Workspace

    home = Workspace(wanted.pop("workspace"))
    resume, no_prefect = wanted.pop("resume"), wanted.pop("no_prefect")
    wanted["engines"] = not wanted.pop("no_applications")
    pictures = wanted.pop("pictures")
    given = {name: value for name, value in wanted.items() if _is_given(context, name)}
    with Progress(title) as progress:
        run = _go_on(home, resume, given, progress) if resume else begin(home, wanted, progress)
        if context.command.name != _command(run):
            kind = "single skills" if run.request.combining is None else "several skills"
            raise UsageError(f"The run {run.id} makes tasks of {kind}.", hint=_to_go_on(run))
        interrupted = _make_all(run, progress, prefect=not no_prefect)
        if pictures and not interrupted and any(result.accepted for result in run.results.values()):
            _draw(run, pictures, progress, prefect=not no_prefect)
        return run, interrupted


def _make_all(run: Run, progress: Progress, *, prefect: bool) -> bool:
    """Make everything that a run asks for; tells whether it was interrupted."""
    progress.expect(run.request.total())
    try:
        return asyncio.run(_make(run, prefect=prefect))
    except KeyboardInterrupt:
        note(f"What was made before is kept. Go on with: {_to_go_on(run)}")
        raise


def _draw(run: Run, tasks: int, progress: Progress, *, prefect: bool) -> None:
    """Draw tasks of a run that has ended; what prevents it is said, for the tasks are made."""
    progress.restart("Drawing tasks", None if prefect else tasks)
    workers = run.request.workers
    try:
        if prefect:
            from forge.flows.local import draw_with_prefect

            file = asyncio.run(draw_with_prefect(run.workspace, run.id, tasks, workers))
        else:
            from forge.pipeline.drawing.run import draw_into

            file = str(draw_into(run.workspace, run.id, tasks, workers, progress.advance)[0])
    except ForgeError as error:
        note(f"No pictures were drawn: {error}")
    else:
        note(f"Start and golden of tasks are drawn in {file}.")


def _command(run: Run) -> str:
    return "run" if run.request.combining is None else "compose"


def _to_go_on(run: Run) -> str:
    return f"forge {_command(run)} --resume {run.id}"


def _is_given(context: click.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source("no_applications" if name == "engines" else name)
    return source is click.core.ParameterSource.COMMANDLINE


def _go_on(home: Workspace, resume: str, given: dict[str, Any], progress: Progress) -> Run:
    """The run to go on with, with what may be given anew.

    Raises:
        UsageError: there is none, or something was given that a run keeps.
    """
    from forge.pipeline.run import Run
    from forge.storage import reports

    fixed = sorted(given.keys() - CHANGEABLE)
    if fixed:
        raise UsageError(
            f"A run that goes on keeps its {', '.join(fixed)}; leave that out, or start a new run.",
            hint=f"Beside --resume {resume} it takes --{', --'.join(sorted(CHANGEABLE)).replace('_', '-')}.",
        )
    run = Run.again(resume, home, given, told=lambda _: progress.advance())
    before = reports.outcomes(home.catalog, run=run.id)
    progress.advance(sum(skill.accepted + skill.rejected + skill.failed for skill in before))
    return run


async def _make(run: Run, *, prefect: bool) -> bool:
    from forge.pipeline.lanes import a_few_at_once
    from forge.skills.registry import select

    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True
        loop.remove_signal_handler(signal.SIGINT)  # the next one ends at once
        note("Finishing what is under way; nothing new is begun. Ctrl-C once more ends at once.")
        run.stop()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        if prefect:
            from forge.flows.local import run_with_prefect

            await run_with_prefect(run)
        else:
            async with run:
                if run.request.combining is not None:
                    await run.compose()
                else:
                    await a_few_at_once(
                        partial(run.make, skill, run.request.orders(skill.id))
                        for skill in select(run.request.skills)
                    )
    finally:
        loop.remove_signal_handler(signal.SIGINT)
    return interrupted


def sum_up(run: Run, results: list[SkillResult], whole: Cost) -> None:
    """Say how many were accepted, what that cost, how the run ended and what to look at."""
    accepted = sum(result.accepted for result in results)
    tried = accepted + sum(result.rejected + result.failed for result in results)
    dollars = "unknown" if (each := whole.cost_per_accepted) is None else f"${each:.4f}"
    note(f"{accepted} of {tried} candidates were accepted; cost per accepted task: {dollars}.")
    say_how_it_ended(run, whole)
    note(f"Everything is in {run.workspace.root} as run {run.id}.")
    if accepted:
        first = next(result.tasks[0] for result in results if result.tasks)
        note(f"Look at one: forge show {first[:12]}")
        note("All: forge tasks        Gates: forge report gates")


def say_how_it_ended(run: Run, whole: Cost) -> None:
    """Say why a run ended early and how to go on, and what is not known of its cost."""
    if run.stopped is not None:
        note(f"Stopped: {run.stopped} What was made before is kept.")
        note(f"Go on with: {_to_go_on(run)}")
    if whole.unresolved:
        most = "an unknown amount" if whole.worst_unresolved is None else f"${whole.worst_unresolved:.4f}"
        note(f"The end of {whole.unresolved} calls was not seen; they may have cost up to {most} more.")
