"""Columns that any list of work could have, for kits that lack what a task needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from forge.skills.content.kit import WORDED_ROLES, ColumnKit, LookupKit, Needs, Role, TableKit


def _one(role: Role, *names: str, **details: Any) -> tuple[ColumnKit, ...]:
    return tuple(ColumnKit(name=name, role=role, **details) for name in names)


STOCK: Mapping[Role, tuple[ColumnKit, ...]] = {
    "identifier": _one("identifier", "Ref. no.", "File ref.", prefix="R-"),
    "person": _one("person", "Contact", "Responsible person", "Deputy"),
    "category": (
        *_one("category", "Site code", values=("HQ", "North site", "South site", "Depot")),
        *_one("category", "Cost group", values=("Core", "Project", "Shared", "Special")),
        *_one("category", "Season", values=("Spring", "Summer", "Autumn", "Winter")),
    ),
    "label": _one(
        "label",
        "Subject matter",
        "Keyword",
        values=("Preparation", "Delivery", "Follow-up", "Inspection", "Renewal", "Briefing", "Set-up"),
    ),
    "status": _one("status", "Review state", "Stage reached", values=("Pending", "Under way", "Completed")),
    "date": _one("date", "Logged on", "Reviewed on", "Follow-up on"),
    "time": _one("time", "Logged at", "Follow-up at"),
    "duration": _one("duration", "Time needed", "Time booked"),
    "money": _one("money", "Cost per unit", "Extra cost", "Service fee"),
    "quantity": _one("quantity", "Units handled", "Items checked", "Spare units"),
    "percentage": _one("percentage", "Utilisation", "Share covered"),
    "measurement": _one("measurement", "Walking distance", "Cable length", low=2, high=180, unit="m"),
    "email": _one("email", "Contact email", "Reply address"),
    "phone": _one("phone", "Contact phone", "Mobile"),
    "city": _one("city", "Nearest town", "Origin"),
    "note": _one("note", "Remarks", "Hints"),
}
"""For each role, columns in the order in which they are taken."""

_NOTES = ("Checked twice", "Ask again next week", "As agreed by phone", "Papers are in the blue folder")


def peopled(kit: TableKit, cast: Sequence[str]) -> TableKit:
    """A kit whose people are those of a desktop; the kit itself where that has none."""
    if not cast:
        return kit
    columns = [
        column.model_copy(update={"values": tuple(cast)}) if column.role == "person" else column
        for column in kit.columns
    ]
    return kit.model_copy(update={"columns": tuple(columns)})


def completed(kit: TableKit, needs: Needs, random: Random, *, lookup: bool = False) -> TableKit:
    """A kit with everything that a task needs: its own columns, and stock ones where it lacks some.

    Args:
        kit: the kit as it was answered.
        needs: how many columns of which roles there must be.
        random: chooses where the stock columns stand.
        lookup: whether it must have a second sheet about one of its columns.

    Returns:
        The kit itself when it lacks nothing.
    """
    columns = list(kit.columns)
    taken = {column.name.casefold() for column in columns}
    if kit.lookup is not None:
        taken.add(kit.lookup.attribute.name.casefold())
    for role, number in kit.lacking(needs).items():
        free = [column for column in STOCK[role] if column.name.casefold() not in taken]
        for column in free[:number]:
            place = random.randint((len(columns) + 1) // 2, len(columns))
            columns.insert(place, _related(column, columns[:place]))
            taken.add(column.name.casefold())
    second = kit.lookup
    if lookup and second is None:
        second = _stock_lookup(columns, taken)
        if second is None:
            columns.append(STOCK["category"][0])
            second = _stock_lookup(columns, taken)
    notes = kit.notes or (_NOTES if any(column.role == "note" for column in columns) else ())
    if len(columns) == len(kit.columns) and second == kit.lookup and notes == kit.notes:
        return kit
    return TableKit.model_validate({**dict(kit), "columns": tuple(columns), "lookup": second, "notes": notes})


def _related(column: ColumnKit, before: list[ColumnKit]) -> ColumnKit:
    """A stock column as it fits to those before it: a date comes after the first, an e-mail is a person's."""
    leading = {"date": "date", "email": "person"}.get(column.role)
    followed = next((item for item in before if item.role == leading), None)
    return column if followed is None else column.model_copy(update={"follows": followed.name})


def _stock_lookup(columns: list[ColumnKit], taken: set[str]) -> LookupKit | None:
    of = next((column for column in columns if column.role in WORDED_ROLES and not column.qualifiers), None)
    if of is None:
        return None
    free = [column for column in STOCK["person"] if column.name.casefold() not in taken]
    attribute = free[0] if free else ColumnKit(name=f"{of.name} contact", role="person")
    return LookupKit(sheet="Contacts", of=of.name, attribute=attribute)
