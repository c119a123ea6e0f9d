"""A skill made of skills: its id is theirs joined by `+`, and it makes tasks like any other.

So what makes, proves, keeps, rebuilds and exports tasks of one skill does the same with tasks of several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, ClassVar, Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from forge.errors import UsageError
from forge.preparers.desktop import Desktop
from forge.skills.compose import Joint, joined, require_joint_end, require_shared, require_untold_answers
from forge.skills.content.names import Names, spoken
from forge.skills.contract import Company, Contract, Difficulty, Fact, Skill, recorded
from forge.skills.identities import JOINT, joint_id
from forge.skills.instruction import INSTRUCTION, InstructionDraft, Register, instruction_variables
from forge.skills.instruction.weaving import weave, woven_variables
from forge.skills.joint import joint_contract
from forge.skills.links import Links
from forge.skills.nodes import Node
from forge.skills.parts import Member
from forge.skills.registry import AnySkill, skill

CAST = 10
"""People who appear in all documents of a desktop."""
_COMMON = ("domain", "locale")
"""Parameters that all parts share, whoever drew them first."""
_ALONE = (("calc",),)
"""Applications whose documents have people of their own where nothing else lies on the desktop."""
_AROUND = ("files",)
"""Applications whose mounts are folders: they are put where no document lies."""
_PLACE = "tried"
"""Where a part stands in the order that is tried first, in what is recorded of it."""


class PartLike(Protocol):
    """What is recorded of a part."""

    @property
    def skill(self) -> str:
        """The skill's id."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What it sampled."""

    @property
    def answers(self) -> Mapping[str, Any]:
        """What its content nodes answered."""


class CompositeParameters(BaseModel):
    """What the parts drew, by the ids of their skills, in the order that is tried first."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    parts: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Composition:
    """What a composite task is about.

    Attributes:
        joint: the parts on their desktop.
        contract: the contract of all of them.
        domain: the field of work.
        locale: the language of names.
    """

    joint: Joint
    contract: Contract
    domain: str
    locale: str


class Composite(Skill[CompositeParameters, Composition]):
    """Several skills whose parts make one piece of work.

    Attributes:
        members: the skills, in the order of their ids.
    """

    parameters: ClassVar[type[BaseModel]] = CompositeParameters
    members: ClassVar[tuple[AnySkill, ...]]

    def sample(self, random: Random, difficulty: Difficulty) -> CompositeParameters:
        """Parameters of every part, in an order drawn by chance with those of one application together."""
        seeds = {member.id: random.getrandbits(64) for member in self.members}
        order = random.sample(self.members, len(self.members))
        places = {name: place for place, part in enumerate(order) for name in reversed(part.applications)}
        order.sort(
            key=lambda part: (
                part.takes_up,
                not _shows_people(part),
                min(places[name] for name in part.applications),
            )
        )
        drawn = {part.id: part.sample(Random(seeds[part.id]), difficulty) for part in order}
        found = {name: parameters.model_dump(mode="json") for name, parameters in drawn.items()}
        for field in _COMMON:
            having = [part for part in order if field in found[part.id]]
            wanted = [found[part.id][field] for part in having]
            suiting = (value for value in wanted if all(_takes(p, found[p.id], field, value) for p in having))
            common = next(suiting, None)
            for part in having:
                found[part.id][field] = found[part.id][field] if common is None else common
        return CompositeParameters(parts=found)

    def variables(self, parameters: CompositeParameters) -> Mapping[str, Any]:
        """What the content nodes need to know: enough for every part at once."""
        drawn = self._drawn(parameters)
        return combined([dict(part.variables(drawn[part.id])) for part in self._in_order(parameters)])

    def prepare(
        self, parameters: CompositeParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> Composition:
        """Furnish the desktop for each application, and let one part after the other sample on it.

        Raises:
            RefusedError: the parts do not go together.
        """
        drawn, order = self._drawn(parameters), self._in_order(parameters)
        seeds = {part.id: random.getrandbits(64) for part in self.members}
        first = parameters.parts[order[0].id]
        domain, locale = str(first.get("domain", "")), first.get("locale", "en")
        if self.applications not in _ALONE:
            desktop.cast = tuple(map(spoken, Names(locale, random).people(CAST)))
        for application in sorted(self.applications, key=lambda name: name in _AROUND):
            skills = [part for part in order if application in part.applications]
            company = Company(skills, [drawn[part.id] for part in skills], kits)
            for part in skills:
                part.furnish(company, desktop, random)
        members = [Member(part, drawn[part.id], seeds[part.id]) for part in order]
        joint = joined(members, kits, desktop)
        links = Links(joint)
        require_shared(joint.parts, links.ties())
        require_untold_answers(joint)
        contract = joint_contract(replace_parts(joint, links))
        require_joint_end(joint, contract)
        desktop.documents, desktop.readings = joint.start.documents, joint.start.readings
        return Composition(joint, contract, domain, locale)

    def _in_order(self, parameters: CompositeParameters) -> list[AnySkill]:
        by_id = {member.id: member for member in self.members}
        return [by_id[name] for name in parameters.parts]

    def _drawn(self, parameters: CompositeParameters) -> dict[str, Any]:
        return {
            member.id: member.parameters.model_validate(parameters.parts[member.id])
            for member in self.members
        }

    def describe(self, scene: Composition) -> tuple[str, str]:
        """The domain of work and the locale that the parts share."""
        return scene.domain, scene.locale

    def solve(self, scene: Composition, desktop: Desktop) -> None:
        """Every part, in order."""
        for part in scene.joint.parts:
            part.solve(desktop)

    def contract(self, scene: Composition) -> Contract:
        """The contract of all parts."""
        return scene.contract

    def parts(
        self, scene: Composition, parameters: Mapping[str, Any], answers: Mapping[str, Any]
    ) -> tuple[dict[str, Any], ...]:
        """Each skill in the order in which they are solved, with its place in the order that was tried first."""
        drawn: Mapping[str, Any] = parameters["parts"]
        places = {name: place for place, name in enumerate(drawn)}
        return tuple(
            recorded(
                part.skill,
                {**drawn[part.skill.id], _PLACE: places[part.skill.id]},
                {node.name: answers[node.name] for node in part.skill.nodes},
            )
            for part in scene.joint.parts
        )


def _takes(part: AnySkill, drawn: Mapping[str, Any], field: str, value: object) -> bool:
    """Whether the parameters of a part may have a value that another part drew."""
    try:
        part.parameters.model_validate({**drawn, field: value})
    except ValidationError:
        return False
    return True


def _shows_people(part: AnySkill) -> bool:
    """Whether people of its documents can be pointed to by parts that come after it."""
    return type(part).pointer is not Skill.pointer


def replace_parts(joint: Joint, links: Links) -> Joint:
    """The joint with what one part takes from another's documents told by its place there."""
    return replace(joint, parts=[replace(p, contract=links.woven(n)) for n, p in enumerate(joint.parts)])


def combined(variables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One set of variables for content that must do for several: the larger number, either of two wishes."""
    found: dict[str, Any] = {}
    for values in variables:
        for name, value in values.items():
            old = found.get(name)
            if isinstance(old, Mapping) and isinstance(value, Mapping):
                found[name] = combined([old, value])
            elif isinstance(old, int | float) and isinstance(value, int | float):
                found[name] = max(old, value)
            else:
                found[name] = value if old is None else old
    return found


@cache
def composite(identity: str) -> Composite:
    """The composite of skills from their ids joined by `+`.

    Raises:
        UsageError: there is no such skill, one is named twice, or only one is named.
        SkillError: a skill cannot be loaded.
    """
    names = sorted(identity.split(JOINT))
    if len(set(names)) < len(names) or len(names) < 2:
        raise UsageError(f"{identity!r} names no two different skills; a composite is of several.")
    members = tuple(skill(name) for name in names)
    nodes: dict[str, Node[Any]] = {node.name: node for member in members for node in member.nodes}
    declared = {
        "id": JOINT.join(names),
        "title": "; ".join(member.title for member in members),
        "applications": tuple(dict.fromkeys(name for member in members for name in member.applications)),
        "area": members[0].area,
        "nodes": tuple(nodes.values()),
        "phrasings": (),
        "members": members,
    }
    kind = type("Composite", (Composite,), declared)
    found: Composite = kind()
    return found


def any_skill(identity: str) -> AnySkill:
    """The skill or the composite of an id.

    Raises:
        UsageError: there is none.
        SkillError: a skill cannot be loaded.
    """
    return composite(identity) if JOINT in identity else skill(identity)


def rejoined(parts: Sequence[PartLike]) -> tuple[AnySkill, dict[str, Any], dict[str, Any]]:
    """The skill or composite that made a task, with its parameters and answers, from what is recorded of its parts.

    Raises:
        UsageError: a skill is not there.
    """
    if len(parts) == 1:
        return skill(parts[0].skill), dict(parts[0].parameters), dict(parts[0].answers)
    answers = {name: answer for part in parts for name, answer in part.answers.items()}
    order = sorted(parts, key=lambda part: part.parameters[_PLACE])
    drawn = {
        part.skill: {name: value for name, value in part.parameters.items() if name != _PLACE}
        for part in order
    }
    return composite(joint_id(drawn)), {"parts": drawn}, answers


WOVEN: Node[InstructionDraft] = replace(
    INSTRUCTION, offline=lambda random, variables: InstructionDraft(text=weave(random, variables))
)
"""The node that writes one instruction for several parts: a model is asked alike, offline their phrasings are woven."""


def instruction_of(
    identities: Sequence[str], facts: Sequence[Fact], register: Register
) -> tuple[Node[InstructionDraft], dict[str, Any]]:
    """The node that writes the instruction of a task of one or several skills, and its variables.

    Args:
        identities: the skills in the order in which they are solved.
        facts: the facts of the contract.
        register: how it is to sound.

    Raises:
        SkillError: what must be told cannot be told.
    """
    if len(identities) == 1:
        return INSTRUCTION, instruction_variables(skill(identities[0]), facts, register)
    return WOVEN, woven_variables([skill(name) for name in identities], facts, register)
