"""The real Thunderbird on prepared profiles: it changes nothing by itself, and what it is told to change is read."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from forge.preparers.base import Files, preparer
from forge.preparers.mail.observing import VISIT
from forge.preparers.mail.spec import LOCAL, Message
from forge.preparers.mail.thunderbird import Thunderbird
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree

from ..laws import differences
from .rich import ANN, rich
from .specs import Maker

MAIL = preparer("mail")
EXAMPLES = int(os.environ.get("FORGE_THUNDERBIRD_EXAMPLES", "2"))
pytestmark = pytest.mark.thunderbird


@pytest.mark.parametrize("seed", Random(7).sample(range(10_000), EXAMPLES))
def test_stable(seed: int) -> None:
    files = MAIL.write(Maker(seed).profile())
    observed = MAIL.observe(files)
    assert differences(MAIL.read(files), observed.tree) == []
    assert differences(observed.tree, MAIL.read(observed.files)) == []


ACT = """
const { MailUtils } = ChromeUtils.importESModule("resource:///modules/MailUtils.sys.mjs");
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const inbox = MailUtils.getExistingFolder("mailbox://ann.lee@pop.example.org/Inbox");
const projects = MailUtils.getExistingFolder("mailbox://nobody@Local%20Folders/Projects");
const all = Object.fromEntries([...inbox.messages].map(item => [item.messageId, item]));
const one = number => [all[`m${number}@example.org`]];
inbox.markMessagesFlagged(one(1), true);
inbox.markMessagesRead(one(2), true);
inbox.addKeywordsToMessages(one(2), "$label2");
const moved = new Promise(done => MailServices.copy.copyMessages(inbox, one(3), projects, true, {
  onStartCopy() {}, onProgress() {}, setMessageKey() {}, getMessageId() {}, onStopCopy() { done(); },
  QueryInterface: ChromeUtils.generateQI(["nsIMsgCopyServiceListener"]),
}, null, true));
await moved;
projects.getChildNamed("Harbour").createSubfolder("Made by it", null);
MailServices.accounts.defaultAccount.defaultIdentity.htmlSigText = "Regards, Zo\u00eb";
Services.prefs.setBoolPref("mail.tabs.autoHide", false);
const book = MailServices.ab.directories.find(item => item.fileName == "abook.sqlite");
const card = Cc["@mozilla.org/addressbook/cardproperty;1"].createInstance(Ci.nsIAbCard);
card.displayName = "Cy New";
card.primaryEmail = "cy@example.org";
card.setProperty("WorkPhone", "+49 30 1");
const added = book.addCard(card);
book.childNodes[0].addCard(added);
const server = inbox.server;
const filters = server.getFilterList(null);
const rule = filters.createFilter("From Cy");
const term = rule.createTerm();
term.attrib = Ci.nsMsgSearchAttrib.Sender;
term.op = Ci.nsMsgSearchOp.Contains;
const value = term.value;
value.attrib = term.attrib;
value.str = "cy@example.org";
term.value = value;
term.booleanAnd = true;
rule.appendTerm(term);
const action = rule.createAction();
action.type = Ci.nsMsgFilterAction.MoveToFolder;
action.targetFolderUri = projects.URI;
rule.appendAction(action);
rule.enabled = true;
filters.insertFilterAt(0, rule);
filters.saveToDefaultFile();
await new Promise(done => setTimeout(done, 1000));
"""


@pytest.fixture(scope="module")
def acted() -> tuple[Files, Files]:
    """A profile, and what Thunderbird left after it did something of everything."""
    files = MAIL.write(rich())
    with Thunderbird(files) as running:
        running.script(VISIT)
        running.script(ACT)
        return files, running.quit()


@pytest.fixture(scope="module")
def changes(acted: tuple[Files, Files]) -> list[Change]:
    before, after = (State({"mail": MAIL.read(files)}) for files in acted)
    return diff(before, after)


INBOX = (("account", ANN), ("folder", "Inbox"))
PROJECTS = (("account", LOCAL), ("folder", "Projects"))
SETS: tuple[tuple[Any, str, Any], ...] = (
    ((*INBOX, ("message", "<m1@example.org>")), "starred", True),
    ((*INBOX, ("message", "<m2@example.org>")), "read", True),
    ((*INBOX, ("message", "<m2@example.org>")), "tags", ("Work",)),
    ((("account", ANN), ("identity", "ann@example.org")), "signature", "Regards, Zoë"),
    ((("preference", "mail.tabs.autoHide"),), "value", False),
)


def test_what_thunderbird_sets_is_read(changes: list[Change]) -> None:
    found = {(change.path, change.name): change.after for change in changes if change.type == "set"}
    assert found == {(path, name): value for path, name, value in SETS}


def test_what_thunderbird_adds_and_moves_is_read(acted: tuple[Files, Files], changes: list[Change]) -> None:
    others = {(change.type, change.kind) for change in changes if change.type != "set"}
    assert others == {("moved", "message"), ("added", "folder"), ("added", "card"), ("added", "filter")}
    tree: Tree = MAIL.read(acted[1])
    assert tree.at((*PROJECTS, ("message", "<m3@example.org>"))) is not None
    assert tree.at((*PROJECTS, ("folder", "Harbour"), ("folder", "Made by it"))) is not None
    (card,) = (
        entity for _, entity in tree.walk() if entity.kind == "card" and entity.properties["name"] == "Cy New"
    )
    assert card.properties["emails"] == ("cy@example.org",)
    assert card.properties["work_phone"] == "+49 30 1"
    assert card.properties["lists"] == ("Team",)
    rule = MAIL.parse(acted[1]).account(ANN).filters[0]
    assert (rule.name, rule.conditions[0].value, rule.actions[0].value) == (
        "From Cy",
        "cy@example.org",
        (LOCAL, "Projects"),
    )


def test_messages_come_back_whole(acted: tuple[Files, Files]) -> None:
    def every(files: Files) -> dict[str, Message]:
        return {item.id: item for _, folder in MAIL.parse(files).folders() for item in folder.messages}

    before, after = every(acted[0]), every(acted[1])
    assert before.keys() == after.keys()
    assert all(before[name].attachments == after[name].attachments for name in before)
