"""A profile made from a kit: people with addresses, threads of messages, folders, cards, tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import (
    LOCAL,
    PERSONAL,
    Account,
    Attachment,
    Book,
    Card,
    Folder,
    Identity,
    MailingList,
    Message,
    Profile,
    Server,
)
from forge.skills.content.kit import Locale
from forge.skills.content.names import Names, mail_address
from forge.skills.mail.kit import MailKit, Topic
from forge.skills.mail.stock import OTHERS

MOUNT = "~/.thunderbird"
NOW = datetime(2026, 3, 16, 8, 0)  # noqa: DTZ001 - UTC without a zone, as messages have it
"""Just before the clock of a task begins."""

_GREETINGS = ("Hello {},", "Hi {},", "Dear {},", "Good morning {},")


@dataclass(frozen=True)
class Person:
    """Somebody who writes: name and address."""

    name: str
    email: str

    @property
    def address(self) -> str:
        """As it stands in a header."""
        return f"{self.name} <{self.email}>"


@dataclass
class Story:
    """A profile and who and what is in it.

    Attributes:
        profile: the profile.
        account: the key of the account with a server.
        owner: whose mail it is.
        people: who writes to the owner.
        projects: the names of the projects.
    """

    profile: Profile
    account: str
    owner: Person
    people: list[Person]
    projects: list[str] = field(default_factory=list)

    @property
    def inbox(self) -> FolderPath:
        """The folder in which mail arrives."""
        return (self.account, "Inbox")

    def messages(self, path: FolderPath) -> list[Message]:
        """The messages of a folder."""
        return self.profile.folder(path).messages


class Writer:
    """Writes the messages of one story, one after another in time."""

    def __init__(self, kit: MailKit, names: Sequence[str], random: Random) -> None:
        self._random = random
        self._number = 0
        self.host = f"{kit.host}.example.org"
        people: dict[str, Person] = {}
        for number, listed in enumerate(names):
            last, _, first = listed.partition(", ")
            email = mail_address(listed, number, self.host)
            people.setdefault(email, Person(f"{first} {last}" if first else last, email))
        owner, *others = list(people.values())[:7]
        self.owner, self.people = owner, others

    def thread(self, topic: Topic, begins: datetime) -> list[Message]:
        """A thread: an opening, and an answer each."""
        first, *others = self._random.sample(self.people, len(topic.answers) + 1)
        found = [self.message(first, topic.subject, topic.opening, begins)]
        if topic.file is not None:
            found[0].attachments.append(_file(topic))
        for person, answer in zip(others, topic.answers, strict=True):
            begins += timedelta(minutes=self._random.choice((self._random.randint(9, 90), 60 * 24 - 37)))
            last = found[-1]
            message = self.message(person, f"Re: {topic.subject}", answer, begins)
            message.in_reply_to, message.references = last.id, [*last.references, last.id]
            quoted = "\n".join(f"> {line}" for line in (last.text or "").split("\n")[2:3])
            message.text = f"{message.text}\n\n{last.sender.rpartition(' <')[0]} wrote:\n{quoted}"
            found.append(message)
        return found

    def message(self, sender: Person, subject: str, text: str, moment: datetime) -> Message:
        """One message to the owner."""
        self._number += 1
        greeting = self._random.choice(_GREETINGS).format(_first_name(self.owner.name))
        return Message(
            f"<{moment:%Y%m%d%H%M%S}.{self._number}@{self.host}>",
            moment,
            sender.address,
            [self.owner.address],
            subject,
            f"{greeting}\n\n{text}\n\n{_first_name(sender.name)}",
            charset=self._random.choice(("utf-8", "utf-8", "iso-8859-1")),
            encoding=self._random.choice(("8bit", "quoted-printable", "base64")),
        )


def tell(kit: MailKit, locale: Locale, others: int, random: Random, *, people: Sequence[str] = ()) -> Story:
    """A profile from a kit.

    Args:
        kit: the team and its projects.
        locale: the language of names.
        others: so many messages that have nothing to do with a project.
        random: a stream of its own.
        people: who writes; people of its own where none are given.
    """
    writer = Writer(kit, people or Names(locale, random).people(12), random)
    owner = writer.owner
    server = Server(f"pop.{writer.host}", owner.email.partition("@")[0], 995)
    identity = Identity(owner.name, owner.email, organization=kit.organization)
    outgoing = Server(f"smtp.{writer.host}", server.user, 465)
    account = Account(owner.email, server, [identity], outgoing)
    inbox = Folder("Inbox")
    account.folders.append(inbox)
    local = Account(LOCAL)
    for project in kit.projects:
        for topic in project.topics:
            inbox.messages += writer.thread(topic, _office_hours(random, 4, 60))
    for subject, text in random.sample(OTHERS, min(others, len(OTHERS))):
        moment = _office_hours(random, 1, 50)
        inbox.messages.append(writer.message(random.choice(writer.people), subject, text, moment))
    inbox.messages.sort(key=lambda message: message.date)
    for message in inbox.messages[:-4]:
        message.read = random.random() < 0.85
        message.replied = message.read and random.random() < 0.2
    profile = Profile([account, local], books=[_book(writer.people, kit, random)])
    profile.open_folder = (account.key, "Inbox")
    projects = [project.name for project in kit.projects]
    return Story(profile, account.key, owner, writer.people, projects)


def story_on(profile: Profile, kit: MailKit) -> Story:
    """The story of a profile that was told from a kit."""
    account = next(account for account in profile.accounts if account.server is not None)
    identity = account.identities[0]
    people = [Person(card.name, card.emails[0]) for card in profile.book(PERSONAL).cards]
    owner = Person(identity.name, identity.email)
    return Story(profile, account.key, owner, people, [project.name for project in kit.projects])


def _office_hours(random: Random, first: int, last: int) -> datetime:
    """A moment when people write, between so many days before now."""
    day = NOW - timedelta(days=random.randint(first, last))
    return day.replace(hour=random.randint(7, 16), minute=random.randint(0, 59), second=random.randint(0, 59))


def _book(people: list[Person], kit: MailKit, random: Random) -> Book:
    cards = [
        Card(
            f"{random.getrandbits(128):032x}",
            person.name,
            emails=[person.email],
            organization=kit.organization,
        )
        for person in people
    ]
    members = [card.uid for card in random.sample(cards, 3)]
    team = MailingList(f"{random.getrandbits(128):032x}", kit.projects[0].name, members)
    return Book(PERSONAL, cards, [team])


def _first_name(name: str) -> str:
    return name.split(maxsplit=1)[0]


def _file(topic: Topic) -> Attachment:
    name = topic.file or ""
    text = f"{topic.subject}\n\n{topic.opening}\n"
    if name.endswith(".csv"):
        return Attachment(
            name, b"Item,Note\n1," + topic.subject.replace(",", "").encode() + b"\n", "text/csv"
        )
    if name.endswith(".pdf"):
        return Attachment(name, _pdf(topic.subject), "application/pdf")
    return Attachment(name, text.encode(), "text/plain")


def _pdf(text: str) -> bytes:
    """A page with one line of text, as small as the format allows."""
    line = f"BT /F1 14 Tf 60 760 Td ({text.translate({40: None, 41: None, 92: None})}) Tj ET"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(line)}>>stream\n{line}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out = "%PDF-1.4\n"
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj{item}endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(out)
    size = len(objects) + 1
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF"
    return out.encode("latin-1", "replace")
