"""The file of settings, `prefs.js`: a call `user_pref("name", value);` a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from forge.errors import UnreadableError
from forge.preparers.mail.spec import Preference

Prefs = dict[str, Preference]

_TEXT = r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'"
_CALL = re.compile(
    rf"\s*(?:user_pref|pref|sticky_pref)\s*\(\s*({_TEXT})\s*,\s*(true|false|[-+]?\d+|{_TEXT})\s*\)\s*;"
)
_COMMENT = re.compile(r"\s*(?://[^\n]*|#[^\n]*|/\*.*?\*/)", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


def write_prefs(prefs: Mapping[str, Preference]) -> bytes:
    """The file that holds settings, in the order of their names."""
    lines = ["// Mozilla User Preferences", ""]
    lines += [f"user_pref({_text(name)}, {_value(value)});" for name, value in sorted(prefs.items())]
    return ("\n".join(lines) + "\n").encode()


def parse_prefs(content: bytes, where: str) -> Prefs:
    """The settings that a file holds.

    Raises:
        UnreadableError: it is no text, or a line is no setting: Thunderbird itself would drop the rest of the file.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{where} is not UTF-8 at byte {error.start + 1}.") from error
    prefs: Prefs = {}
    at = 0
    while text[at:].strip():
        if comment := _COMMENT.match(text, at):
            at = comment.end()
            continue
        call = _CALL.match(text, at)
        if call is None:
            line = text.count("\n", 0, at + len(text[at:]) - len(text[at:].lstrip())) + 1
            raise UnreadableError(
                f'Line {line} of {where} is no setting of the form user_pref("name", value);'
            )
        prefs[_read_text(call[1])] = _read(call[2])
        at = call.end()
    return prefs


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _value(value: Preference) -> str:
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _read(written: str) -> Preference:
    if written in ("true", "false"):
        return written == "true"
    return int(written) if written[0] not in "\"'" else _read_text(written)


def _read_text(token: str) -> str:
    return _ESCAPE.sub(lambda found: _escaped(found[1]), token[1:-1])


def _escaped(code: str) -> str:
    if code[0] in "ux" and len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)
