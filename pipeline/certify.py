"""Certifying: a number of seeds in a row of one skill must pass every gate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from forge.gates.base import Verdict
from forge.gates.stable import Stable
from forge.pipeline.batch import Candidate, Options
from forge.pipeline.certificates import Certificate, certificate_of
from forge.pipeline.run import Run, RunRequest
from forge.preparers.base import sampled
from forge.skills.contract import Fact
from forge.skills.instruction import slots
from forge.skills.instruction.grammar import SLOT, read_phrasing
from forge.skills.instruction.rendering import residue
from forge.skills.instruction.writer import fits
from forge.skills.registry import AnySkill
from forge.storage.models import CertificateRow


@dataclass(frozen=True)
class Certification:
    """What certifying a skill gave.

    Attributes:
        skill: the skill's id.
        passed: the candidates that passed every gate.
        tried: the candidates that were made.
        certificate: what was earned; None when it was not.
        failures: why candidates did not pass, in a form from which the skill can be repaired.
        unverified: gates that could not be run, with the reason; such a skill is not certified.
    """

    skill: str
    passed: int
    tried: int
    certificate: Certificate | None
    failures: tuple[Mapping[str, Any], ...] = ()
    unverified: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The certificate's digest; empty when none was earned."""
        return self.certificate.digest if self.certificate is not None else ""


async def certify(run: Run, skill: AnySkill) -> Certification:
    """Make a skill's candidates in a row and certify it when every one passes every gate.

    Args:
        run: an open run whose request says how many and from which seed.
        skill: the skill.
    """
    failures: list[dict[str, Any]] = []
    unverified: dict[str, None] = {}
    unused = Phrasings(skill)
    passed = 0
    seen: Counter[str] = Counter()

    def look(candidate: Candidate) -> None:
        nonlocal passed
        if candidate.built is not None:
            unused.look(candidate.built.facts)
        if candidate.status != "accepted":
            failures.append(failure(candidate))
            return
        asked = sampled(skill.applications, candidate.order.index)
        skipped = [
            f"{v.gate}: {v.reason}"
            for v in candidate.verdicts
            if v.outcome == "not run" and not out_of_sample(v, asked)
        ]
        seen.update(candidate.proof.asked if candidate.proof is not None else ())
        unverified.update(dict.fromkeys(skipped))
        passed += not skipped

    orders = run.request.orders(skill.id)
    await run.make(skill, orders, options=Options(engines=True, rebuild_every=1), told=look)
    failures += unused.failures()
    earned = None
    if not failures and passed == len(orders):
        request = run.request
        verified = {name: seen[name] for name in skill.applications}
        earned = certificate_of(
            skill, model=request.model, seed=request.seed, seeds=passed, verified=verified
        )
        run.workspace.catalog.certify(
            CertificateRow(
                digest=earned.digest,
                skill=skill.id,
                content=earned.model_dump(),
                seeds=passed,
                run=run.id,
                issued=datetime.now(UTC),
            )
        )
    return Certification(skill.id, passed, len(orders), earned, tuple(failures), tuple(unverified))


def out_of_sample(verdict: Verdict, asked: Collection[str]) -> bool:
    """Whether a gate left open only what an application would show that is not asked about this candidate."""
    left = [item.get("preparer") for item in verdict.evidence]
    return verdict.gate == Stable.name and bool(left) and not set(left).intersection(asked)


class Phrasings:
    """The phrasings of a skill that no candidate so far could be told with."""

    def __init__(self, skill: AnySkill) -> None:
        self.skill = skill
        self._left = dict(enumerate(skill.phrasings, 1))
        self._known: dict[str, None] = {}

    def look(self, facts: Sequence[Fact]) -> None:
        """Strike off those that tell a task with these facts."""
        known = [fact.name for fact in facts if fact.public]
        required = [fact.name for fact in facts if fact.public and not fact.optional]
        self._known.update(dict.fromkeys(known))
        for number, text in list(self._left.items()):
            if fits(read_phrasing(text), known, required) and not _residue(text):
                del self._left[number]

    def failures(self) -> list[dict[str, Any]]:
        """Those that are left, in the form of failures: nobody would ever read them."""
        found = []
        for number, text in self._left.items() if self._known else ():
            strange = [name for name in dict.fromkeys(slots(text)) if name not in self._known]
            why = "it does not tell all that must be told"
            if strange:
                why = f"no fact is called {', '.join(strange)}"
            elif signs := _residue(text):
                why = f"no instruction may hold {' '.join(signs)}"
            reason = f"Phrasing {number} fits none of the candidates: {why}. The facts are {', '.join(self._known)}."
            found.append(
                {"candidate": self.skill.id, "gate": "phrasings", "reason": reason, "template": text}
            )
        return found


def _residue(phrasing: str) -> list[str]:
    """What a phrasing says that is no prose, whatever is drawn of it."""
    return residue(re.sub(r"\[\[|\]\]|\|", " ", SLOT.sub(" ", phrasing)))


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
