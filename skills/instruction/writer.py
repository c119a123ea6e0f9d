"""The offline writer: an instruction with slots out of a skill's phrasings and the voice of a register."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.skills.contract import KEEP, SAVE
from forge.skills.instruction.grammar import Phrasing, parse, read_phrasing, slots, tidy
from forge.skills.instruction.voices import VOICES, Voice

_TRIES = 300
"""How often a phrasing with choices is drawn before it is said that it never tells what it must."""

NEXT_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z{])")
_AS_LETTER = 0.15
"""The share of polite instructions with a line for the greeting and one for the thanks."""
_SAVE_IN_REQUEST = 0.15
"""The share of instructions that ask to save in the same breath as the request."""


def write(random: Random, variables: Mapping[str, Any]) -> str:
    """An instruction with slots.

    Args:
        random: a stream of its own.
        variables: those of the instruction node (`instruction_variables`).

    Raises:
        SkillError: no phrasing of the skill tells all that must be told with the facts that there are.
    """
    voice: Voice = VOICES[variables["register"]]
    known = {fact["name"] for fact in variables["facts"]}
    required = {fact["name"] for fact in variables["facts"] if fact["required"]}
    phrasing, drawn = draw_phrasing(random, variables["phrasings"], known, required, variables["register"])
    untold = [name for name in (KEEP, SAVE) if name in required and name not in slots(drawn)]
    opening = draw(random, voice.openings)
    if phrasing.request:
        request, *rest = NEXT_SENTENCE.split(drawn, maxsplit=1)
        request = request.rstrip(".")
        if SAVE in untold and not rest and random.random() < _SAVE_IN_REQUEST:
            request += ", and then {{save}}" if "," in request else " and then {{save}}"
            untold.remove(SAVE)
        core = " ".join([framed(random, voice, request, opening), *map(ended, rest)])
    else:
        core = opened(ended(drawn))
    body = with_wishes(random, voice, core, untold)
    closing = draw(random, voice.closings)
    letter = variables["register"] == "polite" and opening and closing and random.random() < _AS_LETTER
    return ("\n\n" if letter else " ").join(part for part in (opening, body, closing) if part)


def draw_phrasing(
    random: Random,
    phrasings: Collection[str],
    known: Collection[str],
    required: Collection[str],
    register: str,
) -> tuple[Phrasing, str]:
    """A phrasing that fits the register, with its choices made, that tells all it must.

    Args:
        random: makes the choices.
        phrasings: the skill's phrasings.
        known: the facts that there are.
        required: those that must be told; `keep` and `save` need not be told by the phrasing.
        register: the register that is wanted; a phrasing of another one is taken only where none fits.

    Raises:
        SkillError: there is none.
    """
    needed = set(required) - {KEEP, SAVE}
    able = [item for text in phrasings if fits(item := read_phrasing(text), known, needed)]
    able = [item for item in able if item.register in (None, register)] or able
    while able:
        phrasing = random.choice(able)
        for _ in range(_TRIES):
            drawn = tidy(phrasing.body.draw(random, known))
            if needed <= set(slots(drawn)):
                return phrasing, drawn
        able.remove(phrasing)
    raise SkillError(
        f"No phrasing tells all of {', '.join(sorted(needed))} with the facts {', '.join(sorted(known))}.",
        hint="Every fact that is not optional needs its slot in at least one phrasing, beside the others.",
    )


def fits(phrasing: Phrasing, known: Collection[str], required: Collection[str]) -> bool:
    """Whether a phrasing can be written with the facts that there are, and tell all that must be told."""
    return phrasing.body.possible(known) and set(required) - {KEEP, SAVE} <= phrasing.body.reach()


def framed(random: Random, voice: Voice, request: str, opening: str) -> str:
    """The request in a frame that adds no second colon and no second *please*."""
    clashing = [
        mark for mark, there in ((":", ":" in request), ("Please", opening.startswith("Please"))) if there
    ]
    frames = [frame for frame in voice.requests if not any(mark in frame for mark in clashing)]
    frame = draw(random, tuple(frames))
    return frame.replace("<Request>", request[0].upper() + request[1:]).replace("<request>", request)


def with_wishes(random: Random, voice: Voice, core: str, untold: list[str]) -> str:
    """The core with what else is wished and, perhaps, why it is asked for."""
    body = [core]
    wishes = {(KEEP, SAVE): voice.both, (KEEP,): voice.keep, (SAVE,): voice.save}.get(tuple(untold))
    if wishes is not None:
        body.append(draw(random, wishes))
    if random.random() < voice.context:
        if random.random() < 0.5:
            body.insert(0, draw(random, voice.before))
        else:
            body.insert(random.randint(1, len(body)), draw(random, voice.after))
    return " ".join(body)


def draw(random: Random, texts: tuple[str, ...]) -> str:
    """One of some texts in the grammar of phrasings, with its choices made."""
    return tidy(parse(random.choice(texts)).draw(random, (KEEP, SAVE)))


def opened(text: str) -> str:
    """Sentences with a capital at the beginning, also where the piece that a phrasing begins with was left out."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """A sentence with a full stop where it has no end yet."""
    return text if text.endswith((".", "!", "?")) else text + "."
