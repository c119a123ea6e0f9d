"""The final answer of an agent: read from the file in which it was left, and typed as the rubric asks.

`answer.json` holds a value in its JSON form, `answer.txt` plain text. A person writes a number in several ways,
so a text is read as what is asked for where that is possible: `1,250.00` is the number 1250 for a rubric that asks
for a number, and stays a text for one that asks for a text.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, time
from pathlib import Path

from forge.errors import StateError, UnreadableError
from forge.preparers.results import read_file
from forge.states.answers import ANSWER_MOUNT
from forge.states.rubric import Expecting, OneOf, Rubric
from forge.states.values import Value, decode, kind_of
from forge.storage.harbor import ANSWER_FILES

LONGEST = 100_000
"""Bytes of an answer; more is refused."""

_NUMBER = re.compile(r"[-+]?(?:\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?|\.\d+)")
_WRAPPED = re.compile(
    r"(?P<mark>\*\*|[\"`])(?P<inside>(?:(?!(?P=mark)).)+)(?P=mark)\.?|“(?P<curly>[^“”]+)”\.?"
)
"""An answer in quotes, as code or in bold type, perhaps with a full stop behind it."""
_SPACES = str.maketrans("\u00a0\u202f\u2009\u2212\u2019", "   -'")
"""Spaces that group digits, the minus sign and the apostrophe in their plain forms."""


def asks_for_answer(rubric: Rubric) -> bool:
    """Whether a rubric looks at the agent's answer."""
    return any(check.select.mount == ANSWER_MOUNT for item in rubric.requirements for check in item.checks())


def read_answer(folders: Iterable[Path], rubric: Rubric) -> Value:
    """The answer that lies in one of some folders; None where there is none.

    Raises:
        UnreadableError: it is no plain file, too long, not UTF-8, or no value in JSON.
    """
    for name in ANSWER_FILES:
        for folder in folders:
            path = folder / name
            if os.path.lexists(path):
                return typed(_content(path, folder, name), asked_kinds(rubric))
    return None


def _content(path: Path, folder: Path, name: str) -> Value:
    content = read_file(path, folder, name)
    if len(content) > LONGEST:
        raise UnreadableError(f"{name} has {len(content):,} bytes; at most {LONGEST:,} are read.")
    try:
        text = content.decode("utf-8-sig")
        return decode(json.loads(text)) if name.endswith(".json") else text
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{name} is not UTF-8: {error}.") from error
    except (ValueError, RecursionError, StateError) as error:
        raise UnreadableError(f"{name} holds no value in JSON: {error}") from error


def asked_kinds(rubric: Rubric) -> set[str]:
    """The types of value that a rubric asks for as the answer."""
    kinds: set[str] = set()
    for item in rubric.requirements:
        for check in item.checks():
            if check.select.mount != ANSWER_MOUNT:
                continue
            if isinstance(check, Expecting):
                kinds |= {kind_of(value) for value in check.each or (check.expected,)}
            elif isinstance(check, OneOf):
                kinds |= {kind_of(option) for option in check.options}
    return kinds


def typed(value: Value, kinds: set[str]) -> Value:
    """An answer as one of the types that are asked for; as it is where it reads as none of them.

    Args:
        value: the answer.
        kinds: the types, as `kind_of` names them.
    """
    if not isinstance(value, str):
        return value
    text = _bare(value)
    for kind, read in _READERS.items():
        if kind in kinds:
            with suppress(ValueError):
                return read(text)
    return text or None


def _bare(text: str) -> str:
    """A text without spaces around it, and without quotes or marks of code or bold type around all of it."""
    text = text.strip()
    if found := _WRAPPED.fullmatch(text):
        return (found["inside"] or found["curly"]).strip()
    return text


def _number(text: str) -> int | float:
    """A number with or without grouped digits, a currency sign on either side, a final full stop."""
    plain = text.translate(_SPACES).removesuffix(".")
    signs = [letter for letter in plain if unicodedata.category(letter) == "Sc"]
    if len(signs) == 1:
        before, _, after = plain.partition(signs[0])
        if before.strip() in ("", "-", "+") or not after.strip():
            plain = before.strip() + after.strip()
    if not _NUMBER.fullmatch(plain):
        raise ValueError(f"{text!r} is no number")
    bare = re.sub(r"[,' ]", "", plain)
    return int(bare) if re.fullmatch(r"[-+]?\d+", bare) else float(bare)


def _boolean(text: str) -> bool:
    word = text.casefold().removesuffix(".")
    if word in ("yes", "true"):
        return True
    if word in ("no", "false"):
        return False
    raise ValueError(f"{text!r} says neither yes nor no")


_READERS: dict[str, Callable[[str], Value]] = {
    "boolean": _boolean,
    "number": _number,
    "date and time": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
}
