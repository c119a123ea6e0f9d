"""Skill: find a message by what it says, and answer who wrote it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import PERSONAL
from forge.skills.answering import Question, names
from forge.skills.contract import Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import text_fact
from forge.skills.mail.support.filing import file_projects, first_messages
from forge.skills.mail.support.story import MOUNT, Story


@dataclass(frozen=True)
class Scene(MailScene):
    """What the message says, who wrote it, and who wrote to the same conversation or quoted it."""

    says: str
    writer: str
    others: tuple[str, ...]


class FindWriter(MailSkill[Scene]):
    """A sentence of an answer; when it is not easy, older mail lies in folders, and the sentence may be there."""

    id = "mail.messages.find_writer"
    title = "Find out who wrote something"
    phrasings = (
        "find out who was the first to write to me {{sentence}} and tell me the name",
        "look through my mail and tell me the name of the person who wrote {{sentence}} first",
        "terse: Who first wrote to me {{sentence}}?",
        "polite: Could you please find out who it was that first wrote {{sentence}} to me?",
        "chatty: Somebody wrote me a mail, and all I remember is {{sentence}}. Others may have quoted it. Who was it?",
        "precise: Give the full name of the sender in whose message the words {{sentence}} stand first, not as "
        "a quotation.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """A sentence that one message says and others quote at most."""
        first = story.profile.book(PERSONAL).cards[0].name
        senders = [item.sender.rpartition(" <")[0] for item in first_messages(story)]
        candidates = []
        for opening in story.openings():
            messages = story.conversation(opening)
            for place, message in enumerate(messages):
                sentence = (message.text or "").split("\n")[2]
                writers = [story.person(item).name for item in (*messages[place + 1 :], *messages[:place])]
                candidates.append((sentence, story.person(message).name, tuple(writers)))
        fit = [
            item
            for item in candidates
            if item[1] not in (first, *senders) and len(item[0]) <= 110 and item[1] not in item[2]
        ]
        says, writer, others = one_of(random, fit, "sentences of somebody whose mail begins no folder")
        if parameters.difficulty != "easy":
            address = next(item.address for item in story.people if item.name == writer)
            file_projects(story, random, fewest=2, behind=address)
        return Scene(parameters, story, says, writer, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.writer

    def contract(self, scene: Scene) -> Contract:
        """The name, and mail that nobody touched."""
        another = next(
            item.name for item in scene.story.people if item.name not in (scene.writer, *scene.others)
        )
        asked = Question(
            answer=scene.writer,
            says="The answer is who wrote it.",
            words=names(scene.writer),
            wrong={
                "who wrote to the same conversation": scene.others[0],
                "somebody else": another,
                "the owner": scene.story.owner.name,
                "the first name": scene.writer.split()[0],
            },
            places=(
                *(places.everywhere(MOUNT, 1, prop) for prop in ("from", "text", "to")),
                places.cards(MOUNT, PERSONAL, prop="name"),
            ),
        )
        return self.question(scene, asked, [text_fact("sentence", scene.says)])
