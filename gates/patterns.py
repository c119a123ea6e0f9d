"""What a pattern of a rubric spells out, beside what it leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<syntax>
        \(\?(?:[:=!]|<[=!]|P<\w+>|[aiLmsux]*(?:-[imsx]+)?[:)])    # what opens a group, and flags
      | \(\?P=\w+\) | \\[1-9]\d?(?!\d)                            # a group once more
      | \[(?!\\?.\])\^?\]?(?:\\.|[^\\\]])*\]                      # one of several signs
      | \{\d*,?\d*\} | [*+?]                                      # so often
      | \\[AbBdDsSwWZ] | [.^$|()]                                 # any sign of a sort, a place, a choice
    )
  | \[\\?(?P<only>.)\]                                            # one of one sign
  | \\x(?P<x>[0-9a-fA-F]{2}) | \\u(?P<u>[0-9a-fA-F]{4}) | \\U(?P<U>[0-9a-fA-F]{8})
  | \\[afnrtv](?P<blank>)
  | \\(?P<escaped>.)
  | (?P<plain>.)
    """,
    re.VERBOSE | re.DOTALL,
)
"""The pieces of a regular expression (Python's `re`, *Regular Expression Syntax*), read from left to right."""


def spelled_out(pattern: str) -> list[str]:
    """The texts that a pattern spells out, in order: stretches of signs that stand for nothing but themselves.

    A sign that may be left out is spelled out as well; classes of several signs and groups part stretches. What is
    read wrongly in rare syntax (comments, conditions) counts as spelled out.

    Args:
        pattern: a regular expression that compiles.
    """
    return "".join(_signs(pattern)).split("\0")


def _signs(pattern: str) -> Iterator[str]:
    for found in _TOKEN.finditer(pattern):
        kind = found.lastgroup or "plain"
        if kind == "syntax":
            yield "\0"
        elif kind == "blank":
            yield " "
        else:
            yield chr(int(found[kind], 16)) if kind in ("x", "u", "U") else found[kind]
