"""Columns that are added to tables."""

from __future__ import annotations

from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.layout import Plan, build
from forge.skills.calc.support.new_columns import NewColumns
from forge.skills.content.kit import at_least
from forge.skills.content.offline import domain_names, table_kit


def test_a_text_beside_numbers_has_no_header_at_the_right() -> None:
    beside = set()
    for seed in range(12):
        random, desktop = Random(seed), Desktop()
        wanted = {
            "domain": random.choice(domain_names()),
            "locale": "en",
            "needs": at_least(money=1),
            "columns": 6,
        }
        table = build(table_kit(random, wanted), Plan(20), desktop, random)
        money = table.column("money")
        new = NewColumns(table, ("Checked",), "Yes", money, left=False)
        new.solve(desktop)
        sheet, (number,) = table.worksheet(desktop), new.numbers
        beside.add(table.cell(desktop, money, table.header_row).style.horizontal)
        assert sheet.cell(table.header_row, number).style.horizontal != "right"
    assert "right" in beside
