"""Skill: make a tag, and put it on a message."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Message, Tag
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact, message_fact, text_fact
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import AnyCheck, Equals, Exists, Requirement

NAMES = ("Invoice", "Waiting for answer", "Read at home", "Delegated", "Idea", "Press")
SLOTS = ("message", "second")
ALSO = "[[ and put it on {{message}} and {{second}} in {{folder}}| and put it on {{message}} in {{folder}}|]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """The name of the tag, the messages that get it, and another message."""

    name: str
    messages: tuple[Message, ...]
    other: str


class CreateTag(MailSkill[Scene]):
    """A new tag, whatever its colour; when it is not easy, messages get it."""

    id = "mail.tags.create"
    title = "Make a tag"
    phrasings = (
        f"[[create|make]] a new tag called {{{{name}}}}{ALSO}",
        f"add the tag {{{{name}}}} to the tags for mail{ALSO}",
        "terse: New tag for mail: {{name}}[[, on {{message}} and {{second}} in {{folder}}|, on {{message}} in "
        "{{folder}}|]].",
        f"polite: Could you please make a new mail tag with the name {{{{name}}}}{ALSO}?",
        f"chatty: The tags that I have are not enough. Can you make another one called {{{{name}}}}{ALSO}? Any "
        "colour will do.",
        f"precise: Make a tag for messages with the name {{{{name}}}}, in whatever colour{ALSO}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Messages that have a subject of their own."""
        *messages, other = some_of(random, story.openings(), 3, "conversations")
        count = {"easy": 0, "medium": 1, "hard": 2}[parameters.difficulty]
        chosen = tuple(item.copy() for item in messages[:count])
        return Scene(parameters, story, random.choice(NAMES), chosen, other.id)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The tag, and the messages that get it."""
        self.make(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The tag is there, and so it is on the messages."""
        inbox, tag = scene.story.inbox, places.tag(MOUNT, scene.name)
        facts: list[Fact] = [text_fact("name", scene.name)]
        checks: list[AnyCheck] = [Exists(select=tag)]
        for slot, message in zip(SLOTS, scene.messages, strict=False):
            facts.append(message_fact(slot, inbox, message))
            tags = places.messages(MOUNT, inbox, message.id, prop="tags")
            checks.append(Equals(select=tags, expected=(scene.name,)))
        if scene.messages:
            facts.append(folder_fact("folder", inbox))
        required = Requirement(
            id="tag",
            says="There is such a tag.",
            any_of=(tuple(checks),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.make, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(tag, *(check.select for check in checks[1:])),
            free=(tag.of("colour"),),
            variants=(
                Attempt("red", partial(act, colour="#CC0000"), why="The colour is up to whoever makes it."),
                Attempt("grey", partial(act, colour="#777777"), why="The colour is up to whoever makes it."),
            ),
            near_misses=(
                Attempt("capitals", partial(act, name=scene.name.upper()), why="It is in capitals."),
                Attempt("renamed", partial(self.rename, scene), why="Another tag was renamed."),
                Attempt(
                    "other_message", partial(act, also=scene.other), why="Another message has it as well."
                ),
                Attempt("as_star", partial(self.star, scene), why="A message has a star besides."),
            ),
        )

    def make(
        self, scene: Scene, desktop: Desktop, name: str = "", colour: str = "#0B6E99", also: str = ""
    ) -> None:
        """Make the tag and put it on messages, perhaps not quite right."""
        profile = profile_on(desktop)
        profile.tags.append(Tag(name or scene.name, colour))
        for item in profile.folder(scene.story.inbox).messages:
            if item.id in (also, *(message.id for message in scene.messages)):
                item.tags = [name or scene.name]

    def rename(self, scene: Scene, desktop: Desktop) -> None:
        """Give another tag the name."""
        profile = profile_on(desktop)
        profile.tags[-1] = Tag(scene.name, profile.tags[-1].colour, profile.tags[-1].key)

    def star(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and star a message."""
        self.make(scene, desktop)
        profile_on(desktop).folder(scene.story.inbox).message(scene.other).starred = True
