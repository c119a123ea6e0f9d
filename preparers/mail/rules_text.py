"""Message filters and saved searches as Thunderbird writes them down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from forge.errors import UnreadableError
from forge.preparers.mail.layout import folder_path, folder_uri
from forge.preparers.mail.rules import (
    ACTIONS,
    INTO_FOLDER,
    OCCASIONS,
    Action,
    Condition,
    Filter,
    Match,
    SavedSearch,
)

_TYPES = {words: name for name, words in ACTIONS.items()}
_LINE = re.compile(r'(\w+)="((?:[^"\\]|\\.|\\)*)"')
_TERM = re.compile(r'\s*(AND|OR)\s+\(([^,()]+),([^,()]+),("(?:[^"\\]|\\.)*"|[^)]*)\)')
_EVERY = "ALL"

Found = tuple[tuple[str, ...], SavedSearch]
"""The path below which a saved search stands, and the search."""


def write_filters(filters: Iterable[Filter], tag_keys: Mapping[str, str]) -> bytes:
    """The file of filters of an account."""
    lines = ['version="9"', 'logging="no"']
    for item in filters:
        lines += [f'name="{_escaped(item.name)}"', f'enabled="{"yes" if item.enabled else "no"}"']
        lines.append(f'type="{sum(OCCASIONS[name] for name in item.occasions)}"')
        for action in item.actions:
            lines.append(f'action="{ACTIONS[action.type]}"')
            if value := _action_value(action, tag_keys):
                lines.append(f'actionValue="{_escaped(value)}"')
        lines.append(f'condition="{_escaped(conditions_text(item.conditions, item.match))}"')
    return ("\n".join(lines) + "\n").encode()


def _action_value(action: Action, tag_keys: Mapping[str, str]) -> str:
    if isinstance(action.value, tuple):
        return folder_uri(action.value)
    if action.type == "priority":
        return action.value.capitalize()
    return tag_keys[action.value] if action.type == "tag" else action.value


def read_filters(content: bytes, tag_names: Mapping[str, str], where: str) -> list[Filter]:
    """The filters that a file holds.

    Raises:
        UnreadableError: it is no text, or a line of it is no filter's.
    """
    filters: list[Filter] = []
    for number, line in enumerate(_text(content, where).splitlines(), 1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line.strip())
        if found is None or (not filters and found[1] not in ("version", "logging", "name")):
            raise UnreadableError(f"Line {number} of {where} is no part of a message filter: {line[:60]!r}.")
        _take(filters, found[1], found[2].replace('\\"', '"'), tag_names, where)
    return filters


def _take(filters: list[Filter], key: str, value: str, tag_names: Mapping[str, str], where: str) -> None:
    if key == "name":
        filters.append(Filter(value))
        return
    if not filters:
        return
    item = filters[-1]
    match key:
        case "enabled":
            item.enabled = value == "yes"
        case "type":
            bits = int(value) if value.isdigit() else 0
            item.occasions = tuple(name for name, bit in OCCASIONS.items() if bits & bit)
        case "action":
            item.actions.append(Action(_TYPES.get(value, value)))
        case "actionValue" if item.actions:
            action = item.actions[-1]
            if action.type in INTO_FOLDER:
                action.value = folder_path(value)
            elif action.type == "priority":
                action.value = value.lower()
            else:
                action.value = tag_names.get(value, value) if action.type == "tag" else value
        case "condition":
            item.conditions, item.match = read_conditions(value, where)


def conditions_text(conditions: Iterable[Condition], match: Match) -> str:
    """Conditions as one text."""
    if match == "every message":
        return _EVERY
    joint = "AND" if match == "all" else "OR"
    return " ".join(f"{joint} ({item.field},{item.operator},{item.value})" for item in conditions)


def read_conditions(text: str, where: str) -> tuple[list[Condition], Match]:
    """The conditions that a text says, and whether all must hold.

    Raises:
        UnreadableError: it says none.
    """
    if text.strip() == _EVERY:
        return [], "every message"
    found: list[Condition] = []
    match: Match = "all"
    at = 0
    while text[at:].strip():
        term = _TERM.match(text, at)
        if term is None:
            raise UnreadableError(f"{where} has a condition that cannot be read: {text[at : at + 60]!r}.")
        match = "any" if term[1] == "OR" else match
        value = term[4]
        if value.startswith('"'):
            value = value[1:-1]
        found.append(Condition(term[2].strip(), term[3].strip(), re.sub(r"\\(.)", r"\1", value)))
        at = term.end()
    return found, match


def write_searches(searches: Iterable[Found]) -> bytes:
    """The file of all saved searches of a profile."""
    lines = ["version=1"]
    for above, item in searches:
        lines += [
            f"uri={folder_uri((*above, item.name))}",
            f"scope={'|'.join(map(folder_uri, item.folders))}",
            f"terms={conditions_text(item.conditions, item.match)}",
            "searchOnline=false",
        ]
    return ("\n".join(lines) + "\n").encode()


def read_searches(content: bytes, where: str) -> Iterator[Found]:
    """The saved searches that a file holds.

    Raises:
        UnreadableError: it is no text, or a condition in it cannot be read.
    """
    above: tuple[str, ...] = ()
    search: SavedSearch | None = None
    for line in _text(content, where).splitlines():
        key, _, value = line.partition("=")
        if key == "uri":
            if search is not None:
                yield above, search
            *start, name = folder_path(value)
            above, search = tuple(start), SavedSearch(name)
        elif search is not None and key == "scope":
            search.folders = [folder_path(uri) for uri in value.split("|") if uri]
        elif search is not None and key == "terms":
            search.conditions, search.match = read_conditions(value, where)
    if search is not None:
        yield above, search


def _text(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{where} is not UTF-8 at byte {error.start + 1}.") from error


def _escaped(text: str) -> str:
    return text.replace('"', '\\"')
