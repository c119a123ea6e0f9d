"""Values in JSON and YAML: members by name and items in order, each typed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import decoded
from forge.states.entities import Entity
from forge.states.values import Value

DEEPEST = 60
"""Levels of nesting; a file that nests deeper is refused."""
MOST_VALUES = 50_000
"""Values of one file, those that YAML repeats by aliases counted each time."""

# YAML is imported when a file of it is touched: listing skills must stay quick.
# ruff: noqa: PLC0415

_SURROGATE = re.compile("[\ud800-\udfff]")
_COMMENT = re.compile(r"(?:^|\s)#(.*)$")


def read_json(data: bytes) -> Reading:
    """The value that a JSON file holds.

    Raises:
        UnreadableError: it is not JSON (trailing commas and comments are none), a name occurs twice in an object, or
            it is not UTF-8 without a byte order mark (RFC 8259, section 8.1), which parsers refuse.
    """
    found = decoded(data)
    if found.encoding != "utf-8":
        raise UnreadableError(
            f"is not JSON: it is written in {found.encoding}, where only plain UTF-8 can be."
        )
    try:
        value = json.loads(found.text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg.lower()}."
        ) from error
    except RecursionError as error:
        raise UnreadableError(f"nests deeper than {DEEPEST} levels.") from error
    except ValueError as error:
        raise UnreadableError(f"is not JSON: {error}.") from error
    return _reading("json", value, ())


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r} occurs twice in one object")
    return found


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no value")


def read_yaml(data: bytes) -> Reading:
    """The value that a YAML file holds, and its comments.

    Raises:
        UnreadableError: it is not YAML, holds several documents, tags of a program or names that are no texts.
    """
    import yaml

    text = decoded(data).text
    try:
        value = yaml.safe_load(text)
        comments = _comments(text)
    except yaml.YAMLError as error:
        problem = " ".join(str(getattr(error, "problem", None) or error).split())
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""
        raise UnreadableError(f"is not YAML: {where}{problem}.") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"is not YAML: {error}.") from error
    return _reading("yaml", value, comments)


def _comments(text: str) -> list[str]:
    """The comments of a YAML text: what stands between its tokens and begins with a number sign."""
    import yaml

    found: list[str] = []
    end = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        if token.start_mark.index > end:
            found += _in_gap(text[end : token.start_mark.index])
        end = max(end, token.end_mark.index)
    return found + _in_gap(text[end:])


def _in_gap(gap: str) -> list[str]:
    return [match[1].strip() for line in gap.split("\n") if (match := _COMMENT.search(line))]


def _reading(form: str, value: Any, comments: Iterable[str]) -> Reading:
    count = 0

    def children(held: Any, depth: int) -> list[Entity]:
        nonlocal count
        if depth > DEEPEST:
            raise UnreadableError(f"nests deeper than {DEEPEST} levels.")
        pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
        found = []
        for name, item in pairs:
            count += 1
            if count > MOST_VALUES:
                raise UnreadableError(f"holds more than {MOST_VALUES:,} values.")
            kind, key = ("member", _key(name)) if isinstance(held, dict) else ("item", None)
            found.append(Entity(kind, key, _properties(item), children(item, depth + 1)))
        if isinstance(held, dict) and len({entity.key for entity in found}) < len(found):
            raise UnreadableError("has two names in one place that read the same.")
        return found

    below = children(value, 0)
    noted = [Entity("comment", None, {"text": comment}) for comment in comments]
    return Reading({"format": form, **_properties(value)}, (*below, *noted))


def _key(name: object) -> str:
    """The name of a member; YAML reads `on`, numbers and dates as values of their own in names as well."""
    if not isinstance(name, str | bool | int | float | date):
        raise UnreadableError(f"has the name {name!r}, which is no text.")
    text = str(name).lower() if isinstance(name, bool) else str(name)
    if _SURROGATE.search(text):
        raise UnreadableError(f"has the name {text!r}, which holds half of a character.")
    return text


def _properties(value: Any) -> Mapping[str, Value]:
    match value:
        case dict():
            return {"type": "object"}
        case list():
            return {"type": "array"}
        case None:
            return {"type": "null"}
        case float() if not math.isfinite(value):
            raise UnreadableError(f"holds the number {value}, which is not finite.")
        case str() if _SURROGATE.search(value):
            raise UnreadableError("holds half of a character, which no text can.")
        case bool() | int() | float() | str() | datetime() | date():
            return {"type": "value", "value": value}
    raise UnreadableError(f"holds a value of the type {type(value).__name__}, which is not read.")


def build_json(value: Any, indent: int = 2) -> bytes:
    """The bytes of a JSON file, as people keep them."""
    return (json.dumps(value, ensure_ascii=False, indent=indent) + "\n").encode()


def build_yaml(value: Any, heading: str = "") -> bytes:
    """The bytes of a YAML file, with a comment above where one is given."""
    import yaml

    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=100)
    return (f"# {heading}\n" * bool(heading) + text).encode()
