"""Skill: star messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.skills.contract import Attempt, Contract
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact, person_fact, worked_out
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Scene(MailScene):
    """Whose messages, their ids, and somebody else."""

    person: Person
    ids: tuple[str, ...]
    other: Person


class Star(MailSkill[Scene]):
    """All messages of one person get a star; difficulty makes the folder fuller."""

    id = "mail.messages.star"
    title = "Star messages"
    phrasings = (
        "star [[all messages|every message|all mails]] from {{person}} in {{folder}}",
        "put a star on [[everything|every mail]] from {{person}} that lies in {{folder}}",
        "terse: {{folder}}: star all mail from {{person}}.",
        "polite: Could you please add a star to each message from {{person}} in {{folder}}?",
        "chatty: I keep losing track of what {{person}} wrote to me. Can you star all those messages in {{folder}}"
        "?",
        "precise: Each message in {{folder}} whose sender is {{person}} is to be starred.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody who wrote at least twice; some other messages have a star already."""
        inbox = story.messages(story.inbox)
        person, other = some_of(random, story.writers(), 2, "people who wrote twice")
        ids = tuple(item.id for item in story.written_by(person))
        for item in inbox:
            item.starred = item.id not in ids and random.random() < 0.1
        return Scene(parameters, story, person, ids, other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A star on each of them."""
        self.mark(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each of them has a star."""
        inbox = scene.story.inbox
        senders = places.messages(MOUNT, inbox, prop="from")
        stars = places.messages(MOUNT, inbox, *scene.ids, prop="starred")
        facts = (
            person_fact("person", scene.story, scene.person),
            folder_fact("folder", inbox),
            worked_out("messages", scene.ids, senders),
        )
        required = Requirement(
            id="stars",
            says=f"The {len(scene.ids)} messages have a star.",
            any_of=((Equals(select=stars, expected=True),),),
            facts=("person", "folder", "messages"),
        )
        act = partial(self.mark, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(stars,),
            reads=(senders,),
            near_misses=(
                Attempt("newest_only", partial(act, only=slice(-1, None)), why="Only the newest has a star."),
                Attempt("oldest_left_out", partial(act, only=slice(1, None)), why="The oldest has none."),
                Attempt("tagged", partial(act, tag=True), why="They are tagged as important instead."),
                Attempt("someone_else", partial(self.of_other, scene), why="Another person's have it too."),
            ),
        )

    def mark(self, scene: Scene, desktop: Desktop, only: slice = slice(None), tag: bool = False) -> None:
        """Star the messages, or some, or tag them instead."""
        for item in profile_on(desktop).folder(scene.story.inbox).messages:
            if item.id in scene.ids[only]:
                item.starred = not tag
                item.tags = ["Important"] if tag else item.tags

    def of_other(self, scene: Scene, desktop: Desktop) -> None:
        """Star those of somebody else as well."""
        self.mark(scene, desktop)
        for item in profile_on(desktop).folder(scene.story.inbox).messages:
            item.starred = item.starred or item.sender == scene.other.address
