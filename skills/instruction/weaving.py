"""One instruction for several parts of a task: their phrasings woven together, in the order of the work.

The first part is asked for as a task of its own would be; the others follow it with *then*. What was told just before
is not told again, and what no phrasing of a part can tell, such as the file, leads it in. `keep` and `save` are said
once, at the end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.skills.contract import KEEP, SAVE, Fact, Skill
from forge.skills.instruction.grammar import SLOT, Phrasing, read_phrasing, slots
from forge.skills.instruction.names import Names, texts_of
from forge.skills.instruction.voices import VOICES, Register, Voice
from forge.skills.instruction.writer import (
    NEXT_SENTENCE,
    draw,
    draw_phrasing,
    ended,
    framed,
    opened,
    with_wishes,
)

_TRIES = 30
"""How often other words are looked for where those of one part name what is a fact of another, or are too many."""
LONGEST = 170
"""Words up to which an instruction is short enough to be read; what is longer is said as tersely as can be."""
_SHORT: Register = "terse"
FEWEST_FOR_LAST = 2
"""So many requests come before one that is called the last: of two, nobody calls the second one so."""


def woven_variables(
    skills: Sequence[Skill[Any, Any]], facts: Iterable[Fact], register: Register
) -> dict[str, Any]:
    """The variables of the instruction node for a task of several parts: public facts and nothing private.

    Args:
        skills: the skills of the parts, in order.
        facts: the facts of the joint contract, those of a part with its prefix.
        register: how it is to sound.

    Raises:
        SkillError: no phrasing of a part tells what it must.
    """
    from forge.skills.instruction import MANNERS  # noqa: PLC0415 - the node itself needs this module

    public = [fact for fact in facts if fact.public]
    parts = [_part(skill, number, public) for number, skill in enumerate(skills, 1)]
    random = Random(" ".join((register, *(fact.name for fact in public), *(skill.id for skill in skills))))
    examples = [_drawn(random, part, register).text for part in parts]
    return {
        "title": "; then ".join(skill.title[:1].lower() + skill.title[1:] for skill in skills),
        "register": register,
        "manner": MANNERS[register],
        "examples": list(dict.fromkeys(examples)),
        "facts": [
            {"name": fact.name, "says": list(fact.says[:3]), "required": not fact.optional} for fact in public
        ],
        "parts": parts,
        "named": list(dict.fromkeys(text for fact in public for text in texts_of(fact.value))),
    }


@dataclass(frozen=True)
class _Drawn:
    """A phrasing of a part with its choices made, its slots named as in the whole.

    Attributes:
        phrasing: the phrasing.
        text: what it says.
        leading: the slots of what it cannot tell, from the innermost thing to the outermost.
    """

    phrasing: Phrasing
    text: str
    leading: tuple[str, ...]


def _part(skill: Skill[Any, Any], number: int, public: Sequence[Fact]) -> dict[str, Any]:
    """A part as plain JSON: its phrasings, and its facts under the names that these know them by."""
    prefix, previous = f"p{number}_", f"p{number - 1}_"
    own = {fact.name.removeprefix(prefix): fact for fact in public if fact.name.startswith(prefix)}
    before = {fact.name.removeprefix(previous): fact for fact in public if fact.name.startswith(previous)}
    leading = [
        name
        for name, fact in own.items()
        if fact.refers is not None and fact.refers.property is None and not fact.optional
    ]
    return {
        "prefix": prefix,
        "known": list(own),
        "required": [name for name, fact in own.items() if not fact.optional],
        "leading": sorted(leading, key=lambda name: -_depth(own[name])),
        "told": [
            name
            for name, fact in own.items()
            if name in before
            and (fact.value, fact.refers) == (before[name].value, before[name].refers)
            and fact.optional
        ],
        "phrasings": list(skill.phrasings),
    }


def _depth(fact: Fact) -> int:
    return len(fact.refers.steps) if fact.refers is not None else 0


def weave(random: Random, variables: Mapping[str, Any]) -> str:
    """An instruction with slots for a task of several parts, in which no part's words name what another tells.

    Where it gets long in its register, the shortest is taken of many, if need be of those in terse words.

    Args:
        random: a stream of its own.
        variables: those of the instruction node (`woven_variables`).

    Raises:
        SkillError: no phrasing of a part tells what it must.
    """
    names = Names(variables["named"])
    words = {fact["name"]: max(len(says.split()) for says in fact["says"]) for fact in variables["facts"]}
    found: list[tuple[bool, int, str]] = []
    for told in (variables, {**variables, "register": _SHORT}):
        for _ in range(_TRIES):
            text = _woven(random, told)
            length = len(text.split()) + sum(words[match[1]] - 1 for match in SLOT.finditer(text))
            found.append((bool(names.within(text)), length, text))
            if found[-1][:2] <= (False, LONGEST):
                return text
        if min(length for _, length, _ in found) <= LONGEST:
            break
    return min(found)[2]


def _woven(random: Random, variables: Mapping[str, Any]) -> str:
    register: Register = variables["register"]
    voice: Voice = VOICES[register]
    opening = draw(random, voice.openings)
    parts = variables["parts"]
    sentences: list[str] = []
    next_leads = random.sample(voice.next_lead, len(voice.next_lead))
    for number, part in enumerate(parts):
        drawn = _drawn(random, part, register)
        if drawn.leading:
            # Each is said once, until all were said.
            frame = next_leads[number % len(next_leads)]
            sentences.append(_lead(random, (frame,) if number else voice.lead, drawn.leading))
        last = number == len(parts) - 1 and number >= FEWEST_FOR_LAST
        frames = voice.last if last else voice.following
        if number and drawn.leading:
            frames = voice.led
        sentences.append(_asked(random, voice, drawn, frames if number else (), opening))
    text = " ".join(sentences)
    required = {fact["name"] for fact in variables["facts"] if fact["required"]}
    wishes = [name for name in (KEEP, SAVE) if name in required and name not in slots(text)]
    body = with_wishes(random, voice, text, wishes)
    closing = draw(random, voice.closings)
    return " ".join(piece for piece in (opening, body, closing) if piece)


def _drawn(random: Random, part: Mapping[str, Any], register: Register) -> _Drawn:
    """A phrasing of a part: rather a request, rather without what was told just before."""
    texts: Sequence[str] = part["phrasings"]
    known, required = part["known"], part["required"]
    fresh = [name for name in known if name not in part["told"]]
    requests = [text for text in texts if read_phrasing(text).request]
    reach: set[str] = set().union(*(read_phrasing(text).body.reach() for text in texts))
    sayable = [name for name in required if name in reach or name not in part["leading"]]
    fewest = [name for name in required if name not in part["leading"]]
    tries: list[tuple[Sequence[str], Collection[str], Collection[str]]] = [
        (among, given, needed)
        for needed in (sayable, fewest)
        for among, given in ((requests, fresh), (requests, known), (texts, known))
    ]
    for place, (among, given, needed) in enumerate(tries, 1):
        try:
            phrasing, text = draw_phrasing(random, among, given, needed, register)
        except SkillError:
            if place == len(tries):
                raise
            continue
        untold = [name for name in part["leading"] if name not in slots(text)]
        named = SLOT.sub(lambda found: f"{{{{{part['prefix']}{found[1]}}}}}", text)
        return _Drawn(phrasing, named, tuple(part["prefix"] + name for name in untold))
    raise AssertionError("unreachable: the last try returns or raises")


def _lead(random: Random, frames: tuple[str, ...], names: Sequence[str]) -> str:
    """A sentence that says what a request is about."""
    things = " of ".join(f"{{{{{name}}}}}" for name in names)
    return draw(random, frames).replace("<things>", things)


def _asked(random: Random, voice: Voice, drawn: _Drawn, frames: tuple[str, ...], opening: str) -> str:
    """A part as sentences: its request in a frame, or its own sentences."""
    if not drawn.phrasing.request:
        return opened(ended(drawn.text))
    request, *rest = NEXT_SENTENCE.split(drawn.text, maxsplit=1)
    request = request.rstrip(".")
    if frames:
        fitting = tuple(frame for frame in frames if ":" not in frame or ":" not in request)
        capital = request[0].upper() + request[1:]
        first = draw(random, fitting).replace("<Request>", capital).replace("<request>", request)
    else:
        first = framed(random, voice, request, opening)
    return " ".join([first, *map(ended, rest)])
