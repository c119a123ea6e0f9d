"""Skill: count messages, and answer how many there are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Message
from forge.skills.answering import Question, counts
from forge.skills.contract import Contract, Fact
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import day_fact, folder_fact, person_fact
from forge.skills.mail.support.story import MOUNT, Person, Story


@dataclass(frozen=True)
class Scene(MailScene):
    """Whose messages, perhaps only those from a day on, and the numbers of these and of others."""

    person: Person
    day: date | None
    count: int
    every: int
    others: int


class CountMessages(MailSkill[Scene]):
    """What one person wrote; when it is not easy, only what was sent from a day on."""

    id = "mail.messages.count"
    title = "Count messages"
    phrasings = (
        "tell me how many messages from {{person}}[[ that were sent on {{day}} or later|]] lie in {{folder}}",
        "count the messages from {{person}} in {{folder}}[[ that were sent on {{day}} or later|]] and tell me the "
        "number",
        "terse: {{folder}}: how many messages from {{person}}[[, sent on {{day}} or later|]]?",
        "polite: Could you please find out how many messages from {{person}}[[, sent on {{day}} or later,|]] there "
        "are in {{folder}}?",
        "chatty: {{person}} writes a lot. How many messages are that in {{folder}}[[, if you take only those sent on "
        "{{day}} or later|]]?",
        "precise: Give the number of messages in {{folder}} whose sender is {{person}}[[ and that were sent on "
        "{{day}} or later|]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody who wrote several times, and a day that parts the messages."""
        person = max(random.sample(story.people, 3), key=lambda item: len(story.written_by(item)))
        if parameters.difficulty == "easy":
            person = one_of(random, story.writers(2), "people who wrote twice")
        messages = story.written_by(person)
        days = sorted({item.date.date() for item in messages})
        counts_from = {day: sum(item.date.date() >= day for item in messages) for day in days[1:]}
        fit = [
            day for day, number in counts_from.items() if number != day.day
        ]  # the day would tell the answer
        day = random.choice(fit) if parameters.difficulty != "easy" and fit else None
        count = counts_from[day] if day is not None else len(messages)
        inbox = story.messages(story.inbox)
        others = len([item for item in inbox if person.address in item.sender or _late(item, day)])
        return Scene(parameters, story, person, day, count, len(messages), others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.count

    def contract(self, scene: Scene) -> Contract:
        """The number, and mail that nobody touched."""
        inbox, every = scene.story.inbox, len(scene.story.messages(scene.story.inbox))
        facts: list[Fact] = [person_fact("person", scene.story, scene.person), folder_fact("folder", inbox)]
        facts += [day_fact("day", scene.day)] if scene.day is not None else []
        asked = Question(
            answer=scene.count,
            says="The answer is the number of messages.",
            words=counts(scene.count, "message", "messages"),
            wrong={
                "all that the person wrote": scene.every,
                "the messages of the folder": every,
                "one too few": scene.count - 1,
                "one too many": scene.count + 1,
                "all of these days": scene.others,
            },
            places=tuple(places.messages(MOUNT, inbox, prop=prop) for prop in ("from", "date")),
        )
        return self.question(scene, asked, facts)


def _late(message: Message, day: date | None) -> bool:
    return day is None or message.date.date() >= day
