"""The one form of a tree that its digest is taken of: what nobody could tell apart has one form."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from forge.states.values import Json, Value, encode, same

if TYPE_CHECKING:
    from forge.states.entities import Entity, Kind, Schema

_json = json.JSONEncoder(separators=(",", ":")).encode


def digest(schema: Schema, root: Entity) -> str:
    """SHA-256 of the canonical form of a tree, as hexadecimal."""
    known = root._digest  # noqa: SLF001 - a cache that only this module can fill
    if known is None:
        known = root._digest = hashlib.sha256(_Forms(schema).of(root).text.encode()).hexdigest()  # noqa: SLF001
    return known


class Form(NamedTuple):
    """The canonical form of an entity.

    Attributes:
        key: what siblings without an order are sorted by.
        text: key, properties and children in JSON, the children by kind.
        blank: it holds nothing but defaults.
    """

    key: str
    text: str
    blank: bool


class _Forms:
    """Defaults, volatile properties and labels are left out, kinds and keyed entities sorted."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._known: dict[tuple[str, str, type, Value], str] = {}

    def of(self, entity: Entity) -> Form:
        """The form of an entity; it stays with leaves and their parents, which many trees share."""
        known = entity._form  # noqa: SLF001 - a cache that only this module can fill
        if known is None:
            known = self._made(entity)
            if not any(child.children for child in entity.children):
                entity._form = known  # noqa: SLF001 - the same
        return known

    def _made(self, entity: Entity) -> Form:
        described = self.schema.kind(entity.kind)
        children = []
        for name in sorted(entity.kinds()) if entity.children else ():
            kind = self.schema.kind(name)
            forms = [self.of(member) for member in entity.of_kind(name)]
            if kind.sparse and kind.align == "sequence":
                while forms and forms[-1].blank:
                    forms.pop()
            elif kind.sparse:
                forms = [form for form in forms if not form.blank]
            if not kind.in_order:
                forms.sort(key=_key_of)
            if forms:
                children.append(f"[{_json(name)},{','.join([form.text for form in forms])}]")
        key = None if described.align == "sequence" else entity.key
        properties = self._properties(described, entity.properties)
        text = f"[{_json(key)},{{{properties}}},[{','.join(children)}]]"
        return Form(str(key), text, not (properties or children))

    def _properties(self, kind: Kind, properties: Mapping[str, Value]) -> str:
        """The properties in the order of their names, without braces."""
        parts = []
        for name in sorted(properties):
            value = properties[name]
            if type(value) is tuple:
                part = _property(kind, name, value)
            else:
                place = (kind.name, name, type(value), value)
                known = self._known.get(place)
                part = (
                    known
                    if known is not None
                    else self._known.setdefault(place, _property(kind, name, value))
                )
            if part:
                parts.append(part)
        return ",".join(parts)


def _key_of(form: Form) -> str:
    return form.key


def _property(kind: Kind, name: str, value: Value) -> str:
    """A property with its name; empty where it does not count or has its default."""
    item = kind.properties.get(name)
    if value is None or item is None or item.volatile or same(value, item.default):
        return ""
    return f"{_json(name)}:{_json(_canonical(value))}"


def _canonical(value: Value) -> Json:
    """The JSON form of a value in which a whole number is an integer however it is held."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, tuple):
        return [_canonical(item) for item in value]
    return encode(value)
