"""`forge run`: make tasks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table

if TYPE_CHECKING:
    from forge.pipeline.run import Run, RunRequest, SkillResult
    from forge.storage.reports import Cost


@click.command("run", epilog="Example: forge run --skills 'calc.*' --count 8 --seed 7")
@click.option("--skills", required=True, metavar="GLOBS", help="Skill ids or globs, as in 'calc.*,multi.*'.")
@click.option(
    "--count", default=4, show_default=True, type=click.IntRange(min=1), help="Candidates of each skill."
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Same seed, same tasks."
)
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard", "mixed"]),
    default="mixed",
    show_default=True,
    help="How much work a task is.",
)
@click.option(
    "--model", default="offline", show_default=True, metavar="PROFILE", help="offline, openai/<model>, …"
)
@click.option(
    "--max-cost", type=click.FloatRange(min=0, min_open=True), metavar="USD", help="Stop before this."
)
@click.option("--max-tokens", type=click.IntRange(min=1), metavar="N", help="Stop before this.")
@click.option(
    "--workers", default=0, type=click.IntRange(min=0, max=256), help="Processes; 0: one per processor."
)
@click.option(
    "--no-applications", is_flag=True, help="Do not ask real applications; tasks say that they did not."
)
@click.option("--no-prefect", is_flag=True, help="Run without a Prefect server; nothing is shown in its UI.")
@workspace_option
@json_option
def command(workspace: Path, as_json: bool, no_applications: bool, no_prefect: bool, **wanted: Any) -> int:
    """Make candidates, attack them, and keep those that every gate lets through.

    Exit code 1 means that no candidate was accepted.
    """
    from forge.pipeline.run import RunRequest
    from forge.skills.registry import select

    request = RunRequest(engines=not no_applications, **wanted)
    chosen = select(request.skills)
    with Progress("Making tasks", total=request.count * len(chosen)) as progress:
        run = asyncio.run(_run(request, workspace, progress, prefect=not no_prefect))
    results = sorted(run.results.values(), key=lambda result: result.skill)
    _report(run, results, workspace, as_json=as_json)
    return 0 if any(result.accepted for result in results) else 1


async def _run(request: RunRequest, workspace: Path, progress: Progress, *, prefect: bool) -> Run:
    from forge.pipeline.run import Run
    from forge.skills.registry import select
    from forge.storage.workspace import Workspace

    home = Workspace(workspace)
    command = f"forge run --skills {request.skills} --count {request.count} --seed {request.seed}"
    run = Run(request, home, command=command, told=lambda _: progress.advance())
    if not prefect:
        async with run:
            for skill in select(request.skills):
                await run.make(skill, request.orders(skill.id))
        return run
    from forge.flows.local import run_with_prefect

    await run_with_prefect(run)
    return run


def _report(run: Run, results: list[SkillResult], workspace: Path, *, as_json: bool) -> None:
    from forge.pipeline.run import summary
    from forge.storage import reports

    costs = reports.cost(run.workspace.catalog, "skill", run=run.id)
    if as_json:
        whole = reports.total(costs)
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
    _sum_up(run, results, reports.total(costs))


def _each(costs: dict[str, Cost], skill: str) -> int | None:
    """Tokens per accepted task of a skill; None where none was accepted or nothing was asked."""
    tokens = costs[skill].tokens_per_accepted if skill in costs else None
    return None if tokens is None else round(tokens)


def _sum_up(run: Run, results: list[SkillResult], whole: Cost) -> None:
    accepted = sum(result.accepted for result in results)
    tried = accepted + sum(result.rejected + result.failed for result in results)
    dollars = "unknown" if (each := whole.cost_per_accepted) is None else f"${each:.4f}"
    note(f"{accepted} of {tried} candidates were accepted; cost per accepted task: {dollars}.")
    if run.stopped is not None:
        note(f"Stopped: {run.stopped} What was made before is kept.")
    note(f"Everything is in {run.workspace.root} as run {run.id}.")
    if accepted:
        first = next(result.tasks[0] for result in results if result.tasks)
        note(f"Look at one: forge show {first[:12]}        All: forge tasks        Gates: forge report gates")
