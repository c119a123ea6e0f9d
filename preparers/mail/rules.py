"""Message filters and saved searches: what is looked for, and what is done with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Match = Literal["all", "any", "every message"]

FIELDS = ("subject", "from", "to", "cc", "to or cc", "body", "age in days")
"""Where a condition looks, in the application's words."""

OPERATORS = (
    "contains",
    "doesn't contain",
    "is",
    "isn't",
    "begins with",
    "ends with",
    "is greater than",
    "is less than",
)
"""How a condition compares; the last two with numbers."""

ACTIONS = {
    "move": "Move to folder",
    "copy": "Copy to folder",
    "tag": "AddTag",
    "priority": "Change priority",
    "forward": "Forward",
    "read": "Mark read",
    "unread": "Mark unread",
    "star": "Mark flagged",
    "delete": "Delete",
    "stop": "Stop execution",
}
"""What a filter can do, with the application's words for it."""

INTO_FOLDER = ("move", "copy")
"""The actions whose value is a folder."""

OCCASIONS = {
    "arrival": 1,
    "manual": 16,
    "after junk": 32,
    "after sending": 64,
    "archiving": 128,
    "periodic": 256,
}
"""When a filter runs, with the application's numbers for it."""


@dataclass
class Condition:
    """One thing that is looked for.

    Attributes:
        field: where, one of `FIELDS`.
        operator: how it is compared, one of `OPERATORS`.
        value: with what.
    """

    field: str
    operator: str
    value: str


@dataclass
class Action:
    """One thing that is done.

    Attributes:
        type: what, one of `ACTIONS`.
        value: for `move` and `copy` the folder (the key of its account and the names from there on), for `tag` the
            name of the tag, for `forward` the address, for `priority` how urgent; else nothing.
    """

    type: str
    value: str | tuple[str, ...] = ""


@dataclass
class Filter:
    """A message filter.

    Attributes:
        name: its name.
        conditions: what is looked for.
        actions: what is done, in order.
        match: whether all conditions must hold, or one of them, or none are asked.
        enabled: it runs.
        occasions: when it runs, names from `OCCASIONS`.
    """

    name: str
    conditions: list[Condition] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    match: Match = "all"
    enabled: bool = True
    occasions: tuple[str, ...] = ("arrival", "manual")


@dataclass
class SavedSearch:
    """A saved search, shown like a folder.

    Attributes:
        name: its name.
        folders: where it looks: the key of an account and the names from there on.
        conditions: what is looked for.
        match: whether all conditions must hold, or one of them.
    """

    name: str
    folders: list[tuple[str, ...]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    match: Match = "all"
