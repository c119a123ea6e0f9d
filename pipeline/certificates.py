"""Certificates: what the proof holds for that seeds in a row of one skill passed every gate, and whether it still does.

A certificate names the code that it rests on, the applications that verified the candidates, and the model. When any
of these changes it is void. Those that the package comes with stand in `skills/certificates.jsonl`, one on a line;
those that a user earns stand in the catalog of the workspace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

import forge.preparers
import forge.skills
from forge.errors import SkillError
from forge.pipeline.sources import closure, digest_of
from forge.preparers.base import preparer
from forge.skills.registry import AnySkill, source_of

_SKILLS = Path(forge.skills.__file__).parent
_PREPARERS = Path(forge.preparers.__file__).parent
CERTIFICATES = _SKILLS / "certificates.jsonl"

SEEDS = 20
"""So many candidates in a row must have passed before a skill is shown as certified."""
_JUDGES = ("forge.gates.registry", "forge.pipeline.build")
"""What makes and judges the candidates of every skill."""
_TEXTS = (".yaml", ".j2", ".json", ".txt")


class Certificate(BaseModel):
    """What was certified, and with what.

    Attributes:
        skill: the skill's id.
        version: the skill's version.
        code: the digest of the code of skill, preparers, gates and state model.
        applications: the real application that verified, by preparer.
        model: the model profile that wrote content and instructions.
        seed: the seed of the candidates.
        seeds: how many candidates in a row passed.
        verified: how many of them went through the real application, by preparer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    skill: str
    version: int
    code: str
    applications: dict[str, str | None]
    model: str
    seed: int
    seeds: int
    verified: dict[str, int] = {}

    @property
    def digest(self) -> str:
        """The certificate's own digest: SHA-256 over its canonical JSON."""
        content = json.dumps(self.model_dump(), sort_keys=True, ensure_ascii=False)
        return "sha256:" + hashlib.sha256(content.encode()).hexdigest()

    def holds(self, skill: AnySkill) -> bool:
        """Whether it rests on enough candidates, and the code is what it was."""
        return self.seeds >= SEEDS and (self.skill, self.version, self.code) == (
            skill.id,
            skill.version,
            code_of(skill),
        )


def certificate_of(
    skill: AnySkill, *, model: str, seed: int, seeds: int, verified: Mapping[str, int]
) -> Certificate:
    """The certificate that a skill earns here and now.

    Args:
        skill: the skill.
        model: the model profile that wrote content and instructions.
        seed: the seed of the candidates.
        seeds: how many candidates in a row passed.
        verified: how many of them went through the real application, by preparer.
    """
    return Certificate(
        skill=skill.id,
        version=skill.version,
        code=code_of(skill),
        applications={name: preparer(name).engine() for name in skill.applications},
        model=model,
        seed=seed,
        seeds=seeds,
        verified=dict(verified),
    )


def code_of(skill: AnySkill) -> str:
    """The digest of everything of Forge on which the tasks of a skill and the verdicts over them rest."""
    roots = [*_JUDGES, *(type(preparer(name)).__module__ for name in skill.applications)]
    files = closure([source_of(skill), *map(_file, roots)])
    beside = {text for folder in {file.parent for file in files} for text in _beside(folder)}
    return digest_of(files | beside)


@cache
def _file(module: str) -> Path:
    return Path(import_module(module).__file__ or module)


@cache
def _beside(folder: Path) -> tuple[Path, ...]:
    """What works beside the modules of a folder without being imported: texts of skills, workers of preparers."""
    if folder.is_relative_to(_SKILLS) and folder != _SKILLS:
        return tuple(file for file in folder.rglob("*") if file.suffix in _TEXTS)
    if folder.is_relative_to(_PREPARERS):
        return tuple(folder.glob("*.py"))
    return ()


def read_certificates(path: Path | None = None) -> dict[str, Certificate]:
    """Certificates of a file, else those of the package, by skill; none where there is no such file.

    Raises:
        SkillError: a line is no certificate.
    """
    path = path or CERTIFICATES
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            certificate = Certificate.model_validate_json(line)
        except ValidationError as error:
            raise SkillError(f"{path} holds no certificate in line {number}.") from error
        found[certificate.skill] = certificate
    return found


def write_certificates(certificates: Mapping[str, Certificate], path: Path | None = None) -> None:
    """Write certificates to a file, else as those of the package, one on a line in the order of the skills."""
    lines = [certificates[skill].model_dump_json() + "\n" for skill in sorted(certificates)]
    (path or CERTIFICATES).write_text("".join(lines), encoding="utf-8")


def standing(skills: Iterable[AnySkill], certificates: Iterable[Mapping[str, Any]]) -> set[str]:
    """The ids of skills of which some certificate holds.

    Args:
        skills: the skills.
        certificates: the content of certificates.
    """
    by_id = {skill.id: skill for skill in skills}
    found: set[str] = set()
    for content in certificates:
        skill = by_id.get(content.get("skill", ""))
        if skill is not None and skill.id not in found and _holds(content, skill):
            found.add(skill.id)
    return found


def _holds(content: Mapping[str, Any], skill: AnySkill) -> bool:
    try:
        return Certificate.model_validate(content).holds(skill)
    except ValidationError:  # of another version of Forge
        return False
