"""`forge compose`: make tasks of several skills."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from forge.cli.making import made, say_how_it_ended, sum_up
from forge.cli.options import json_option, making_options, workspace_option
from forge.cli.output import INTERRUPTED, Progress, note, print_json, print_table
from forge.errors import UsageError

if TYPE_CHECKING:
    from forge.pipeline.run import Run
    from forge.storage.workspace import Workspace


@click.command(
    "compose", epilog="Example: forge compose --skills 'calc.*,mail.*' --size 2..4 --count 8 --seed 7"
)
@click.option("--skills", metavar="GLOBS", help="Skill ids or globs, as in 'calc.*,mail.*'.")
@click.option("--size", default="2..3", show_default=True, metavar="N..M", help="Skills of one task.")
@click.option(
    "--count", default=4, show_default=True, type=click.IntRange(min=1), help="Combinations to try."
)
@click.option(
    "--weights",
    default="uniform",
    show_default=True,
    metavar="HOW",
    help="uniform, area, pass-rate, or a YAML file of globs and numbers.",
)
@making_options
@workspace_option
@json_option
@click.pass_context
def command(context: click.Context, /, as_json: bool, **wanted: Any) -> int:
    """Put skills together over one desktop, and make, attack and keep the tasks as those of single skills.

    Every combination is one candidate. Skills that do not go together are refused: they share nothing, one undoes or
    needs what another changes, or there is no order. How many were refused, and why, is reported.

    Exit code 1 means that no candidate was accepted.
    """
    run, interrupted = made(context, "Making composites", _new, wanted)
    accepted = _report(run, as_json=as_json)
    if interrupted:
        return INTERRUPTED
    return 0 if accepted else 1


def _new(home: Workspace, wanted: dict[str, Any], progress: Progress) -> Run:
    """A new run from the options.

    Raises:
        UsageError: skills, size or weights name nothing that can be drawn.
    """
    from forge.pipeline.composing import Combining, size_of, weights_of
    from forge.pipeline.run import Run, RunRequest
    from forge.skills.registry import select

    size, how = wanted.pop("size"), wanted.pop("weights")
    if wanted["skills"] is None:
        raise UsageError(
            "Say which skills: --skills GLOBS.", hint="forge compose --skills 'calc.*' --count 8"
        )
    skills = select(wanted["skills"])
    smallest, largest = size_of(size)
    weights = weights_of(how, skills, lambda: home.catalog if home.has_catalog else None)
    combining = Combining(smallest=smallest, largest=largest, weights=weights)
    request = RunRequest(combining=combining, **wanted)
    command = (
        f"forge compose --skills {request.skills} --size {size} --count {request.count} --seed {request.seed}"
    )
    return Run(request, home, command=command, told=lambda _: progress.advance())


def _report(run: Run, *, as_json: bool) -> int:
    """Show what became of the combinations; gives how many were accepted."""
    from forge.gates.registry import turn_of
    from forge.pipeline.composing import EVERY_COMPOSITE, refusals
    from forge.pipeline.run import summary
    from forge.storage import reports

    results = list(run.results.values())
    refused = refusals(run.workspace.catalog, run.id)
    tried = sum(result.accepted + result.rejected + result.failed for result in results)
    accepted = sum(result.accepted for result in results)
    fitting = tried - sum(refused.values())
    costs = reports.cost(run.workspace.catalog, "skill", run=run.id, skills=[EVERY_COMPOSITE])
    whole = reports.total(costs)
    if as_json:
        print_json(
            {
                "run": run.id,
                "workspace": run.workspace.root,
                "tried": tried,
                "refused": refused,
                "accepted": accepted,
                "accepted_of_fitting": accepted / fitting if fitting else None,
                "results": [summary(result) for result in results],
                "tokens": whole.prompt + whole.completion,
                "dollars": None if whole.unpriced else whole.cost,
                "stopped": str(run.stopped) if run.stopped else None,
            }
        )
        say_how_it_ended(run, whole)
        return accepted
    print_table(
        ("refused because", "combinations", "of all"),
        [(sort, count, f"{count / tried:.0%}") for sort, count in refused.items()],
    )
    ended = [
        (gate, result.by_gate[gate], reason)
        for result in results
        for gate, reason in sorted(result.reasons.items(), key=lambda item: turn_of(item[0]))
    ]
    click.echo()
    print_table(("ended by", "count", "for example"), ended)
    if fitting:
        note(f"{accepted} of {fitting} combinations that fit were accepted ({accepted / fitting:.0%}).")
    sum_up(run, results, whole)
    return accepted
