"""Skill: save attachments of given messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.preparers.mail.spec import Message
from forge.skills.contract import Attempt, Contract
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import folder_fact, message_fact
from forge.skills.mail.support.story import Story
from forge.skills.trees.contents import fresh, new_file
from forge.skills.trees.facts import place_fact
from forge.states.rubric import Requirement

FOLDERS = ("~/Documents/Filing", "~/Documents/From mail", "~/Documents/To print", "~/Downloads/Attachments")
SLOTS = ("message", "second", "third")
WHAT = (
    "[[{{message}}, {{second}} and {{third}}, all in {{folder}}|{{message}} and {{second}}, both in {{folder}}"
    "|{{message}} in {{folder}}]]"
)


@dataclass(frozen=True)
class Scene(MailScene):
    """The messages whose files are saved, where to, and a message with a file that is not."""

    messages: tuple[Message, ...]
    other: Message
    mount: str


class SaveAttachments(MailSkill[Scene]):
    """The file of one message, or of two or three, into a folder."""

    id = "mail.attachments.save"
    title = "Save attachments of given messages"
    applications = ("mail", "files")
    phrasings = (
        f"save what is attached to {WHAT}, [[in|to]] {{{{place}}}}",
        f"put what is attached to {WHAT}, into {{{{place}}}} without renaming it",
        f"terse: To be saved in {{{{place}}}}: what is attached to {WHAT}.",
        f"polite: Could you please put a copy of whatever is attached to {WHAT}, in {{{{place}}}}?",
        f"chatty: I need some files at hand that came by mail. Can you save what is attached to {WHAT}, to "
        f"{{{{place}}}}? Don't rename anything.",
        f"precise: What is attached to {WHAT}, is to be saved in {{{{place}}}} under the name that it has.",
    )

    def prepare(
        self, parameters: MailParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> Scene:
        """The mail, and a folder with something in it."""
        scene = super().prepare(parameters, kits, desktop, random)
        tree = FileTree()
        tree.add("read me first.txt", b"Files from mail that are still to be sorted.\n")
        tree.add("older/list.csv", b"Number,Note\n1,sorted\n2,sorted\n")
        desktop.add(scene.mount, "files", tree)
        return scene

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Messages with a file."""
        holding = [item for item in story.messages(story.inbox) if item.attachments]
        count = max(1, min({"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty], len(holding) - 1))
        *messages, other = some_of(random, holding, count + 1, "messages with a file")
        return Scene(parameters, story, tuple(messages), other, random.choice(FOLDERS))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Each under its name."""
        self.save(scene, desktop, scene.messages)

    def contract(self, scene: Scene) -> Contract:
        """The folder holds each file as it was sent."""
        inbox, mount = scene.story.inbox, scene.mount
        facts = [message_fact(slot, inbox, item) for slot, item in zip(SLOTS, scene.messages, strict=False)]
        golden, required = FileTree(), list[Requirement]()
        for slot, message in zip(SLOTS, scene.messages, strict=False):
            name = message.attachments[0].name
            golden.add(name, message.attachments[0].content)
            required.append(
                Requirement(
                    id=slot,
                    says="Its file lies in the folder.",
                    any_of=(new_file(mount, golden, name),),
                    facts=(slot, "folder", "place"),
                    reason="The file holds what was sent, whatever that is.",
                )
            )
        act, messages = partial(self.save, scene), scene.messages
        return self.task(
            scene,
            facts=(*facts, folder_fact("folder", inbox), place_fact(mount)),
            requirements=required,
            writes=[file(mount, path) for path in golden.below("")],
            free=fresh(mount),
            near_misses=(
                Attempt(
                    "one_missing", partial(act, messages=(*messages[1:], scene.other)), why="One is missing."
                ),
                Attempt("other_folder", partial(act, into="older/"), why="They lie in the folder below."),
                Attempt("renamed", partial(act, into="copy of "), why="They are called otherwise."),
                Attempt(
                    "one_more", partial(act, messages=(*messages, scene.other)), why="One too many is there."
                ),
            ),
        )

    def save(
        self, scene: Scene, desktop: Desktop, messages: tuple[Message, ...] = (), into: str = ""
    ) -> None:
        """Save the files of some messages, perhaps elsewhere."""
        tree: FileTree = desktop.spec(scene.mount)
        for message in messages or scene.messages:
            tree.add(f"{into}{message.attachments[0].name}", message.attachments[0].content)
