"""Certificates: the proof that a number of seeds in a row of one skill passed every gate.

A certificate names the digests of everything that it rests on. The digest of that list is the certificate's own,
so whatever changes (the skill, a gate, a preparer, the state model, the applications, the model) voids it.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import forge
from forge.pipeline.batch import Candidate, Options
from forge.pipeline.run import Run, RunRequest
from forge.preparers.base import preparer
from forge.skills.registry import AnySkill, source_of
from forge.storage.models import CertificateRow

SEEDS = 20
"""Candidates in a row that must pass, unless another number is asked for."""


@dataclass(frozen=True)
class Certification:
    """What certifying a skill gave.

    Attributes:
        skill: the skill's id.
        passed: the candidates that passed every gate.
        tried: the candidates that were made.
        digest: the certificate's digest; empty when it was not earned.
        failures: why candidates did not pass, in a form from which the skill can be repaired.
        unverified: gates that could not be run, with the reason; such a skill is not certified.
    """

    skill: str
    passed: int
    tried: int
    digest: str
    failures: tuple[Mapping[str, Any], ...] = ()
    unverified: tuple[str, ...] = ()


def digest_of(files: Iterable[Path]) -> str:
    """SHA-256 over the code of Python files, comments and layout left out, and over other files as they are."""
    total = hashlib.sha256()
    for path in sorted(files):
        text = path.read_text(encoding="utf-8")
        code = ast.unparse(ast.parse(text)) if path.suffix == ".py" else text
        total.update(f"{path.name}\0{len(code)}\0{code}".encode())
    return total.hexdigest()


@cache
def _package_digest(folder: str) -> str:
    root = Path(forge.__file__).parent / folder
    return digest_of(path for suffix in ("*.py", "*.yaml") for path in root.rglob(suffix))


def basis(skill: AnySkill, model: str = "offline") -> dict[str, Any]:
    """Everything that a certificate of a skill rests on, as digests and versions."""
    engines = {name: preparer(name).engine() for name in skill.applications}
    return {
        "skill": skill.id,
        "version": skill.version,
        "code": digest_of([source_of(skill)]),
        "support": {
            folder: _package_digest(folder)
            for folder in ("states", "gates", "skills/content", "skills/instruction", "preparers")
        },
        "helpers": {
            name: digest_of(path for path in source_of(skill).parent.glob("*.py") if _is_helper(path))
            for name in skill.applications
        },
        "applications": engines,
        "model": model,
    }


def _is_helper(path: Path) -> bool:
    """Whether a file beside a skill is no skill itself."""
    return "    id = " not in path.read_text(encoding="utf-8")


def certificate_digest(content: Mapping[str, Any]) -> str:
    """The digest of a certificate: SHA-256 of its content in canonical JSON."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


async def certify(run: Run, skill: AnySkill) -> Certification:
    """Make a skill's candidates in a row and certify it when every one passes every gate.

    Args:
        run: an open run whose request says how many and from which seed.
        skill: the skill.
    """
    failures: list[dict[str, Any]] = []
    unverified: dict[str, None] = {}
    passed = 0

    def look(candidate: Candidate) -> None:
        nonlocal passed
        if candidate.status != "accepted":
            failures.append(failure(candidate))
            return
        skipped = [f"{v.gate}: {v.reason}" for v in candidate.verdicts if v.outcome == "not run"]
        unverified.update(dict.fromkeys(skipped))
        passed += not skipped

    orders = run.request.orders(skill.id)
    await run.make(skill, orders, options=Options(engines=True, rebuild_every=1), told=look)
    digest = ""
    if passed == len(orders):
        content = {**basis(skill, run.request.model), "seeds": len(orders), "seed": run.request.seed}
        digest = certificate_digest(content)
        run.workspace.catalog.certify(
            CertificateRow(
                digest=digest,
                skill=skill.id,
                content=content,
                seeds=passed,
                run=run.id,
                issued=datetime.now(UTC),
            )
        )
    return Certification(skill.id, passed, len(orders), digest, tuple(failures), tuple(unverified))


def failure(candidate: Candidate) -> dict[str, Any]:
    """Why a candidate did not pass: enough for a person or a program to repair the skill."""
    ending = next((v for v in candidate.verdicts if v.gate == candidate.gate), None)
    return {
        "candidate": candidate.order.id,
        "gate": candidate.gate,
        "reason": candidate.reason,
        "evidence": [dict(item) for item in ending.evidence] if ending is not None else [],
        "parameters": dict(candidate.material.parameters) if candidate.material is not None else {},
        "template": candidate.template,
    }


def request_for(patterns: str, seeds: int, seed: int, model: str) -> RunRequest:
    """The run that certifies skills."""
    return RunRequest(skills=patterns, count=seeds, seed=seed, model=model)
