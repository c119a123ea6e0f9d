"""What was moved from below one parent to below another and is still itself, such as a message between folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.states.places import Place
from forge.states.sequences import GONE

if TYPE_CHECKING:
    from forge.states.entities import Entity, Schema
    from forge.states.groups import Group

Route = tuple[tuple[str, int], ...]
"""The way from a root to an entity: kinds, and indices from 0 among the children of that kind."""


class Roaming:
    """The entities of roaming kinds in both trees of a mount, by kind and key."""

    def __init__(self, root: Place) -> None:
        self._root = root
        schema = root.trees.schema
        self._olds = _routes(schema, root.old)
        self._news = _routes(schema, root.new)
        self._found: dict[tuple[str, str], Place | None] = {}
        self._resolved = False

    def elsewhere(self, group: Group, old: int, new: int) -> Place | None:
        """The place of a child that has no counterpart in its own group but has one elsewhere.

        Args:
            group: the group of a roaming kind.
            old: the index of a child before, or `GONE`.
            new: the index of a child after, or `GONE`.
        """
        if not self._resolved:
            self._resolved = True
            for identity in self._olds:
                self._resolve(identity)
        child = group.olds[old] if old != GONE else group.news[new]
        place = self._resolve((child.kind, child.key or ""))
        return place if place is not None and child in (place.old, place.new) else None

    def _resolve(self, identity: tuple[str, str]) -> Place | None:
        if identity in self._found:
            return self._found[identity]
        self._found[identity] = None  # two folders that were moved into one another: neither is followed
        olds, news = self._olds.get(identity, []), self._news.get(identity, [])
        if len(olds) != 1 or not news:
            return None
        old_route, new_route = olds[0], news[0]
        home, parent = self._before(old_route[:-1]), self._after(new_route[:-1])
        stays = home.new is not None and home.new.child(*identity) is not None
        if len(news) != 1 or stays or home is parent or home.old is None or parent.new is None:
            return None
        kind, key = identity
        self._found[identity] = Place(
            self._root.trees,
            parent,
            home.old.of_kind(kind)[old_route[-1][1]],
            parent.new.of_kind(kind)[new_route[-1][1]],
            (kind, key),
            home=home,
        )
        return self._found[identity]

    def _before(self, route: Route) -> Place:
        place = self._root
        for kind, index in route:
            place = place.group(kind).at_old(index)
        return place

    def _after(self, route: Route) -> Place:
        place = self._root
        for kind, index in route:
            place = place.group(kind).at_new(index)
        return place


def _routes(schema: Schema, root: Entity | None) -> dict[tuple[str, str], list[Route]]:
    """The ways to every entity of a roaming kind."""
    found: dict[tuple[str, str], list[Route]] = {}
    pending: list[tuple[Route, Entity]] = [((), root)] if root is not None else []
    while pending:
        route, entity = pending.pop()
        for kind in entity.kinds():
            for index, child in enumerate(entity.of_kind(kind)):
                way = (*route, (kind, index))
                if schema.kind(kind).roams:
                    found.setdefault((kind, child.key or ""), []).append(way)
                pending.append((way, child))
    return found
