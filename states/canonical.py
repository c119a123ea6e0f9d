"""The one form of a tree that its digest is taken of: what nobody could tell apart has one form."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from forge.states.values import Json, Value, encode, same

if TYPE_CHECKING:
    from forge.states.entities import Entity, Kind, Schema


def digest(schema: Schema, root: Entity) -> str:
    """SHA-256 of the canonical form of a tree, as hexadecimal."""
    form = json.dumps(_Form(schema).of(root), separators=(",", ":"))
    return hashlib.sha256(form.encode()).hexdigest()


class _Form:
    """Defaults, volatile properties and labels are left out, kinds and keyed entities sorted."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._known: dict[tuple[str, int], Json] = {}

    def of(self, entity: Entity) -> list[Json]:
        """Key, properties and children of an entity, the children by kind."""
        described = self.schema.kind(entity.kind)
        children: list[Json] = []
        for name in sorted(entity.kinds()):
            kind = self.schema.kind(name)
            forms = [self.of(member) for member in entity.of_kind(name)]
            if kind.sparse and kind.align == "sequence":
                while forms and not (forms[-1][1] or forms[-1][2]):
                    forms.pop()
            elif kind.sparse:
                forms = [form for form in forms if form[1] or form[2]]
            if not kind.in_order:
                forms.sort(key=lambda form: str(form[0]))
            if forms:
                children.append([name, *forms])
        key = None if described.align == "sequence" else entity.key
        return [key, self._properties(described, entity.properties), children]

    def _properties(self, kind: Kind, properties: Mapping[str, Value]) -> Json:
        """The properties in the order of their names; a mapping that many entities share is encoded once."""
        known = self._known.get((kind.name, id(properties)))
        if known is None:
            known = {
                name: _canonical(value)
                for name, value in sorted(properties.items())
                if value is not None
                and (item := kind.properties.get(name)) is not None
                and not item.volatile
                and not same(value, item.default)
            }
            self._known[kind.name, id(properties)] = known
        return known


def _canonical(value: Value) -> Json:
    """The JSON form of a value in which a whole number is an integer however it is held."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, tuple):
        return [_canonical(item) for item in value]
    return encode(value)
