"""A desktop as skills see it: documents by mount, each a preparer's spec, and the agent's answer."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from forge.errors import SkillError
from forge.preparers.base import Files, preparer
from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.entities import State, Tree
from forge.states.probes import probe_tree
from forge.states.values import Value


@dataclass
class Document:
    """One mounted thing: the preparer that owns it and the spec from which it is written."""

    preparer: str
    spec: Any


@dataclass
class Desktop:
    """The mounted documents of a desktop.

    Attributes:
        documents: by mount, as in `~/Documents/orders.xlsx`.
        answer: the agent's final answer; None where none was given.
        readings: what each probe would read, by probe id and address, as the skill works it out.
        made: by mount, the keys of the outermost things that earlier parts of the work make or change.
        cast: the people who appear in whatever lies on it; empty where each document has people of its own.
    """

    documents: dict[str, Document] = field(default_factory=dict)
    answer: Value = None
    readings: dict[str, dict[str, Value]] = field(default_factory=dict)
    made: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cast: tuple[str, ...] = ()

    def add(self, mount: str, preparer_name: str, spec: Any) -> None:
        """Mount a new document.

        Raises:
            SkillError: the mount is taken, or lies in or around a folder that is a mount.
        """
        if mount in self.documents:
            raise SkillError(f"{mount} is already on the desktop; choose another name.")
        for other, document in self.documents.items():
            inner = mount.startswith(f"{other}/") and not preparer(document.preparer).suffixes
            outer = other.startswith(f"{mount}/") and not preparer(preparer_name).suffixes
            if inner or outer:
                raise SkillError(
                    f"{mount} lies {'in' if inner else 'around'} {other}, which is on the desktop."
                )
        self.documents[mount] = Document(preparer_name, spec)

    def spec(self, mount: str) -> Any:
        """The spec of a mounted document, to be read or edited.

        Raises:
            SkillError: nothing is mounted there.
        """
        document = self.documents.get(mount)
        if document is None:
            mounted = ", ".join(self.documents) or "nothing"
            raise SkillError(f"{mount} is not on the desktop; {mounted} is.")
        return document.spec

    def copy(self) -> Desktop:
        """A copy whose specs can be edited without touching these."""
        return deepcopy(self)

    def files(self) -> dict[str, Files]:
        """The files of every mount.

        Raises:
            PreparerError: a spec says something outside its preparer's domain.
        """
        return {mount: preparer(doc.preparer).write(doc.spec) for mount, doc in self.documents.items()}

    def tree(self, mount: str) -> Tree:
        """The state of what is mounted at one place, as its spec describes it."""
        document = self.documents[mount]
        return preparer(document.preparer).tree(document.spec)

    def state(self) -> State:
        """The state that the specs describe."""
        trees = {mount: self.tree(mount) for mount in self.documents}
        if self.answer is not None:
            trees[ANSWER_MOUNT] = answer_tree(self.answer)
        for probe, readings in self.readings.items():
            trees[f"probe:{probe}"] = probe_tree(readings)
        return State(trees)
