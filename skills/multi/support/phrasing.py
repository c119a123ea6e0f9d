"""Phrasings about one to three things of a kind, and the facts that they name."""

from __future__ import annotations

from collections.abc import Iterable

from forge.skills.contract import Fact

PREFIXES = ("", "second_", "third_")
"""What stands before the names of the facts about the first thing, the second and the third."""


def several(first: str, more: str) -> str:
    """A piece of a phrasing about the first thing, and pieces about the second and third where there are such.

    Args:
        first: with slots such as `{{name}}`.
        more: what follows about each further thing, with the same slots.
    """
    return first + "".join(f"[[{more.replace('{{', '{{' + prefix)}|]]" for prefix in PREFIXES[1:])


def numbered(prefix: str, facts: Iterable[Fact]) -> list[Fact]:
    """Facts about one thing, under the names that such phrasings have for them."""
    return [fact.model_copy(update={"name": prefix + fact.name}) for fact in facts]


def written(*phrasings: str, **pieces: str) -> tuple[str, ...]:
    """Phrasings in which `<name>` stands for a piece that several of them have."""

    def whole(text: str) -> str:
        for name, piece in pieces.items():
            text = text.replace(f"<{name}>", piece)
        return text

    return tuple(map(whole, phrasings))
