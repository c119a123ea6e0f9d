"""Names that stand in a text where only slots may name things.

A name is told from an ordinary word by this rule, which is fast and needs no model:

- a name of several words counts in any letter case, unless all its words are ordinary and short ("to do");
- a single word counts in any letter case, unless it is an ordinary English word;
- an ordinary word ("Total", "Notes") counts only with its capital and within a sentence, where a person
  would not write one;
- words of up to three letters count only exactly as they are spelled ("IT" is not "it");
- single characters, numbers and texts of more than 40 characters never count: digits are looked for by
  themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from forge.skills.contract import Fact
from forge.skills.instruction.grammar import SLOT
from forge.skills.instruction.voices import VOCABULARY
from forge.skills.instruction.words import ORDINARY
from forge.states.entities import State, Tree
from forge.states.values import Value

LONGEST = 40
"""Characters of the longest text that is taken for a name."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_BEGINS_SENTENCE = re.compile(r"(?:^|[.!?…:][\"”’)\]]*\s+|\n)$")
_PLAIN = ORDINARY | VOCABULARY


class Names:
    """A set of names that can be looked for in a text."""

    def __init__(self, names: Iterable[str]) -> None:
        self._folded: dict[tuple[str, ...], str] = {}
        self._exact: dict[str, str] = {}
        self._capital: dict[str, str] = {}
        for name in names:
            if len(name) <= LONGEST:
                self._add(name)
        self._longest = max(map(len, self._folded), default=1)

    def _add(self, name: str) -> None:
        words = tuple(_WORD.findall(name))
        folded = tuple(word.casefold() for word in words)
        if not words or "".join(words).isdigit():
            return
        if len(words) > 1:
            if any(word not in _PLAIN or len(word) > 3 for word in folded):
                self._folded.setdefault(folded, name)
        elif len(name) > 1 and folded[0] in _PLAIN:
            if words[0] != folded[0]:
                self._capital.setdefault(words[0], name)
        elif 1 < len(words[0]) <= 3:
            self._exact.setdefault(words[0], name)
        elif len(words[0]) > 3:
            self._folded.setdefault(folded, name)

    @classmethod
    def of_facts(cls, facts: Iterable[Fact]) -> Names:
        """The names that the values of facts are."""
        return cls(text for fact in facts for text in texts_of(fact.value))

    @classmethod
    def of_state(cls, state: State, template: str) -> Names:
        """The names of things in a state that could stand in a template.

        They are the names of mounts, of what is told apart by key, and short texts in it; only those whose first
        word the template has are kept, which are few of thousands.
        """
        words = {word.casefold() for word in _WORD.findall(template)}
        found: set[str] = set()
        for mount, tree in state.trees.items():
            if tree.schema.kind(tree.root.kind).derived:
                continue
            base = mount.rpartition("/")[2]
            found.update((base, base.rpartition(".")[0]))
            found.update(_names_of(tree))
        return cls(sorted(name for name in found if _first_word(name) in words))

    def within(self, template: str) -> list[str]:
        """The names that stand in a template outside of its slots, each once, in order."""
        found: dict[str, None] = {}
        opens = True
        for literal in SLOT.split(template)[::2]:
            for name in self._in_literal(literal, opens=opens):
                found[name] = None
            opens = False
        return list(found)

    def _in_literal(self, literal: str, *, opens: bool) -> Iterator[str]:
        matches = list(_WORD.finditer(literal))
        folded = [match[0].casefold() for match in matches]
        for place, match in enumerate(matches):
            word = match[0]
            if word in self._exact:
                yield self._exact[word]
            before = literal[: match.start()]
            begins = _BEGINS_SENTENCE.search(before) is not None and (opens or bool(before))
            if word in self._capital and not begins:
                yield self._capital[word]
            for length in range(1, min(self._longest, len(matches) - place) + 1):
                name = self._folded.get(tuple(folded[place : place + length]))
                if name is not None:
                    yield name


def _first_word(name: str) -> str:
    match = _WORD.search(name)
    return match[0].casefold() if match else ""


def texts_of(value: Value) -> Iterator[str]:
    """The texts that a value is or holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_of(item)


def content_properties(tree: Tree) -> dict[str, tuple[str, ...]]:
    """The properties of each kind that hold what a user wrote: no default, no choices, not volatile."""
    return {
        kind.name: tuple(
            prop.name
            for prop in kind.properties.values()
            if prop.default is None and not prop.choices and not prop.volatile
        )
        for kind in tree.schema.kinds.values()
        if not kind.derived
    }


def _names_of(tree: Tree) -> Iterator[str]:
    content = content_properties(tree)
    for entity in tree.root.walk():
        described = tree.schema.kind(entity.kind)
        if entity.key is not None and described.align == "key" and not described.arbitrary:
            yield entity.key
        for name in content.get(entity.kind, ()):
            value = entity.properties.get(name)
            if isinstance(value, str) and len(value) <= LONGEST:
                yield value
