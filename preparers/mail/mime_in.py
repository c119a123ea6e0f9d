"""Messages read from bytes: headers decoded, texts and attached files found; what is broken is told."""

from __future__ import annotations

import binascii
import re
from datetime import UTC, datetime
from email import errors
from email.message import Message as Part
from email.parser import BytesParser
from email.policy import compat32
from email.utils import parsedate_to_datetime
from functools import lru_cache

from forge.errors import UnreadableError
from forge.preparers.mail.addresses import addresses_in, decoded
from forge.preparers.mail.html_text import text_of
from forge.preparers.mail.spec import Attachment, Message, Priority

BROKEN: dict[type[errors.MessageDefect], str] = {
    errors.NoBoundaryInMultipartDefect: "it says that it has parts, but not what stands between them",
    errors.StartBoundaryNotFoundDefect: "its parts do not begin",
    errors.CloseBoundaryNotFoundDefect: "its parts do not end: it breaks off",
    errors.MultipartInvariantViolationDefect: "it says that it has parts and has none",
    errors.FirstHeaderLineIsContinuationDefect: "its first line continues a header that is not there",
    errors.MissingHeaderBodySeparatorDefect: "its headers run into its text",
}
"""Faults of a message that leave no doubt, with the words for them."""

NO_DATE = datetime(1970, 1, 1)  # noqa: DTZ001 - as all dates of messages: UTC without a zone
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
_PRIORITIES: dict[str, Priority] = {"1": "highest", "2": "high", "4": "low", "5": "lowest"}


@lru_cache(maxsize=8192)
def read_message(content: bytes) -> Message:
    """The message that bytes hold, without its flags. To be read only: it is shared.

    Raises:
        UnreadableError: its structure is broken; the message says how.
    """
    whole: Part = BytesParser(policy=compat32).parsebytes(content)
    for part in whole.walk():
        for defect in part.defects:
            if why := BROKEN.get(type(defect)):
                raise UnreadableError(why)
    message = Message(_one_id(whole, "Message-ID") or "", _date(whole), "")
    _headers(message, whole)
    texts: dict[str, str] = {}
    for number, part in enumerate(_leaves(whole), 1):
        kind = part.get_content_type()
        if kind in ("text/plain", "text/html") and _is_text(part) and kind not in texts:
            texts[kind] = _text(part)
        elif part.get_content_maintype() != "multipart":
            message.attachments.append(_attachment(part, number))
    message.html = texts.get("text/html")
    message.text = texts.get("text/plain", None if message.html is not None else "")
    return message


def readable_text(message: Message) -> str:
    """The text of a message as one reads it: that of its HTML, or its plain text where it has none."""
    return text_of(message.html) if message.html is not None else tidy(message.text or "")


def tidy(text: str) -> str:
    """A text without spaces at the ends of lines and without empty lines around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _headers(message: Message, whole: Part) -> None:
    message.sender = next(iter(_addresses(whole, "From")), "")
    message.to, message.cc, message.bcc = (_addresses(whole, name) for name in ("To", "Cc", "Bcc"))
    message.reply_to = _addresses(whole, "Reply-To")
    message.subject = decoded(str(whole.get("Subject", "")))
    message.in_reply_to = _one_id(whole, "In-Reply-To")
    message.references = _MESSAGE_ID.findall(str(whole.get("References", "")))
    message.priority = _PRIORITIES.get(str(whole.get("X-Priority", "3")).strip()[:1], "normal")


def _addresses(whole: Part, name: str) -> list[str]:
    return [item for value in whole.get_all(name, []) for item in addresses_in(str(value))]


def _one_id(whole: Part, name: str) -> str | None:
    found = _MESSAGE_ID.search(str(whole.get(name, "")))
    return found[0] if found is not None else None


def _date(whole: Part) -> datetime:
    try:
        found = parsedate_to_datetime(str(whole.get("Date", "")))
        return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo is not None else found
    except (ValueError, TypeError, OverflowError):
        return NO_DATE


def _leaves(part: Part) -> list[Part]:
    """The parts that hold something, in order; an attached message is one of them."""
    if part.get_content_maintype() != "multipart" or not part.is_multipart():
        return [part]
    return [leaf for inner in part.get_payload() if isinstance(inner, Part) for leaf in _leaves(inner)]


def _is_text(part: Part) -> bool:
    return part.get_content_disposition() != "attachment" and part.get_filename() is None


def _payload(part: Part) -> bytes:
    if part.is_multipart():  # an attached message
        return b"".join(inner.as_bytes() for inner in part.get_payload() if isinstance(inner, Part))
    try:
        payload = part.get_payload(decode=True)
    except (binascii.Error, ValueError) as error:
        raise UnreadableError(f"one of its parts is not encoded as it says: {error}") from error
    return payload if isinstance(payload, bytes) else b""


def _text(part: Part) -> str:
    raw = _payload(part)
    charset = part.get_content_charset() or "utf-8"
    try:
        text = raw.decode(charset, "replace")
    except LookupError:
        text = raw.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")
    flowed = str(part.get_param("format", "")).lower() == "flowed"
    return _unflowed(text, delete=str(part.get_param("delsp", "")).lower() == "yes") if flowed else text


def _unflowed(text: str, *, delete: bool) -> str:
    """A text whose lines were wrapped with a space at their end (RFC 3676), its paragraphs on one line again."""
    lines: list[str] = []
    open_line = False
    for line in text.split("\n"):
        plain = line.removeprefix(" ")
        soft = plain.endswith(" ") and plain != "-- "
        kept = plain[:-1] if soft and delete else plain
        if open_line:
            lines[-1] += kept
        else:
            lines.append(kept)
        open_line = soft and not plain.startswith(">")
    return "\n".join(lines)


def _attachment(part: Part, number: int) -> Attachment:
    name = part.get_filename()
    if name is None and part.get_content_type() == "message/rfc822":
        inner = part.get_payload()
        first = inner[0] if isinstance(inner, list) and inner else None
        subject = first.get("Subject", "") if isinstance(first, Part) else ""
        name = f"{decoded(str(subject)) or 'message'}.eml"
    return Attachment(decoded(name) if name else f"part {number}", _payload(part), part.get_content_type())
