"""`forge skills`: the taxonomy joined with the code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from forge.cli.options import json_option
from forge.cli.output import note, print_json, print_table

if TYPE_CHECKING:
    from forge.skills.taxonomy import Listing


@click.command("skills")
@click.argument("glob", default="*")
@click.option("--check", is_flag=True, help="Answer with exit code 1 when taxonomy and code disagree.")
@json_option
def command(glob: str, check: bool, as_json: bool) -> int:
    """List the skills whose ids match GLOB, as in 'calc.formulas.*'.

    The status is what is so: planned (no code yet), implemented, or certified. Where taxonomy.yaml and the
    code do not agree, that is said on standard error.
    """
    listings = _chosen(glob)
    if as_json:
        print_json(listings)
    else:
        print_table(("skill", "status", "title"), [(row.id, row.status, row.title) for row in listings])
        _sum_up(listings)
    disagreements = [row.disagreement for row in listings if row.disagreement]
    for sentence in disagreements:
        note(sentence)
    return 1 if check and disagreements else 0


def _chosen(glob: str) -> list[Listing]:
    from pathlib import Path

    import forge
    from forge.skills.registry import all_skills, matching, source_of
    from forge.skills.taxonomy import join, load_taxonomy

    skills = all_skills()
    package = Path(forge.__file__).parent.resolve()
    foreign = [
        skill_id
        for skill_id, skill in skills.items()
        if not source_of(skill).resolve().is_relative_to(package)
    ]
    listings = {row.id: row for row in join(load_taxonomy(), skills, foreign)}
    return [listings[skill_id] for skill_id in matching(glob, listings)]


def _sum_up(listings: Sequence[Listing]) -> None:
    counts = Counter(row.status for row in listings)
    parts = ", ".join(f"{counts[status]} {status}" for status in ("certified", "implemented", "planned"))
    note(f"{len(listings)} skills: {parts}.")
