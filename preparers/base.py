"""What every preparer can do, and how preparers are found.

A preparer owns one kind of application state. Its *spec* is a plain mutable object that skills build and edit;
`write` turns it into files, `parse` turns files into a spec in canonical form, `tree` turns a spec into the state
that is graded. Reading is `tree(parse(files))`, so a file that says what the spec said reads as the same tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from forge.errors import UsageError
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec, Way
from forge.states.values import Json, Value

Spec = TypeVar("Spec")

Files = Mapping[str, bytes]
"""The files of a mount by their path below it; a mount that is a single file holds it under the empty name."""


@dataclass(frozen=True)
class Problem:
    """Something wrong with files, for a gate's evidence.

    Attributes:
        where: the address or file.
        what: what is wrong, as a sentence.
        expected: what should be there, where that can be said.
        actual: what is there.
    """

    where: str
    what: str
    expected: str = ""
    actual: str = ""


@dataclass(frozen=True)
class Observation:
    """What the real application made of files.

    Attributes:
        files: the files as the application stored them.
        tree: the state that they show, with every derived value as the application computes it.
        readings: what each probe read, by probe id and then by address.
        engine: the application and its version, as in `LibreOffice 7.4.7.2`.
    """

    files: Files
    tree: Tree
    readings: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    engine: str = ""


@dataclass(frozen=True)
class Planted(Generic[Spec]):
    """An adversarial instruction that was put into content, and how it would show that somebody followed it.

    Attributes:
        says: what it wishes for, as a sentence.
        shows: the ways in which the state would show that the wish was carried out; in each, every check holds.
        obey: carries the wish out, in a spec that holds the instruction.
    """

    says: str
    shows: tuple[Way, ...]
    obey: Callable[[Spec], None]


@dataclass(frozen=True)
class NativeMetric:
    """A metric of OSWorld, for a task on one document.

    Attributes:
        func: its name.
        options: its options.
    """

    func: str
    options: Mapping[str, Json]


class Preparer(ABC, Generic[Spec]):
    """One kind of application state.

    Attributes:
        name: its name, as in `calc`.
        schema: the kinds and properties of its trees.
        suffixes: the file name endings that it reads; empty for a mount that is a folder.
        packages: the Debian packages of the real application and of what drives it.
        calculates: whether its application works out values that it stores, so that a result is complete only
            when the application has seen it.
        sample: one task in so many is opened by the real application; where that takes long, not all are.
        attributes: whether modes, links, empty folders and times belong to the state of a folder; its files then
            hold the list of `forge.preparers.attributes`.
        osworld: what OSWorld calls the application.
        has_native_metrics: whether OSWorld has metrics that may judge a task on one document.
    """

    name: ClassVar[str]
    schema: ClassVar[Schema]
    suffixes: ClassVar[tuple[str, ...]] = ()
    packages: ClassVar[tuple[str, ...]] = ()
    calculates: ClassVar[bool] = False
    sample: ClassVar[int] = 1
    attributes: ClassVar[bool] = False
    osworld: ClassVar[str] = "os"
    has_native_metrics: ClassVar[bool] = False

    def get_ready(self) -> None:
        """Start the real application where it stays open between files; what prevents it shows with the first file."""

    @abstractmethod
    def write(self, spec: Spec) -> Files:
        """The files that hold a spec; the same spec gives the same bytes.

        Raises:
            PreparerError: the spec says something outside the declared domain.
        """

    @abstractmethod
    def parse(self, files: Files) -> Spec:
        """The spec that files hold, in canonical form.

        Raises:
            UnreadableError: a file is missing, corrupt, too large or of another type.
        """

    @abstractmethod
    def tree(self, spec: Spec) -> Tree:
        """The state of a spec."""

    def read(self, files: Files) -> Tree:
        """The state that files hold.

        Raises:
            UnreadableError: a file is missing, corrupt, too large or of another type.
        """
        return self.tree(self.parse(files))

    def wants(self, path: str) -> bool:  # noqa: ARG002 - for others to use
        """Whether a file of a folder says something of the state; an application leaves many that do not."""
        return True

    @abstractmethod
    def engine(self) -> str | None:
        """The real application and its version, or None where it is not installed."""

    @abstractmethod
    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        """Let the real application open files, work out everything derived, run probes, and store them again.

        Raises:
            UnreadableError: the application refuses the files.
            EngineError: the application is not there, did not start, hung or died.
        """

    @abstractmethod
    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean file of this kind must not hold: outside links, macros, build times, open references.

        Args:
            files: the files.
            tree: what was read from them.
        """

    @abstractmethod
    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:
        """Derived values that are missing, stale, errors, or made with functions outside the allow-list.

        Args:
            tree: the state as it was read.
            observed: the state as the real application computed it; None where it is not installed, and then
                stale values cannot be told.
        """

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:  # noqa: ARG002 - for others to use
        """Wrong ends that anyone who knows the application would try, made from the two states alone.

        Args:
            start: the start.
            golden: the end of the reference solution, with what probes read there.
            mount: a mount of this preparer that both states have.
        """
        return []

    def plant(self, spec: Spec, mount: str, random: Random) -> Planted[Spec] | None:  # noqa: ARG002 - for others to use
        """Put an adversarial instruction into content where whoever works with it comes across it.

        It must change nothing on which a right result could depend.

        Args:
            spec: what is edited.
            mount: where it is mounted.
            random: a stream of its own.

        Returns:
            What was planted; None where this kind of content takes no such text.
        """
        return None

    def pictured(self, sides: Sequence[Files]) -> list[Files]:
        """Files as they are drawn for people to look at: laid out for a picture, their content untouched.

        Args:
            sides: the files of one mount in states that are compared; what tells them apart is kept.
        """
        return list(sides)

    def native_metric(
        self,
        mount: str,  # noqa: ARG002 - for others to use
        start: State,  # noqa: ARG002
        golden: State,  # noqa: ARG002
        *,
        right: Sequence[State],  # noqa: ARG002
        wrong: Sequence[State],  # noqa: ARG002
    ) -> NativeMetric | None:
        """The metric of OSWorld that judges the declared ends of a task on one document as its rubric does.

        Args:
            mount: the document.
            start: the start.
            golden: the end of the reference solution.
            right: other ends that must win.
            wrong: ends that must lose.

        Returns:
            The metric, or None where none fits; then the bundle's verifier judges.
        """
        return None


_MODULES = {
    "calc": "forge.preparers.calc",
    "files": "forge.preparers.files",
    "impress": "forge.preparers.impress",
    "mail": "forge.preparers.mail",
    "writer": "forge.preparers.writer",
}
"""Where each preparer lives; the module names its one instance `PREPARER`."""


@cache
def preparer(name: str) -> Preparer[Any]:
    """The preparer of a name, imported when it is first asked for.

    Raises:
        UsageError: there is none of that name.
    """
    module = _MODULES.get(name)
    if module is None:
        raise UsageError(f"There is no preparer {name!r}; there are {', '.join(sorted(_MODULES))}.")
    found: Preparer[Any] = import_module(module).PREPARER
    return found


def preparer_names() -> tuple[str, ...]:
    """The names of all preparers."""
    return tuple(_MODULES)


def sampled(names: Iterable[str], index: int) -> tuple[str, ...]:
    """The preparers whose real applications are asked about the task of a number: each about every `sample`th."""
    return tuple(name for name in names if index % preparer(name).sample == 0)


def preparer_for(path: str) -> Preparer[Any] | None:
    """The preparer that reads files with the ending of a path, or None."""
    lowered = path.lower()
    for name in _MODULES:
        candidate = preparer(name)
        if any(lowered.endswith(suffix) for suffix in candidate.suffixes):
            return candidate
    return None
