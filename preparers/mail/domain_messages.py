"""Which messages can be written so that every program reads them alike."""

from __future__ import annotations

import re
import unicodedata
from typing import get_args

from forge.errors import PreparerError
from forge.preparers.mail.addresses import parts
from forge.preparers.mail.spec import Attachment, Encoding, Message, Priority

CHARSETS = (
    "utf-8",
    "iso-8859-1",
    "iso-8859-15",
    "windows-1252",
    "iso-8859-2",
    "koi8-r",
    "iso-2022-jp",
    "gb18030",
)
"""The charsets in which a message can be written."""

LARGEST = 2_000_000
"""Bytes of one attached file."""

_ID = re.compile(r"<[A-Za-z0-9._+$=-]+@[A-Za-z0-9.-]+>")
_BARE = re.compile(r"[A-Za-z0-9._+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_TYPE = re.compile(r"(?!multipart/|message/)[a-z]+/[a-z0-9.+-]+")
_FILE_NAME = re.compile(r'[^/\\:*?"<>|%\x00-\x1f\x7f]{1,100}')


def check_message(message: Message, tags: set[str]) -> None:
    """Hold a message against the domain.

    Args:
        message: the message.
        tags: the names of the tags that there are.

    Raises:
        PreparerError: something lies outside; the message says what.
    """
    for identity in (message.id, *message.references, *filter(None, [message.in_reply_to])):
        if not _ID.fullmatch(identity) or len(identity) > 120:
            raise PreparerError(f"{identity!r} is no id of a message such as '<one@example.org>'.")
    moment = message.date
    if moment.tzinfo is not None or moment.microsecond or not 1980 <= moment.year <= 2100:
        raise PreparerError(f"A message was sent at a whole second in UTC without a zone, not at {moment!r}.")
    for address in (message.sender, *message.to, *message.cc, *message.bcc, *message.reply_to):
        _address(address)
    _line(message.subject, "subject")
    _texts(message)
    missing = [name for name in message.tags if name not in tags]
    if missing or len(set(message.tags)) < len(message.tags):
        raise PreparerError(
            f"The tags of {message.id} are some that the profile has, each once; not so {missing}."
        )
    if message.priority not in get_args(Priority):
        raise PreparerError(f"{message.priority!r} is no priority.")
    for item in message.attachments:
        _attachment(item)


def _texts(message: Message) -> None:
    if message.text is None and message.html is None:
        raise PreparerError(f"The message {message.id} has neither a text nor HTML.")
    for text in filter(None, (message.text, message.html)):
        if any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t" for sign in text):
            raise PreparerError(f"The text of {message.id} holds control characters.")
    if message.html is not None and not message.html.strip():
        raise PreparerError(f"The HTML of {message.id} is empty.")
    if message.charset not in CHARSETS or message.encoding not in get_args(Encoding):
        raise PreparerError(
            f"{message.charset} in {message.encoding} is not written; charsets are {CHARSETS}."
        )
    if message.charset == "iso-2022-jp" and message.encoding == "8bit":
        raise PreparerError("iso-2022-jp is written in base64 or quoted-printable: it has signs of control.")


def _address(address: str) -> None:
    name, bare = parts(address)
    if (
        not _BARE.fullmatch(bare)
        or (name and f"{name} <{bare}>" != address)
        or (not name and bare != address)
    ):
        raise PreparerError(f"{address!r} is no address such as 'Ann Lee <ann@example.org>'.")
    _line(name, "name in an address")
    if re.search(r'[<>"\\]|=\?', name) or name == bare:
        raise PreparerError(
            f"The name in {address!r} has quotes, brackets or backslashes, or is the address."
        )


def _line(text: str, what: str) -> None:
    unseen = any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for sign in text)
    if (
        unseen
        or text != " ".join(text.split())
        or "=?" in text
        or any(len(word) > 60 for word in text.split())
    ):
        raise PreparerError(f"The {what} {text!r} must be one line of visible signs with single spaces.")


def _attachment(item: Attachment) -> None:
    if not _FILE_NAME.fullmatch(item.name) or item.name != " ".join(item.name.split()):
        raise PreparerError(f"{item.name!r} cannot name an attached file everywhere.")
    _line(item.name, "name of an attached file")
    if not _TYPE.fullmatch(item.type):
        raise PreparerError(f"{item.type!r} is no media type of a single file.")
    if len(item.content) > LARGEST:
        raise PreparerError(
            f"An attached file has at most {LARGEST:,} bytes; {item.name} has {len(item.content):,}."
        )
