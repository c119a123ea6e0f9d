"""What tests need to let Thunderbird itself do tasks: what it offers to scripts in its own windows, and the scoring."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from forge.gates.base import Case
from forge.pipeline.scoring import Scored, score_result
from forge.preparers.base import Files, preparer
from forge.preparers.files.observing import lay_out
from forge.preparers.mail.observing import VISIT
from forge.preparers.mail.thunderbird import Thunderbird
from forge.skills.mail.support.story import MOUNT
from forge.states.score import Score

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
"""What every script knows: the accounts, the Inbox and a few shorthands; `facts` is what the agent is told."""

UNTIL = """
const pause = milliseconds => new Promise(done => {
  const timer = Cc["@mozilla.org/timer;1"].createInstance(Ci.nsITimer);
  timer.initWithCallback({ notify() { done(timer); } }, milliseconds, Ci.nsITimer.TYPE_ONE_SHOT);
});
const until = async (what, condition) => {
  for (let turn = 0; turn < 600; turn++) {
    const found = condition();
    if (found) { return found; }
    await pause(50);
  }
  throw new Error(`${what} took more than 30 s`);
};
"""
"""Waits for something to be so."""

WRITING = (
    UNTIL
    + """
const everything = () => accounts.flatMap(item => [...item.incomingServer.rootFolder.descendants])
  .flatMap(folder => [...folder.messages].map(item => item.messageId));
const opened = async way => {
  const params = Cc["@mozilla.org/messengercompose/composeparams;1"].createInstance(Ci.nsIMsgComposeParams);
  params.type = Ci.nsIMsgCompType[way.type];
  params.format = Ci.nsIMsgCompFormat[way.format ?? "HTML"];
  params.identity = account.defaultIdentity;
  params.composeFields = Cc["@mozilla.org/messengercompose/composefields;1"].createInstance(Ci.nsIMsgCompFields);
  if (way.type != "New") {
    params.origMsgHdr = [...inbox.messages].find(item => item.mime2DecodedSubject == facts.message);
    params.originalMsgURI = inbox.getUriForMsg(params.origMsgHdr);
  }
  MailServices.compose.OpenComposeWindowWithParams(null, params);
  const window = await until("a window to write in", () => Services.wm.getMostRecentWindow("msgcompose"));
  await until("its editor", () => window.composeEditorReady && !window.gWindowLocked);
  return window;
};
const paragraph = window => {
  // As the Return key does in a paragraph.
  const commands = window.getBrowser?.() ?? window.document.getElementById("messageEditor");
  commands.contentDocument.execCommand("insertParagraph");
};
const filled = async (window, way) => {
  const editor = window.GetCurrentEditor();
  if (way.to) {
    const fields = window.gMsgCompose.compFields;
    for (const name of ["to", "cc"]) { fields[name] = way[name] ?? fields[name]; }
    window.CompFields2Recipients(fields);
  }
  if (way.subject) { window.document.getElementById("msgSubject").value = way.subject; }
  if (way.place == "top") { editor.beginningOfDocument(); }
  if (way.place == "instead") { editor.selectAll(); }
  const lines = way.text.split("\\n");
  for (const [number, line] of lines.entries()) {
    if (number) { way.breaks ? editor.insertLineBreak() : paragraph(window); }
    editor.insertText(line);
  }
};
const kept = async (window, command) => {
  const before = new Set(everything());
  await window[command]();
  const made = () => everything().filter(item => !before.has(item));
  await until("saving", () => !window.gSaveOperationInProgress && !window.gWindowLocked && made().length);
  return made();
};
"""
)
"""Opens Thunderbird's own window for writing, types into it, and saves what was typed as its menu does."""

Way = dict[str, Any]
"""How a message is written: `type`, `format`, `to`, `cc`, `subject`, `text`, `place`, `breaks`, and in `saved` the
commands that save it, after each of which something is typed and taken back."""
_WRITE = """
const { way } = facts;
const window = await opened(way);
await filled(window, way);
const stored = [];
for (const [turn, command] of way.saved.entries()) {
  if (turn) { window.GetCurrentEditor().insertText("."); window.GetCurrentEditor().undo(1); }
  stored.push(...await kept(window, command));
}
window.close();
await until("closing it", () => window.closed);
return stored;
"""


def facts_of(case: Case) -> dict[str, Any]:
    """The public facts of a task, as JSON."""
    told = json.loads(case.bundle.private["contract.json"])["facts"]
    return {fact["name"]: fact["value"] for fact in told if fact["public"]}


def written(case: Case, ways: dict[str, Way]) -> dict[str, Files]:
    """What Thunderbird leaves when a message is written in its own window, for each way by itself.

    All are written in one session; of the messages that it stored, only those of one way are kept in each result.
    """
    with Thunderbird(case.files("start")[MOUNT]) as running:
        running.script(VISIT)
        told, script = facts_of(case), TOOLS + WRITING + _WRITE
        stored = {name: running.script(script, {**told, "way": way}) for name, way in ways.items()}
        left = running.quit()
    every = {item for items in stored.values() for item in items}
    return {name: _without(left, every - set(items)) for name, items in stored.items()}


def _without(files: Files, identities: set[str]) -> Files:
    """The files of a profile without some messages, all else to the byte."""

    def kept(entry: bytes) -> bool:
        found = re.search(rb"(?mi)^message-id: <([^>]+)>", entry)
        return found is None or found[1].decode() not in identities

    return {
        path: b"".join(filter(kept, re.split(rb"(?m)^(?=From - )", content)))
        if "/Mail/" in path and content.startswith(b"From - ")
        else content
        for path, content in files.items()
    }


def lay_home(case: Case, home: Path) -> None:
    """Put the start of a task below a home folder."""
    for mount, files in case.files("start").items():
        place = home / mount.removeprefix("~/")
        place.parent.mkdir(parents=True, exist_ok=True)
        kind = next(item.preparer for item in case.bundle.mounts if item.mount == mount)
        if preparer(kind).attributes:
            lay_out(files, place)
        for path, content in ({} if preparer(kind).attributes else files).items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(content)


def scored(case: Case, home: Path, left: Files) -> Score:
    """The score of a home folder with what Thunderbird left in it, as a harness works it out."""
    profiles = home / MOUNT.removeprefix("~/")
    shutil.rmtree(profiles, ignore_errors=True)
    for path, content in left.items():
        (profiles / path).parent.mkdir(parents=True, exist_ok=True)
        (profiles / path).write_bytes(content)
    result = score_result(case.bundle, home, engines=False)
    assert isinstance(result, Scored), result
    assert not result.troubles
    return result.score


def take_picture(environment: dict[str, str], place: Path) -> None:
    """Keep a picture of the screen for a person to look at, in the folder that `FORGE_PICTURES` names."""
    folder = Path(os.environ.get("FORGE_PICTURES", place.parent))
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"thunderbird-{place.name}"
    subprocess.run(["scrot", "--overwrite", str(picture)], env=environment, check=True, timeout=60)
    assert picture.stat().st_size > 10_000, "the picture is empty"
