"""Instructions with slots: how they become text, what is wrong with one, and whether a text came from one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from rapidfuzz import process

from forge.errors import SkillError
from forge.skills.contract import KEEP, SAVE, Fact
from forge.skills.instruction.grammar import SLOT, slots
from forge.skills.instruction.names import Names

FEWEST_WORDS = 4
MOST_WORDS = 180
"""Words of an instruction, a slot counting as one."""

QUOTE = re.compile(r"[\"“”„«»`]|(?<!\w)['‘][^'‘’]+['’](?!\w)")
"""A quotation mark; apostrophes within a word are none."""

_ARTICLE = re.compile(r"(?:^|(?<=[\s(]))(an|a|the)\s+$", re.IGNORECASE)
_DETERMINED = re.compile(
    r"(?:an?|the|all|any|both|each|every|its|their|these|this|those|that)\s", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"(?:^|[.!?…][\"”’)\]]*\s+|\n)$")
_SOUNDS_LIKE_CONSONANT = re.compile(r"(?:eu|ewe|once|one\b|u(?:ni|s[aei]|tili[sz]|ti\b|ro\b))", re.IGNORECASE)
_SOUNDS_LIKE_VOWEL = re.compile(r"(?:heir|honest|hono[u]?r|hour|8|11(?!\d)|18(?!\d))", re.IGNORECASE)
_BEHIND = r"and|then|please|just|also|now|but|afterwards|after that|finally"
_BEFORE_REQUEST = {
    KEEP: re.compile(rf"(?:^|[.!?;:,…–—-]|\b(?:{_BEHIND}))\s*$", re.IGNORECASE),
    SAVE: re.compile(rf"(?:^|[.!?;:,…–—-]|\b(?:{_BEHIND}|to))\s*$", re.IGNORECASE),
}
"""What may stand before a request in a sentence; *keep* can say "do not touch", which no "to" goes with."""
_RESIDUE = re.compile(r"[{}<>|*#_=~]|\[\[|\]\]|\b(?:None|NaN|nan)\b")


@dataclass(frozen=True)
class Slot:
    """One mention of a fact.

    Attributes:
        name: the fact.
        article: the article that the template puts before it; empty where there is none.
        opens: whether a sentence begins with it (or with its article).
    """

    name: str
    article: str
    opens: bool

    def write(self, fact: Fact, words: str) -> str:
        """Words of the fact as they stand here: with one article, and a capital where a sentence begins."""
        article = self.article
        if article and _DETERMINED.match(words):
            article = ""
        elif article.lower() in ("a", "an"):
            article = ("A" if article[0] == "A" else "a") + ("n" if _takes_an(words) else "")
        text = f"{article} {words}" if article else words
        if self.opens and text[:1].islower() and (article or not _begins_with_own_name(fact, words)):
            text = text[0].upper() + text[1:]
        return text

    def words(self, fact: Fact) -> Sequence[str]:
        """The words to choose from here: at the beginning of a sentence rather none that must stay small."""
        if not self.opens or self.article:
            return fact.says
        return [says for says in fact.says if not _begins_with_own_name(fact, says)] or fact.says


@lru_cache(maxsize=512)
def pieces(template: str) -> tuple[str | Slot, ...]:
    """A template as literal texts and slots, in order."""
    found: list[str | Slot] = []
    position = 0
    for match in SLOT.finditer(template):
        before = template[position : match.start()]
        article = _ARTICLE.search(before)
        literal = before[: article.start()] if article else before
        opens = _SENTENCE_END.search(literal) is not None and (bool(literal) or not found)
        if literal:
            found.append(literal)
        found.append(Slot(match[1], article[1] if article else "", opens))
        position = match.end()
    if position < len(template):
        found.append(template[position:])
    return tuple(found)


def render(template: str, facts: Iterable[Fact], random: Random) -> str:
    """The instruction that a template gives with these facts.

    Args:
        template: prose with slots.
        facts: the public facts; private ones among them are never told.
        random: chooses among the words of a fact.

    Raises:
        SkillError: a slot names no public fact.
    """
    known = _public(facts)
    text = ""
    for piece in pieces(template.strip()):
        if isinstance(piece, str):
            text += _behind(text, piece)
        else:
            fact = known.get(piece.name)
            if fact is None:
                there = ", ".join(sorted(known))
                raise SkillError(f"The slot {{{{{piece.name}}}}} names no public fact; there are {there}.")
            text += piece.write(fact, random.choice(piece.words(fact)))
    return text


def is_rendering(template: str, facts: Iterable[Fact], text: str) -> bool:
    """Whether a text is the template with words of these facts, whichever were chosen."""
    known = _public(facts)
    parts = pieces(template.strip())
    reached = {0}
    for piece in parts:
        following: set[int] = set()
        for at in reached:
            if isinstance(piece, str):
                options: Iterable[str] = (_behind(text[:at], piece),)
            elif (fact := known.get(piece.name)) is not None:
                options = (piece.write(fact, words) for words in fact.says)
            else:
                options = ()
            following.update(at + len(option) for option in options if text.startswith(option, at))
        reached = following
    return len(text) in reached


def residue(prose: str) -> list[str]:
    """The signs and words in a text that are no prose, each once."""
    return list(dict.fromkeys(_RESIDUE.findall(prose)))


def complaints(template: str, facts: Iterable[Fact]) -> list[str]:
    """What is wrong with an instruction with slots; empty when all is well.

    Each is a sentence for whoever has to write it again, a person or a model.

    Args:
        template: prose with slots, as a node answered it.
        facts: the facts of the contract.
    """
    known = _public(facts)
    used = slots(template)
    found: list[str] = []
    for name in dict.fromkeys(used):
        if name not in known:
            near = process.extractOne(name, list(known))
            meant = f" (did you mean {{{{{near[0]}}}}}?)" if near and near[1] >= 70 else ""
            found.append(f"{{{{{name}}}}} is no slot{meant}; the slots are {_listed(known)}.")
    missing = [name for name, fact in known.items() if not fact.optional and name not in used]
    if missing:
        found.append(f"{_listed(missing)} must be mentioned.")
    prose = SLOT.sub(" ", template)
    if digits := re.findall(r"\S*\d\S*", prose):
        found.append(f"No digits outside of slots: {', '.join(digits)}. Use the slot of the number instead.")
    if QUOTE.search(prose):
        found.append("No quotation marks outside of slots; a slot brings its own.")
    if strange := residue(prose):
        found.append(f"Only prose and slots like {{{{name}}}}, no {' '.join(strange)}.")
    names = Names.of_facts(known.values())
    found += [f"{name} is written out; use its slot instead." for name in names.within(template)]
    found += _clause_complaints(template)
    count = len(SLOT.sub("slot", template).split())
    if not FEWEST_WORDS <= count <= MOST_WORDS:
        found.append(f"It has {count} words; between {FEWEST_WORDS} and {MOST_WORDS} are wanted.")
    return found


def _clause_complaints(template: str) -> list[str]:
    """Where `keep` and `save`, which are requests of their own, stand in the middle of another clause."""
    return [
        f"{match[0]} is a whole request (as in 'leave the rest as it is'): put it at the beginning of a "
        "sentence, or behind 'please', 'and' or 'then'."
        for match in SLOT.finditer(template)
        if match[1] in _BEFORE_REQUEST and not _BEFORE_REQUEST[match[1]].search(template[: match.start()])
    ]


def _public(facts: Iterable[Fact]) -> Mapping[str, Fact]:
    return {fact.name: fact for fact in facts if fact.public}


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


def _behind(text: str, literal: str) -> str:
    """A literal as it stands behind a text: a full stop that is already there is not repeated."""
    return literal[1:] if literal.startswith(".") and text.endswith((".", "!", "?")) else literal


def _takes_an(words: str) -> bool:
    word = words.lstrip("\"'“‘(")
    if _SOUNDS_LIKE_VOWEL.match(word):
        return True
    return word[:1].lower() in tuple("aeiou") and not _SOUNDS_LIKE_CONSONANT.match(word)


def _begins_with_own_name(fact: Fact, words: str) -> bool:
    """Whether words begin with the fact's own text, whose letters must stay as they are."""
    value = fact.value
    return isinstance(value, str) and value[:1].islower() and words.startswith(value)
