r"""Number formats: their one canonical form, and what a number is under one: a number, a date, a time, and so on.

Applications write one format in many ways: `yyyy\-mm\-dd`, `yyyy"-"mm"-"dd` and `yyyy-mm-dd` are one, and so are
`[$€-407]` and `"€"`. Codes are those of ECMA-376 part 1 section 18.8.31.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

NumberKind = Literal["number", "date", "date and time", "time", "duration"]

_PIECE = re.compile(
    r"""
    "(?P<quoted>[^"]*)"?
  | \\(?P<escaped>.)
  | \[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]
  | (?P<elapsed>\[(?:[hH]+|[mM]+|[sS]+)\])
  | \[(?P<bracket>[^\]]*)\]
  | (?P<padding>[_*].)
  | (?P<general>[Gg]eneral|GENERAL|[Ss]tandard)
  | (?P<half>[aA][mM]/[pP][mM]|[aA]/[pP])
  | (?P<exponent>[eE][+-])
  | (?P<date>[yY]+|[mM]+|[dD]+|[hH]+|[sS]+)
  | (?P<digit>[0\#?]+|[.,%@/])
  | (?P<literal>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_PLAIN_IN_NUMBERS = frozenset("$€£¥+-()!^&'~{}<>= :")
"""Signs that stand for themselves without quotes (the format's list, and currency signs)."""
_PLAIN_IN_DATES = _PLAIN_IN_NUMBERS | frozenset(".,/")

Piece = tuple[str, str]


@lru_cache(maxsize=1024)
def canonical(code: str) -> str:
    """The one form of a number format code."""
    sections = [_canonical_section(section) for section in _sections(code)]
    return ";".join(sections) if any(sections) else "General"


@lru_cache(maxsize=1024)
def kind(code: str) -> NumberKind:
    """What a number under a format is read as, decided by the format's first section."""
    pieces = _sections(code)[0]
    if any(name == "elapsed" for name, _ in pieces):
        return "duration"
    letters = {text[0].lower() for name, text in pieces if name == "date"}
    if not letters:
        return "number"
    timed = bool(letters & {"h", "s"})
    dated = bool(letters & {"y", "d"}) or ("m" in letters and not timed)
    if dated and timed:
        return "date and time"
    return "date" if dated else "time"


@lru_cache(maxsize=1024)
def is_text(code: str) -> bool:
    """Whether what is typed into a cell under this format stays text."""
    return canonical(code) == "@"


def _sections(code: str) -> list[list[Piece]]:
    """The pieces of each section of a format."""
    sections: list[list[Piece]] = [[]]
    for found in _PIECE.finditer(code):
        name = found.lastgroup or "literal"
        text = found[name]
        if name == "literal" and text == ";":
            sections.append([])
        elif name in ("quoted", "escaped", "currency", "literal"):
            if text:
                sections[-1].append(("literal" if name == "literal" else "fixed", text))
        elif name == "bracket":
            if not re.fullmatch(r"(?i)\$?-[0-9A-F]+|natnum\d+.*|dbnum\d+", text):
                sections[-1].append(("bracket", f"[{text.capitalize() if text.isalpha() else text}]"))
        else:
            sections[-1].append((name, text))
    return sections


def _canonical_section(pieces: list[Piece]) -> str:
    dated = any(name in ("date", "elapsed") for name, _ in pieces)
    plain = _PLAIN_IN_DATES if dated else _PLAIN_IN_NUMBERS
    parts: list[str] = []
    words = ""
    for name, text in [*pieces, ("end", "")]:
        literal = _literal_text(name, text, dated=dated)
        if literal is not None:
            for sign in literal:
                if sign in plain:
                    parts.append(_quoted(words))
                    words = ""
                    parts.append(sign)
                else:
                    words += sign
            continue
        parts.append(_quoted(words))
        words = ""
        parts.append(_code(name, text))
    return "".join(parts)


def _literal_text(name: str, text: str, *, dated: bool) -> str | None:
    """What a piece shows as it stands, or None where it is a code."""
    if name in ("literal", "fixed"):
        return text
    if dated and name == "digit" and text in (".", ",", "/"):
        return text
    return None


def _quoted(words: str) -> str:
    return f'"{words}"' if words else ""


def _code(name: str, text: str) -> str:
    match name:
        case "date" | "elapsed":
            return text.lower()
        case "half" | "exponent":
            return text.upper()
        case "general":
            return "General"
    return text
