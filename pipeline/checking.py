"""Judging a bundle by all gates, from its files alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from forge.errors import ForgeError, SkillError, StorageError
from forge.gates.base import Case, Verdict
from forge.gates.registry import ALL_GATES, judge, root_cause
from forge.gates.reproducible import Reproducible
from forge.pipeline.rebuild import rebuilt_id
from forge.skills.registry import all_skills
from forge.storage.bundle import (
    CONTRACT,
    ENVIRONMENT,
    GOLDEN,
    INSTRUCTION,
    NEAR_MISSES,
    RUBRIC,
    VARIANTS,
    Bundle,
)
from forge.storage.records import MountPoint

NEEDED = (INSTRUCTION, ENVIRONMENT, CONTRACT, RUBRIC, NEAR_MISSES, VARIANTS, GOLDEN)
"""The files of a bundle that the gates read, beside the documents."""


@dataclass(frozen=True)
class Checked:
    """What the gates say of a bundle.

    Attributes:
        bundle: how the user named it.
        id: its id; empty where it could not be read at all.
        skills: the skills that made it; empty where that is not known.
        verified: the real applications that were asked, with their versions, and had no objection; else false.
        unasked: the preparers whose real application was not asked.
        verdicts: one for each gate; empty where it could not be judged.
        trouble: why it could not be judged; empty when it was.
        hint: what to do about that.
    """

    bundle: str
    id: str = ""
    skills: tuple[str, ...] = ()
    verified: str | bool = False
    unasked: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    trouble: str = ""
    hint: str = ""

    @property
    def cause(self) -> Verdict | None:
        """The verdict from which the other refusals may follow; None where no gate refused."""
        return root_cause(self.verdicts)

    @property
    def failed(self) -> bool:
        """Whether a gate said no."""
        return any(verdict.outcome == "fail" for verdict in self.verdicts)

    @property
    def broken(self) -> bool:
        """Whether it could not be judged, or not by every gate, because of an error."""
        return bool(self.trouble) or any(verdict.outcome == "error" for verdict in self.verdicts)

    @property
    def ok(self) -> bool:
        """Whether no gate said no and none met an error; some may not have run."""
        return not self.failed and not self.broken


def check(name: str, bundle: Bundle, *, engines: bool = True, rebuild: bool = False) -> Checked:
    """The verdicts of all gates on a bundle.

    Args:
        name: how the user named it.
        bundle: the bundle, both parts.
        engines: whether the real applications are asked, where they are installed.
        rebuild: whether it is made again in other environments, for which its skill must be there.
    """
    try:
        require_complete(bundle)
        absent = absent_skills(bundle.contract.skills) if rebuild else []
        again = partial(rebuilt_id, bundle.contract) if rebuild and not absent else None
        case = Case(bundle, engines=engines, rebuild=again)
        verdicts = judge(case, ALL_GATES)
    except ForgeError as error:
        return Checked(name, bundle.id, trouble=str(error), hint=error.hint)
    if absent:
        why = f"It cannot be made again: there is no skill {' or '.join(absent)} here."
        verdicts = [
            replace(item, reason=why) if item.gate == Reproducible.name else item for item in verdicts
        ]
    refused = any(item.outcome in ("fail", "error") for item in verdicts)
    verified = False if refused else case.engine or False
    unasked = tuple(dict.fromkeys(case.unseen().values()))
    return Checked(name, bundle.id, case.record.skills, verified, unasked, tuple(verdicts))


def absent_skills(identities: Iterable[str]) -> list[str]:
    """Those of some skills that are not installed here; none where that cannot be told, for rebuilding tells why."""
    try:
        known = all_skills()
    except SkillError:
        return []
    return [identity for identity in identities if identity not in known]


def require_complete(bundle: Bundle) -> None:
    """Read every record of a bundle.

    Raises:
        StorageError: the private part is not there, a file is missing or damaged, or two contradict each other.
    """
    if not bundle.private:
        raise StorageError(
            "Only the public part is there; what proves a task (contract.json, tests/, solution/) is kept apart.",
            hint="`forge bundle TASK --out DIR` writes both parts of a task of the workspace.",
        )
    held = {**bundle.public, **bundle.private}
    if lacking := [path for path in NEEDED if path not in held]:
        raise StorageError(f"The bundle lacks {', '.join(lacking)}, without which the gates cannot judge it.")
    for name in ("instruction", "rubric", "near_misses", "variants", "golden"):
        getattr(bundle, name)
    promised = {
        MountPoint(mount=item.mount, preparer=item.preparer, folder=item.folder)
        for item in bundle.contract.mounts
    }
    if set(bundle.mounts) != promised:
        raise StorageError(
            "environment/setup.json and contract.json name different mounts: "
            f"{_named(bundle.mounts)} and {_named(promised)}."
        )


def _named(mounts: Iterable[MountPoint]) -> str:
    return ", ".join(sorted(f"{item.mount} ({item.preparer})" for item in mounts)) or "none"
