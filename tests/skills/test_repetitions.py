"""Records that stand in a table more than once."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.layout import Plan, build
from forge.skills.calc.support.moving import entries
from forge.skills.calc.support.repeated import groups, with_repetitions
from forge.skills.content.kit import at_least
from forge.skills.content.offline import domain_names, table_kit

NEEDS = at_least(identifier=1, money=1, status=1, category=1)


@given(st.integers(0, 100_000), st.integers(0, 4))
@settings(max_examples=60)
def test_rows_exchanged_are_never_those_with_another_repetition_left(seed: int, alike: int) -> None:
    random, desktop = Random(seed), Desktop()
    wanted = {"domain": random.choice(domain_names()), "locale": "en", "needs": NEEDS, "columns": 8}
    table = build(table_kit(random, wanted), Plan(25), desktop, random)
    other = {table.column("status"): True}
    table = with_repetitions(table, desktop, random, same=4, alike=alike, other=other)
    found = groups(table, table.columns)
    assert sum(len(rows) - 1 for rows in found) == 4
    records = {row: entries(table, row, table.columns) for row in table.row_numbers}

    def left(kept: tuple[int, ...]) -> list[object]:
        gone = {row for rows in found for row in rows} - set(kept)
        return [record for row, record in records.items() if row not in gone]

    right = [left(kept) for kept in product(*found)]
    golden = right[0]
    for at, (upper, lower) in enumerate(pairwise(golden)):
        exchanged = [*golden[:at], lower, upper, *golden[at + 2 :]]
        assert upper == lower or exchanged not in right
