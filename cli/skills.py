"""`forge skills`: the taxonomy joined with the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import note, print_json, print_table
from forge.errors import counted

if TYPE_CHECKING:
    from forge.skills.taxonomy import Listing


@click.command("skills")
@click.argument("glob", default="*")
@click.option("--check", is_flag=True, help="Answer with exit code 1 when taxonomy and code disagree.")
@workspace_option
@json_option
def command(glob: str, check: bool, workspace: Path, as_json: bool) -> int:
    """List the skills whose ids match GLOB, as in 'calc.formulas.*'.

    The status is what is so: planned (no code yet), implemented, or certified (by a certificate that the package
    comes with or that was earned in the workspace, and that nothing has voided since). Where taxonomy.yaml and
    the code do not agree, that is said on standard error.
    """
    listings = _chosen(glob, workspace)
    if as_json:
        print_json(listings)
    else:
        print_table(("skill", "status", "title"), [(row.id, row.status, row.title) for row in listings])
        _sum_up(listings)
    disagreeing = [row for row in listings if row.disagreement]
    _disagreements(disagreeing)
    return 1 if check and disagreeing else 0


def _chosen(glob: str, workspace: Path) -> list[Listing]:
    import forge
    from forge.pipeline.certificates import read_certificates, standing
    from forge.skills.registry import all_skills, matching, source_of
    from forge.skills.taxonomy import join, load_taxonomy

    skills = all_skills()
    package = Path(forge.__file__).parent.resolve()
    foreign = [
        skill_id
        for skill_id, skill in skills.items()
        if not source_of(skill).resolve().is_relative_to(package)
    ]
    certificates = [item.model_dump() for item in read_certificates().values()] + _earned(workspace)
    certified = standing(skills.values(), certificates)
    listings = {row.id: row for row in join(load_taxonomy(), skills, certified, foreign)}
    return [listings[skill_id] for skill_id in matching(glob, listings)]


def _earned(folder: Path) -> list[dict[str, Any]]:
    """The content of the certificates of a workspace; none where there is no workspace."""
    if not folder.is_dir():  # reading must not make one
        return []
    from forge.storage.workspace import Workspace

    return [row.content for row in Workspace(folder).catalog.certificates()]


def _disagreements(listings: Sequence[Listing]) -> None:
    """Say where taxonomy and code disagree; what is so of many skills is said once."""
    alike: dict[str, list[Listing]] = {}
    for row in listings:
        alike.setdefault(row.disagreement.replace(row.id, "…"), []).append(row)
    for first, *others in alike.values():
        note(first.disagreement)
        if others:
            named = ", ".join(row.id for row in others[:2]) + (", …" if len(others) > 2 else "")
            note(f"The same is so of {counted(len(others), 'other', 'others')}: {named}")


def _sum_up(listings: Sequence[Listing]) -> None:
    counts = Counter(row.status for row in listings)
    parts = ", ".join(f"{counts[status]} {status}" for status in ("certified", "implemented", "planned"))
    note(f"{counted(len(listings), 'skill', 'skills')}: {parts}.")
