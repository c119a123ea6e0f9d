"""Accounts, identities, tags and address books among the settings of `prefs.js`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forge.errors import UnreadableError
from forge.preparers.mail.layout import mail_directory
from forge.preparers.mail.prefs import Prefs
from forge.preparers.mail.spec import (
    COLLECTED,
    LOCAL,
    PERSONAL,
    Account,
    Identity,
    Preference,
    Security,
    Server,
    Tag,
    usual_tags,
)

SECURITIES: tuple[Security, ...] = ("none", "none", "starttls", "ssl")
"""What the numbers of a socket's type say; 1 was `starttls, if there is one` once."""

BOOKS = {PERSONAL: "abook.sqlite", COLLECTED: "history.sqlite"}
"""The databases of the address books that are always there."""

POP_PORT, SMTP_PORT = 995, 465
_STORE = "@mozilla.org/msgstore/berkeleystore;1"
_TAG = re.compile(r"mailnews\.tags\.(.+)\.(tag|color)")
_BOOK = re.compile(r"ldap_2\.servers\.([^.]+)\.filename")


@dataclass(frozen=True)
class Placed:
    """An account and the directory of its folders, below the profile."""

    account: Account
    directory: str


def write_accounts(accounts: Iterable[Account], default: str | None) -> tuple[Prefs, list[Placed]]:
    """The settings that describe accounts, and where their folders lie."""
    prefs: Prefs = {}
    placed: list[Placed] = []
    keys: list[str] = []
    hosts: dict[str, int] = {}
    identities = 0
    for number, account in enumerate(accounts, 1):
        key, server = f"account{number}", f"server{number}"
        keys.append(key)
        host = account.server.host if account.server is not None else LOCAL
        hosts[host] = hosts.get(host, 0) + 1
        directory = mail_directory(account, hosts[host])
        placed.append(Placed(account, directory))
        prefs[f"mail.account.{key}.server"] = server
        prefs.update(_under(f"mail.server.{server}", _server(account, directory)))
        if account.server is None:
            prefs["mail.accountmanager.localfoldersserver"] = server
            continue
        if account.key == default or "mail.accountmanager.defaultaccount" not in prefs:
            prefs["mail.accountmanager.defaultaccount"] = key
        own = [f"id{identities + index}" for index in range(1, len(account.identities) + 1)]
        identities += len(own)
        prefs[f"mail.account.{key}.identities"] = ",".join(own)
        for name, identity in zip(own, account.identities, strict=True):
            prefs.update(_under(f"mail.identity.{name}", _identity(identity, f"smtp{number}")))
        if account.outgoing is not None:
            prefs.update(_under(f"mail.smtpserver.smtp{number}", _outgoing(account.outgoing)))
    prefs["mail.accountmanager.accounts"] = ",".join(keys)
    outgoing = [
        item.split(".")[2] for item in prefs if re.fullmatch(r"mail\.smtpserver\.\w+\.hostname", item)
    ]
    if outgoing:
        prefs["mail.smtpservers"] = ",".join(outgoing)
        prefs["mail.smtp.defaultserver"] = outgoing[0]
    return prefs, placed


def _under(start: str, given: Mapping[str, Preference]) -> Prefs:
    return {f"{start}.{name}": value for name, value in given.items()}


def _server(account: Account, directory: str) -> Prefs:
    prefs: Prefs = {
        "name": account.name,
        "directory-rel": f"[ProfD]{directory}",
        "storeContractID": _STORE,
        "empty_trash_on_exit": account.empty_trash_on_exit,
    }
    if account.server is None:
        return {**prefs, "type": "none", "hostname": LOCAL, "userName": "nobody"}
    return {
        **prefs,
        "type": "pop3",
        "hostname": account.server.host,
        "userName": account.server.user,
        "port": account.server.port,
        "socketType": SECURITIES.index(account.server.security),
        "leave_on_server": account.leave_on_server,
        "login_at_startup": account.check_at_start,
        "check_new_mail": account.check_minutes is not None,
        "check_time": account.check_minutes if account.check_minutes is not None else 10,
        "authMethod": 3,
        "delete_by_age_from_server": False,
    }


def _identity(identity: Identity, outgoing: str) -> Prefs:
    return {
        "fullName": identity.name,
        "useremail": identity.email,
        "reply_to": identity.reply_to,
        "organization": identity.organization,
        "htmlSigText": identity.signature,
        "htmlSigFormat": identity.signature_html,
        "compose_html": identity.compose_html,
        "reply_on_top": int(identity.reply_on_top),
        "auto_quote": identity.quote,
        "smtpServer": outgoing,
        "valid": True,
    }


def _outgoing(server: Server) -> Prefs:
    return {
        "hostname": server.host,
        "username": server.user,
        "port": server.port,
        "try_ssl": SECURITIES.index(server.security),
        "authMethod": 3,
    }


class Reader:
    """Settings read as what they describe.

    Args:
        prefs: the settings.
        where: their file, for what is said of it.
    """

    def __init__(self, prefs: Prefs, where: str) -> None:
        self._prefs = prefs
        self._where = where

    def text(self, name: str, default: str = "") -> str:
        """A setting that is a text."""
        value = self._prefs.get(name, default)
        return value if isinstance(value, str) else str(value)

    def number(self, name: str, default: int) -> int:
        """A setting that is a whole number.

        Raises:
            UnreadableError: it is none.
        """
        value = self._prefs.get(name, default)
        if isinstance(value, str):
            raise UnreadableError(f"{name} in {self._where} should be a number and is {value!r}.")
        return int(value)

    def flag(self, name: str, default: bool) -> bool:
        """A setting that is a truth value."""
        return self._prefs.get(name, default) is True

    def accounts(self) -> list[Placed]:
        """The accounts with the directories of their folders.

        Raises:
            UnreadableError: an account is described in part only.
        """
        found: list[Placed] = []
        for key in _names(self.text("mail.accountmanager.accounts")):
            server = self.text(f"mail.account.{key}.server")
            kind = self.text(f"mail.server.{server}.type")
            if kind not in ("pop3", "none") or self.flag(f"mail.server.{server}.hidden", False):
                continue  # other accounts keep their mail elsewhere; a hidden one only unites folders
            directory = self.text(f"mail.server.{server}.directory-rel")
            if not directory.startswith("[ProfD]"):
                raise UnreadableError(
                    f"{self._where} does not say where the folders of {key} lie: "
                    f"mail.server.{server}.directory-rel is {directory!r}."
                )
            account = self._account(key, f"mail.server.{server}", kind)
            found.append(Placed(account, directory.removeprefix("[ProfD]")))
        return found

    def default_account(self) -> str | None:
        """The key of the account from which one writes."""
        account = self.text("mail.accountmanager.defaultaccount")
        server = f"mail.server.{self.text(f'mail.account.{account}.server')}"
        host, user = self.text(f"{server}.hostname"), self.text(f"{server}.userName")
        return f"{user}@{host}" if host and self.text(f"{server}.type") != "none" else None

    def _account(self, key: str, server: str, kind: str) -> Account:
        account = Account(
            self.text(f"{server}.name"), empty_trash_on_exit=self.flag(f"{server}.empty_trash_on_exit", False)
        )
        if kind == "none":
            return account
        account.server = Server(
            self.text(f"{server}.hostname"),
            self.text(f"{server}.userName"),
            self.number(f"{server}.port", POP_PORT),
            SECURITIES[self.number(f"{server}.socketType", 0) % 4],
        )
        account.name = account.name or account.key
        account.leave_on_server = self.flag(f"{server}.leave_on_server", True)
        account.check_at_start = self.flag(f"{server}.login_at_startup", False)
        every = self.flag(f"{server}.check_new_mail", False)
        account.check_minutes = self.number(f"{server}.check_time", 10) if every else None
        for name in _names(self.text(f"mail.account.{key}.identities")):
            account.identities.append(self._identity(f"mail.identity.{name}"))
            if account.outgoing is None:
                chosen = self.text(f"mail.identity.{name}.smtpServer", self.text("mail.smtp.defaultserver"))
                account.outgoing = self._outgoing(f"mail.smtpserver.{chosen}")
        return account

    def _identity(self, name: str) -> Identity:
        return Identity(
            self.text(f"{name}.fullName"),
            self.text(f"{name}.useremail"),
            self.text(f"{name}.reply_to"),
            self.text(f"{name}.organization"),
            self.text(f"{name}.htmlSigText"),
            self.flag(f"{name}.htmlSigFormat", False),
            self.flag(f"{name}.compose_html", True),
            self.number(f"{name}.reply_on_top", 0) == 1,
            self.flag(f"{name}.auto_quote", True),
        )

    def _outgoing(self, name: str) -> Server | None:
        host = self.text(f"{name}.hostname")
        if not host:
            return None
        security = SECURITIES[self.number(f"{name}.try_ssl", 0) % 4]
        return Server(host, self.text(f"{name}.username"), self.number(f"{name}.port", SMTP_PORT), security)

    def tags(self) -> list[Tag]:
        """The tags, the usual ones where Thunderbird has not yet written any."""
        found: dict[str, dict[str, str]] = {}
        for name, value in self._prefs.items():
            if match := _TAG.fullmatch(name):
                found.setdefault(match[1], {})[match[2]] = str(value)
        if "mailnews.tags.version" not in self._prefs:
            for tag in usual_tags():
                found.setdefault(tag.key or "", {"tag": tag.name, "color": tag.colour})
        return [
            Tag(given["tag"], given.get("color", "").upper(), key)
            for key, given in sorted(found.items())
            if given.get("tag")
        ]

    def books(self) -> dict[str, str]:
        """The names of the address books and their databases."""
        found = dict(BOOKS)
        for name, value in sorted(self._prefs.items()):
            match = _BOOK.fullmatch(name)
            if match and match[1] not in ("pab", "history") and str(value).endswith(".sqlite"):
                found[self.text(f"ldap_2.servers.{match[1]}.description", match[1])] = str(value)
        return found


def write_tags(tags: Iterable[Tag]) -> Prefs:
    """The settings that describe tags."""
    prefs: Prefs = {"mailnews.tags.version": 2}
    for tag in tags:
        prefs[f"mailnews.tags.{tag_key(tag)}.tag"] = tag.name
        prefs[f"mailnews.tags.{tag_key(tag)}.color"] = tag.colour
    return prefs


def tag_key(tag: Tag) -> str:
    """What stands for a tag in the files: its name in small letters, other signs as their bytes (`=20`)."""
    if tag.key is not None:
        return tag.key
    name = tag.name.lower()
    return "".join(
        sign
        if sign.isascii() and (sign.isalnum() or sign in "-_.")
        else "".join(f"={b:02x}" for b in sign.encode())
        for sign in name
    )


def write_books(names: Iterable[str]) -> tuple[Prefs, dict[str, str]]:
    """The settings that describe address books, and the database of each."""
    prefs: Prefs = {}
    files = dict(BOOKS)
    for number, name in enumerate((name for name in names if name not in BOOKS), 1):
        files[name] = f"abook-{number}.sqlite"
        start = f"ldap_2.servers.book{number}"
        prefs |= {f"{start}.description": name, f"{start}.dirType": 101, f"{start}.filename": files[name]}
    return prefs, files


def _names(listed: str) -> list[str]:
    return [name for name in listed.split(",") if name]
