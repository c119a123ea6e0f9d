"""The dirt of real lists: stray spaces, letters in the wrong case, gaps, records entered twice."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Literal

from forge.skills.content.kit import Role
from forge.skills.content.rows import Entry, Rows

Dirt = Literal["spaces", "case", "gaps", "duplicates"]
"""Spaces around and within texts; upper and lower case mixed; empty fields; whole records twice."""

TEXT_ROLES: frozenset[Role] = frozenset({"person", "category", "label", "status", "city"})
"""What people type by hand, so what spaces and letters go wrong in."""
GAP_ROLES: frozenset[Role] = frozenset({"city", "email", "phone", "status", "time", "duration"})
"""What can be missing without the list being useless."""

_SHARE = 0.12
_TWICE = 0.05


def soil(
    rows: Rows,
    kind: Dirt,
    random: Random,
    *,
    columns: Collection[str] = (),
    share: float = _SHARE,
) -> None:
    """Make a part of the entries dirty, at least one where anything can be.

    Args:
        rows: what is changed, in place.
        kind: what goes wrong.
        random: a stream of its own.
        columns: the columns concerned; none for those in which it is likely.
        share: how many of the entries; of `duplicates` how many records at most.
    """
    if kind == "duplicates":
        _repeat(rows, random, min(share, _TWICE) if share == _SHARE else share)
        return
    likely = GAP_ROLES if kind == "gaps" else TEXT_ROLES
    chosen = columns or [column.name for column in rows.kit.columns if column.role in likely]
    for name in chosen:
        spoil(rows.columns[name], kind, random, share)


def spoil(
    entries: list[Entry], kind: Literal["spaces", "case", "gaps"], random: Random, share: float
) -> None:
    """Make a part of the entries of one column dirty, at least one.

    Args:
        entries: what is changed, in place.
        kind: what goes wrong.
        random: a stream of its own.
        share: how many of the entries.
    """
    spoiled = _SPOILED[kind]
    places = [place for place, entry in enumerate(entries) if entry is not None]
    for place in sorted(random.sample(places, min(len(places), max(1, int(len(places) * share))))):
        entries[place] = spoiled(entries[place], random)


def _repeat(rows: Rows, random: Random, share: float) -> None:
    """Enter some records a second time, further down."""
    count = len(rows)
    for place in sorted(random.sample(range(count), max(1, int(count * share)))):
        again = random.randint(place + 1, len(rows))
        for entries in rows.columns.values():
            entries.insert(again, entries[place])


def _spaced(entry: Entry, random: Random) -> Entry:
    if not isinstance(entry, str):
        return entry
    options = [f" {entry}", f"{entry} ", f"  {entry}", f"{entry}   "]
    if " " in entry:
        options += [entry.replace(" ", "  ", 1)] * 2
    return random.choice(options)


def _miscased(entry: Entry, random: Random) -> Entry:
    if not isinstance(entry, str):
        return entry
    options = [other for other in (entry.upper(), entry.lower(), entry.swapcase()) if other != entry]
    return random.choice(options) if options else entry


def _missing(entry: Entry, random: Random) -> Entry:  # noqa: ARG001 - one signature
    return None


_SPOILED: dict[Dirt, Callable[[Entry, Random], Entry]] = {
    "spaces": _spaced,
    "case": _miscased,
    "gaps": _missing,
}
