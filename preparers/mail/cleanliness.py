"""What a profile of a task must not hold: ways out, passwords, people that exist, traces of its making."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forge.preparers.base import Files, Problem
from forge.preparers.mail.layout import PREFS, is_kept
from forge.preparers.mail.schema import SCHEMA
from forge.preparers.office.cleanliness import RESERVED_HOSTS
from forge.states.entities import Tree
from forge.states.values import Value

MAX_BYTES = 20_000_000
"""Of a profile in a bundle; 500 messages with a few attached files take about three million."""

MAX_MESSAGES = 2_000

_HOST = re.compile(r"(?:\bhttps?://|@)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
_ACTIVE = re.compile(r"<\s*(?:script|iframe|object|embed|form)\b|\bon[a-z]+\s*=|javascript:", re.IGNORECASE)
_FETCHED = re.compile(r"\b(?:src|background)\s*=\s*[\"']?\s*(?:https?:)?//", re.IGNORECASE)
_ABSOLUTE = re.compile(rb"(?<![\w/.])/(?:home|root|tmp|work|Users|var)/\w|file://")
_TRACES = re.compile(
    rb'user_pref\("(?:toolkit\.telemetry\.cached|datareporting\.dau|app\.update\.lastUpdateTime|nimbus)'
)


def problems(files: Files, tree: Tree) -> list[Problem]:
    """What is not clean about a profile.

    Args:
        files: its files.
        tree: what was read from them.
    """
    return [*_of_files(files), *_of_tree(tree)]


def _of_files(files: Files) -> Iterator[Problem]:
    size = sum(map(len, files.values()))
    if size > MAX_BYTES:
        yield Problem("profile", "The profile is large.", f"at most {MAX_BYTES:,} bytes", f"{size:,} bytes")
    for path in sorted(files):
        if not is_kept(path):
            yield Problem(path, "The file says nothing that is read.", "only what belongs to the state", path)
    for path, content in sorted(files.items()):
        if path.endswith(PREFS):
            if found := _ABSOLUTE.search(content):
                yield Problem(path, "A setting holds an absolute path.", "none", found[0].decode())
            if found := _TRACES.search(content):
                yield Problem(path, "A setting tells where it was made.", "none", found[0].decode())


def _of_tree(tree: Tree) -> Iterator[Problem]:
    count = 0
    for path, entity in tree.walk():
        count += entity.kind == "message"
        where = SCHEMA.pretty(path, None) if SCHEMA.pretty is not None else str(path)
        for name, value in (*entity.properties.items(), ("key", entity.key)):
            for host in _hosts(value):
                if not RESERVED_HOSTS.fullmatch(host):
                    what = "A host or an address may exist outside."
                    yield Problem(f"{where}.{name}", what, "a host such as example.org", host)
        html = entity.properties.get("html")
        if isinstance(html, str) and (found := _ACTIVE.search(html) or _FETCHED.search(html)):
            yield Problem(f"{where}.html", "The message is active, or fetches something.", "text", found[0])
    if count > MAX_MESSAGES:
        yield Problem("profile", "There are many messages.", f"at most {MAX_MESSAGES:,}", f"{count:,}")


def _hosts(value: Value) -> list[str]:
    if isinstance(value, tuple):
        return [host for item in value for host in _hosts(item)]
    return [host.lower() for host in _HOST.findall(value)] if isinstance(value, str) else []
