"""The mail of tasks over several applications, done by Thunderbird itself: drafts in its own window for writing."""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path

import docx
import openpyxl
import pytest

from forge.gates.base import Case
from forge.preparers.base import preparer
from forge.preparers.mail.observing import VISIT
from forge.preparers.mail.spec import PERSONAL, Message, Profile
from forge.preparers.mail.thunderbird import Thunderbird
from forge.skills.mail.support.story import MOUNT

from .by_thunderbird import TOOLS, Way, facts_of, lay_home, scored, written
from .test_every_skill import case_of

pytestmark = pytest.mark.thunderbird

DRAFT, TEMPLATE = ["SaveAsDraft"], ["SaveAsTemplate"]
PLAIN = {"format": "PlainText"}


def test_a_reply_that_thunderbird_writes(tmp_path: Path) -> None:
    case = case_of("multi.transfer.figures_to_reply", "hard", 2)
    facts, total = facts_of(case), added_up(case)
    (sender,) = (m.sender for m in messages(case) if m.subject == facts["message"])
    answer = {"type": "ReplyToSender", "text": total, "saved": DRAFT}
    own = {"type": "New", "to": sender, "subject": f"Re: {facts['message']}"}
    right: dict[str, Way] = {
        "below the quotation": answer,
        "above it": answer | {"place": "top", "text": f"{total}\n"},
        "in its place": answer | {"place": "instead"},
        "in plain text": answer | PLAIN,
        "in plain text above": answer | PLAIN | {"place": "top", "text": f"{total}\n"},
        "to all": answer | {"type": "ReplyAll"},
        "saved twice": answer | {"saved": DRAFT * 2},
    }
    wrong: dict[str, Way] = {
        "another number": answer | {"text": "12.50"},
        "more than the number": answer | {"text": f"It is {total}, all in all.\n", "place": "top"},
        "nothing written": answer | {"text": ""},
        "a forwarded mail": answer | {"type": "ForwardInline", "place": "instead", "to": sender},
        "a mail of its own": answer | own,
        "a copy to somebody": answer | {"to": sender, "cc": "else@example.org"},
        "a template": answer | {"saved": TEMPLATE},
    }
    assert_told_apart(case, tmp_path, right, wrong)


def test_a_mail_that_thunderbird_writes(tmp_path: Path) -> None:
    case = case_of("multi.transfer.document_to_mail", "hard", 1)
    facts, text = facts_of(case), standing_below(case)
    cards = {card.name: card.emails[0] for card in profile(case).book(PERSONAL).cards}
    bare = cards.pop(facts["person"])
    to = f"{facts['person']} <{bare}>"
    mail = {"type": "New", "to": to, "subject": facts["subject"], "text": text, "saved": DRAFT}
    right: dict[str, Way] = {
        "in paragraphs": mail,
        "with line breaks": mail | {"breaks": True},
        "in plain text": mail | PLAIN,
        "to the bare address": mail | {"to": bare},
        "saved twice": mail | {"saved": DRAFT * 2},
    }
    wrong: dict[str, Way] = {
        "with a greeting": mail | {"text": f"Hello,\n{text}"},
        "in part": mail | {"text": text.partition("\n")[0]},
        "to somebody else": mail | {"to": next(iter(cards.values()))},
        "a copy to somebody": mail | {"cc": "else@example.org"},
        "another subject": mail | {"subject": f"{facts['subject']}!"},
        "a template": mail | {"saved": TEMPLATE},
    }
    assert_told_apart(case, tmp_path, right, wrong)


ADD_CARDS = """
const book = MailServices.ab.directories.find(item => item.dirName == facts.addresses);
for (const [name, email, phone] of facts.people) {
  const card = Cc["@mozilla.org/addressbook/cardproperty;1"].createInstance(Ci.nsIAbCard);
  card.displayName = name;
  card.primaryEmail = email;
  card.setProperty("WorkPhone", phone);
  book.addCard(card);
}
"""


@pytest.mark.parametrize(("left_out", "success"), [(0, True), (1, False)])
def test_people_of_a_file_whom_thunderbird_puts_into_its_address_book(
    left_out: int, success: bool, tmp_path: Path
) -> None:
    case = case_of("multi.transfer.csv_to_address_book", "medium", 1)
    people = listed(case)
    assert len(people) > left_out
    lay_home(case, tmp_path)
    with Thunderbird(case.files("start")[MOUNT]) as running:
        running.script(VISIT)
        running.script(TOOLS + ADD_CARDS, {**facts_of(case), "people": people[left_out:]})
        left = running.quit()
    score = scored(case, tmp_path, left)
    assert score.success == success, score.failures()


def assert_told_apart(case: Case, home: Path, right: dict[str, Way], wrong: dict[str, Way]) -> None:
    """Every right way succeeds, and no wrong one does."""
    lay_home(case, home)
    left = written(case, right | wrong)
    scores = {name: scored(case, home, files) for name, files in left.items()}
    assert {name: scores[name].failures() for name in right if not scores[name].success} == {}
    assert [name for name in wrong if scores[name].success] == []


def profile(case: Case) -> Profile:
    found: Profile = preparer("mail").parse(case.files("start")[MOUNT])
    return found


def messages(case: Case) -> list[Message]:
    return [message for _, folder in profile(case).folders() for message in folder.messages]


def opened(case: Case, ending: str) -> BytesIO:
    """The only file of the desktop with an ending."""
    (mount,) = (mount for mount in case.files("start") if mount.endswith(ending))
    return BytesIO(case.files("start")[mount][""])


def added_up(case: Case) -> str:
    """What the reply is to say, worked out from the workbook by what the agent is told."""
    facts = facts_of(case)
    sheet = openpyxl.load_workbook(opened(case, ".xlsx"), data_only=True)[facts["sheet"]]
    rows = list(sheet.iter_rows(values_only=True))
    header = next(row for row in rows if facts["money"] in row and facts["by"] in row)
    money, by = header.index(facts["money"]), header.index(facts["by"])
    return f"{sum(row[money] for row in rows if row[by] == facts['word']):.2f}"


def standing_below(case: Case) -> str:
    """The text below the heading of which the agent is told."""
    paragraphs = iter(docx.Document(opened(case, ".docx")).paragraphs)
    next(item for item in paragraphs if item.text == facts_of(case)["heading"])
    found = []
    for item in paragraphs:
        if item.style.name.startswith("Heading"):
            break
        found.append(item.text)
    return "\n".join(filter(None, found))


def listed(case: Case) -> list[tuple[str, str, str]]:
    """Who works for the firm according to the file, with address and telephone."""
    facts = facts_of(case)
    content = case.files("start")[facts["place"]][facts["file"]].decode("utf-8-sig")
    return [
        (row["Full name"], row["E-mail"], row["Telephone"])
        for row in csv.DictReader(content.splitlines())
        if row["Firm"] == facts["firm"]
    ]
