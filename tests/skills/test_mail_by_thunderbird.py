"""Thunderbird itself does what mail skills ask for, told by the facts that an agent is told, and it scores a success.

Each script knows the public facts alone and works with what Thunderbird offers to its own windows; nothing of the
reference solutions is used.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from forge.pipeline.scoring import Scored, score_result
from forge.preparers.mail.observing import VISIT
from forge.preparers.mail.thunderbird import Thunderbird
from forge.skills.contract import Difficulty
from forge.skills.mail.support.story import MOUNT

from .test_every_skill import case_of

pytestmark = pytest.mark.thunderbird

TOOLS = """
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const [facts] = args;
const accounts = MailServices.accounts.accounts;
const account = accounts.find(item => item.incomingServer.type == "pop3");
const local = MailServices.accounts.localFoldersServer.rootFolder;
const under = (root, name) => [...root.descendants].find(item => item.name == name);
const inbox = under(account.incomingServer.rootFolder, "Inbox");
const from = (folder, name) => [...folder.messages].filter(item => item.mime2DecodedAuthor.includes(name));
const transfer = (source, items, target, move) => new Promise(done => MailServices.copy.copyMessages(
  source, items, target, move, {
    onStartCopy() {}, onProgress() {}, setMessageKey() {}, getMessageId() {}, onStopCopy() { done(); },
    QueryInterface: ChromeUtils.generateQI(["nsIMsgCopyServiceListener"]),
  }, null, true));
"""
SCRIPTS: dict[str, tuple[Difficulty, str]] = {
    "mail.messages.star": (
        "medium",
        "inbox.markMessagesFlagged(from(under(inbox.rootFolder, facts.folder), facts.person), true);",
    ),
    "mail.messages.move": (
        "medium",
        "await transfer(inbox, from(inbox, facts.person), under(local, facts.target), true);",
    ),
    "mail.messages.tag": (
        "hard",
        """
        const tag = MailServices.tags.getAllTags().find(item => item.tag == facts.tag);
        const subjects = [facts.thread, facts.second];
        const asked = [...inbox.messages].filter(item => subjects.includes(item.mime2DecodedSubject));
        inbox.addKeywordsToMessages(asked, tag.key);
        """,
    ),
    "mail.folders.create": (
        "hard",
        """
        const above = facts.parent ? under(local, facts.parent) : local;
        above.createSubfolder(facts.name, null);
        above.getChildNamed(facts.name).createSubfolder(facts.inner, null);
        """,
    ),
    "mail.contacts.add": (
        "hard",
        """
        const book = MailServices.ab.directories.find(item => item.dirName == facts.book);
        const card = Cc["@mozilla.org/addressbook/cardproperty;1"].createInstance(Ci.nsIAbCard);
        card.displayName = facts.name;
        card.primaryEmail = facts.email;
        card.setProperty("WorkPhone", facts.phone);
        card.setProperty("Company", facts.firm);
        book.addCard(card);
        """,
    ),
    "mail.messages.count": (
        "medium",
        """
        const since = facts.day ? Date.parse(facts.day.date) * 1000 : 0;
        return from(inbox, facts.person).filter(item => item.date >= since).length;
        """,
    ),
}
"""By skill, how difficult the task is, and what Thunderbird is made to do; what comes back is the answer."""


@pytest.mark.parametrize("identity", SCRIPTS)
def test_thunderbird_does_what_was_asked(identity: str, tmp_path: Path) -> None:
    difficulty, script = SCRIPTS[identity]
    case = case_of(identity, difficulty, 1)
    told = json.loads(case.bundle.private["contract.json"])["facts"]
    facts = {fact["name"]: fact["value"] for fact in told if fact["public"]}
    with Thunderbird(case.files("start")[MOUNT]) as running:
        running.script(VISIT)
        answer = running.script(TOOLS + script, facts)
        left = running.quit()
    for path, content in left.items():
        place = tmp_path / ".thunderbird" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    if answer is not None:
        (tmp_path / "answer.json").write_text(json.dumps(answer))
    result = score_result(case.bundle, tmp_path, engines=False)
    assert isinstance(result, Scored)
    assert result.score.success, (case.instruction, result.score.failures(), result.troubles)
