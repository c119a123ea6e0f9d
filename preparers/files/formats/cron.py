"""Cron tables: when which command runs."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import decoded
from forge.states.entities import Entity
from forge.states.values import Value

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NAMES: Mapping[str, Mapping[str, int]] = {
    "month": {name: number for number, name in enumerate(_MONTHS, 1)},
    "weekday": {name: number for number, name in enumerate(_WEEKDAYS)},
}
FIELDS: Mapping[str, tuple[int, int]] = {
    "minute": (0, 59),
    "hour": (0, 23),
    "day": (1, 31),
    "month": (1, 12),
    "weekday": (0, 7),
}
"""The fields of a line, each with its smallest and largest number; Sunday is 0 as well as 7."""

_SHORT: Mapping[str, str] = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_VARIABLE = re.compile(r"([A-Za-z_]\w*)\s*=\s*(.*)")
_PART = re.compile(r"(?:(\*)|(\w+)(?:-(\w+))?)(?:/(\d+))?")


def read(data: bytes) -> Reading:
    """The jobs by what they run, variables and comments; `@daily`, `*/15`, `mon-fri` and the like are worked out.

    A job whose command stands in an earlier line as well is called by it with `#2`, `#3` and so on behind it.

    Raises:
        UnreadableError: a line is none of these.
    """
    text = decoded(data)
    jobs: list[Entity] = []
    variables, comments = [], []
    for number, raw in enumerate(text.lines(), 1):
        line = raw.strip()
        if not line:
            continue
        if line.startswith("#"):
            comments.append(Entity("comment", None, {"text": line.lstrip("#").strip()}))
        elif variable := _VARIABLE.fullmatch(line):
            variables.append(Entity("definition", variable[1], {"value": variable[2].strip("\"'")}))
        else:
            try:
                jobs.append(_job(line, {job.key for job in jobs}))
            except ValueError as error:
                raise UnreadableError(f"is not a cron table: line {number} is no job: {error}.") from error
    if len({entity.key for entity in variables}) < len(variables):
        raise UnreadableError("is not a plain cron table: a variable is set twice.")
    return Reading({"format": "cron", **text.properties()}, (*variables, *jobs, *comments))


def _job(line: str, known: Collection[str | None]) -> Entity:
    if line.split(None, 1)[0] == "@reboot" and len(line.split()) > 1:
        return _called(line.split(None, 1)[1], {"minute": "@reboot"}, known)
    if line.startswith("@"):
        short, *command = line.split(None, 1)
        if short not in _SHORT:
            raise ValueError(f"{short} is no time")
        line = " ".join((_SHORT[short], *command))
    parts = line.split(None, 5)
    if len(parts) < 6:
        raise ValueError("it has fewer than five fields and a command")
    when = {name: field_of(name, part) for name, part in zip(FIELDS, parts, strict=False)}
    return _called(parts[5].strip(), {name: value for name, value in when.items() if value != "*"}, known)


def _called(command: str, when: Mapping[str, Value], known: Collection[str | None]) -> Entity:
    """A job under a key that no other one has: its command, where it can be."""
    keys = (command, *(f"{command} #{number}" for number in range(2, len(known) + 2)))
    key = next(key for key in keys if key not in known)
    return Entity("job", key, {**when, "command": command} if key != command else when)


def field_of(name: str, text: str) -> str:
    """A field in its one form: `*`, or numbers, three or more in a row as `1-5`.

    Raises:
        ValueError: it is none.
    """
    low, high = FIELDS[name]
    found: set[int] = set()
    for part in text.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{text} is no {name}")
        star, first, last, step = match.groups()
        begin = low if star else _number(name, first)
        end = high if star or (step and not last) else _number(name, last or first)
        if not low <= begin <= end <= high or step == "0":
            raise ValueError(f"{text} is no {name}")
        found.update(range(begin, end + 1, int(step or 1)))
    if name == "weekday":
        found = {number % 7 for number in found}
        high = 6
    return "*" if len(found) == high - low + 1 else _runs(sorted(found))


def _number(name: str, text: str) -> int:
    if text.isdigit():
        return int(text)
    known = _NAMES.get(name, {})
    if text.casefold() not in known:
        raise ValueError(f"{text} is no {name}")
    return known[text.casefold()]


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
