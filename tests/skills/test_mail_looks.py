"""Prepared profiles as Thunderbird shows them in a window; a picture is kept for a person to look at."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from forge.preparers.base import preparer
from forge.preparers.mail.thunderbird import Thunderbird
from forge.skills.contract import Difficulty
from forge.skills.mail.support.story import MOUNT
from forge.states.changes import diff
from forge.states.entities import State

from ..preparers.screen import screen
from .by_thunderbird import UNTIL, take_picture
from .test_every_skill import case_of

pytestmark = [
    pytest.mark.thunderbird,
    pytest.mark.skipif(shutil.which("Xvfb") is None or shutil.which("scrot") is None, reason="no screen"),
]

PROFILES: dict[str, tuple[str, Difficulty, int]] = {
    "projects": ("mail.messages.tag", "hard", 2),
    "figures": ("multi.transfer.figures_to_reply", "medium", 1),
    "attachments": ("mail.attachments.save", "medium", 4),
}
"""Three profiles of different makers, by what their pictures are called."""
SHOW = (
    UNTIL
    + """
const window = Services.wm.getMostRecentWindow("mail:3pane");
const tabs = await until("the tabs", () => window.document.getElementById("tabmail"));
const pane = await until("the list of messages", () => {
  const found = tabs.currentAbout3Pane;
  return found?.gDBView?.rowCount > 5 && found;
});
// The row of a conversation that is folded shows a summary instead of a message.
const view = pane.gDBView;
const rows = Array.from({ length: view.rowCount }, (_, row) => row);
pane.threadTree.selectedIndex = rows.find(row => row > 1 && !view.isContainer(row));
const reader = await until("a message", () => {
  const found = pane.messageBrowser?.contentDocument?.getElementById("messagepane");
  return found?.contentDocument?.body?.innerText?.trim() && found;
});
await pause(1500);
return { subject: pane.gDBView.hdrForFirstSelectedMessage.mime2DecodedSubject,
         text: reader.contentDocument.body.innerText };
"""
)


@pytest.mark.parametrize("name", PROFILES)
def test_a_prepared_profile_is_shown(name: str, tmp_path: Path) -> None:
    case = case_of(*PROFILES[name])
    start = case.files("start")[MOUNT]
    with screen() as environment, Thunderbird(start, display=environment["DISPLAY"]) as running:
        shown = running.script(SHOW)
        take_picture(environment, tmp_path / f"{name}.png")
        left = running.quit()
    mail = preparer("mail")
    messages = [message for _, folder in mail.parse(start).folders() for message in folder.messages]
    (message,) = (
        item for item in messages if item.subject == shown["subject"] and _says(item.text, shown["text"])
    )
    changes = diff(State({MOUNT: mail.read(start)}), State({MOUNT: mail.read(left)}))
    assert {(change.path[-1], change.name) for change in changes} <= {(("message", message.id), "read")}


def _says(text: str | None, shown: str) -> bool:
    """Whether a window shows the words of a text."""
    return " ".join((text or "").split()) in " ".join(shown.split())
