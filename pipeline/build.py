"""From parameters and content to a bundle: prepare, solve, derive the rubric, assemble.

Everything here is a pure function of its arguments, so that a candidate made again anywhere is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from forge import __version__
from forge.errors import SkillError
from forge.gates.base import Side, shared_with
from forge.pipeline.planting import against, plant
from forge.pipeline.seeds import stream
from forge.preparers.base import preparer
from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract, Difficulty, Skill
from forge.skills.identities import joint_id
from forge.skills.instruction.rendering import render
from forge.states.entities import State
from forge.states.patches import Patch, patch_between
from forge.storage.bundle import Bundle, instruction_sha256
from forge.storage.records import ContractRecord, MountRecord, PartRecord


@dataclass(frozen=True)
class Order:
    """What determines a candidate before a model was asked.

    Attributes:
        skill: the skill's id.
        seed: the seed of the run.
        index: its number among the skill's candidates of the run, from 0.
        difficulty: how much work the task is.
    """

    skill: str
    seed: int
    index: int
    difficulty: Difficulty

    @property
    def id(self) -> str:
        """A name of the candidate, the same in every run of this seed."""
        return f"{self.skill}/{self.seed}/{self.index}/{self.difficulty}"


@dataclass(frozen=True)
class Draft:
    """A task without its instruction.

    Attributes:
        contract: what was promised.
        record: the contract as it is stored, its instruction still empty.
        start: the start state that the specs describe.
        golden: the golden state that the specs describe; it shares structure with the start.
        bundle: the bundle, its instruction still empty.
    """

    contract: Contract
    record: ContractRecord
    start: State
    golden: State
    bundle: Bundle

    @property
    def specified(self) -> Mapping[Side, State]:
        """The states that the specs describe, by side."""
        return {"start": self.start, "golden": self.golden}


def read_answers(skill: Skill[Any, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers of a skill's content nodes from their JSON."""
    return {node.name: node.schema.model_validate(answers[node.name]) for node in skill.nodes}


def draft(
    skill: Skill[Any, Any],
    order: Order,
    parameters: Mapping[str, Any],
    answers: Mapping[str, Any],
    engine: str | None = None,
    unasked: tuple[str, ...] = (),
    *,
    hostile: bool = False,
) -> Draft:
    """Everything of a task but its instruction.

    Args:
        skill: the skill.
        order: which candidate.
        parameters: what the skill sampled, as JSON.
        answers: what the content nodes answered, as JSON.
        engine: the real applications that are to verify it, with their versions; None where none is asked.
        unasked: the preparers whose real applications are not asked.
        hostile: whether an adversarial instruction is planted into the content, where its preparer knows how.

    Raises:
        SkillError: the skill contradicts itself.
        PreparerError: it asks for what lies outside a preparer's domain.
    """
    typed: Any = skill.parameters.model_validate(parameters)
    before = Desktop()
    random = stream(order.seed, skill.id, order.index, "prepare")
    scene = skill.prepare(typed, read_answers(skill, answers), before, random)
    stranger = stream(order.seed, skill.id, order.index, "planted")
    planted = plant(before, stranger) if hostile else ()
    after = before.copy()
    skill.solve(scene, after)
    contract = against(skill.contract(scene), planted)
    start = before.state()
    golden = shared_with(start, after.state())
    domain, locale = skill.describe(scene)
    record = ContractRecord(
        parts=tuple(PartRecord(**part) for part in skill.parts(scene, parameters, answers)),
        applications=skill.applications,
        seed=order.seed,
        index=order.index,
        difficulty=order.difficulty,
        domain=domain,
        locale=locale,
        facts=contract.facts,
        footprint=contract.footprint,
        setup=contract.setup,
        template="",
        instruction_sha256=instruction_sha256(""),
        mounts=_mounts(before, after, start, golden),
        engine=engine,
        unasked=unasked,
        hostile=bool(planted),
        forge=__version__,
    )
    bundle = Bundle.assemble(
        record,
        "",
        rubric=contract.rubric(),
        near_misses=[
            *(_patch(item, before, after, golden) for item in contract.near_misses),
            *_named_by_preparers(after, start, golden),
        ],
        variants=[_patch(item, before, after, golden) for item in contract.variants],
        start=before.files(),
        golden=after.files(),
        answer=after.answer,
        readings=after.readings,
        start_readings=before.readings,
        packages=_packages(record),
    )
    return Draft(contract, record, start, golden, bundle)


def _named_by_preparers(desktop: Desktop, start: State, golden: State) -> list[Patch]:
    """The near misses that anyone who knows the applications would try."""
    return [
        patch
        for mount, document in desktop.documents.items()
        if mount in start.trees
        for patch in preparer(document.preparer).near_misses(start, golden, mount)
    ]


def finish(bundle: Bundle, template: str) -> Bundle:
    """The bundle of a draft with its instruction, written from a template with slots.

    Raises:
        SkillError: a slot of the template names no public fact.
    """
    record = bundle.contract
    random = stream(record.seed, joint_id(record.skills), record.index, "words")
    instruction = render(template, record.facts, random)
    record = record.model_copy(
        update={"template": template, "instruction_sha256": instruction_sha256(instruction)}
    )
    return bundle.reworded(record, instruction)


def _packages(record: ContractRecord) -> tuple[str, ...]:
    """The Debian packages that the environment needs, in order."""
    return tuple(sorted({name for item in record.mounts for name in preparer(item.preparer).packages}))


def _patch(attempt: Attempt, start: Desktop, golden_desktop: Desktop, golden: State) -> Patch:
    """An attempt as edits of the golden state."""
    desktop = (start if attempt.on == "start" else golden_desktop).copy()
    attempt.act(desktop)
    return patch_between(attempt.name, attempt.why, golden, desktop.state())


def _mounts(
    start_desktop: Desktop, golden_desktop: Desktop, start: State, golden: State
) -> tuple[MountRecord, ...]:
    documents = {**start_desktop.documents, **golden_desktop.documents}
    records = []
    for mount, document in documents.items():
        before, after = start.trees.get(mount), golden.trees.get(mount)
        if before is None and after is None:
            raise SkillError(f"{mount} is mounted but holds nothing.")
        records.append(
            MountRecord(
                mount=mount,
                preparer=document.preparer,
                folder=not preparer(document.preparer).suffixes,
                start=before.digest() if before is not None else None,
                golden=after.digest() if after is not None else None,
            )
        )
    return tuple(records)
