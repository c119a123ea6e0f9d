"""What runs in worker processes: building a candidate and proving it, with the states kept between the two."""

from __future__ import annotations

import traceback
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from forge.errors import EngineError, ForgeError, RefusedError
from forge.gates.base import Case, Verdict, engines_of
from forge.gates.distinct import fingerprint
from forge.gates.registry import FILE_GATES, PACKAGE_GATES, judge
from forge.pipeline.build import Draft, Order, draft, finish
from forge.pipeline.rebuild import rebuilt_id
from forge.preparers.base import preparer
from forge.skills.composite import any_skill
from forge.skills.contract import Fact

KEPT = 40
"""Drafts that a process remembers between building and proving: a batch and some more."""


@dataclass(frozen=True)
class Material:
    """What a candidate is made of.

    Attributes:
        order: which candidate.
        parameters: what the skill sampled, as JSON.
        answers: what the content nodes answered, as JSON.
        asked: the preparers whose real applications verify it, where they are installed.
        hostile: whether an adversarial instruction is planted into the content.
        rebuild: whether it is made again in other environments: `seldom` where few candidates of a run are, so that
            the processes end after it, `often` where all are, and the processes stay.
    """

    order: Order
    parameters: Mapping[str, Any]
    answers: Mapping[str, Any]
    asked: tuple[str, ...] = ()
    hostile: bool = False
    rebuild: Literal["never", "seldom", "often"] = "never"


@dataclass(frozen=True)
class Built:
    """What building gave.

    Attributes:
        facts: the facts of the contract; empty when it could not be built.
        verdicts: of the file gates.
        domain: the domain of its content.
        locale: the locale of its content.
        trouble: why it could not be built; empty when it could.
        broken: the trouble is a fault of the machine, not of the skill or its content.
        refused: the skills that were to make it together do not go together.
        skills: the skills that made it, in the order in which they are solved.
        applications: the applications that it is worked on in.
        hostile: whether adversarial instructions were planted into its content.
    """

    facts: tuple[Fact, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    domain: str = ""
    locale: str = ""
    trouble: str = ""
    broken: bool = False
    refused: bool = False
    skills: tuple[str, ...] = ()
    applications: tuple[str, ...] = ()
    hostile: bool = False


@dataclass(frozen=True)
class Proof:
    """What proving gave.

    Attributes:
        verdicts: of the package gates.
        bundle: the bundle's id.
        instruction: the instruction as the agent reads it.
        public: the public part as an archive.
        private: the private part as an archive.
        public_digest: the digest of the public part.
        private_digest: the digest of the private part.
        fingerprint: from which likeness to other tasks is estimated.
        engine: the real applications that verified it, or None.
        asked: the preparers whose real applications verified it.
    """

    verdicts: tuple[Verdict, ...]
    bundle: str
    instruction: str
    public: bytes
    private: bytes
    public_digest: str
    private_digest: str
    fingerprint: tuple[int, ...]
    engine: str | None
    asked: tuple[str, ...] = ()


_Key: TypeAlias = tuple[Order, int]
_drafts: OrderedDict[_Key, tuple[Draft, Case]] = OrderedDict()


def _key(material: Material) -> _Key:
    return material.order, hash(repr((material.parameters, material.answers)))


def _drafted(material: Material) -> tuple[Draft, Case]:
    """The draft of a candidate, and the case that holds its states."""
    skill = any_skill(material.order.skill)
    asked = [name for name in material.asked if preparer(name).engine() is not None]
    unasked = tuple(name for name in skill.applications if name not in asked)
    order, parameters = material.order, material.parameters
    made = draft(
        skill, order, parameters, material.answers, engines_of(asked), unasked, hostile=material.hostile
    )
    return made, Case(made.bundle, specified=made.specified, engines=asked)


def build_candidate(material: Material) -> Built:
    """Prepare, solve and derive, then let the file gates judge. Never raises for what the skill does wrong."""
    try:
        made, case = _drafted(material)
    except EngineError as error:
        return Built(trouble=str(error), broken=True)
    except RefusedError as error:
        return Built(trouble=str(error), refused=True)
    except ForgeError as error:
        return Built(trouble=f"{type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - a fault in a skill costs its candidate, never the run
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}:{place.lineno}"
        return Built(trouble=f"The skill fails with {type(error).__name__} at {where}: {error}")
    verdicts = judge(case, FILE_GATES, stop_early=True)
    _drafts[_key(material)] = made, case
    if len(_drafts) > KEPT:
        _drafts.popitem(last=False)
    record = made.record
    return Built(
        made.contract.facts,
        tuple(verdicts),
        record.domain,
        record.locale,
        skills=record.skills,
        applications=record.applications,
        hostile=record.hostile,
    )


def prove_candidate(material: Material, template: str) -> Proof:
    """Complete the bundle with its instruction, then let the package gates judge."""
    key = _key(material)
    made, draft_case = _drafts.pop(key) if key in _drafts else _drafted(material)
    bundle = finish(made.bundle, template)
    case = draft_case.rewritten(bundle)
    if material.rebuild != "never":
        case.rebuild = partial(rebuilt_id, bundle.contract, keep=material.rebuild == "often")
    verdicts = judge(case, PACKAGE_GATES, stop_early=True)
    return Proof(
        tuple(verdicts),
        bundle.id,
        bundle.instruction,
        bundle.public_archive(),
        bundle.private_archive(),
        bundle.public_digest,
        bundle.private_digest,
        fingerprint(case),
        case.engine,
        case.asked,
    )
