"""`forge run`: make tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from forge.cli.making import made, say_how_it_ended, sum_up
from forge.cli.options import json_option, making_options, workspace_option
from forge.cli.output import INTERRUPTED, Progress, note, print_json, print_table
from forge.errors import UsageError

if TYPE_CHECKING:
    from forge.pipeline.run import Run, RunRequest, SkillResult
    from forge.storage.reports import Cost
    from forge.storage.workspace import Workspace


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
@click.option(
    "--together",
    default=1,
    show_default=True,
    type=click.IntRange(1, 16),
    help="Instructions that a model writes in one call.",
)
@making_options
@workspace_option
@json_option
@click.pass_context
def command(context: click.Context, /, as_json: bool, **wanted: Any) -> int:
    """Make candidates, attack them, and keep those that every gate lets through.

    Ctrl-C finishes what is under way and keeps it; a second one ends at once. A run that ended before its time,
    however it ended, goes on with --resume: what it made is kept, and no stored answer is paid again.

    Exit code 1 means that no candidate was accepted.
    """
    run, interrupted = made(context, "Making tasks", _new, wanted)
    results = sorted(run.results.values(), key=lambda result: result.skill)
    _report(run, results, as_json=as_json)
    if interrupted:
        return INTERRUPTED
    return 0 if any(result.accepted for result in results) else 1


def _new(home: Workspace, wanted: dict[str, Any], progress: Progress) -> Run:
    """A new run from the options."""
    from forge.pipeline.resume import unfinished
    from forge.pipeline.run import Run, RunRequest

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


def _report(run: Run, results: list[SkillResult], *, as_json: bool) -> None:
    from forge.gates.registry import turn_of
    from forge.pipeline.run import summary
    from forge.storage import reports

    costs = reports.cost(run.workspace.catalog, "skill", run=run.id)
    whole = reports.total(costs)
    if as_json:
        print_json(
            {
                "run": run.id,
                "workspace": run.workspace.root,
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
        for gate, reason in sorted(result.reasons.items(), key=lambda item: turn_of(item[0]))
    ]
    if ended:
        click.echo()
        print_table(("ended by", "skill", "count", "for example"), ended)
    sum_up(run, results, whole)


def _each(costs: dict[str, Cost], skill: str) -> int | None:
    """Tokens per accepted task of a skill; None where none was accepted or nothing was asked."""
    tokens = costs[skill].tokens_per_accepted if skill in costs else None
    return None if tokens is None else round(tokens)
