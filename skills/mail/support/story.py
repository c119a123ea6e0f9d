"""A profile made from a kit: people with addresses, threads of messages, folders, cards, tags."""

from __future__ import annotations

import re
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
from forge.preparers.mail.trees import tree_of
from forge.skills.content.kit import Locale
from forge.skills.content.names import Names, mail_address, spoken
from forge.skills.mail.support.kit import MailKit, Topic
from forge.skills.mail.support.stock import ACKNOWLEDGEMENTS, DEPARTMENTS, OTHERS

MOUNT = "~/.thunderbird"
NOW = datetime(2026, 3, 16, 8, 0)  # noqa: DTZ001 - UTC without a zone, as messages have it
"""Just before the clock of a task begins."""

MOST_MESSAGES = 1000
"""More than any story has at first; what is added to it later is numbered from here."""

DESKS = (
    *("planning", "front.desk", "accounts", "stock", "workshop", "purchasing", "service", "archive"),
    *("training", "transport", "reception", "press"),
)
"""What stands before the `@` where a name cannot be written in Latin letters: where somebody works."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
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

    def writers(self, fewest: int = 2) -> list[Person]:
        """Who wrote at least so many of the messages in the Inbox."""
        return [person for person in self.people if len(self.written_by(person)) >= fewest]

    def written_by(self, person: Person) -> list[Message]:
        """What somebody wrote, of the messages in the Inbox, the oldest first."""
        return [item for item in self.messages(self.inbox) if item.sender == person.address]

    def person(self, message: Message) -> Person:
        """Who wrote a message."""
        return next(person for person in self.people if person.address == message.sender)

    def openings(self) -> list[Message]:
        """The first messages of conversations, of those in the Inbox."""
        inbox = self.messages(self.inbox)
        answered = {item.references[0] for item in inbox if item.references}
        return [item for item in inbox if item.id in answered]

    def conversation(self, opening: Message) -> list[Message]:
        """A message and those that answer it, of those in the Inbox, the oldest first."""
        inbox = self.messages(self.inbox)
        return [item for item in inbox if item is opening or item.references[:1] == [opening.id]]


class Writer:
    """Writes the messages of one story, one after another in time."""

    def __init__(
        self, owner: Person, people: list[Person], host: str, random: Random, written: int = 0
    ) -> None:
        self.owner, self.people, self.host = owner, people, host
        self._random, self._number = random, written

    @classmethod
    def going_on(cls, story: Story, random: Random) -> Writer:
        """Whoever goes on with a story that is told."""
        host = story.owner.email.partition("@")[2]
        return cls(story.owner, story.people, host, random, MOST_MESSAGES)

    def thread(self, topic: Topic, begins: datetime) -> list[Message]:
        """A thread: an opening, and an answer each."""
        first, *others = self._random.sample(self.people, len(topic.answers) + 1)
        found = [self.message(first, topic.subject, topic.opening, begins)]
        if topic.file is not None:
            found[0].attachments.append(file_about(topic.file, topic.subject, topic.opening, self._random))
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

    def answer(self, message: Message) -> Message:
        """What the owner wrote back, soon after."""
        self._number += 1
        moment = message.date + timedelta(minutes=self._random.randint(3, 200))
        name = _first_name(message.sender)
        return Message(
            f"<{moment:%Y%m%d%H%M%S}.{self._number}@{self.host}>",
            moment,
            self.owner.address,
            [message.sender],
            f"Re: {message.subject.removeprefix('Re: ')}",
            f"Hi {name},\n\n{self._random.choice(ACKNOWLEDGEMENTS)}\n\n{_first_name(self.owner.name)}",
            in_reply_to=message.id,
            references=[*message.references, message.id],
            read=True,
        )


def _people(kit: MailKit, names: Sequence[str]) -> tuple[Person, list[Person]]:
    """The owner of the mail and those who write."""
    people: dict[str, Person] = {}
    for number, listed in enumerate(names):
        host = f"{kit.host}.example.org"
        email = mail_address(listed, number, host)
        if email == f"guest{number}@{host}":
            email = f"{DESKS[number % len(DESKS)]}@{host}"
        people.setdefault(email, Person(spoken(listed), email))
    owner, *others = list(people.values())[:7]
    return owner, others


def tell(kit: MailKit, locale: Locale, others: int, random: Random, *, cast: Sequence[str] = ()) -> Story:
    """A profile from a kit.

    Args:
        kit: the team and its projects.
        locale: the language of names.
        others: so many messages that have nothing to do with a project.
        random: a stream of its own.
        cast: who writes; people of its own where none are given.
    """
    names = Names(locale, random)
    owner, people = _people(kit, cast or names.people(12))
    writer = Writer(owner, people, f"{kit.host}.example.org", random)
    server = Server(f"pop.{writer.host}", owner.email.partition("@")[0], 995)
    identity = Identity(owner.name, owner.email, organization=kit.organization)
    outgoing = Server(f"smtp.{writer.host}", server.user, 465)
    account = Account(owner.email, server, [identity], outgoing)
    inbox = Folder("Inbox")
    account.folders.append(inbox)
    local = Account(LOCAL)
    for project in kit.projects:
        for topic in project.topics:
            inbox.messages += writer.thread(topic, office_hours(random, 4, 60))
    for subject, text in random.sample(OTHERS, min(others, len(OTHERS))):
        moment = office_hours(random, 1, 50)
        inbox.messages.append(writer.message(random.choice(people), subject, text, moment))
    inbox.messages.sort(key=lambda message: message.date)
    for message in inbox.messages[:-4]:
        message.read = random.random() < 0.85
        message.replied = message.read and random.random() < 0.2
    answers = [writer.answer(message) for message in inbox.messages if message.replied]
    account.folders.append(Folder("Sent", sorted(answers, key=lambda message: message.date)))
    profile = Profile([account, local], books=[_book(people, names, kit, random)])
    profile.open_folder = (account.key, "Inbox")
    projects = [project.name for project in kit.projects]
    return Story(profile, account.key, owner, people, projects)


def story_on(profile: Profile, projects: Sequence[str] = ()) -> Story:
    """The story of a profile that was told: those of its people who have the owner's host.

    Args:
        profile: the profile.
        projects: what the projects are called; where that is not known, those after which a list is called.
    """
    account = next(account for account in profile.accounts if account.server is not None)
    identity = account.identities[0]
    owner = Person(identity.name, identity.email)
    cards = [Person(card.name, card.emails[0]) for card in profile.book(PERSONAL).cards if card.emails]
    host = owner.email.partition("@")[2]
    people = [person for person in cards if person != owner and person.email.endswith(f"@{host}")]
    named = projects or [item.name for item in profile.book(PERSONAL).lists]
    return Story(profile, account.key, owner, people, list(named))


def standing_numbers(story: Story) -> set[str]:
    """The numbers that stand anywhere in the profile, in digits with a decimal point, without what parts groups."""
    texts = " | ".join(
        str(value) for _, entity in tree_of(story.profile).walk() for value in entity.properties.values()
    )
    grouped = re.sub(r"(?<=\d)[ ,.'](?=\d{3}(?!\d))", "", texts)
    return {number.replace(",", ".") for number in _NUMBER.findall(f"{texts} | {grouped}")}


def office_hours(random: Random, first: int, last: int) -> datetime:
    """A moment when people write, between so many days before now."""
    day = NOW - timedelta(days=random.randint(first, last))
    return day.replace(hour=random.randint(7, 16), minute=random.randint(0, 59), second=random.randint(0, 59))


def _book(people: list[Person], names: Names, kit: MailKit, random: Random) -> Book:
    cards, phones = list[Card](), dict[str, None]()
    while len(phones) < 2 * len(people):
        phones[names.phone()] = None
    numbers = list(phones)
    for person in people:
        first, _, last = person.name.rpartition(" ")
        card = Card(f"{random.getrandbits(128):032x}", person.name, first, last, emails=[person.email])
        card.organization, card.department = kit.organization, random.choice(DEPARTMENTS)
        card.work_phone, card.mobile = numbers.pop(), numbers.pop() if random.random() < 0.6 else ""
        cards.append(card)
    members = [card.uid for card in random.sample(cards, 3)]
    team = MailingList(f"{random.getrandbits(128):032x}", kit.projects[0].name, members)
    return Book(PERSONAL, cards, [team])


def _first_name(name: str) -> str:
    return name.split(maxsplit=1)[0]


def file_about(name: str, subject: str, text: str, random: Random) -> Attachment:
    """A file of a name that is made of the words of a text, of any length."""
    words = text.split()
    count = random.randint(6, 400)
    sentences = [" ".join(random.sample(words, min(len(words), 9))) for _ in range(count)]
    if name.endswith(".csv"):
        rows = "".join(f"{number},{text.translate({44: None})}\n" for number, text in enumerate(sentences, 1))
        return Attachment(name, f"Number,Note\n{rows}".encode(), "text/csv")
    if name.endswith(".pdf"):
        return Attachment(name, _pdf([subject, *sentences]), "application/pdf")
    return Attachment(name, "".join(f"{line}\n" for line in (subject, *sentences)).encode(), "text/plain")


def _pdf(lines: list[str]) -> bytes:
    """A page with lines of text, as simple as the format allows; what does not fit runs below the page."""
    shown = "".join(f"({text.translate({40: None, 41: None, 92: None})}) ' " for text in lines)
    line = f"BT /F1 11 Tf 14 TL 60 780 Td {shown}ET"
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
