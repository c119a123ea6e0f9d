"""Mail as part of a task: what looking at it changes, messages that carry files, messages that are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from html import escape

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import PERSONAL, Folder, Message, Profile
from forge.skills.contract import Attempt, Fact
from forge.skills.facts import worked_out
from forge.skills.mail.support.story import MOUNT, NOW, Person, Story
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Matches, OneOf, Requirement
from forge.states.selectors import Selector

DEEPEST = 4
"""So deep folders are nested below an account."""


def profile_on(desktop: Desktop) -> Profile:
    """The profile of a desktop."""
    found: Profile = desktop.spec(MOUNT)
    return found


def opened() -> tuple[Selector, ...]:
    """That messages have been read which were not: nobody's damage where somebody looks for one."""
    return tuple(places.everywhere(MOUNT, depth, "read", read=False) for depth in range(1, DEEPEST + 1))


def looked(solve: Callable[[Desktop], None]) -> tuple[Attempt, ...]:
    """Variants: all messages were opened by the way, or the newest."""

    def solved(desktop: Desktop, read: slice) -> None:
        for _, folder in profile_on(desktop).folders():
            for message in folder.messages[read]:
                message.read = True
        solve(desktop)

    return (
        Attempt("everything opened", lambda d: solved(d, slice(None)), why="All messages were looked at."),
        Attempt("newest opened", lambda d: solved(d, slice(-3, None)), why="Some messages were looked at."),
    )


def told_apart(messages: list[Message]) -> list[Message]:
    """The messages whose subject no other one has or goes on."""
    subjects = [message.subject.casefold() for message in messages]
    return [
        message
        for message, own in zip(messages, subjects, strict=True)
        if subjects.count(own) == 1 and not own.startswith("re: ")
    ]


@dataclass(frozen=True)
class Draft:
    """A message that is to be written and kept as a draft.

    Attributes:
        story: whose mail it is.
        to: the receiver.
        subject: its subject, which no other draft has.
        text: what it says.
        pattern: what other texts say the same, as a regular expression.
        answers: the message that it answers, or None.
    """

    story: Story
    to: Person
    subject: str
    text: str
    pattern: str
    answers: Message | None = None

    @property
    def folder(self) -> FolderPath:
        """Where drafts lie."""
        return (self.story.account, "Drafts")

    @property
    def select(self) -> Selector:
        """The new message."""
        if self.answers is not None:
            return places.matching(MOUNT, self.folder, in_reply_to=self.answers.id)
        return places.matching(MOUNT, self.folder, subject=self.subject)

    def keep(
        self,
        desktop: Desktop,
        *,
        to: Person | None = None,
        text: str = "",
        folder: FolderPath = (),
        html: bool = False,
        bare: bool = False,
        answers: bool = True,
    ) -> None:
        """Write it, perhaps to somebody else, with another text, elsewhere, in HTML or to the bare address."""
        profile, person, said = profile_on(desktop), to or self.to, text or self.text
        account = profile.account(self.story.account)
        path = folder or self.folder
        if not any(item.name == path[1] for item in account.folders):
            account.folders.append(Folder(path[1]))
        message = Message(
            f"<20260316.draft@{self.story.owner.email.partition('@')[2]}>",
            NOW + timedelta(hours=2),
            self.story.owner.address,
            [person.email if bare else person.address],
            self.subject,
            None if html else said,
            "".join(f"<p>{escape(line)}</p>" for line in said.split("\n") if line) if html else None,
            read=True,
        )
        if self.answers is not None and answers:
            message.in_reply_to = self.answers.id
            message.references = [*self.answers.references, self.answers.id]
        profile.folder(path).messages.append(message)

    def facts(self, *places_of_text: Selector) -> tuple[Fact, ...]:
        """The private facts of who writes to whom, and of what the text follows from."""
        card = places.cards(MOUNT, PERSONAL, prop="emails")
        people = (self.to.address, self.to.email, self.story.owner.address)
        answered = (self.subject, self.answers.id) if self.answers is not None else ()
        return (
            worked_out("addresses", (*people, *answered), card),
            worked_out("text", self.text, *places_of_text),
        )

    def requirement(self, says: str, *facts: str) -> Requirement:
        """There is one such draft, to this receiver alone, with this text and nothing more."""
        select = self.select
        checks: list[AnyCheck] = [
            Count(select=select, expected=1),
            Equals(select=select.of("from"), expected=self.story.owner.address),
            OneOf(select=select.of("to"), options=((self.to.address,), (self.to.email,))),
            Matches(select=select.of("text"), pattern=self.pattern),
            *(Absent(select=select.of(name)) for name in ("cc", "bcc", "reply_to", "tags")),
            *(Equals(select=select.of(name), expected=False) for name in ("starred", "replied", "forwarded")),
            Equals(select=select.of("priority"), expected="normal"),
            Absent(select=select.below("attachment")),
            Absent(select=select.of("in_reply_to"))
            if self.answers is None
            else Equals(select=select.of("subject"), expected=self.subject),
        ]
        return Requirement(
            id="draft", says=says, any_of=(tuple(checks),), facts=(*facts, "addresses", "text")
        )

    @property
    def writes(self) -> tuple[Selector, ...]:
        """The new message."""
        return (self.select,)

    @property
    def free(self) -> tuple[Selector, ...]:
        """How it is written, and what mail notes by itself."""
        own = [self.select.of(name) for name in ("html", "date", "read", "references")]
        marked = (
            [places.messages(MOUNT, self.story.inbox, self.answers.id, prop="replied")]
            if self.answers
            else []
        )
        return (*own, *marked)

    def variants(self) -> tuple[Attempt, ...]:
        """Written in HTML, or to the bare address; messages looked at."""
        return (
            Attempt("in HTML", partial(self.keep, html=True), why="The text is the same."),
            Attempt("to the bare address", partial(self.keep, bare=True), why="It is the same receiver."),
            *looked(self.keep),
        )

    def near_misses(self, other: Person) -> tuple[Attempt, ...]:
        """To somebody else, into another folder, unfinished."""
        sent = (self.story.account, "Sent")
        first = self.text.split(maxsplit=1)[0]
        return (
            Attempt("to somebody else", partial(self.keep, to=other), why="Another person is the receiver."),
            Attempt("sent", partial(self.keep, folder=sent), why="It was to be kept as a draft."),
            Attempt("unfinished", partial(self.keep, text=f"{first} ..."), why="The text is not there."),
        )


def quoted(message: Message) -> str:
    """What mail puts below an answer: who wrote the message, and its lines."""
    lines = [f"> {line}".rstrip() for line in (message.text or "").split("\n")]
    return "\n".join(
        [f"On {message.date:%d/%m/%Y %H:%M}, {message.sender.partition(' <')[0]} wrote:", *lines]
    )


def alone(value: str, message: Message) -> str:
    """A pattern for an answer that says one thing, given as a pattern, above or below what mail quotes.

    Args:
        value: a pattern for the one thing.
        message: what is answered; it is quoted whole, in HTML without signs before its lines, or not at all.
    """
    name = r"\s+".join(map(re.escape, message.sender.partition(" <")[0].split()))
    words = r"[\s>]+".join(re.escape(word) for word in (message.text or "").split())
    quote = rf"On [^\n]{{1,40}},\s+{name}\s+wrote:[\s>]+{words}[\s>]*"
    return rf"{value}\.?\s*(?:\n{quote})?|{quote}\n{value}\.?\s*"


def loosely(text: str) -> str:
    """A pattern for a text however its lines are broken."""
    return r"\s*" + r"\s+".join(re.escape(word) for word in text.split()) + r"\s*"
