"""Rows of values: plausible, different, decided by the seed alone."""

from __future__ import annotations

from collections import Counter
from datetime import date, time, timedelta
from random import Random
from statistics import median
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.skills.content.dirt import Dirt, soil
from forge.skills.content.kit import LOCALES, ColumnKit, Locale, LookupKit, TableKit
from forge.skills.content.names import HARD_NAMES, MAIL_DOMAINS, Names, mail_address, spoken
from forge.skills.content.offline import domain_names, table_kit
from forge.skills.content.rows import Rows, fill


def kit(*columns: ColumnKit, **changes: Any) -> TableKit:
    spare = (ColumnKit(name="Spare one", role="note"), ColumnKit(name="Spare two", role="note"))
    return TableKit(
        domain="test",
        row="hive",
        rows="hives",
        sheet="Hives",
        title="Hives",
        file="hives",
        folder="Documents",
        columns=(*columns, *spare)[: max(3, len(columns))],
        **changes,
    )


def filled(column: ColumnKit, count: int = 300, seed: int = 1) -> list[Any]:
    return fill(kit(column), count, Random(seed)).columns[column.name]


def test_identifiers_are_unique_and_ascend() -> None:
    found = filled(ColumnKit(name="Hive no.", role="identifier", prefix="H-"))
    assert len(set(found)) == len(found)
    assert found == sorted(found, key=lambda text: int(text.removeprefix("H-")))


@given(st.integers(0, 1000), st.sampled_from(["money", "quantity", "measurement"]))
def test_numbers_stay_within_their_range(seed: int, role: Any) -> None:
    found = filled(ColumnKit(name="W", role=role, low=3, high=90, unit="kg"), 60, seed)
    assert all(3 <= number <= 91 for number in found)
    assert all(round(number, 2) == number for number in found)


def test_small_amounts_are_commoner_than_large_ones() -> None:
    found = filled(ColumnKit(name="W", role="money", low=10, high=1000), 400)
    assert median(found) < 300
    assert len(set(found)) > 100


def test_percentages_are_shares() -> None:
    found = filled(ColumnKit(name="W", role="percentage", low=5, high=60))
    assert all(0.05 <= share <= 0.6 for share in found)


def test_classes_are_uneven_and_all_there() -> None:
    words = ("Brook", "Hill", "Orchard", "Pond")
    counts = Counter(filled(ColumnKit(name="W", role="category", values=words), 200))
    assert set(counts) == set(words)
    assert max(counts.values()) > 1.2 * min(counts.values())


def test_dates_lie_in_their_period_and_mostly_ascend() -> None:
    column = ColumnKit(name="Seen on", role="date", start=date(2025, 3, 1), end=date(2025, 5, 31))
    ascending = 0
    for seed in range(20):
        found = filled(column, 50, seed)
        assert all(date(2025, 3, 1) <= day <= date(2025, 5, 31) for day in found)
        ascending += found == sorted(found)
    assert 10 <= ascending < 20


def test_a_date_that_follows_another_comes_so_many_days_later() -> None:
    columns = (
        ColumnKit(name="Sent", role="date"),
        ColumnKit(name="Arrived", role="date", follows="Sent", low=2, high=9),
    )
    rows = fill(kit(*columns), 80, Random(3)).columns
    gaps = [(b - a).days for a, b in zip(rows["Sent"], rows["Arrived"], strict=True)]  # type: ignore[operator,union-attr]
    assert min(gaps) >= 2
    assert max(gaps) <= 9


def test_what_follows_a_class_is_the_same_for_all_of_it() -> None:
    columns = (
        ColumnKit(name="Tree", role="category", values=("Ash", "Birch", "Elm")),
        ColumnKit(name="Price", role="money", follows="Tree"),
    )
    rows = fill(kit(*columns), 80, Random(3)).columns
    assert len(set(zip(rows["Tree"], rows["Price"], strict=True))) == 3


def test_times_and_durations_have_their_types() -> None:
    times = filled(ColumnKit(name="At", role="time", low=8, high=18))
    assert all(isinstance(at, time) and time(8) <= at < time(18) for at in times)
    spans = filled(ColumnKit(name="Took", role="duration", low=10, high=90))
    assert all(timedelta(minutes=5) <= span <= timedelta(minutes=95) for span in spans)


def test_lookups_have_one_entry_for_each_value_that_occurs() -> None:
    tree = ColumnKit(name="Tree", role="category", values=("Ash", "Birch", "Elm"))
    lookup = LookupKit(sheet="Trees", of="Tree", attribute=ColumnKit(name="Keeper", role="person"))
    rows = fill(kit(tree, lookup=lookup), 30, Random(1))
    assert list(rows.lookup) == sorted(set(rows.columns["Tree"]))  # type: ignore[type-var]
    assert all(rows.lookup.values())


@pytest.mark.parametrize("locale", LOCALES)
def test_people_have_different_clean_names(locale: Locale) -> None:
    names = Names(locale, Random(5)).people(120)
    assert len(set(names)) == 120
    assert all(name == " ".join(name.split()) and len(name) > 2 for name in names)


def test_names_depend_on_the_seed_alone() -> None:
    first = Names("de", Random(7))
    assert first.people(20) == Names("de", Random(7)).people(20)
    Names("de", Random(99)).people(50)
    second = Names("de", Random(7))
    second.people(20)
    assert first.towns(5) == second.towns(5)


def test_names_are_spoken_first_name_first() -> None:
    listed = ("Lee, Ann", "Ann Lee", "Ann Lee, Jr.", "田中 美咲")
    assert [spoken(name) for name in listed] == ["Ann Lee", "Ann Lee", "Ann Lee Jr.", "田中 美咲"]


def test_hard_names_come_up_now_and_then() -> None:
    names = [name for seed in range(20) for name in Names("en", Random(seed)).people(50)]
    share = sum(name in HARD_NAMES for name in names) / len(names)
    assert 0.005 < share < 0.1


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Łukasz Żółkiewski", "lukasz.zolkiewski@example.com"),
        ("O'Brien, Síle", "sile.obrien@example.com"),
        ("Анна Ковалёва", "anna.kovaleva@example.com"),
        ("Γιώργος Παππάς", "giorgos.pappas@example.com"),
        ("田中 美咲", "guest7@example.com"),
    ],
)
def test_mail_addresses_are_plain(name: str, address: str) -> None:
    assert mail_address(name, 7, "example.com") == address


def test_mail_belongs_to_the_person_and_to_nobody_real() -> None:
    columns = (
        ColumnKit(name="Keeper", role="person", distinct=12),
        ColumnKit(name="Mail", role="email", follows="Keeper"),
    )
    rows = fill(kit(*columns, locale="ja"), 60, Random(2)).columns
    assert len(set(zip(rows["Keeper"], rows["Mail"], strict=True))) == len(set(rows["Mail"])) <= 12
    assert all(str(mail).endswith(MAIL_DOMAINS) for mail in rows["Mail"])


@given(st.sampled_from(domain_names()), st.integers(0, 10_000), st.integers(8, 90))
def test_any_kit_fills_any_number_of_rows(name: str, seed: int, count: int) -> None:
    made = table_kit(Random(seed), {"domain": name, "columns": 9})
    rows = fill(made, count, Random(seed))
    assert list(rows.columns) == [column.name for column in made.columns]
    assert {len(entries) for entries in rows.columns.values()} == {count}
    assert fill(made, count, Random(seed)) == rows


@pytest.mark.parametrize("kind", get_args(Dirt))
def test_dirt_changes_some_entries_and_leaves_most(kind: Dirt) -> None:
    made = table_kit(Random(1), {"domain": "customer orders", "needs": {"city": 1, "person": 1}, "rows": 100})
    clean, dirty = fill(made, 100, Random(4)), fill(made, 100, Random(4))
    soil(dirty, kind, Random(5))
    assert dirty != clean
    if kind == "duplicates":
        records = list(zip(*dirty.columns.values(), strict=True))
        assert 1 <= len(records) - len(set(records)) <= 6
        return
    changed = sum(
        before != after
        for name in clean.columns
        for before, after in zip(clean.columns[name], dirty.columns[name], strict=True)
    )
    assert 1 <= changed <= 0.13 * 100 * len(clean.columns)


def test_dirt_can_be_confined_to_a_column() -> None:
    made = table_kit(Random(1), {"domain": "customer orders", "needs": {"category": 2}})
    clean, dirty = fill(made, 50, Random(4)), fill(made, 50, Random(4))
    name = made.of_role("category")[1].name
    soil(dirty, "gaps", Random(5), columns=[name], share=0.2)
    assert dirty.columns[name].count(None) == 10
    assert _without(dirty, name) == _without(clean, name)


def _without(rows: Rows, name: str) -> dict[str, Any]:
    return {key: entries for key, entries in rows.columns.items() if key != name}
