"""Skill: find a message by folder, sender and age, and answer with its subject."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import Message
from forge.skills.answering import Question, single
from forge.skills.contract import Contract, Fact
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import day_fact, folder_fact, person_fact
from forge.skills.mail.support.filing import file_projects, first_messages
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.values import Value

WHICH = {"oldest": ("oldest", "earliest"), "newest": ("newest", "latest")}
WHAT = "{{which}} message from {{person}} in {{folder}}[[ that was sent before {{day}}|]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """Which message in which folder, perhaps only of those before a day, its subject, and subjects of others."""

    person: Person
    folder: FolderPath
    which: str
    day: date | None
    subject: str
    sent: datetime
    others: dict[str, str]


class FindMessage(MailSkill[Scene]):
    """The oldest or newest message of a person; the harder, the more mail, and only what was sent before a day."""

    id = "mail.messages.find"
    title = "Find a message by folder, age or subject"
    phrasings = (
        f"find the {WHAT} and tell me its subject",
        f"tell me what subject the {WHAT} has",
        f"terse: Subject of the {WHAT}?",
        f"polite: Could you please look for the {WHAT} and tell me its subject?",
        f"chatty: I can't find a mail any more. What is the subject of the {WHAT}?",
        f"precise: Give the exact subject of the {WHAT}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody whose message at that end is alone in its subject and not the first of the folder."""
        if parameters.difficulty != "easy":
            file_projects(story, random)
        found = []
        for person in story.writers():
            messages = story.written_by(person)
            days = (
                [None] if parameters.difficulty != "hard" else sorted({m.date.date() for m in messages})[2:]
            )
            for day in days:
                left = [item for item in messages if day is None or item.date.date() < day]
                for which, asked in (("oldest", left[0]), ("newest", left[-1])):
                    if self.tells(story, asked) and (day is None or which == "newest"):
                        found.append((person, which, day, asked, left))
        person, which, day, asked, left = one_of(random, found, "messages with a subject of their own")
        messages, inbox = story.written_by(person), story.messages(story.inbox)
        others = {
            "the one at the other end": left[0 if which == "newest" else -1].subject,
            "whatever the day": messages[0 if which == "oldest" else -1].subject,
            "somebody else's": next(item.subject for item in inbox if item.sender != person.address),
            "the one in a line with it": next(item.subject for item in reversed(inbox) if item is not asked),
            "the sender": person.name,
        }
        return Scene(parameters, story, person, story.inbox, which, day, asked.subject, asked.date, others)

    def tells(self, story: Story, message: Message) -> bool:
        """Whether no other message has its subject, with or without the sign of an answer."""
        bare = message.subject.removeprefix("Re: ")
        alike = [item for item in story.messages(story.inbox) if item.subject.removeprefix("Re: ") == bare]
        same = [item for item in alike if item.subject == message.subject]
        sent = [item.subject for item in story.messages((story.account, "Sent"))]
        return same == [message] and message.subject not in sent and message not in first_messages(story)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.subject

    def contract(self, scene: Scene) -> Contract:
        """The subject, and mail that nobody touched."""
        facts: list[Fact] = [
            Fact(name="which", value=scene.which, says=WHICH[scene.which]),
            person_fact("person", scene.story, scene.person),
            folder_fact("folder", scene.folder),
        ]
        facts += [day_fact("day", scene.day)] if scene.day is not None else []
        subject = scene.subject
        asked = Question(
            answer=subject,
            says="The answer is the subject of the message.",
            words=(
                f'"{subject}"',
                f"{subject}.",
                f"The subject is {subject}",
                f'The subject is "{subject}".',
            ),
            wrong=scene.others,
            places=tuple(places.everywhere(MOUNT, 1, prop) for prop in ("subject", "from", "date", "text")),
        )
        as_old: dict[str, Value] = {"from": scene.person.address, "date": scene.sent}
        facts.append(single(subject, places.matching(MOUNT, scene.folder, "subject", **as_old)))
        return self.question(scene, asked, facts)
