"""Thunderbird itself does what mail skills ask for, told by the facts that an agent is told, and it scores a success.

Each script knows the public facts alone and works with what Thunderbird offers to its own windows; nothing of the
reference solutions is used.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from forge.preparers.mail.observing import VISIT
from forge.preparers.mail.thunderbird import Thunderbird
from forge.skills.contract import Difficulty
from forge.skills.mail.support.story import MOUNT

from ..preparers.screen import screen
from .by_thunderbird import TOOLS, facts_of, scored, take_picture
from .test_every_skill import case_of

pytestmark = pytest.mark.thunderbird

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


STAR = "mail.messages.star"
WINDOW = """
const window = Services.wm.getMostRecentWindow("mail:3pane");
const pane = window.document.getElementById("tabmail").currentAbout3Pane;
const until = async condition => {
  for (let turn = 0; turn < 300; turn++) {
    if (condition()) { return; }
    await new Promise(done => window.setTimeout(done, 100));
  }
  throw new Error("it did not happen within 30 s");
};
const shown = () => Array.from({ length: pane.gDBView?.rowCount ?? 0 }, (_, row) => pane.gDBView.getMsgHdrAt(row));
"""
SHOWN = WINDOW + "await until(() => shown().length > 5); window.focus();"
FILTERED = (
    WINDOW
    + "await until(() => shown().length && shown().every(m => m.mime2DecodedAuthor.includes(args[0])));"
)
ON_THE_LIST = WINDOW + "pane.threadTree.table.body.focus();"
STARRED = WINDOW + "await until(() => shown().every(m => m.isFlagged));"


@pytest.mark.parametrize("identity", SCRIPTS)
def test_thunderbird_does_what_was_asked(identity: str, tmp_path: Path) -> None:
    difficulty, script = SCRIPTS[identity]
    case = case_of(identity, difficulty, 1)
    with Thunderbird(case.files("start")[MOUNT]) as running:
        running.script(VISIT)
        answer = running.script(TOOLS + script, facts_of(case))
        left = running.quit()
    if answer is not None:
        (tmp_path / "answer.json").write_text(json.dumps(answer))
    score = scored(case, tmp_path, left)
    assert score.success, (case.instruction, score.failures())


@pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("xdotool") is None, reason="no screen to type on"
)
def test_keys_in_its_window_do_what_was_asked(tmp_path: Path) -> None:
    """A person filters the Inbox by a name, selects all that is shown, and stars it."""
    case = next(
        case for index in range(40) if facts_of(case := case_of(STAR, "easy", index))["person"].isascii()
    )
    person = facts_of(case)["person"]
    with (
        screen() as environment,
        Thunderbird(case.files("start")[MOUNT], display=environment["DISPLAY"]) as running,
    ):
        running.script(SHOWN)
        take_picture(environment, tmp_path / "start.png")
        keys(environment, "key", "ctrl+shift+k")
        keys(environment, "type", "--delay", "30", person)
        running.script(FILTERED, person)
        take_picture(environment, tmp_path / "filtered.png")
        running.script(ON_THE_LIST)
        keys(environment, "key", "ctrl+a")
        keys(environment, "key", "s")
        running.script(STARRED, person)
        take_picture(environment, tmp_path / "starred.png")
        left = running.quit()
    score = scored(case, tmp_path, left)
    assert score.success, (case.instruction, score.failures())


def keys(environment: dict[str, str], *words: str) -> None:
    """Press keys in the window that is in front."""
    subprocess.run(["xdotool", *words], env=environment, check=True, timeout=60)
