"""Skills over several applications: one cast and one story over all that they put on a desktop."""

from __future__ import annotations

import re
from typing import Any

import pytest

from forge.pipeline.seeds import stream
from forge.preparers.desktop import Desktop
from forge.preparers.mail.spec import PERSONAL, Profile
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import TableKit
from forge.skills.content.offline import table_kit
from forge.skills.multi.support.base import BASIC
from forge.skills.multi.support.office import Office, money_pattern, open_office
from forge.skills.registry import all_skills

MULTI = {identity: item for identity, item in all_skills().items() if identity.startswith("multi.")}


def kit(seed: int) -> TableKit:
    return table_kit(stream(seed, "multi", 0, "kit"), {"needs": BASIC, "columns": 7, "rows": 30})


def office(seed: int) -> Office:
    return open_office(kit(seed), 3, BASIC, Desktop(), stream(seed, "multi", 0, "office"))


def test_there_are_twelve_over_two_or_three_applications():
    assert len(MULTI) >= 12
    assert all(2 <= len(set(item.applications)) <= 3 for item in MULTI.values())
    assert {name for item in MULTI.values() for name in item.applications} == {
        *("calc", "files", "impress", "mail", "writer")
    }


@pytest.mark.parametrize("seed", range(5))
def test_who_writes_mail_stands_in_the_table_and_in_the_address_book(seed: int) -> None:
    made, desktop = office(seed), Desktop()
    table: Table = made.workbook(desktop, 20)
    profile: Profile = made.mail(desktop).profile
    cast = {person.name for person in made.people}
    senders = {m.sender.partition(" <")[0] for _, folder in profile.folders() for m in folder.messages}
    listed = {entry for column in table.all("person") for entry in table.values(column) if entry}
    assert set() < listed <= cast
    own = {identity.name for account in profile.accounts for identity in account.identities}
    assert set() < senders - own <= cast
    assert {card.name for card in profile.book(PERSONAL).cards} == cast


@pytest.mark.parametrize("identity", sorted(MULTI))
def test_every_application_is_at_hand_and_no_mount_lies_in_another(identity: str) -> None:
    item = MULTI[identity]
    parameters = item.sample(stream(3, identity, 0, "sample"), "medium")
    kits: dict[str, Any] = {
        node.name: node.offline(stream(3, identity, 0, node.name), item.variables(parameters))
        for node in item.nodes
    }
    desktop = Desktop()
    item.prepare(parameters, kits, desktop, stream(3, identity, 0, "prepare"))
    assert {document.preparer for document in desktop.documents.values()} == set(item.applications)
    mounts = sorted(desktop.documents)
    assert not [(one, other) for one in mounts for other in mounts if other.startswith(f"{one}/")]


@pytest.mark.parametrize("text", ["1250.50", "1,250.50", " €1,250.50", "1250.50 €"])
def test_an_amount_may_be_written_as_the_workbook_shows_it(text: str) -> None:
    assert re.fullmatch(money_pattern("1250.50", "€"), text)
    assert not re.fullmatch(money_pattern("1250.50", "€"), text.replace("50 ", "5 ").replace(".50", ".5"))
