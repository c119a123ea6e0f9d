"""Files of messages as Thunderbird keeps them: one after another, each with its flags in front.

The module `mailbox` reads such files from the disk only and knows neither Thunderbird's flags nor that lines which
begin with `From ` are quoted in a way that can be undone, so the two dozen lines are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from forge.errors import UnreadableError
from forge.preparers.mail.mime_in import read_message
from forge.preparers.mail.mime_out import write_message
from forge.preparers.mail.spec import Message

READ, REPLIED, STARRED, DELETED, FORWARDED = 0x0001, 0x0002, 0x0004, 0x0008, 0x1000
"""What the bits of X-Mozilla-Status say."""

ROOM_FOR_TAGS = 80
"""Signs that are left for tags in front of a message: Thunderbird writes them into the file only there."""

_BEGIN = re.compile(rb"^From .*\n", re.MULTILINE)
_TO_QUOTE = re.compile(rb"^(>*From )", re.MULTILINE)
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_OWN = re.compile(rb"^X-Mozilla-(Status2?|Keys):[ \t]*(.*?)[ \t]*\r?\n", re.MULTILINE)


def write_mbox(messages: Iterable[Message], tag_keys: Mapping[str, str]) -> bytes:
    """The file that holds messages.

    Args:
        messages: in order.
        tag_keys: the keys of tags by their names.
    """
    return b"".join(_entry(message, tag_keys) for message in messages)


def _entry(message: Message, tag_keys: Mapping[str, str]) -> bytes:
    bits = (
        (READ, message.read),
        (REPLIED, message.replied),
        (STARRED, message.starred),
        (FORWARDED, message.forwarded),
    )
    status = sum(bit for bit, given in bits if given)
    keys = " ".join(sorted(tag_keys[name] for name in message.tags))
    head = (
        f"From - {message.date:%a %b %d %H:%M:%S %Y}\nX-Mozilla-Status: {status:04x}\n"
        f"X-Mozilla-Status2: 00000000\nX-Mozilla-Keys: {keys:<{ROOM_FOR_TAGS}}\n"
    )
    body = _TO_QUOTE.sub(rb">\1", write_message(message))
    return head.encode() + body + (b"\n" if body.endswith(b"\n") else b"\n\n")


def read_mbox(content: bytes, tag_names: Mapping[str, str], where: str) -> list[Message]:
    """The messages that a file holds, without those that are marked deleted.

    Args:
        content: the file.
        tag_names: the names of tags by their keys.
        where: the file, for what is said of it.

    Raises:
        UnreadableError: it is no such file, or a message in it is broken.
    """
    if not content.strip():
        return []
    begins = list(_BEGIN.finditer(content))
    if not begins or begins[0].start() > 0:
        raise UnreadableError(f"{where} holds no messages: it does not begin with a line 'From '.")
    found: list[Message] = []
    ends = [begin.start() for begin in begins[1:]] + [len(content)]
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True), 1):
        message = _read_entry(content[begin.end() : end], tag_names, f"message {number} of {where}")
        if message is not None:
            found.append(message)
    return found


def _read_entry(content: bytes, tag_names: Mapping[str, str], where: str) -> Message | None:
    content = content.replace(b"\r\n", b"\n")
    head, mark, body = content.partition(b"\n\n")
    if not mark:
        raise UnreadableError(f"The {where} is broken: it breaks off within its headers.")
    own = dict(_OWN.findall(head + b"\n"))
    try:
        status = int(own.get(b"Status", b"0") or b"0", 16)
    except ValueError as error:
        raise UnreadableError(f"The {where} is broken: its flags are {own[b'Status']!r}.") from error
    if status & DELETED:
        return None
    rest = _OWN.sub(b"", head + b"\n") + b"\n" + _QUOTED.sub(rb"\1", body)
    try:
        message = read_message(rest).copy()
    except UnreadableError as error:
        raise UnreadableError(f"The {where} is broken: {error}.") from error
    message.read, message.replied = bool(status & READ), bool(status & REPLIED)
    message.starred, message.forwarded = bool(status & STARRED), bool(status & FORWARDED)
    keys = own.get(b"Keys", b"").decode("ascii", "replace").split()
    message.tags = [tag_names.get(key, key) for key in keys]
    return message
