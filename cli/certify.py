"""`forge certify`: prove that skills make tasks that pass every gate."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json, print_table

if TYPE_CHECKING:
    from forge.pipeline.certify import Certification
    from forge.skills.registry import AnySkill


@click.command("certify", epilog="Example: forge certify 'calc.*' --seeds 20")
@click.argument("globs")
@click.option(
    "--seeds", default=20, show_default=True, type=click.IntRange(min=1), help="Candidates in a row."
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(min=0), help="Where to begin.")
@click.option("--model", default="offline", show_default=True, metavar="PROFILE", help="The model profile.")
@click.option(
    "--taxonomy",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="A taxonomy in which to note what was certified; the certificates themselves go into the package.",
)
@workspace_option
@json_option
def command(
    globs: str, seeds: int, seed: int, model: str, taxonomy: Path | None, workspace: Path, as_json: bool
) -> int:
    """Certify the skills that GLOBS name: every gate on every one of a number of candidates in a row.

    Every candidate is verified by the real applications and made again in other environments. Exit code 1 means
    that a skill was not certified; --json says why in a form from which it can be repaired.
    """
    from forge.skills.registry import select

    total = seeds * len(select(globs))
    with Progress("Certifying", total=total) as progress:
        results = asyncio.run(_certify(globs, seeds, seed, model, workspace, progress))
    if taxonomy is not None:
        _note_in(taxonomy, results)
    if as_json:
        print_json([_as_json(result) for result in results])
    else:
        print_table(
            ("skill", "passed", "certificate"),
            [(r.skill, f"{r.passed}/{r.tried}", r.digest[:19] or "not certified") for r in results],
        )
        for result in results:
            for failed in result.failures[:3]:
                note(f"{failed['candidate']}: {failed['gate']}: {failed['reason']}")
            for reason in result.unverified:
                note(f"{result.skill}: not run: {reason}")
        note(f"{sum(bool(r.digest) for r in results)} of {len(results)} skills are certified.")
    return 0 if all(result.digest for result in results) else 1


def _as_json(result: Certification) -> dict[str, Any]:
    return {**asdict(result), "digest": result.digest or None, "certificate": result.certificate}


async def _certify(
    globs: str, seeds: int, seed: int, model: str, workspace: Path, progress: Progress
) -> list[Certification]:
    from forge.pipeline.certify import certify, request_for
    from forge.pipeline.lanes import a_few_at_once
    from forge.pipeline.run import Run
    from forge.skills.registry import select
    from forge.storage.workspace import Workspace

    request = request_for(globs, seeds, seed, model)
    told = f"forge certify {globs} --seeds {seeds} --seed {seed}"
    async with Run(request, Workspace(workspace), command=told, told=lambda _: progress.advance()) as run:

        async def one(skill: AnySkill) -> Certification:
            progress.describe(f"Certifying {skill.id}")
            return await certify(run, skill)

        return await a_few_at_once(partial(one, skill) for skill in select(globs))


def _note_in(path: Path, results: list[Certification]) -> None:
    from forge.pipeline.certificates import read_certificates, write_certificates
    from forge.skills.taxonomy import dump_taxonomy, load_taxonomy

    taxonomy = load_taxonomy(path)
    entries = taxonomy.entries()
    certificates = read_certificates()
    for result in results:
        if result.skill not in entries:
            continue
        status = "certified" if result.certificate else "implemented"
        noted = {"status": status, "certificate": result.digest or None}
        taxonomy = taxonomy.with_entry(result.skill, entries[result.skill].model_copy(update=noted))
        certificates.pop(result.skill, None)
        if result.certificate:
            certificates[result.skill] = result.certificate
    write_certificates(certificates)
    path.write_text(dump_taxonomy(taxonomy), encoding="utf-8")
