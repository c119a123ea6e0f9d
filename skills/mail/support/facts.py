"""Facts as mail skills tell them: people, messages, folders, each with natural words."""

from __future__ import annotations

from datetime import date

from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import LOCAL, PERSONAL, Message
from forge.skills.contract import Fact
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import OneOf
from forge.states.selectors import Selector
from forge.states.values import Value


def folder_fact(name: str, path: FolderPath, *, optional: bool = False) -> Fact:
    """A folder that is there; it refers to it by its name."""
    title = path[-1]
    says: tuple[str, ...] = (f'the "{title}" folder', f'the folder "{title}"')
    says = ("the Inbox", *says) if title == "Inbox" else says
    return Fact(name=name, value=title, says=says, refers=places.folder(MOUNT, path), optional=optional)


def message_fact(name: str, path: FolderPath, message: Message) -> Fact:
    """A message, spoken of by a subject that no other has."""
    says = (f'the message "{message.subject}"', f'the mail with the subject "{message.subject}"')
    refers = places.messages(MOUNT, path, message.id, prop="subject")
    return Fact(name=name, value=message.subject, says=says, refers=refers)


def conversation_fact(name: str, path: FolderPath, opening: Message) -> Fact:
    """A conversation, spoken of by the subject of its first message, which no other has."""
    says = (f'the conversation "{opening.subject}"', f'the thread "{opening.subject}"')
    refers = places.messages(MOUNT, path, opening.id, prop="subject")
    return Fact(name=name, value=opening.subject, says=says, refers=refers)


def account_fact(story: Story, name: str = "account") -> Fact:
    """The account with a server, by its name, which is the owner's address."""
    title = story.profile.account(story.account).name
    refers = places.account(MOUNT, story.account, "name")
    return Fact(name=name, value=title, says=(title, f"the account {title}"), refers=refers)


def book_fact(name: str, title: str) -> Fact:
    """An address book."""
    says = (f'the address book "{title}"', f'my address book "{title}"')
    return Fact(name=name, value=title, says=says, refers=places.book(MOUNT, title))


def tag_fact(name: str, tag: str) -> Fact:
    """A tag that there is."""
    return Fact(name=name, value=tag, says=(f'"{tag}"',), refers=places.tag(MOUNT, tag))


def local_fact(name: str = "local") -> Fact:
    """The local folders as a whole."""
    says = ("my local folders", "the local folders", "Local Folders")
    return Fact(name=name, value=LOCAL, says=says, refers=places.account(MOUNT, LOCAL))


def day_fact(name: str, day: date) -> Fact:
    """A day, as people write it so that it can be read in one way only."""
    return Fact(
        name=name, value=day, says=(f"{day.day} {day:%B} {day.year}", f"{day:%B} {day.day}, {day.year}")
    )


def person_fact(name: str, story: Story, person: Person) -> Fact:
    """Somebody who is in the address book."""
    card = next(item for item in story.profile.book(PERSONAL).cards if item.name == person.name)
    refers = places.cards(MOUNT, PERSONAL, card.uid, prop="name")
    return Fact(name=name, value=person.name, says=(person.name,), refers=refers)


def name_parts(*names: str) -> tuple[str, ...]:
    """What may stand as the first or the last name of somebody: a beginning or an end of the name, or all of it."""
    words = [name.split() for name in names]
    parts = [own[:at] for own in words for at in range(1, len(own) + 1)]
    parts += [own[at:] for own in words for at in range(1, len(own))]
    return tuple(dict.fromkeys(map(" ".join, parts)))


def parts_fact(*names: str) -> Fact:
    """Beside the name that is shown there may be the first and the last name."""
    says = ("the first and the last name may stand there as well",)
    return Fact(name="parts", value=name_parts(*names), says=says, optional=True)


def parts_checks(card: Selector, name: str) -> tuple[OneOf, OneOf]:
    """The first and the last name on a card are parts of the name that it shows, or nothing."""
    options = (None, *name_parts(name))
    return OneOf(select=card.of("first"), options=options), OneOf(select=card.of("last"), options=options)


def text_fact(name: str, text: str) -> Fact:
    """A text that is to be written, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',))


def worked_out(name: str, value: Value, *found_in: Selector) -> Fact:
    """A private fact: what follows from places of the start."""
    return Fact(name=name, value=value, public=False, worked_out_from=found_in)
