"""The preparer of mail profiles, as Thunderbird keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from forge.preparers.base import Files, Observation, Planted, Preparer, Problem
from forge.preparers.mail.layout import is_kept
from forge.preparers.mail.schema import SCHEMA
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec

if TYPE_CHECKING:
    from forge.preparers.mail.spec import Profile

# Modules that import the parsers of mail are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415

SAMPLE = 7
"""One task in so many is opened by Thunderbird, which takes ten seconds: three of the twenty of a certificate."""


class MailPreparer(Preparer["Profile"]):
    """Writes, reads and observes mail profiles. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "mail"
    schema: ClassVar[Schema] = SCHEMA
    osworld: ClassVar[str] = "thunderbird"
    packages: ClassVar[tuple[str, ...]] = ("fonts-liberation", "openbox", "thunderbird", "xdotool")
    sample: ClassVar[int] = SAMPLE

    def write(self, spec: Profile) -> Files:
        """The files of a profile, below the folder in which Thunderbird looks for profiles.

        Raises:
            PreparerError: the profile lies outside the domain.
        """
        from forge.preparers.mail.writing import write_profile

        return write_profile(spec)

    def parse(self, files: Files) -> Profile:
        """The profile that files hold, in canonical form.

        Raises:
            UnreadableError: a file is missing, half-written, damaged or broken; the message says which and why.
        """
        from forge.preparers.mail.reading import read_profile

        return read_profile(files)

    def tree(self, spec: Profile) -> Tree:
        """The state of a profile."""
        from forge.preparers.mail.trees import tree_of

        return tree_of(spec)

    def wants(self, path: str) -> bool:
        """Whether a file says something of the state; caches, locks and summaries do not."""
        return is_kept(path)

    def engine(self) -> str | None:
        """Thunderbird and its version, or None where it is not installed."""
        from forge.preparers.mail.thunderbird import installed

        return installed()

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:  # noqa: ARG002 - nothing is derived
        """Let Thunderbird open a profile, visit every folder, and quit.

        Raises:
            UnreadableError: what it left cannot be read.
            EngineError: Thunderbird is not there, did not start, hung or died.
        """
        from forge.preparers.mail.observing import observe

        return observe(files)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean profile must not hold: outside links, passwords, traces of its making."""
        from forge.preparers.mail.cleanliness import problems

        return problems(files, tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:  # noqa: ARG002 - nothing is derived
        """Nothing: no value of a profile is worked out from others by an application."""
        return []

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know mail would try."""
        from forge.preparers.mail.near_misses import near_misses

        return near_misses(start, golden, mount)

    def plant(self, spec: Profile, mount: str, random: Random) -> Planted[Profile] | None:
        """A message of a stranger that asks whoever reads the mail to let this stranger have it."""
        from forge.preparers.mail.planting import plant

        return plant(spec, mount, random)


PREPARER = MailPreparer()
