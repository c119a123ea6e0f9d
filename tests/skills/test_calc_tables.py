"""Tables on sheets: where they stand, what can be spoken of, and how they are found again."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import SkillError
from forge.preparers.base import preparer
from forge.preparers.calc.spec import Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.found import role_of, suitable_tables, table_on, tables_on
from forge.skills.calc.support.layout import Plan, build, file_mount
from forge.skills.calc.support.summaries import over_time
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import LOCALES, NUMERIC_ROLES, ROLES, TableKit, at_least
from forge.skills.content.offline import domain_names, table_kit
from forge.states.changes import diff
from forge.states.entities import State
from forge.states.resolve import find, values

NEEDS = at_least(identifier=1, money=2, quantity=1, category=1, date=1)


def a_kit(seed: int, *, lookup: bool = True, **variables: Any) -> TableKit:
    random = Random(seed)
    wanted = {
        "domain": random.choice(domain_names()),
        "locale": random.choice(LOCALES),
        "needs": NEEDS,
        "columns": 8,
        "lookup": lookup,
    }
    return table_kit(random, {**wanted, **variables})


def built(seed: int, plan: Plan | None = None, **variables: Any) -> tuple[Table, Desktop]:
    desktop = Desktop()
    plan = plan or Plan(30, archive=True, read_me=True, figures=True, totals=True)
    return build(a_kit(seed, **variables), plan, desktop, Random(seed)), desktop


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_what_a_table_says_is_what_stands_on_the_sheet(seed: int) -> None:
    table, desktop = built(seed)
    state = desktop.state()
    for column in table.columns:
        assert values(table.header_selector(column), state) == [column.name]
        assert tuple(values(table.selector(column, "value"), state)) == table.values(column)
        assert set(values(table.selector(column, "number_format"), state)) == {column.number_format}
    assert find(table.sheet_selector(), state)[0][1].key == table.sheet
    below = table.worksheet(desktop).value(f"{table.columns[0].letter}{table.last_row + 1}")
    assert below == ("Total" if table.total_row else None)
    assert table.worksheet(desktop).value(f"{table.free_column}{table.header_row}") is None


@given(st.integers(0, 10_000))
@settings(max_examples=40)
def test_a_header_stands_once_on_its_sheet_and_sheets_are_called_differently(seed: int) -> None:
    table, desktop = built(seed)
    texts = [cell.value for cell in table.worksheet(desktop).cells.values()]
    assert all(texts.count(column.name) == 1 for column in table.columns)
    names = [sheet.name.casefold() for sheet in table.workbook(desktop).sheets]
    assert len(set(names)) == len(names) >= 4
    assert table.workbook(desktop).active == table.sheet


@given(st.integers(0, 10_000))
@settings(max_examples=30)
def test_a_table_is_found_again_by_its_look(seed: int) -> None:
    table, desktop = built(seed)
    found = {item.sheet: item for item in tables_on(desktop)}
    again = found[table.sheet]
    assert (again.body, again.headers) == (table.body, table.headers)
    assert again.entries == table.entries
    assert again.lookup is not None
    for column, other in zip(table.columns, again.columns, strict=True):
        if column.role in ("date", "time", "duration", "percentage", "email"):
            assert other.role == column.role
        if column.role in NUMERIC_ROLES:
            assert other.role in NUMERIC_ROLES
        else:
            assert other.role not in NUMERIC_ROLES


@given(st.integers(0, 10_000))
@settings(max_examples=15)
def test_what_is_written_is_within_the_domain_and_reads_as_the_same(seed: int) -> None:
    table, desktop = built(
        seed, Plan(20, archive=True, figures=True, totals=True, dirt=("spaces", "gaps", "case"))
    )
    calc = preparer("calc")
    spec = desktop.spec(table.mount)
    assert calc.read(calc.write(spec)).digest() == calc.tree(spec).digest()


def test_the_same_seed_gives_the_same_workbook_and_another_seed_another() -> None:
    first, second, third = (built(seed)[1].files() for seed in (5, 5, 6))
    assert first == second
    assert first != third


def test_hard_names_of_sheets_and_files_come_up_now_and_then() -> None:
    made = [build(a_kit(seed), Plan(8), Desktop(), Random(seed)) for seed in range(120)]
    hard = [table for table in made if set(table.sheet) & set("',&()%–一№") or "Übersicht" in table.sheet]
    assert 3 <= len(hard) <= 40
    assert any("," in table.mount or "&" in table.mount for table in made)
    assert len({table.mount for table in made}) > 100


def test_two_files_of_one_kit_get_names_of_their_own() -> None:
    kit = a_kit(3)
    first = file_mount(kit, (), Random(1))
    assert file_mount(kit, (first,), Random(1)) != first


def test_columns_are_chosen_by_role_and_named_when_there_is_none() -> None:
    table, _ = built(1)
    assert table.column("money").role == "money"
    assert table.column("note", "money").role in ("note", "money")
    assert table.pick(Random(1), "money") in table.all("money")
    missing = next(role for role in ROLES if not table.all(role))
    with pytest.raises(SkillError, match=f"no {missing} column; it has"):
        table.column(missing)
    with pytest.raises(SkillError, match="no column 'Nobody'"):
        table.named("Nobody")


def test_ranges_and_references_are_written_as_in_the_application() -> None:
    table, _ = built(2, Plan(30))
    money = table.column("money")
    assert table.range(money) == f"{money.letter}{table.first_row}:{money.letter}{table.last_row}"
    assert table.last_row - table.first_row + 1 == len(table) == 30
    assert table.place(money, 9) == f"{money.letter}9"
    assert f"${money.letter}${table.first_row}:${money.letter}${table.last_row}" in table.reference(money)
    new = table.new_column("Fresh")
    assert new.letter == table.free_column
    assert str(table.selector(new, "value")).endswith(f'cell["{new.letter}"].value')


@given(st.integers(0, 10_000))
@settings(max_examples=30)
def test_a_referent_names_one_row_only_also_when_records_stand_twice(seed: int) -> None:
    table, desktop = built(seed, Plan(40, dirt=("duplicates",)))
    referent = table.referent(Random(seed), table.columns[0] if table.key is None else None)
    same = [row for row in table.row_numbers if table.value(referent.column, row) == referent.value]
    assert same == [referent.row]
    selector = table.cell_selector(referent.column, referent.row, "value")
    assert values(selector, desktop.state()) == [referent.value]


def test_nothing_tells_rows_apart_where_every_record_stands_twice() -> None:
    table, _ = built(4, Plan(20))
    twice = {name: (*entries, *entries) for name, entries in table.entries.items()}
    doubled = Table(table.mount, table.sheet, table.header_row, table.columns, twice)
    assert doubled.key is None
    with pytest.raises(SkillError, match="identifier"):
        doubled.referent(Random(1))


def test_suitable_tables_have_the_columns_the_rows_and_the_lookup() -> None:
    table, desktop = built(9)
    everything = at_least(date=len(table.all("date")), percentage=len(table.all("percentage")))
    assert table.sheet in [item.sheet for item in suitable_tables(desktop, everything)]
    assert suitable_tables(desktop, at_least(date=9)) == []
    assert suitable_tables(desktop, everything, rows=31) == []
    assert [item for item in suitable_tables(desktop, {}, lookup=True) if item.lookup is None] == []
    assert suitable_tables(Desktop(), {}) == []


def test_columns_of_formulas_are_seen_and_not_picked() -> None:
    table, desktop = built(9, Plan(20))
    new, money = table.new_column("Twice"), table.column("money")
    sheet = table.worksheet(desktop)
    sheet[table.header_place(new)].put(new.name)
    for row in table.row_numbers:
        sheet[table.place(new, row)].put(table.number(money, row) * 2, f"={table.place(money, row)}*2")
    again = table_on(table.mount, sheet)
    assert again is not None
    assert again.columns[-1].derived
    assert again.columns[-1] not in again.numeric


def test_no_table_is_seen_where_there_is_none() -> None:
    book = Workbook()
    sheet = book.add_sheet("Empty")
    assert table_on("~/a.xlsx", sheet) is None
    sheet.put("A1", [["A remark"], ["Another remark"]])
    assert table_on("~/a.xlsx", sheet) is None


@pytest.mark.parametrize(
    ("entries", "number_format", "role"),
    [
        (["a@example.com", "b@example.org"], "General", "email"),
        (["A-1", "A-2", "A-3"], "General", "identifier"),
        (["North", "South"] * 6, "General", "category"),
        ([f"Ann Lee{letter}" for letter in "abcdefghijkl"], "General", "person"),
        ([1, 2, 3], "General", "quantity"),
        ([1.5, 2, 3], "General", "measurement"),
        ([1.5, 2, 3], "#,##0.00", "money"),
        ([1.5, 2, 3], "$#,##0", "money"),
        ([0.5, 0.25], "0%", "percentage"),
    ],
)
def test_roles_are_judged_by_entries_and_formats(entries: list[Any], number_format: str, role: str) -> None:
    assert role_of(entries, len(entries), number_format) == role


@pytest.mark.libreoffice
def test_libreoffice_changes_nothing_in_workbooks_as_they_are_laid_out() -> None:
    calc = preparer("calc")
    for seed in range(4):
        plan = Plan(25, archive=seed % 2 == 0, figures=True, totals=seed % 3 == 0, dirt=("spaces", "gaps"))
        table, desktop = built(seed, plan)
        observed = calc.observe(desktop.files()[table.mount])
        before, after = (
            State({table.mount: tree}) for tree in (calc.tree(desktop.spec(table.mount)), observed.tree)
        )
        assert diff(before, after) == []


def test_most_headers_stand_where_their_numbers_stand() -> None:
    found: Counter[str] = Counter()
    for seed in range(60):
        table, desktop = built(seed, Plan(8))
        column = table.column("money")
        style = table.header_style(desktop, "money")
        assert style == table.cell(desktop, column, table.header_row).style
        assert table.header_style(desktop, "note").horizontal != "right"
        found[style.horizontal] += 1
    assert found["right"] > 20
    assert found["right"] + found["center"] > 40
    assert found["general"] > 0


@pytest.mark.parametrize(
    ("name", "inside"),
    [("Course fee", "course fee"), ("E-mail", "e-mail"), ("VAT amount", "VAT amount"), ("X", "X"), ("", "")],
)
def test_a_header_loses_its_capital_inside_a_longer_one(name: str, inside: str) -> None:
    assert TableColumn(name, "money", "A").inside == inside


@given(st.integers(0, 10_000))
@settings(max_examples=40)
def test_figures_over_time_are_as_many_as_their_sheet_says(seed: int) -> None:
    table, desktop = built(seed, Plan(12))
    _, side = over_time(table, desktop, Random(seed))
    title = " ".join(str(cell.value) for (row, _), cell in table.worksheet(desktop).cells.items() if row < 3)
    expected = {
        "Monthly figures": 12,
        "Weekly figures, first half": 26,
        "Quarterly figures": 20,
        "Weekly figures": 13,
    }
    assert len(side) == expected[side.sheet]
    said = [number for number in range(1, 5) if f"Q{number} 20" in f"{table.mount} {table.sheet} {title}"]
    assert (side.sheet == "Weekly figures") == bool(said)
    for number in said:
        assert side.value(side.columns[0], side.last_row) == f"Week {13 * number}"
