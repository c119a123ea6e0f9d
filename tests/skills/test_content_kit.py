"""Kits: what is refused, what is repaired, and how little their JSON costs."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from forge.errors import SkillError
from forge.llm.prompts import conversation
from forge.llm.tokens import count
from forge.skills.content.kit import (
    INSTRUCTION_WORDS,
    LOCALES,
    ROLES,
    WORDED_ROLES,
    ColumnKit,
    TableKit,
    at_least,
    speaks_like_instructions,
)
from forge.skills.content.nodes import TABLE
from forge.skills.content.offline import Domain, domain, domain_names, table_kit
from forge.skills.content.stock import STOCK, completed

NEEDS = (
    at_least(),
    at_least(money=2, category=1, date=2, quantity=2),
    at_least(person=1, email=1, label=1, identifier=1),
    at_least(percentage=2, measurement=2, time=1, status=1, note=1),
)


def answer(**changes: Any) -> dict[str, Any]:
    """A kit as a model could answer it."""
    return {
        "domain": "bee keeping",
        "row": "hive",
        "rows": "hives",
        "sheet": "Hives",
        "title": "Hives in spring",
        "file": "hives 2025",
        "folder": "Documents/Bees",
        "columns": [
            {"name": "Hive no.", "role": "identifier", "prefix": "H"},
            {"name": "Meadow", "role": "category", "values": ["Brook", "Hill", "Orchard"]},
            {"name": "Honey", "role": "measurement", "low": 2, "high": 30, "unit": "kg"},
        ],
        **changes,
    }


def column(**changes: Any) -> dict[str, Any]:
    return {"name": "Meadow", "role": "category", "values": ["Brook", "Hill", "Orchard"], **changes}


def test_a_plain_answer_is_taken_as_it_is() -> None:
    kit = TableKit.model_validate(answer())
    assert [item.name for item in kit.columns] == ["Hive no.", "Meadow", "Honey"]
    assert kit.locale == "en"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"columns": [column(), column(name="MEADOW "), column(name="Honey")]}, "two columns"),
        ({"columns": [column(), column(name="Wood", values=["Oak"]), column(name="Y")]}, "at least 3"),
        (
            {"columns": [column(), column(name="A"), {"name": "W", "role": "money", "low": 9, "high": 3}]},
            "low",
        ),
        ({"columns": [column(), column(name="A"), {"name": "W", "role": "measurement"}]}, "unit"),
        ({"columns": [column(), column(name="A"), {"name": "T", "role": "time", "high": 30}]}, "hours"),
        ({"columns": [column(), column(name="A", follows="Nothing"), column(name="B")]}, "follows"),
        ({"columns": [column(follows="A"), column(name="A"), column(name="B")]}, "must stand before"),
        ({"sheet": "Sheet"}, "word of instructions"),
        ({"sheet": "A/B"}, "cannot name a sheet"),
        ({"sheet": "x" * 32}, "31"),
        ({"file": "a:b"}, "cannot name a file"),
        ({"folder": "Documents/../secrets."}, "cannot name a file"),
        ({"title": "left\u202eright"}, "control characters"),
        ({"title": "=1+1"}, "plain label"),
        ({"notes": ["see {{threshold}}"]}, "plain label"),
        ({"lookup": {"sheet": "Meadows", "of": "Honey", "attribute": column(name="Owner")}}, "lookup"),
        ({"locale": "tlh"}, "Input should be"),
        ({"surprise": 1}, "Extra inputs"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        TableKit.model_validate(answer(**changes))


def test_headers_that_are_words_of_instructions_are_made_telling_wherever_they_are_named() -> None:
    columns = [
        {"name": "Date", "role": "date"},
        {"name": "Name", "role": "category", "values": ["Ash", "Birch", "Elm"]},
        {"name": "Checked", "role": "date", "follows": "Date"},
    ]
    lookup = {"sheet": "Trees", "of": "Name", "attribute": {"name": "Planter", "role": "person"}}
    kit = TableKit.model_validate(answer(columns=columns, lookup=lookup))
    assert [item.name for item in kit.columns] == ["Hive date", "Hive name", "Checked"]
    assert kit.columns[2].follows == "Hive date"
    assert kit.lookup is not None
    assert kit.lookup.of == "Hive name"


def test_values_that_are_words_of_instructions_or_headers_are_left_out() -> None:
    columns = [
        column(values=["Open", "Brook", "Hill", "Orchard", "orchard", "Honey"]),
        column(name="Honey", values=["Dark", "Light", "Mild"]),
        column(name="Frame"),
    ]
    kit = TableKit.model_validate(answer(columns=columns))
    assert {word.casefold() for word in kit.columns[0].values} == {"brook", "hill", "orchard"}


def test_unknown_roles_are_named_with_those_that_there_are() -> None:
    with pytest.raises(SkillError, match="colour is no role"):
        at_least(colour=1)


@pytest.mark.parametrize("name", domain_names())
def test_the_words_of_a_domain_are_no_words_of_instructions_and_lead_where_they_say(name: str) -> None:
    material: Domain = domain(name)
    firsts = {item.names[0] for item in material.columns}
    for item in (*material.columns, *material.lookups):
        words = (*item.names, *(word for pool in (*item.pools, *item.qualifiers) for word in pool))
        assert [word for word in words if speaks_like_instructions(word)] == []
        assert not item.follows or item.follows in firsts
        fewest = WORDED_ROLES.get(item.role, 0)
        assert all(len(pool) >= fewest for pool in item.pools)
        assert bool(item.pools) == (item.role in WORDED_ROLES)
    sheets = {*material.sheets, *(sheet for item in material.lookups for sheet in item.sheets)}
    assert not any(map(speaks_like_instructions, sheets))
    assert all(item.of in firsts for item in material.lookups)
    assert len(material.files) >= 3
    assert len(material.folders) >= 3


def test_there_are_many_domains_and_locales() -> None:
    assert len(domain_names()) >= 24
    assert len(LOCALES) >= 5
    assert set(STOCK) == set(ROLES)
    assert "column" in INSTRUCTION_WORDS


@given(st.sampled_from(domain_names()), st.integers(0, 2**32), st.sampled_from(NEEDS), st.booleans())
def test_offline_kits_are_valid_complete_and_survive_their_json(
    name: str, seed: int, needs: Any, lookup: bool
) -> None:
    variables = {"domain": name, "locale": "fr", "rows": 80, "columns": 7, "needs": needs, "lookup": lookup}
    kit = table_kit(Random(seed), variables)
    assert kit.lacking(needs) == {}
    assert kit.lookup is not None or not lookup
    assert kit.locale == "fr"
    assert TableKit.model_validate_json(kit.model_dump_json()) == kit
    assert table_kit(Random(seed), variables) == kit


def test_kits_and_prompts_cost_few_tokens() -> None:
    kits, prompts = [], []
    for number, name in enumerate(domain_names()):
        variables = {
            "domain": name,
            "locale": "pl",
            "rows": 120,
            "columns": 8,
            "needs": NEEDS[1],
            "lookup": number % 2 == 0,
        }
        kits.append(count(table_kit(Random(number), variables).model_dump_json()))
        prompts.append(sum(count(message.content) for message in conversation(TABLE, variables)))
    assert sum(kits) / len(kits) <= 400
    assert max(kits) <= 550
    assert max(prompts) <= 600


def test_a_kit_that_lacks_something_is_completed_from_stock() -> None:
    kit = TableKit.model_validate(answer())
    needs = at_least(money=2, date=1, email=1, note=1)
    full = completed(kit, needs, Random(1), lookup=True)
    assert full.lacking(needs) == {}
    assert full.lookup is not None
    assert full.notes
    assert completed(full, needs, Random(2), lookup=True) is full


def test_offline_kits_of_one_domain_differ() -> None:
    kits = [table_kit(Random(seed), {"domain": "customer orders"}) for seed in range(40)]
    assert len({kit.file for kit in kits}) > 15
    assert len({tuple(item.name for item in kit.columns) for kit in kits}) > 30
    assert len({kit.folder for kit in kits}) > 3


def test_an_unknown_domain_gets_material_from_another_and_keeps_its_name() -> None:
    kit = table_kit(Random(4), {"domain": "space travel", "locale": "en"})
    assert kit.domain == "space travel"


def test_column_bounds_fall_back_to_those_of_the_role() -> None:
    kit = ColumnKit(name="Honey", role="money")
    assert kit.bounds() == (5, 500)
    assert kit.places() == 2
