"""`forge check`: the gates on bundles, from their files alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import applications_option, json_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table, print_text, verification

if TYPE_CHECKING:
    from forge.gates.base import Verdict
    from forge.pipeline.checking import Checked
    from forge.pipeline.finding import Located


@click.command("check", epilog="Example: forge check /tmp/task 3f9a")
@click.argument("bundles", nargs=-1, required=True, metavar="BUNDLE...")
@applications_option
@click.option("--rebuild", is_flag=True, help="Also make each again in other environments; takes its skill.")
@workspace_option
@json_option
def command(
    workspace: Path, as_json: bool, bundles: tuple[str, ...], no_applications: bool, rebuild: bool
) -> int:
    """Let every gate judge BUNDLEs: folders, also ones edited by hand, or tasks by their ids.

    Where several refuse, the one from which the others may follow is named first.

    Exit code 1 means that a gate failed, 3 that one met an error or that a bundle could not be judged. What did
    not run is shown as such; it is not a pass.
    """
    from forge.pipeline.finding import locate
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        found = [locate(name, home) for name in bundles]
        with Progress("Checking bundles", total=len(found)) as progress:
            results = []
            for item in found:
                results.append(_check(item, engines=not no_applications, rebuild=rebuild))
                progress.advance()
    if as_json:
        print_json([_plain(result) for result in results])
    for result in results:
        if not as_json:
            _show(result)
        if result.trouble:
            note(f"Error: {result.bundle}: {result.trouble}{f' {result.hint}' if result.hint else ''}")
    if any(result.failed for result in results):
        return 1
    return 3 if any(result.broken for result in results) else 0


def _check(found: Located, *, engines: bool, rebuild: bool) -> Checked:
    from forge.errors import ForgeError
    from forge.pipeline.checking import Checked, check

    try:
        return check(found.name, found.load(), engines=engines, rebuild=rebuild)
    except ForgeError as error:
        return Checked(found.name, trouble=str(error), hint=error.hint)


def _plain(result: Checked) -> dict[str, Any]:
    return {
        "bundle": result.bundle,
        "id": result.id or None,
        "skills": result.skills,
        "verified": result.verified,
        "verdicts": result.verdicts,
        "ok": result.ok,
        "cause": result.cause.gate if result.cause is not None else None,
        "trouble": result.trouble or None,
    }


def _show(result: Checked) -> None:
    if result.trouble:
        return
    print_text(
        f"{result.bundle}: {' + '.join(result.skills)}, {verification(result.verified, result.unasked)}"
    )
    if result.cause is not None:
        print_text(f"First cause: {result.cause.gate}: {result.cause.reason}")
    print_table(("gate", "outcome", "reason"), [(v.gate, v.outcome, v.reason) for v in result.verdicts])
    for verdict in result.verdicts:
        if verdict.outcome in ("fail", "error"):
            _show_evidence(verdict)
    counts = {name: sum(v.outcome == name for v in result.verdicts) for name in _OUTCOMES}
    note(", ".join(f"{number} {_OUTCOMES[name]}" for name, number in counts.items() if number) + ".")


_OUTCOMES = {"pass": "passed", "fail": "failed", "error": "met an error", "not run": "did not run"}


def _show_evidence(verdict: Verdict) -> None:
    for number, item in enumerate(verdict.evidence, 1):
        print_text(f"{verdict.gate} {number}", indent=2)
        for line in _lines(item):
            print_text(line, indent=4)


def _lines(item: Mapping[str, Any]) -> Iterable[str]:
    return (f"{name}: {value}" for name, value in item.items() if value not in ("", None))
