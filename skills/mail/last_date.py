"""Skill: find out when somebody wrote last, and answer with the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.skills.answering import Question, days
from forge.skills.contract import Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import person_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Person, Story


@dataclass(frozen=True)
class Scene(MailScene):
    """Who, when this person wrote last, and days on which it could seem to have been."""

    person: Person
    last: date
    wrong: dict[str, date]


class LastDate(MailSkill[Scene]):
    """The newest message of a person; when it is not easy, mail lies in several folders, the newest perhaps too."""

    id = "mail.messages.last_date"
    title = "Find out when somebody wrote last"
    phrasings = (
        "tell me on which day {{person}} last wrote to me, wherever in my mail that is; I need day, month and year",
        "look through all my mail folders and give me the date of the newest message from {{person}}, with the year",
        "terse: Date (day, month, year) of the newest mail from {{person}}, whatever folder it is in?",
        "polite: Could you please find out when I last got a message from {{person}} and tell me day, month and year? "
        "It may lie in any folder.",
        "chatty: When did {{person}} last write to me? It could be anywhere in my mail. Day, month and year, please.",
        "precise: Give the date, with day, month and year, of the latest message whose sender is {{person}} in any "
        "folder of the mail.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody who wrote on several days."""
        fit = [
            person
            for person in story.writers()
            if len({message.date.date() for message in story.written_by(person)}) > 1
        ]
        person = one_of(random, fit, "people who wrote on several days")
        beside = next(item for item in story.writers() if item != person)
        messages = story.written_by(person)
        last = messages[-1]
        wrong = {
            "the oldest": messages[0].date.date(),
            "the one before": max(
                item.date.date() for item in messages if item.date.date() < last.date.date()
            ),
            "the newest of anybody": max(item.date for item in story.messages(story.inbox)).date(),
            "somebody else's": story.written_by(beside)[-1].date.date(),
        }
        if parameters.difficulty != "easy":
            paths = file_projects(story, random, fewest=2)
            if parameters.difficulty == "hard" and last in story.messages(story.inbox):
                story.messages(story.inbox).remove(last)
                story.profile.folder(random.choice(paths)).messages.append(last)
        return Scene(parameters, story, person, last.date.date(), wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.last

    def contract(self, scene: Scene) -> Contract:
        """The day, and mail that nobody touched."""
        asked = Question(
            answer=scene.last,
            says="The answer is the day of the newest message.",
            words=days(scene.last),
            wrong=scene.wrong,
            places=tuple(places.everywhere(MOUNT, 1, prop) for prop in ("date", "from")),
        )
        return self.question(scene, asked, [person_fact("person", scene.story, scene.person)])
