"""Addresses of mail as people read them, `Zoë Ünal <zoe@example.org>`, and as they stand in headers."""

from __future__ import annotations

import re
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from email.utils import getaddresses

_QUOTED = re.compile(r"[^\w !#$%&\'*+/=?^`{|}~-]", re.ASCII)


def parts(address: str) -> tuple[str, str]:
    """The name, which may be empty, and the bare address."""
    name, mark, rest = address.rpartition(" <")
    return (name, rest.removesuffix(">")) if mark else ("", address.strip("<>"))


def shown(name: str, bare: str) -> str:
    """An address as people read it."""
    return f"{name} <{bare}>" if name and name != bare else bare


def header_of(addresses: list[str], charset: str, name: str) -> str:
    """Addresses as the value of a header, folded."""
    return (",\n " if len(addresses) > 1 else ", ").join(_encoded(item, charset, name) for item in addresses)


def _encoded(address: str, charset: str, header: str) -> str:
    name, bare = parts(address)
    if not name:
        return bare
    if not name.isascii():
        return (
            f"{Header(name, charset_for(name, charset), header_name=header).encode(linesep=chr(10))} <{bare}>"
        )
    if _QUOTED.search(name):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{bare}>"


def charset_for(text: str, wanted: str) -> str:
    """The wanted charset where it has all signs of a text, else UTF-8."""
    try:
        text.encode(wanted)
    except UnicodeEncodeError:
        return "utf-8"
    return wanted


def addresses_in(value: str) -> list[str]:
    """The addresses that the value of a header holds."""
    found = getaddresses([unfolded(value)])
    return [shown(decoded(name), bare) for name, bare in found if bare or name]


def unfolded(value: str) -> str:
    """The value of a header on one line."""
    return " ".join(value.split())


def decoded(value: str) -> str:
    """The text of a header, its encoded words resolved; what no charset explains stays as it stands."""
    text = unfolded(value)
    if not text.isascii():
        raw = text.encode("ascii", "surrogateescape") if _escaped(text) else text.encode()
        return raw.decode("utf-8", "replace")
    if "=?" not in text:
        return text
    try:
        return " ".join(str(make_header(decode_header(text))).split())
    except (HeaderParseError, LookupError, UnicodeDecodeError, ValueError):
        return text


def _escaped(text: str) -> bool:
    return any("\udc80" <= sign <= "\udcff" for sign in text)
