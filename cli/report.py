"""`forge report`: what tasks cost, and what the gates said."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, skills_option, workspace_option
from forge.cli.output import note, print_json, print_table
from forge.errors import UsageError

if TYPE_CHECKING:
    from forge.pipeline.reporting import Report, Row
    from forge.storage.reports import By
    from forge.storage.workspace import Workspace

UNKNOWN = "unknown"


@click.command("report", epilog="Example: forge report cost --by model --skills 'calc.*'")
@click.argument("what", type=click.Choice(["cost", "gates", "diversity"]))
@click.option(
    "--by",
    type=click.Choice(["task", "skill", "node", "model", "run", "day"]),
    help="What the rows stand for. Costs: by default the skill. Gates: all candidates, or the skill or run.",
)
@click.option("--run", metavar="RUN", help="Only of this run, as `forge run` named it.")
@skills_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV on standard output.")
@workspace_option
@json_option
def command(
    workspace: Path,
    as_json: bool,
    what: str,
    by: By | None,
    run: str | None,
    skills: tuple[str, ...],
    as_csv: bool,
) -> int:
    """Report what tasks cost (cost), what the gates said of the candidates (gates), or how tasks differ (diversity).

    Rejected and failed work counts as well. An amount with a price in it that is not known is unknown.
    """
    from forge.pipeline.diversity import diversity_report
    from forge.pipeline.finding import require_known
    from forge.pipeline.reporting import cost_report, gate_report
    from forge.storage.workspace import Workspace

    if as_csv and as_json:
        raise UsageError("Give either --csv or --json.")
    with closing(Workspace(workspace)) as home:
        _require(home, run)
        require_known(skills, home)
        if what == "cost":
            report = cost_report(home.catalog, by or "skill", run=run, skills=skills)
        elif what == "diversity":
            if by not in (None, "skill"):
                raise UsageError(f"How tasks differ is not counted by {by}, only by skill.")
            report = diversity_report(home.catalog, run=run, skills=skills)
        else:
            report = gate_report(home.catalog, by, run=run, skills=skills)
    if as_json:
        print_json({"report": what, "rows": report.rows, "total": report.total})
    elif as_csv:
        _print_csv(report)
    elif what == "cost":
        _print_cost(report)
    elif what == "diversity":
        _print_diversity(report)
    else:
        _print_gates(report)
    return 0


def _require(home: Workspace, run: str | None) -> None:
    """Refuse a workspace in which nothing was made, and a run that there is not."""
    from forge.pipeline.finding import require_made

    require_made(home)
    if run is not None and home.catalog.run(run) is None:
        latest = ", ".join(row.id for row, _ in zip(home.catalog.runs(), range(3), strict=False))
        hint = f"The latest are {latest}." if latest else "No run has been started yet."
        raise UsageError(f"There is no run {run!r} in {home.root}.", hint=hint)


def _print_csv(report: Report) -> None:
    """All columns; an amount that is not known is `unknown`, one that there is not is empty."""
    rows = [{**row, "dollars": _or_unknown(row)} if "dollars" in row else row for row in _all(report)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(report.total), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    click.echo(text.getvalue(), nl=False)


def _all(report: Report) -> list[dict[str, Any]]:
    return [*report.rows, report.total]


def _or_unknown(row: dict[str, Any]) -> Any:
    return UNKNOWN if row["unpriced"] else row["dollars"]


def _print_cost(report: Report) -> None:
    (by, *_) = report.total
    print_table(
        (by, "kept", "of", "calls", "tokens", "each", "US$", "each"),
        [
            (
                row[by],
                row["accepted"],
                row["candidates"],
                row["calls"],
                row["tokens"],
                _rounded(row["tokens_per_accepted"]),
                _dollars(_or_unknown(row)),
                _dollars(UNKNOWN if row["unpriced"] and row["accepted"] else row["dollars_per_accepted"]),
            )
            for row in _all(report)
        ],
        right=("US$", "each"),
    )
    _explain(report.total)


def _explain(total: Row) -> None:
    """What of the sum did not go into tasks, and what is not known of it."""
    if total["rejected_tokens"] or total["retried_tokens"]:
        note(
            f"Of these, {total['rejected_tokens']} tokens (${total['dollars_rejected']:.4f}) went into candidates that"
            f" were not accepted, {total['retried_tokens']} (${total['dollars_retried']:.4f}) into answers that could"
            " not be used."
        )
    if total["unresolved"]:
        most = _dollars(total["dollars_unresolved"]) or UNKNOWN
        note(
            f"The end of {total['unresolved']} calls was not seen; the most that they can have cost more: {most}."
        )


def _rounded(number: float | None) -> int | None:
    return None if number is None else round(number)


def _dollars(amount: float | str | None) -> str | None:
    return amount if amount is None or isinstance(amount, str) else f"{amount:.4f}"


def _print_diversity(report: Report) -> None:
    print_table(
        ("skill", "tasks", "alike", "distinct 1", "2", "3", "domains", "evenly", "easy", "medium", "hard"),
        [
            (
                row["skill"],
                row["tasks"],
                row["near_duplicates"],
                *(_share(row[f"distinct_{length}"]) for length in (1, 2, 3)),
                row["domains"],
                _share(row["domain_spread"]),
                *(row[difficulty] for difficulty in ("easy", "medium", "hard")),
            )
            for row in _all(report)
        ],
    )


def _share(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def _print_gates(report: Report) -> None:
    heads = [name for name in ("content", "skill", "run", "gate") if name in report.total]
    print_table(
        (*heads, "passed", "failed", "errors", "not run", "ms"),
        [
            (
                *(row[name] for name in heads),
                *(row[name] for name in ("passed", "failed", "errors", "not_run")),
                _rounded(row["milliseconds"]),
            )
            for row in _all(report)
        ],
    )
