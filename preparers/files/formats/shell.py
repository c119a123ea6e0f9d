"""Shell start-up and environment files: what variables and aliases are in the end, and every other line."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import decoded
from forge.states.entities import Entity

_VARIABLE = re.compile(r"(export\s+)?([A-Za-z_]\w*)=(.*)")
_ALIAS = re.compile(r"alias\s+([\w.-]+)=(.*)")
_EXPORT = re.compile(r"export\s+([A-Za-z_]\w*)")
_OPENS = re.compile(r"(?:if|for|while|until|case)\b|.*\{$")
_CLOSES = re.compile(r"(?:fi|done|esac|\})(?:\s|;|$)")
_CLOSES_AT_ONCE = re.compile(r".*[;\s](?:fi|done|esac|\})\s*;?$")


@dataclass
class _Definition:
    """A variable or an alias, where it was last defined."""

    key: str
    value: str
    exported: bool
    line: int


def read(data: bytes) -> Reading:
    """The definitions by name, and all other lines but blank ones.

    A definition is a line by itself outside of `if`, loops and functions. One that is overwritten before anything
    uses it is not seen.

    Raises:
        UnreadableError: it is no text.
    """
    text = decoded(data)
    lines = [line.strip() for line in text.lines()]
    found: dict[str, _Definition] = {}
    others = dict(enumerate(lines))
    depth = 0
    for number, line in enumerate(lines):
        if _CLOSES.match(line):
            depth = max(0, depth - 1)
        elif _OPENS.match(line) and not _CLOSES_AT_ONCE.match(line):
            depth += 1
        elif depth == 0:
            exported = _EXPORT.fullmatch(line)
            if exported and exported[1] in found:
                found[exported[1]].exported = True
                del others[number]
            elif (definition := _definition(line, number)) is not None:
                before = found.get(definition.key)
                if before is not None and _is_used(before, definition, lines):
                    others[before.line] = lines[before.line]
                definition.exported |= before is not None and before.exported
                found[definition.key] = definition
                del others[number]
    definitions = [
        Entity("definition", item.key, {"value": item.value, **({"exported": True} if item.exported else {})})
        for item in found.values()
    ]
    rest = [Entity("line", None, {"text": line}) for _, line in sorted(others.items()) if line]
    return Reading({"format": "shell", **text.properties()}, (*definitions, *rest))


def _definition(line: str, number: int) -> _Definition | None:
    if alias := _ALIAS.fullmatch(line):
        value = _value(alias[2])
        return _Definition(f"alias {alias[1]}", value, False, number) if value is not None else None
    if variable := _VARIABLE.fullmatch(line):
        value = _value(variable[3])
        return _Definition(variable[2], value, bool(variable[1]), number) if value is not None else None
    return None


def _value(raw: str) -> str | None:
    """What is assigned, without quotes; None where it is more than one word, and so another command behind it."""
    try:
        words = shlex.split(raw, comments=True)
    except ValueError:
        return None
    if len(words) > 1 or (words and re.search(r"[;&|<>()]", _outside_of_quotes(raw))):
        return None
    if "'" in raw and re.search(r"[$`]", raw):
        return raw  # quotes of either kind mean something where something is expanded
    return words[0] if words else ""


def _outside_of_quotes(raw: str) -> str:
    return re.sub(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|\$\([^)]*\)", "", raw)


def _is_used(before: _Definition, after: _Definition, lines: list[str]) -> bool:
    """Whether something between two definitions of a name, or the second, uses the first."""
    if before.key.startswith("alias "):
        return False
    use = re.compile(rf"\$\{{?{re.escape(before.key)}\b")
    return any(use.search(line) for line in lines[before.line + 1 : after.line + 1])
