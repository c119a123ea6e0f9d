"""What Thunderbird makes of a profile: every folder, address book and filter loaded, stored again, and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forge.errors import UnreadableError
from forge.preparers.base import Files, Observation
from forge.preparers.mail.layout import folder_path
from forge.preparers.mail.reading import read_profile
from forge.preparers.mail.thunderbird import Thunderbird, installed
from forge.preparers.mail.trees import tree_of
from forge.states.entities import Tree

VISIT = """
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const pause = () => new Promise(done => setTimeout(done, 100));
const count = async folder => {
  // The window may be reading the same folder; who asks meanwhile is told that its summary is out of date.
  for (;;) {
    try {
      folder.QueryInterface(Ci.nsIMsgLocalMailFolder).getDatabaseWithReparse(null, null);
      return [...folder.messages].length;
    } catch (fault) {
      await pause();
    }
  }
};
const seen = { messages: {}, cards: {}, filters: {} };
for (const account of MailServices.accounts.accounts) {
  const server = account.incomingServer;
  for (const folder of server.rootFolder.descendants) {
    if (folder.flags & Ci.nsMsgFolderFlags.Virtual) { continue; }
    seen.messages[folder.URI] = await count(folder);
  }
  const filters = server.getFilterList(null);
  seen.filters[server.rootFolder.URI] = filters.filterCount;
  if (filters.filterCount) { filters.saveToDefaultFile(); }
}
for (const book of MailServices.ab.directories) {
  seen.cards[book.dirName] = book.childCards.filter(card => !card.isMailList).length;
}
return seen;
"""
"""Loads everything and counts what is there."""


def observe(files: Files) -> Observation:
    """A profile as Thunderbird opens it and leaves it.

    Raises:
        UnreadableError: the reader refuses the files, or Thunderbird sees other things in them.
        EngineError: Thunderbird is not there, did not start, hung or died.
    """
    before = tree_of(read_profile(files))
    with Thunderbird(files) as running:
        seen = running.script(VISIT)
        after = running.quit()
    _compare(before, seen)
    return Observation(after, tree_of(read_profile(after)), engine=installed() or "")


def _compare(tree: Tree, seen: Mapping[str, Any]) -> None:
    """Hold the numbers of messages, filters and cards that Thunderbird counts against those of the reader."""
    for uri, count in {**seen["messages"], **seen["filters"]}.items():
        account, *names = folder_path(uri)
        kind = "message" if names else "filter"
        entity = tree.at((("account", account), *(("folder", name) for name in names)))
        expected = len(entity.of_kind(kind)) if entity is not None else 0
        if count != expected:
            where = "/".join((account, *names))
            raise UnreadableError(f"Thunderbird sees {count} {kind}s in {where}, the files say {expected}.")
    for name, count in seen["cards"].items():
        entity = tree.at((("book", name),))
        expected = len(entity.of_kind("card")) if entity is not None else 0
        if count != expected:
            raise UnreadableError(f"Thunderbird sees {count} cards in {name}, the files say {expected}.")
