"""What a gate is, and the case that it judges.

A case is a bundle and what else is known of it. The pipeline and `forge check` judge by the same code: whatever
a gate needs is read from the bundle's own files; what needs the skill, the run or the real application says
`not run` where they are missing.
"""

from __future__ import annotations

import hashlib
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

from forge.errors import EngineError, ForgeError, StateError, UnreadableError
from forge.preparers.base import Files, Observation, Preparer, preparer
from forge.skills.contract import Fact
from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Comparison
from forge.states.entities import Schema, State, Tree, share
from forge.states.examiner import Examiner
from forge.states.patches import Patch
from forge.states.probes import probe_tree
from forge.states.rubric import Rubric
from forge.states.values import Value
from forge.storage.bundle import Bundle, ContractRecord

Outcome = Literal["pass", "fail", "error", "not run"]
Side = Literal["start", "golden"]
SIDES: tuple[Side, Side] = ("start", "golden")


@dataclass(frozen=True)
class Verdict:
    """What a gate says of a case.

    Attributes:
        gate: the gate's name.
        outcome: `pass`, `fail`, `error` (a fault of the machine) or `not run`.
        reason: one sentence; for `pass` what was established, for `not run` what was missing.
        evidence: what a person can act on: addresses, expected, actual.
        digest: the digest of what was judged; another digest voids the verdict.
        milliseconds: how long it took.
    """

    gate: str
    outcome: Outcome
    reason: str = ""
    evidence: tuple[Mapping[str, Any], ...] = ()
    digest: str = ""
    milliseconds: float = 0.0


@dataclass
class Case:
    """A bundle with what is known of it, read on need.

    Attributes:
        bundle: the bundle.
        specified: the states that the specs described, by side, while the candidate is being made.
        rebuild: makes the bundle again in another process with given environment variables; gives its id.
        engines: which real applications are asked, where they are installed: all, none, or those of some preparers.
    """

    bundle: Bundle
    specified: Mapping[Side, State] = field(default_factory=dict)
    rebuild: Callable[[Mapping[str, str]], str] | None = None
    engines: bool | Collection[str] = True

    def rewritten(self, bundle: Bundle) -> Case:
        """The case of a bundle that differs in its texts only: what was read and observed is kept."""
        other = replace(self, bundle=bundle)
        kept = (
            "_start_files",
            "_golden_files",
            "start",
            "golden",
            "asked",
            "_observed_start",
            "_observed_golden",
        )
        other.__dict__.update({name: self.__dict__[name] for name in kept if name in self.__dict__})
        return other

    @cached_property
    def record(self) -> ContractRecord:
        """The contract as it is kept in the bundle."""
        return self.bundle.contract

    @cached_property
    def rubric(self) -> Rubric:
        """The rubric."""
        return self.bundle.rubric

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the contract."""
        return self.record.facts

    @property
    def instruction(self) -> str:
        """The instruction as the agent reads it."""
        return self.bundle.instruction

    @cached_property
    def near_misses(self) -> list[Patch]:
        """The near misses that skill and preparers named."""
        return list(self.bundle.near_misses)

    @cached_property
    def variants(self) -> list[Patch]:
        """The variants that the skill declared."""
        return list(self.bundle.variants)

    def preparer(self, mount: str) -> Preparer[Any]:
        """The preparer of a mount."""
        return preparer(next(item.preparer for item in self.record.mounts if item.mount == mount))

    def schema_of(self, mount: str) -> Schema:
        """The schema of a mount's trees."""
        return self.preparer(mount).schema

    def files(self, side: Side) -> Mapping[str, Files]:
        """The files of every mount, at the start or in the golden state."""
        return self._start_files if side == "start" else self._golden_files

    @cached_property
    def _start_files(self) -> Mapping[str, Files]:
        return self.bundle.start_files()

    @cached_property
    def _golden_files(self) -> Mapping[str, Files]:
        return self.bundle.golden_files()

    def mounts(self) -> list[tuple[Side, str, Files]]:
        """Every mount of both sides with its files."""
        return [(side, mount, files) for side in SIDES for mount, files in self.files(side).items()]

    def state(self, side: Side) -> State:
        """The state of a side, read from the files.

        Raises:
            UnreadableError: a file cannot be read.
        """
        return self.start if side == "start" else self.golden

    @cached_property
    def start(self) -> State:
        """The state from which the task starts, read from the files.

        Raises:
            UnreadableError: a file cannot be read.
        """
        return State(self._trees("start"))

    @cached_property
    def golden(self) -> State:
        """The state that the reference solution leaves, read from the files; it shares with the start.

        Raises:
            UnreadableError: a file cannot be read.
        """
        return shared_with(self.start, State(self._trees("golden")))

    @cached_property
    def comparison(self) -> Comparison:
        """The start with the golden state."""
        return Comparison(self.start, self.golden)

    @cached_property
    def examiner(self) -> Examiner:
        """Judges by the rubric ends that differ little from the golden state, as mutants and variants do."""
        return Examiner(self.rubric, self.comparison)

    def _trees(self, side: Side) -> Mapping[str, Tree]:
        """What the files of a side and the bundle say; it shares with what the specs described, where that is known."""
        trees = {mount: self.preparer(mount).read(files) for mount, files in self.files(side).items()}
        state = State({**trees, **self._other_trees(side, self._recorded_readings(side))})
        specified = self.specified.get(side)
        return (shared_with(specified, state) if specified is not None else state).trees

    def _recorded_readings(self, side: Side) -> Mapping[str, Mapping[str, Value]]:
        return self.bundle.golden.start_readings if side == "start" else self.bundle.golden.readings

    def _other_trees(self, side: Side, readings: Mapping[str, Mapping[str, Value]]) -> dict[str, Tree]:
        trees = {f"probe:{probe}": probe_tree(read) for probe, read in readings.items()}
        if side == "golden" and self.bundle.golden.answer is not None:
            trees[ANSWER_MOUNT] = answer_tree(self.bundle.golden.answer)
        return trees

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The preparers of this case whose real applications are asked: those that are to be, and are installed."""
        names = dict.fromkeys(item.preparer for item in self.record.mounts)
        return tuple(
            name
            for name in names
            if (self.engines if isinstance(self.engines, bool) else name in self.engines)
            and preparer(name).engine() is not None
        )

    @property
    def engine(self) -> str | None:
        """The real applications that are asked, with their versions; None for none."""
        return engines_of(self.asked)

    def unseen(self) -> dict[str, str]:
        """The mounts of which no real application is asked, each with its preparer."""
        return {item.mount: item.preparer for item in self.record.mounts if item.preparer not in self.asked}

    @property
    def but(self) -> str:
        """Whose real applications are not asked, as a sentence behind another one; empty where all are, or none is."""
        names = dict.fromkeys(self.unseen().values())
        return f" {told_names(names)} was not asked." if self.asked and names else ""

    def observed(self, side: Side) -> dict[str, Observation]:
        """What the real applications make of a side, by mount; nothing for mounts of which none is asked.

        Raises:
            UnreadableError: an application refuses a file.
            EngineError: an application did not start, hung or died.
        """
        return self._observed_start if side == "start" else self._observed_golden

    @cached_property
    def _observed_start(self) -> dict[str, Observation]:
        return self._observe("start")

    @cached_property
    def _observed_golden(self) -> dict[str, Observation]:
        return self._observe("golden")

    def _observe(self, side: Side) -> dict[str, Observation]:
        return {
            mount: self.preparer(mount).observe(
                files, [probe for probe in self.rubric.probes if probe.mount == mount]
            )
            for mount, files in self.files(side).items()
            if self.preparer(mount).name in self.asked
        }

    def observed_state(self, side: Side) -> State | None:
        """The state that the real applications show, with what the probes read; None where none is asked.

        A mount of which none is asked is as it is read from its files, and its probes are as they were declared.
        """
        observations = self.observed(side)
        if not observations:
            return None
        mounts = {probe.id: probe.mount for probe in self.rubric.probes}
        readings = {
            probe: read
            for probe, read in self._recorded_readings(side).items()
            if mounts.get(probe) not in observations
        }
        for observation in observations.values():
            readings.update(observation.readings)
        seen = {mount: observation.tree for mount, observation in observations.items()}
        read = {mount: tree for mount, tree in self.state(side).trees.items() if mount in self.files(side)}
        return State({**read, **seen, **self._other_trees(side, readings)})

    @cached_property
    def files_digest(self) -> str:
        """SHA-256 over the prepared files of both sides, as hexadecimal."""
        digest = hashlib.sha256()
        for side, mount, files in self.mounts():
            for name, content in sorted(files.items()):
                digest.update(f"{side}\0{mount}\0{name}\0{len(content)}\0".encode())
                digest.update(content)
        return digest.hexdigest()


def shared_with(known: State, state: State) -> State:
    """A state with every part that equals, to the last bit, its counterpart in a known one replaced by that."""
    return State(
        {
            mount: share(old, tree)
            if (old := known.trees.get(mount)) is not None and old.schema.name == tree.schema.name
            else tree
            for mount, tree in state.trees.items()
        }
    )


def engines_of(preparers: Iterable[str]) -> str | None:
    """The real applications behind preparers with their versions, of those installed; None for none."""
    versions = {version for name in preparers if (version := preparer(name).engine())}
    return ", ".join(sorted(versions)) or None


def told_names(preparers: Iterable[str]) -> str:
    """The applications of preparers as they are told where they were not asked."""
    return "The application of " + ", ".join(preparers)


class Gate(ABC):
    """One check of a case.

    Attributes:
        name: its name.
        scope: `file` judges the prepared files, `package` the whole bundle.
        says: what it establishes, for people.
    """

    name: ClassVar[str]
    scope: ClassVar[Literal["file", "package"]]
    says: ClassVar[str]

    def run(self, case: Case) -> Verdict:
        """Judge a case, with the digest of what was judged and the time it took.

        What the agent or the skill could have caused is a failure; a fault of the machine is an error.
        """
        began = time.perf_counter()
        try:
            verdict = self.judge(case)
        except UnreadableError as error:
            verdict = self.failed(str(error))
        except EngineError as error:
            verdict = Verdict(self.name, "error", str(error))
        except StateError as error:
            verdict = self.failed(f"The rubric does not fit the state: {error}")
        except ForgeError as error:
            verdict = Verdict(self.name, "error", str(error))
        except Exception as error:  # noqa: BLE001 - a fault of a gate is told with its place, and lets nothing through
            frames = traceback.format_exception(error)
            verdict = Verdict(
                self.name, "error", f"{type(error).__name__}: {error}", ({"traceback": "".join(frames)},)
            )
        digest = case.files_digest if self.scope == "file" else case.bundle.id
        return replace(verdict, digest=digest, milliseconds=(time.perf_counter() - began) * 1000)

    @abstractmethod
    def judge(self, case: Case) -> Verdict:
        """The verdict on a case."""

    def passed(self, reason: str, *evidence: Mapping[str, Any]) -> Verdict:
        """The verdict that all is well."""
        return Verdict(self.name, "pass", reason, evidence)

    def failed(self, reason: str, evidence: Sequence[Mapping[str, Any]] = ()) -> Verdict:
        """The verdict that something is wrong, with at most twenty pieces of evidence."""
        return Verdict(self.name, "fail", reason, tuple(evidence[:20]))

    def not_run(self, reason: str, *evidence: Mapping[str, Any]) -> Verdict:
        """The verdict that the gate could not judge."""
        return Verdict(self.name, "not run", reason, evidence)
