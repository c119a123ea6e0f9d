"""Skill: tag the messages of conversations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Message
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import conversation_fact, folder_fact, tag_fact, worked_out
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import AnyCheck, Equals, Requirement

KEPT = ("the tags that are there already stay", "tags that a message has already stay")
WHAT = "[[every message of {{thread}} and of {{second}}|every message of {{thread}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """The first messages of the conversations, all of their messages, the tag, and another one."""

    openings: tuple[Message, ...]
    messages: tuple[Message, ...]
    tag: str
    other: str


class TagMessages(MailSkill[Scene]):
    """One conversation, or two; when it is not easy, some of the messages have another tag, which stays."""

    id = "mail.messages.tag"
    title = "Tag messages"
    phrasings = (
        f"tag {WHAT} in {{{{folder}}}} as {{{{tag}}}}",
        f"give {WHAT} in {{{{folder}}}} the tag {{{{tag}}}}",
        f"terse: {{{{folder}}}}: {WHAT} gets {{{{tag}}}} as a tag.",
        f"polite: Could you please add the tag {{{{tag}}}} to {WHAT} in {{{{folder}}}}?",
        f"chatty: I want to find these again. Can you tag {WHAT} in {{{{folder}}}} with {{{{tag}}}}? Tags "
        "that are there already stay.",
        f"precise: In {{{{folder}}}}, {WHAT} is to have the tag {{{{tag}}}}, besides the tags that it has.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Conversations; here and there a message has a tag already."""
        count = 2 if parameters.difficulty == "hard" else 1
        openings = some_of(random, story.openings(), count, "conversations")
        messages = [item for opening in openings for item in story.conversation(opening)]
        tag, other, third = some_of(random, [item.name for item in story.profile.tags], 3, "tags")
        for item in story.messages(story.inbox):
            item.tags = [third] if random.random() < 0.15 else []
        if parameters.difficulty != "easy":
            messages[-1].tags = [third]
        return Scene(parameters, story, tuple(openings), tuple(item.copy() for item in messages), tag, other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The tag on each of them."""
        self.mark(scene, scene.tag, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each of them has the tag and those that it had."""
        inbox = scene.story.inbox
        subjects = places.messages(MOUNT, inbox, prop="subject")
        kept = tuple(sorted({tag for item in scene.messages for tag in item.tags}))
        facts = [
            folder_fact("folder", inbox),
            tag_fact("tag", scene.tag),
            *(
                conversation_fact(name, inbox, opening)
                for name, opening in zip(("thread", "second"), scene.openings, strict=False)
            ),
            worked_out("messages", tuple(item.id for item in scene.messages), subjects),
            *([Fact(name="kept", value=kept, says=KEPT, optional=True)] if kept else []),
        ]
        checks: list[AnyCheck] = [
            Equals(
                select=places.messages(MOUNT, inbox, item.id, prop="tags"),
                expected=tuple(sorted({*item.tags, scene.tag})),
            )
            for item in scene.messages
        ]
        required = Requirement(
            id="tagged",
            says=f"The {len(checks)} messages have the tag.",
            any_of=(tuple(checks),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.mark, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=[check.select for check in checks],
            reads=(subjects,),
            near_misses=(
                Attempt("first_only", partial(act, scene.tag, only=slice(1)), why="Only one has the tag."),
                Attempt(
                    "answers_only", partial(act, scene.tag, only=slice(1, None)), why="The first has none."
                ),
                Attempt("other_tag", partial(act, scene.other), why="They have another tag."),
                Attempt("starred", partial(act, scene.tag, star=True), why="They are starred instead."),
            ),
        )

    def mark(
        self, scene: Scene, tag: str, desktop: Desktop, only: slice = slice(None), star: bool = False
    ) -> None:
        """Tag the messages, or some, or star them instead."""
        folder = profile_on(desktop).folder(scene.story.inbox)
        for wanted in scene.messages[only]:
            item = folder.message(wanted.id)
            item.starred = item.starred or star
            item.tags = item.tags if star or tag in item.tags else [*item.tags, tag]
