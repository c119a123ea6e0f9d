"""What a bundle holds as data beside the rubric: contract, set-up, what was worked out, named states."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from forge.skills.contract import Difficulty, Fact, Footprint
from forge.skills.setup import HOME, Setup
from forge.states.patches import Patch
from forge.states.rubric import Data, Model

Digest = str
"""A SHA-256 as 64 hexadecimal digits."""


class PartRecord(Model):
    """One skill that made a task; a composite has several.

    Attributes:
        skill: the skill's id.
        version: the skill's version.
        parameters: what the skill sampled, as JSON.
        answers: what its content nodes answered, as JSON, by node; from these and the parameters the task can
            be made again.
    """

    skill: str
    version: int
    parameters: dict[str, Any] = Field(default_factory=dict)
    answers: dict[str, Any] = Field(default_factory=dict)


class MountRecord(Model):
    """One mount of the desktop.

    Attributes:
        mount: where it lies, as in `~/Documents/orders.xlsx`.
        preparer: the preparer that reads it.
        folder: whether it is a folder of files rather than one file.
        start: the digest of its state at the start; null where it is not there.
        golden: the digest of its state in the golden; null where it is not there.
    """

    mount: str
    preparer: str
    folder: bool = False
    start: Digest | None = None
    golden: Digest | None = None


class ContractRecord(Model):
    """The contract of a task as it is stored: `contract.json`.

    Attributes:
        version: the version of this record's form.
        parts: the skills that made the task, in the order in which they are solved.
        applications: the applications that the task is worked on in.
        seed: the seed of the run.
        index: the candidate's number within the run.
        difficulty: how much work it is.
        domain: the domain of work that its content is taken from.
        locale: the locale of its names and texts.
        facts: the public and private facts.
        footprint: what it reads and writes.
        setup: what stands ready when it begins.
        template: the instruction with slots.
        instruction_sha256: the SHA-256 of `instruction.md` as it was rendered from the template; another one
            shows that the text was edited by hand.
        mounts: the mounts with the digests of their states.
        engine: the real applications that verified the start and the golden, with their versions, as in
            `LibreOffice 7.4.7.2`; null where none did.
        unasked: the preparers whose real application was not asked, since it is not in the sample of that
            application or not installed.
        hostile: whether adversarial instructions were planted into its content.
        forge: the version of Forge that made it.
    """

    version: Literal[1] = 1
    parts: tuple[PartRecord, ...] = Field(min_length=1)
    applications: tuple[str, ...] = Field(min_length=1)
    seed: int
    index: int
    difficulty: Difficulty
    domain: str
    locale: str
    facts: tuple[Fact, ...]
    footprint: Footprint
    setup: Setup
    template: str
    instruction_sha256: Digest
    mounts: tuple[MountRecord, ...] = Field(min_length=1)
    engine: str | None = None
    unasked: tuple[str, ...] = ()
    hostile: bool = False
    forge: str

    @property
    def skills(self) -> tuple[str, ...]:
        """The ids of the skills, in order."""
        return tuple(part.skill for part in self.parts)

    @model_validator(mode="after")
    def _mounts_are_apart(self) -> ContractRecord:
        names = [item.mount for item in self.mounts]
        if len(set(names)) != len(names):
            raise ValueError("two mounts of the contract have one name")
        return self


class MountPoint(Model):
    """A mount as the environment needs to know it: without anything of the golden.

    Attributes:
        mount: where it lies, as in `~/Documents/orders.xlsx`.
        preparer: the preparer that reads it.
        folder: whether it is a folder of files rather than one file.
    """

    mount: str
    preparer: str
    folder: bool = False


class EnvironmentRecord(Model):
    """How the environment is set up: `environment/setup.json`.

    Attributes:
        version: the version of this record's form.
        home: the home folder inside the environment, which `~` stands for.
        mounts: the mounts; their files lie under `environment/files/`.
        clock: the time at which the environment's clock starts, in its own zone.
        timezone: the environment's time zone.
        locale: the environment's locale.
        steps: the set-up in OSWorld's step vocabulary, in order.
        flush: how unsaved work is brought to the disk before the result is read, in the same vocabulary.
    """

    version: Literal[1] = 1
    home: str = HOME
    mounts: tuple[MountPoint, ...] = Field(min_length=1)
    clock: str
    timezone: str
    locale: str
    steps: tuple[dict[str, Any], ...] = ()
    flush: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, contract: ContractRecord) -> EnvironmentRecord:
        """The set-up that a contract asks for."""
        setup = contract.setup
        return cls(
            mounts=tuple(
                MountPoint(mount=item.mount, preparer=item.preparer, folder=item.folder)
                for item in contract.mounts
            ),
            clock=setup.clock.isoformat(),
            timezone=setup.timezone,
            locale=setup.locale,
            steps=tuple(setup.steps()),
            flush=tuple(setup.flush()),
        )


class GoldenRecord(Model):
    """What belongs to the golden and is in no file of it: `solution/golden.json`.

    Attributes:
        version: the version of this record's form.
        removed: the files of the start that the golden has not, as paths below `environment/files/`.
        answer: the right final answer of the agent; null where none is asked for.
        readings: what each probe reads in the golden as the skill worked it out, by probe and address.
        start_readings: the same for the start.
    """

    version: Literal[1] = 1
    removed: tuple[str, ...] = ()
    answer: Data = None
    readings: dict[str, dict[str, Data]] = Field(default_factory=dict)
    start_readings: dict[str, dict[str, Data]] = Field(default_factory=dict)


class PatchesRecord(Model):
    """Named states as edits of the golden or the start: `tests/near_misses.json` and `tests/variants.json`.

    Attributes:
        version: the version of this record's form.
        patches: the states, each with a name and a reason.
    """

    version: Literal[1] = 1
    patches: tuple[Patch, ...] = ()
