"""The kinds of entity that a schema has, and their documented properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from forge.states.values import Value

if TYPE_CHECKING:
    from forge.states.entities import Entity

Align = Literal["key", "sequence", "axis"]


@dataclass(frozen=True, slots=True)
class Property:
    """One documented property of a kind.

    Attributes:
        name: its name in addresses.
        default: the value that an entity without it has.
        volatile: handed out by a database or the clock; read, shown, never compared.
        follows: the property of the same entity from which this one is derived where that one is present
            (a value follows its formula): a change of it alone is nobody's act.
        choices: for an enumeration, the values it can take.
        example: a value that an entity could have, for properties whose default is nothing.
        says: what it is, for the documentation.
    """

    name: str
    default: Value = None
    volatile: bool = False
    follows: str | None = None
    choices: tuple[Value, ...] = ()
    example: Value = None
    says: str = ""


@dataclass(frozen=True)
class Kind:
    """One kind of entity.

    Attributes:
        name: its name in addresses.
        align: how siblings of this kind are matched between two states: by `key`; as a `sequence` by content
            and order, its address the position from 1; or along an `axis`, its key the key of an entity of
            another kind that stands beside one of its ancestors.
        axis: the kind that acts as the axis.
        ordered: the order of keyed siblings means something.
        sparse: an entity that is absent equals one whose properties all have their defaults; in a sequence
            (the rows of a sheet) this holds of what is beyond its end.
        derived: read from others (what a probe saw); its changes are nobody's act.
        roams: a keyed entity keeps its identity when it is moved below another parent (a message between
            folders); its key is then its own in the whole mount.
        arbitrary: its key is handed out by the application, so that nobody can get it wrong.
        within: the kinds below which it stands, where the schema allows somebody to add or remove it.
        example: an entity of this kind as somebody could add it.
        properties: the documented properties by name.
    """

    name: str
    align: Align = "key"
    axis: str = ""
    ordered: bool = False
    sparse: bool = False
    derived: bool = False
    roams: bool = False
    arbitrary: bool = False
    within: tuple[str, ...] = ()
    example: Entity | None = None
    properties: Mapping[str, Property] = field(default_factory=dict)

    @staticmethod
    def of(name: str, *properties: Property, **options: Any) -> Kind:
        """A kind from its properties in order; `options` are the other attributes."""
        return Kind(name, properties={item.name: item for item in properties}, **options)

    @cached_property
    def compared(self) -> tuple[Property, ...]:
        """The properties that count: all but the volatile ones."""
        return tuple(item for item in self.properties.values() if not item.volatile)

    @cached_property
    def followers(self) -> dict[str, tuple[str, ...]]:
        """The properties that are derived from each property."""
        found: dict[str, tuple[str, ...]] = {}
        for item in self.compared:
            if item.follows is not None:
                found[item.follows] = (*found.get(item.follows, ()), item.name)
        return found

    @cached_property
    def in_order(self) -> bool:
        """Whether the order of siblings means something."""
        return self.ordered or self.align == "sequence"
