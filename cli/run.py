"""`forge run`: make tasks."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, making_options, workspace_option
from forge.cli.output import INTERRUPTED, Progress, note, print_json, print_table
from forge.errors import UsageError

if TYPE_CHECKING:
    from forge.pipeline.run import Run, RunRequest, SkillResult
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


@click.command("run", epilog="Example: forge run --skills 'calc.*' --count 8 --seed 7")
@click.option("--skills", metavar="GLOBS", help="Skill ids or globs, as in 'calc.*,multi.*'.")
@click.option(
    "--count", default=4, show_default=True, type=click.IntRange(min=1), help="Candidates of each skill."
)
@click.option(
    "--reuse",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Candidates that may share what a model invented for one of them.",
)
@making_options
@workspace_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    workspace: Path,
    as_json: bool,
    no_prefect: bool,
    resume: str | None,
    **wanted: Any,
) -> int:
    """Make candidates, attack them, and keep those that every gate lets through.

    Ctrl-C finishes what is under way and keeps it; a second one ends at once. A run that ended before its time,
    however it ended, goes on with --resume: what it made is kept, and no stored answer is paid again.

    Exit code 1 means that no candidate was accepted.
    """
    wanted["engines"] = not wanted.pop("no_applications")
    given = {name: value for name, value in wanted.items() if is_given(context, name)}
    with Progress("Making tasks") as progress:
        run = _open(workspace, resume, wanted, given, progress)
        interrupted = make_all(run, progress, prefect=not no_prefect)
    results = sorted(run.results.values(), key=lambda result: result.skill)
    _report(run, results, workspace, as_json=as_json)
    if interrupted:
        return INTERRUPTED
    return 0 if any(result.accepted for result in results) else 1


def make_all(run: Run, progress: Progress, *, prefect: bool) -> bool:
    """Make everything that a run asks for; tells whether it was interrupted."""
    progress.expect(run.request.total())
    try:
        return asyncio.run(_make(run, prefect=prefect))
    except KeyboardInterrupt:
        note(f"What was made before is kept. Go on with: forge run --resume {run.id}")
        raise


def is_given(context: click.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source("no_applications" if name == "engines" else name)
    return source is click.core.ParameterSource.COMMANDLINE


def _open(
    workspace: Path, resume: str | None, wanted: dict[str, Any], given: dict[str, Any], progress: Progress
) -> Run:
    """The run that the options mean: a new one, or one to go on with."""
    from forge.pipeline.resume import unfinished
    from forge.pipeline.run import Run, RunRequest
    from forge.storage.workspace import Workspace

    home = Workspace(workspace)
    if resume is not None:
        return go_on(home, resume, given, progress)
    if wanted["skills"] is None:
        raise UsageError("Say which skills: --skills GLOBS.", hint="forge run --skills 'calc.*' --count 8")
    request = RunRequest(**wanted)
    ended_early = unfinished(home, request) if home.has_catalog else None
    if ended_early is not None:
        note(
            f"The run {ended_early.id} of the same was not finished; --resume {ended_early.id} goes on with it."
        )
    _project(home, request)
    command = f"forge run --skills {request.skills} --count {request.count} --seed {request.seed}"
    return Run(request, home, command=command, told=lambda _: progress.advance())


def go_on(home: Workspace, resume: str, given: dict[str, Any], progress: Progress) -> Run:
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
            hint=f"forge run --resume {resume} takes --{', --'.join(sorted(CHANGEABLE)).replace('_', '-')}.",
        )
    run = Run.again(resume, home, given, told=lambda _: progress.advance())
    before = reports.outcomes(home.catalog, run=run.id)
    progress.advance(sum(skill.accepted + skill.rejected + skill.failed for skill in before))
    return run


def _project(home: Workspace, request: RunRequest) -> None:
    """Say about what a run will cost, where it may cost anything."""
    if request.model == "offline":
        return
    from forge.skills.registry import select
    from forge.storage.projection import project

    wanted = {skill.id: request.count for skill in select(request.skills)}
    found = project(home.catalog, request.model, wanted) if home.has_catalog else None
    if found is None:
        note(f"What this will cost is not known: no task was made with {request.model} here before.")
        return
    cost = "an unknown amount" if found.cost is None else f"about ${found.cost:.2f}"
    note(
        f"This will cost {cost} and take about {found.tokens} tokens for {found.candidates} candidates, judged by"
        f" {found.tasks} earlier tasks; stored answers cost nothing."
    )


async def _make(run: Run, *, prefect: bool) -> bool:
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
                    for skill in select(run.request.skills):
                        await run.make(skill, run.request.orders(skill.id))
    finally:
        loop.remove_signal_handler(signal.SIGINT)
    return interrupted


def _report(run: Run, results: list[SkillResult], workspace: Path, *, as_json: bool) -> None:
    from forge.pipeline.run import summary
    from forge.storage import reports

    costs = reports.cost(run.workspace.catalog, "skill", run=run.id)
    whole = reports.total(costs)
    if as_json:
        print_json(
            {
                "run": run.id,
                "workspace": workspace,
                "skills": [summary(result) for result in results],
                "cost": {
                    "dollars": None if whole.unpriced else whole.cost,
                    "tokens": whole.prompt + whole.completion,
                    "dollars_per_accepted": whole.cost_per_accepted,
                    "tokens_per_accepted": whole.tokens_per_accepted,
                },
                "stopped": str(run.stopped) if run.stopped else None,
            }
        )
        say_how_it_ended(run, whole)
        return
    by_skill = {cost.name: cost for cost in costs}
    print_table(
        ("skill", "accepted", "of", "tokens"),
        [
            (r.skill, r.accepted, r.accepted + r.rejected + r.failed, _each(by_skill, r.skill))
            for r in results
        ],
    )
    ended = [
        (gate, result.skill, result.by_gate[gate], reason)
        for result in results
        for gate, reason in sorted(result.reasons.items())
    ]
    if ended:
        click.echo()
        print_table(("ended by", "skill", "count", "for example"), ended)
    sum_up(run, results, whole)


def _each(costs: dict[str, Cost], skill: str) -> int | None:
    """Tokens per accepted task of a skill; None where none was accepted or nothing was asked."""
    tokens = costs[skill].tokens_per_accepted if skill in costs else None
    return None if tokens is None else round(tokens)


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
        note(f"Look at one: forge show {first[:12]}        All: forge tasks        Gates: forge report gates")


def say_how_it_ended(run: Run, whole: Cost) -> None:
    """Say why a run ended early and how to go on, and what is not known of its cost."""
    if run.stopped is not None:
        note(f"Stopped: {run.stopped} What was made before is kept. Go on with: forge run --resume {run.id}")
    if whole.unresolved:
        most = "an unknown amount" if whole.worst_unresolved is None else f"${whole.worst_unresolved:.4f}"
        note(f"The end of {whole.unresolved} calls was not seen; they may have cost up to {most} more.")
