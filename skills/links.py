"""What ties parts of a composite together that work on different documents: people and things that stand in both.

Where a part speaks of a person by name and that person stands in a document of an earlier part, the instruction says
the place instead of the name, so that the one has to be read to do the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from forge.skills.compose import Joint
from forge.skills.content.kit import Role, TableKit
from forge.skills.contract import Contract, Fact, Pointer
from forge.skills.instruction.names import content_properties, texts_of
from forge.skills.instruction.words import ORDINARY
from forge.skills.parts import Part
from forge.states.entities import Tree
from forge.states.overlap import overlapping

_WORD = re.compile(r"[^\W_]+")
SHORTEST = 4
"""Characters from which a word that stands in two documents is no coincidence."""
_THINGS: tuple[Role, ...] = ("person", "label")
"""The roles of columns whose entries name somebody or something in particular."""


class Links:
    """The ties between the parts of a composite.

    Args:
        joint: the parts on their desktop.
    """

    def __init__(self, joint: Joint) -> None:
        self._joint = joint
        told = (text for kit in joint.kits.values() for text in words_of(kit))
        story = {plain(text) for text in (*joint.start.cast, *told) if _telling(text)}
        self._held = {mount: story_in(tree, story) for mount, tree in joint.start.state().trees.items()}
        self._borrowed = {place: self._borrow(place) for place in range(len(joint.parts))}

    def ties(self) -> list[tuple[int, int]]:
        """Pairs of parts, by number, of which one names what stands in a document of the other."""
        parts = self._joint.parts
        return [
            (place, other)
            for place, part in enumerate(parts)
            for other, held in enumerate(parts)
            if other != place and self._names(part, held)
        ]

    def _names(self, part: Part, other: Part) -> bool:
        if not set(part.skill.applications).isdisjoint(other.skill.applications):
            return False  # who works in one application shares a document, or nothing
        mounts = other.mounts - part.mounts
        named = "".join(plain(text) for fact in part.contract.public() for text in texts_of(fact.value))
        return any(word in named for mount in mounts for word in self._held.get(mount, ()))

    def woven(self, place: int) -> Contract:
        """The contract of a part with what it takes from an earlier part's document told by its place there."""
        contract = self._joint.parts[place].contract
        borrowed = self._borrowed[place]
        if borrowed is None:
            return contract
        fact, pointer = borrowed
        where = Fact(
            name=f"{fact.name}_named",
            value=fact.value,
            public=False,
            refers=pointer.place,
            worked_out_from=(pointer.place, *pointer.through),
        )
        told = fact.model_copy(update={"says": pointer.says})
        facts = tuple(told if item is fact else item for item in contract.facts)
        footprint = contract.footprint
        reads = (*footprint.reads, pointer.place, *pointer.through)
        return replace(
            contract,
            facts=(*facts, where),
            footprint=footprint.model_copy(update={"reads": reads}),
        )

    def _borrow(self, place: int) -> tuple[Fact, Pointer] | None:
        """A person whom a part names and an earlier part's document shows, told in no other way."""
        part = self._joint.parts[place]
        for fact in part.contract.public():
            if fact.value not in self._joint.start.cast or self._told_elsewhere(fact, place):
                continue
            if fact.value not in fact.says:
                continue  # it speaks of a text or of a thing that has the name of a person
            for earlier in self._joint.parts[:place]:
                for pointer in self._pointers(earlier, fact):
                    return fact, pointer
        return None

    def _pointers(self, earlier: Part, fact: Fact) -> Iterator[Pointer]:
        pointer = earlier.skill.pointer(self._joint.start, str(fact.value))
        if pointer is None:
            return
        places = (pointer.place, *pointer.through)
        changed = [place for part in self._joint.parts for place in part.writes]
        if not overlapping(changed, places):
            yield pointer

    def _told_elsewhere(self, fact: Fact, place: int) -> bool:
        value = str(fact.value).casefold()
        return any(
            value in says.casefold()
            for number, part in enumerate(self._joint.parts)
            for other in part.contract.public()
            for says in other.says
            if not (number == place and other is fact)
        )


def words_of(kit: object) -> Iterator[str]:
    """The things that a kit brings up, not what its columns and sheets are called.

    Classes and statuses are none of them: that two documents have something *billed* is a coincidence.
    """
    for column in kit.columns if isinstance(kit, TableKit) else ():
        yield from column.values if column.role in _THINGS else ()


def texts(tree: Tree) -> set[str]:
    """The texts that a user wrote into a document."""
    content = content_properties(tree)
    return {
        value
        for entity in tree.root.walk()
        for name in content.get(entity.kind, ())
        if isinstance(value := entity.properties.get(name), str)
    }


def story_in(tree: Tree, story: Iterable[str]) -> set[str]:
    """The words of a story, in their plain form, that stand in a document."""
    held = "".join(sorted(map(plain, texts(tree))))
    return {word for word in story if word in held}


def plain(text: str) -> str:
    """A text as words in small letters with a space on either side, so that a file's name holds those it is made of."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _telling(text: str) -> bool:
    """Whether a text names something: it is no number, and not made of ordinary or short words alone."""
    found = [word for word in plain(text).split() if not word.isdigit() and word not in ORDINARY]
    return len("".join(found)) >= SHORTEST
