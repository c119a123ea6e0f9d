"""Skill: find out who wrote last in a conversation, and answer with the name."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import PERSONAL, Message
from forge.skills.answering import Question, names
from forge.skills.contract import Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import conversation_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story


@dataclass(frozen=True)
class Scene(MailScene):
    """The first message of the conversation, and its writers from the last to the first."""

    opening: Message
    writers: tuple[str, ...]


class LastWord(MailSkill[Scene]):
    """A conversation; when it is hard, its last message was filed elsewhere."""

    id = "mail.threads.last_word"
    title = "Find out who wrote last in a conversation"
    phrasings = (
        "tell me who besides me wrote last in {{thread}}, wherever in my mail that message lies",
        "find the newest message that I got in {{thread}}, in whatever folder, and tell me the name of its sender",
        "terse: Who besides me wrote last in {{thread}}, all folders taken together?",
        "polite: Could you please find out who was the last to write to me in {{thread}}? Some of it may have been "
        "filed elsewhere.",
        "chatty: I have lost track of {{thread}}. Who was the last one to write to me there? Parts of it may lie in "
        "other folders.",
        "precise: Give the full name of the sender of the latest message in {{thread}} that I received, in any folder.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """A conversation whose last writer is not the first that one comes across."""
        first = story.profile.book(PERSONAL).cards[0].name
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        paths = [] if easy else file_projects(story, random)
        inbox = story.messages(story.inbox)
        fit = list[tuple[Message, list[Message], tuple[str, ...]]]()
        for opening in story.openings():
            messages = story.conversation(opening)
            writers = tuple(story.person(item).name for item in reversed(messages))
            if writers[0] not in (first, story.person(inbox[0]).name) and writers[0] not in writers[1:]:
                fit.append((opening, messages, writers))
        opening, messages, writers = one_of(random, fit, "conversations that somebody else ends")
        if hard:
            inbox.remove(messages[-1])
            story.profile.folder(random.choice(paths[1:])).messages.append(messages[-1])
        return Scene(parameters, story, opening, writers)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.writers[0]

    def contract(self, scene: Scene) -> Contract:
        """The name, and mail that nobody touched."""
        last, *others = scene.writers
        another = next(item.name for item in scene.story.people if item.name not in scene.writers)
        asked = Question(
            answer=last,
            says="The answer is who wrote last.",
            words=names(last),
            wrong={
                "who wrote before": others[0],
                "who is not part of it": another,
                "the owner": scene.story.owner.name,
                "the subject": scene.opening.subject,
            },
            places=(
                *(places.everywhere(MOUNT, 1, prop) for prop in ("from", "text", "to")),
                places.cards(MOUNT, PERSONAL, prop="name"),
            ),
        )
        return self.question(scene, asked, [conversation_fact("thread", scene.story.inbox, scene.opening)])
