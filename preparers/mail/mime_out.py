"""Messages as bytes: headers and parts as a mail program would have written them, the same for the same message."""

from __future__ import annotations

import base64
import hashlib
import quopri
from datetime import UTC
from email.generator import BytesGenerator
from email.header import Header
from email.message import Message as Part
from email.policy import compat32
from email.utils import encode_rfc2231, format_datetime
from io import SEEK_END, BytesIO

from forge.preparers.mail.addresses import charset_for, header_of
from forge.preparers.mail.spec import Attachment, Message

PRIORITIES = {"highest": "1 (Highest)", "high": "2 (High)", "low": "4 (Low)", "lowest": "5 (Lowest)"}
"""What the header X-Priority says; a normal message has none."""

_POLICY = compat32.clone(linesep="\n", max_line_length=None)


def write_message(message: Message) -> bytes:
    """The message from its first header to the end of its body, lines ended by line feeds."""
    head = "".join(f"{name}: {value}\n" for name, value in _headers(message))
    out = BytesIO(head.encode("ascii"))
    out.seek(0, SEEK_END)
    BytesGenerator(out, mangle_from_=False, policy=_POLICY).flatten(_body(message))
    return out.getvalue()


def _headers(message: Message) -> list[tuple[str, str]]:
    charset = message.charset
    found = [
        ("From", header_of([message.sender], charset, "From")),
        ("To", header_of(message.to, charset, "To")),
        ("Cc", header_of(message.cc, charset, "Cc")),
        ("Bcc", header_of(message.bcc, charset, "Bcc")),
        ("Reply-To", header_of(message.reply_to, charset, "Reply-To")),
        ("Subject", _text_header(message.subject, charset, "Subject")),
        ("Date", format_datetime(message.date.replace(tzinfo=UTC))),
        ("Message-ID", message.id),
        ("In-Reply-To", message.in_reply_to or ""),
        ("References", "\n ".join(message.references)),
        ("X-Priority", PRIORITIES.get(message.priority, "")),
        ("MIME-Version", "1.0"),
    ]
    return [(name, value) for name, value in found if value or name in ("From", "Subject")]


def _text_header(text: str, charset: str, name: str) -> str:
    own = "us-ascii" if text.isascii() else charset_for(text, charset)
    return Header(text, own, header_name=name, maxlinelen=76).encode(linesep="\n")


def _body(message: Message) -> Part:
    texts = [
        _text(text, kind, message)
        for text, kind in ((message.text, "plain"), (message.html, "html"))
        if text is not None
    ]
    body = texts[0] if len(texts) == 1 else _multipart("alternative", texts, message)
    if message.attachments:
        body = _multipart("mixed", [body, *map(_attached, message.attachments)], message)
    return body


def _multipart(kind: str, parts: list[Part], message: Message) -> Part:
    mark = hashlib.sha256(f"{message.id} {kind}".encode()).hexdigest()[:24]
    part = Part(_POLICY)
    part["Content-Type"] = f'multipart/{kind}; boundary="------------{mark}"'
    part.set_payload(list[Part | str](parts))
    return part


def _text(text: str, kind: str, message: Message) -> Part:
    charset = charset_for(text, message.charset)
    raw = text.encode(charset)
    if not raw.endswith(b"\n"):
        raw += b"\n"
    encoding = message.encoding
    if encoding == "8bit" and max(map(len, raw.split(b"\n"))) > 900:
        encoding = "quoted-printable"  # a line of a message has at most 998 bytes
    part = Part(_POLICY)
    part["Content-Type"] = f"text/{kind}; charset={charset.upper()}"
    part["Content-Transfer-Encoding"] = encoding
    if encoding == "base64":
        raw = base64.encodebytes(raw)
    elif encoding == "quoted-printable":
        raw = quopri.encodestring(raw)
    part.set_payload(raw.decode("ascii", "surrogateescape"))
    return part


def _attached(item: Attachment) -> Part:
    part = Part(_POLICY)
    part["Content-Type"] = f"{item.type};\n {_parameter('name', item.name)}"
    part["Content-Disposition"] = f"attachment;\n {_parameter('filename', item.name)}"
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(base64.encodebytes(item.content).decode("ascii"))
    return part


def _parameter(key: str, value: str) -> str:
    if value.isascii():
        return f'{key}="{value}"'
    return f"{key}*={encode_rfc2231(value, 'UTF-8')}"
