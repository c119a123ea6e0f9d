"""Which fields of a spec decide how an entity of its state looks: found by experiment, whatever the application.

All fields that take a colour are given one of their own, and the state that follows tells who took which. A field is an
entity's *own* when nothing else takes its colour; it is *around* one when neighbours take it as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from forge.pipeline.drawing.painting import Spot, Where, changed, plain_picture, spots, value_at
from forge.preparers.base import Preparer
from forge.states.entities import Path, Tree
from forge.states.values import Colour, Value

PICTURES = 24
"""So many pictures of a document are looked at."""


@dataclass(frozen=True)
class Owned:
    """The fields that belong to some entities.

    Attributes:
        own: by field, the entities that alone look so.
        around: by field, the entities that look so together with their neighbours.
        idle: the fields whose colour nothing takes.
    """

    own: dict[Spot, frozenset[Path]] = field(default_factory=dict)
    around: dict[Spot, frozenset[Path]] = field(default_factory=dict)
    idle: frozenset[Where] = frozenset()


def owned(preparer: Preparer[Any], spec: Any, tree: Tree, paths: Iterable[Path]) -> Owned:
    """Which fields of a spec belong to the entities at some paths of its state.

    Args:
        preparer: of the spec.
        spec: the spec.
        tree: its state.
        paths: the entities; none of them the root.
    """
    found = spots(spec)
    coloured = [spot for spot in found if not spot.is_picture]
    dyes = dict(zip(fresh_colours(tree), coloured, strict=False))
    dyed = preparer.tree(changed(spec, {spot.where: dye for dye, spot in dyes.items()}))
    takers: dict[Spot, list[Path]] = defaultdict(list)
    for path, entity in dyed.walk():
        for value in entity.properties.values():
            for dye in _colours(value):
                if dye in dyes:
                    takers[dyes[dye]].append(path)
    for spot in [spot for spot in found if spot.is_picture][:PICTURES]:
        takers[spot] = _differing(tree, preparer.tree(_with_plain_picture(spec, spot)))
    wanted = _Wanted(tree, dyed, paths)
    own: dict[Spot, frozenset[Path]] = {}
    around: dict[Spot, frozenset[Path]] = {}
    for spot, places in takers.items():
        if places and (mine := wanted.owners(places)):
            own[spot] = mine
        if neighbours := wanted.neighbours(places) - own.get(spot, frozenset()):
            around[spot] = neighbours
    idle = frozenset(spot.where for spot in found if not takers.get(spot))
    return Owned(own, around, idle)


def fresh_colours(tree: Tree) -> Iterator[Colour]:
    """Colours that a state does not have, far apart from one another; always the same ones."""
    known = {
        colour.code
        for _, entity in tree.walk()
        for value in entity.properties.values()
        for colour in _colours(value)
    }
    number = 0
    for _ in range(1 << 24):
        number = (number + 0x9E3779) & 0xFFFFFF  # odd, so that every colour comes once
        code = f"#{number:06X}"
        if code not in known:
            yield Colour(code)


def _colours(value: Value) -> Iterator[Colour]:
    if isinstance(value, Colour):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _colours(item)


def _with_plain_picture(spec: Any, spot: Spot) -> Any:
    plain = plain_picture(value_at(spec, spot.where), Colour("#FF00FF"))
    return changed(spec, {spot.where: plain}) if plain is not None else spec


def _differing(tree: Tree, other: Tree) -> list[Path]:
    """The paths of entities whose own properties differ between two trees of one shape."""
    others = {path: entity.properties for path, entity in other.walk()}
    return [path for path, entity in tree.walk() if others.get(path) != entity.properties]


class _Wanted:
    """The entities whose fields are looked for.

    Args:
        tree: the state.
        dyed: the state after all colours were changed; entities may stand there at other positions.
        paths: the entities.
    """

    def __init__(self, tree: Tree, dyed: Tree, paths: Iterable[Path]) -> None:
        self._tree = tree
        self._dyed = dyed
        self._steady: dict[Path, bool] = {}
        self._paths = {path for path in paths if path and self._is_steady(path)}
        self._axes: dict[tuple[Path, str, str], Path] = {}
        for path in self._paths:
            entity = tree.at(path)
            if entity is not None and entity.key is not None and path[-1][0] in tree.schema.axes:
                self._axes[path[:-1], path[-1][0], entity.key] = path

    def _is_steady(self, path: Path) -> bool:
        """Whether nothing came or went beside it, or above, when colours were changed, so that its path holds."""
        if not path:
            return True
        known = self._steady.get(path[:-1])
        if known is None:
            before, after = self._tree.at(path[:-1]), self._dyed.at(path[:-1])
            known = before is not None and after is not None and self._is_steady(path[:-1])
            if known and isinstance(path[-1][1], int):
                kind = path[-1][0]
                known = len(before.of_kind(kind)) == len(after.of_kind(kind))  # type: ignore[union-attr]
            self._steady[path[:-1]] = known
        return known

    def owners(self, takers: list[Path]) -> frozenset[Path]:
        """Those at or below which all takers stand, and the only taker of its kind."""
        holding = frozenset.intersection(*(self._holding(path) for path in takers))
        alone = {
            path
            for path in self._paths.intersection(takers)
            if sum(other[-1:] != () and other[-1][0] == path[-1][0] for other in takers) == 1
        }
        return holding | alone

    def neighbours(self, takers: list[Path]) -> frozenset[Path]:
        """Those that take a colour together with siblings alone."""
        taking = self._paths.intersection(takers)
        return frozenset(
            path for path in taking if all(other[: len(path) - 1] == path[:-1] for other in takers)
        )

    def _holding(self, taker: Path) -> frozenset[Path]:
        """Those at or below which a taker stands, or along which."""
        found = set()
        for length in range(1, len(taker) + 1):
            if taker[:length] in self._paths:
                found.add(taker[:length])
            kind, key = taker[length - 1]
            described = self._tree.schema.kind(kind)
            if described.align == "axis" and isinstance(key, str):
                found |= self._along(taker[: length - 1], described.axis, key)
        return frozenset(found)

    def _along(self, above: Path, axis: str, key: str) -> set[Path]:
        """The entities of an axis, of the nearest place that has one, whose key something below it has."""
        return {
            found
            for length in range(len(above) + 1)
            if (found := self._axes.get((above[:length], axis, key))) is not None
        }
