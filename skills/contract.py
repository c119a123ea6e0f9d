"""What a skill is, and the contract of one task that it makes.

The contract is the shared specification: facts (public ones the agent may be told, private ones must be worked
out), what is required at the end, what may be written, and the attempts that must win or lose. The start state,
the reference solution, the instruction and the rubric are all held against it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, Field, model_validator

from forge.preparers.desktop import Desktop
from forge.skills.nodes import Node
from forge.skills.setup import Setup
from forge.states.changes import Change
from forge.states.rubric import Ban, Data, Invariant, JudgeItem, Model, ProbeSpec, Requirement, Rubric
from forge.states.selectors import Selector

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")

KEEP = "keep"
"""The public fact that says aloud that nothing else may change; it goes with a strict invariant."""
SAVE = "save"
"""The public fact that asks to save the work; it goes with a set-up that does not save by itself."""


class Fact(Model):
    """One thing that is so in this task.

    Attributes:
        name: the name of its slot in an instruction, as in `threshold`.
        value: what it is, typed.
        says: natural words for it, each equally true; the first is the plainest. Empty for a private fact.
        public: whether the agent may be told.
        refers: for something that stands in the start state, the selector that names exactly that one thing;
            with a property, the value there must be `value`; without, its key must be.
        worked_out_from: for a private fact, the places of the start state from which it follows.
        waiver: for a constraint that nothing checks, why.
        optional: an instruction need not mention it.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    value: Data
    says: tuple[str, ...] = ()
    public: bool = True
    refers: Selector | None = None
    worked_out_from: tuple[Selector, ...] = ()
    waiver: str = ""
    optional: bool = False

    @model_validator(mode="after")
    def _told_or_worked_out(self) -> Fact:
        if self.public and not self.says:
            raise ValueError(f"the public fact {self.name} needs words (`says`) to be told with")
        if not self.public and not self.worked_out_from:
            raise ValueError(f"the private fact {self.name} must say from where it is `worked_out_from`")
        return self


class Footprint(Model):
    """What a task reads and writes.

    Attributes:
        reads: the places on which the right result depends.
        writes: the places that the task changes; nothing else may change.
        free: the places that are up to whoever does it (where a new chart stands, how wide a new column is).
        additions: `allow` permits new things everywhere (helper cells), `forbid` is strict and must be said.
    """

    reads: tuple[Selector, ...] = ()
    writes: tuple[Selector, ...] = Field(min_length=1)
    free: tuple[Selector, ...] = ()
    additions: Literal["forbid", "allow"] = "forbid"


@dataclass(frozen=True)
class Attempt:
    """A way of doing the task, right (a variant) or wrong (a near miss).

    Attributes:
        name: its short name.
        act: edits a desktop.
        on: whether it starts from the start or goes on from the golden.
        why: what makes it right or wrong, as a sentence.
    """

    name: str
    act: Callable[[Desktop], None]
    on: Literal["start", "golden"] = "start"
    why: str = ""


@dataclass(frozen=True)
class Pointer:
    """Words for a person who stands in a document, told by the place instead of the name.

    Attributes:
        says: whole noun phrases, as in `the person in the "Contact" column of …`.
        place: the place where the name stands.
        through: the other places that a reader has to look at.
    """

    says: tuple[str, ...]
    place: Selector
    through: tuple[Selector, ...] = ()


@dataclass(frozen=True)
class Contract:
    """The specification of one task."""

    facts: tuple[Fact, ...]
    requirements: tuple[Requirement, ...]
    footprint: Footprint
    setup: Setup
    variants: tuple[Attempt, ...]
    near_misses: tuple[Attempt, ...]
    probes: tuple[ProbeSpec, ...] = ()
    judge: tuple[JudgeItem, ...] = ()
    bans: tuple[Ban, ...] = ()

    def fact(self, name: str) -> Fact:
        """A fact by its name."""
        return next(fact for fact in self.facts if fact.name == name)

    def public(self) -> tuple[Fact, ...]:
        """The facts that the agent may be told."""
        return tuple(fact for fact in self.facts if fact.public)

    def rubric(self) -> Rubric:
        """The rubric that the contract implies: its requirements, and one invariant over all that it may not write."""
        footprint = self.footprint
        guard = Invariant(writes=footprint.writes, free=footprint.free, additions=footprint.additions)
        return Rubric(
            requirements=self.requirements,
            invariants=(guard,),
            bans=self.bans,
            judge=self.judge,
            probes=self.probes,
        )


Parameters = TypeVar("Parameters", bound=BaseModel)
Scene = TypeVar("Scene")
Drawn = TypeVar("Drawn")


@dataclass(frozen=True)
class Company:
    """The skills that will work on the same documents, and what is known of their tasks.

    Attributes:
        skills: the skills, in the order in which they prepare.
        parameters: what each of them drew.
        kits: the answers of the content nodes by node name.
    """

    skills: Sequence[Skill[Any, Any]]
    parameters: Sequence[Any]
    kits: Mapping[str, Any]

    def drawn(self, kind: type[Drawn]) -> list[Drawn]:
        """What those of them drew whose parameters are of a kind."""
        return [item for item in self.parameters if isinstance(item, kind)]


class Skill(ABC, Generic[Parameters, Scene]):
    """A generator of tasks of one kind. A skill declares; it never calls a model, a store or Prefect.

    Attributes:
        id: `application.area.name`, as in `calc.conditional_formatting.highlight_below`.
        title: what the user of the application does, as a short phrase.
        applications: the preparers whose documents it works on.
        area: its place below the application in the taxonomy.
        version: raised when what it makes changes.
        parameters: the model of what `sample` draws.
        nodes: the content nodes whose answers `prepare` needs.
        phrasings: at least six instructions with slots (`{{threshold}}`), in different registers: examples for a
            model, material for the offline model.
        hinders: how far what it leaves hinders whoever works on in the same document: 0 not, 1 where something is
            out of sight (hidden, filtered), 2 where something is locked. Of several it is asked for last.
        takes_up: where it can, it goes on with what others make, so that it is prepared after them.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    applications: ClassVar[tuple[str, ...]]
    area: ClassVar[str]
    version: ClassVar[int] = 1
    parameters: ClassVar[type[BaseModel]]
    nodes: ClassVar[tuple[Node[Any], ...]] = ()
    phrasings: ClassVar[tuple[str, ...]]
    hinders: ClassVar[int] = 0
    takes_up: ClassVar[bool] = False

    @abstractmethod
    def sample(self, random: Random, difficulty: Difficulty) -> Parameters:
        """Parameters of one task; difficulty changes the work, not the wording."""

    @abstractmethod
    def variables(self, parameters: Parameters) -> Mapping[str, Any]:
        """What the prompts of the content nodes need to know."""

    @abstractmethod
    def prepare(
        self, parameters: Parameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> Scene:
        """Put the start state on a desktop (or find it on one given) and say what this task is about.

        Args:
            parameters: what `sample` drew.
            kits: the answers of the content nodes by node name.
            desktop: the desktop so far; documents are added to it or found on it.
            random: a stream of its own.

        Returns:
            The scene: whatever the other methods need, such as the table, the column and the threshold.
        """

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """Put on the desktop what several skills of one application are to work on together, before any prepares.

        Each of them is asked, in order; what is there already is left as it is. Base classes of applications do
        this, no single skill: whatever is found on a given desktop is shared.

        Args:
            company: the skills of the application that will work on the desktop, this one among them.
            desktop: the desktop so far.
            random: a stream of its own.
        """

    def pointer(self, desktop: Desktop, text: str) -> Pointer | None:  # noqa: ARG002 - for base classes
        """How a person could say who or what a text names, by where it stands in this application's documents.

        None where it stands nowhere or nobody could say it.
        """
        return None

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG002 - for base classes
        """In which folders of file trees the right result depends on whatever lies there.

        By mount: the paths of the folders, an empty one for the whole tree, and none where only those files count that
        the footprint names. A mount that is missing counts as a whole where a private fact rests on it as a whole.
        """
        return {}

    def catches(self, scene: Scene, change: Change) -> bool:  # noqa: ARG002 - for skills of a rule
        """Whether a change that another task makes brings something under this one's rule, or takes it away from that.

        For what no address can say: every mention of a word, every record of a table, all text of a format. What is
        caught has to be done before, so that the rule is worked out on it, or the two do not go together.
        """
        return False

    @abstractmethod
    def describe(self, scene: Scene) -> tuple[str, str]:
        """The domain of work and the locale of a scene's content, for the catalog."""

    def parts(
        self,
        scene: Scene,  # noqa: ARG002 - a composite's order follows from it
        parameters: Mapping[str, Any],
        answers: Mapping[str, Any],
    ) -> tuple[dict[str, Any], ...]:
        """What is recorded of who made a task and from what, as JSON: this skill, or each of a composite's."""
        return (recorded(self, parameters, answers),)

    @abstractmethod
    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The reference solution: edit a copy of the start into the golden state."""

    @abstractmethod
    def contract(self, scene: Scene) -> Contract:
        """The facts, requirements, footprint, set-up, variants and near misses of this task."""


def recorded(
    skill: Skill[Any, Any], parameters: Mapping[str, Any], answers: Mapping[str, Any]
) -> dict[str, Any]:
    """What is recorded of a skill that made a task, as JSON."""
    return {
        "skill": skill.id,
        "version": skill.version,
        "parameters": dict(parameters),
        "answers": dict(answers),
    }
