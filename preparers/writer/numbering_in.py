"""The lists of a file: which entry stands at which level, how it is written and what its number is."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from forge.preparers.writer.lists import BULLETS, LEVELS, Counter, text_of
from forge.preparers.writer.looks import Layout
from forge.preparers.writer.looks_in import read_layout, value
from forge.preparers.writer.spec import ListFormat, ListKind
from forge.preparers.writer.vocabulary import NUMBERS_IN_FILE, W

_SIGNS = {
    "\uf0b7": "•",
    "\uf02d": "–",
    "\uf0a7": "▪",
    "\uf06f": "◦",
    "o": "◦",
    "\uf0d8": "➢",
    "\uf0fc": "✓",
    "\uf0a8": "◆",
}
"""Bullets of fonts of signs, and what they look like."""


@dataclass
class _Level:
    kind: ListKind
    text: str
    start: int
    layout: Layout


class Numbering:
    """The lists of a file; entries are asked for in the order of the document, for each one counts."""

    def __init__(self, root: etree._Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}
        self._overrides: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        self._counter = Counter()
        for item in root if root is not None else ():
            if item.tag == f"{W}abstractNum":
                self._levels[item.get(f"{W}abstractNumId") or ""] = _levels(item)
            elif item.tag == f"{W}num":
                self._list(item)

    def _list(self, item: etree._Element) -> None:
        number = item.get(f"{W}numId") or ""
        abstract = value(item, "abstractNumId") or ""
        for override in item.iterfind(f"{W}lvlOverride"):
            level = int(override.get(f"{W}ilvl") or 0)
            start = value(override, "startOverride")
            if start is not None:
                self._overrides.setdefault(number, {})[level] = int(start)
            own = override.find(f"{W}lvl")
            if own is not None:
                key = f"{abstract}/{number}"
                self._levels.setdefault(key, dict(self._levels.get(abstract, {})))[level] = _level(own)
                abstract = key
        self._lists[number] = abstract

    def entry(self, number: str | None, level_text: str | None) -> tuple[ListFormat, Layout] | None:
        """The place in a list of the next entry, and the indents that its list gives it; None for no list."""
        abstract = self._lists.get(number or "")
        level = int(level_text or 0)
        if number is None or abstract is None or not 0 <= level < LEVELS:
            return None
        found = self._levels.get(abstract, {}).get(level)
        if found is None:
            return None
        count = self._count(number, abstract, level, found)
        usual = text_of(ListFormat(found.kind, level + 1))
        plain = ListFormat(found.kind, level + 1, found.text if found.text != usual else None)
        if found.kind == "bullet":
            self._counter.take(plain, 1)
            return plain, found.layout
        start = count if self._counter.expected(plain) != count else None
        self._counter.take(plain, count)
        return ListFormat(plain.kind, plain.level, plain.text, start), found.layout

    def _count(self, number: str, abstract: str, level: int, found: _Level) -> int:
        counts = self._counts.setdefault(abstract, {})
        override = self._overrides.get(number, {}).get(level)
        if override is not None and (number, level) not in self._begun:
            self._begun.add((number, level))
            count = override
        elif level in counts:
            count = counts[level] + 1
        else:
            count = found.start
        self._counts[abstract] = {other: known for other, known in counts.items() if other < level}
        self._counts[abstract][level] = count
        return count


def _levels(item: etree._Element) -> dict[int, _Level]:
    return {int(level.get(f"{W}ilvl") or 0): _level(level) for level in item.iterfind(f"{W}lvl")}


def _level(item: etree._Element) -> _Level:
    number = int(item.get(f"{W}ilvl") or 0) + 1
    name, text = value(item, "numFmt") or "decimal", value(item, "lvlText") or ""
    kind = NUMBERS_IN_FILE.get(name, "decimal")
    bullet = _SIGNS.get(text, text) or BULLETS[0]
    text = bullet if kind == "bullet" else text.replace(f"%{number}", "%n")
    start = int(value(item, "start") or 1)
    return _Level(kind, text, start, read_layout(item.find(f"{W}pPr")))  # type: ignore[arg-type]  # one of the kinds
