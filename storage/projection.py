"""What a run will cost, by what earlier ones did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import case, func, select

from forge.storage.catalog import Catalog
from forge.storage.database import reading
from forge.storage.sums import EndedRow, SpendingRow


@dataclass(frozen=True)
class Projection:
    """What candidates will use, judged by earlier ones.

    Attributes:
        candidates: how many will be made.
        tokens: about how many tokens they will take.
        cost: about what they will cost in US dollars; None where an earlier call's price is not known.
        tasks: the accepted tasks of earlier runs by which it is judged.
    """

    candidates: int
    tokens: int
    cost: float | None
    tasks: int


@dataclass(frozen=True)
class _Earlier:
    """What earlier candidates of one skill took: the calls for one of them, and what one call took that was sent."""

    calls: float
    tokens: float
    cost: float | None


def project(catalog: Catalog, model: str, wanted: Mapping[str, int]) -> Projection | None:
    """What candidates will use; None when none was made with this model before.

    A skill without earlier candidates is judged by all others. Stored answers, which cost nothing, are not counted on.

    Args:
        catalog: what earlier runs left.
        model: the model profile's name.
        wanted: how many candidates of each skill will be made.

    Raises:
        StorageError: the catalog cannot be read.
    """
    earlier, tasks = _earlier(catalog, model)
    if "" not in earlier:
        return None
    tokens, cost = 0.0, 0.0
    unknown = False
    for skill, number in wanted.items():
        one = earlier.get(skill, earlier[""])
        tokens += number * one.calls * one.tokens
        unknown = unknown or one.cost is None
        cost += number * one.calls * (one.cost or 0.0)
    return Projection(sum(wanted.values()), round(tokens), None if unknown else cost, tasks)


def _earlier(catalog: Catalog, model: str) -> tuple[dict[str, _Earlier], int]:
    """By skill, and under the empty name for all together; and the number of accepted tasks."""
    row = SpendingRow
    spent = (
        select(
            row.skill,
            func.sum(row.calls),
            func.sum(row.calls - row.cached - row.unresolved),
            func.sum(row.prompt + row.completion),
            func.sum(row.cost),
            func.sum(row.unpriced),
        )
        .where(row.model == model, row.status != "open")
        .group_by(row.skill)
    )
    accepted = case((EndedRow.status == "accepted", EndedRow.candidates), else_=0)
    ended = (
        select(EndedRow.skill, func.sum(EndedRow.candidates), func.sum(accepted))
        .where(EndedRow.model == model, EndedRow.node == "")
        .group_by(EndedRow.skill)
    )
    with reading(catalog.engine) as connection:
        sums = {skill: tuple(map(float, numbers)) for skill, *numbers in connection.execute(spent)}
        made = {skill: (int(number), int(kept)) for skill, number, kept in connection.execute(ended)}
    found = {}
    for skill in sums.keys() & made.keys():
        if (one := _of(sums[skill], made[skill][0])) is not None:
            found[skill] = one
    together = tuple(map(sum, zip(*(sums[skill] for skill in found), strict=True)))
    if together and (one := _of(together, sum(made[skill][0] for skill in found))) is not None:
        found[""] = one
    return found, sum(kept for _, kept in made.values())


def _of(sums: tuple[float, ...], candidates: int) -> _Earlier | None:
    calls, sent, tokens, cost, unpriced = sums
    if not sent or not candidates:
        return None
    return _Earlier(calls / candidates, tokens / sent, None if unpriced else cost / sent)
