"""Skill: move messages to another folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import LOCAL, Folder
from forge.skills.contract import Attempt, Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact, person_fact, worked_out
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import Exists, Requirement


@dataclass(frozen=True)
class Scene(MailScene):
    """Whose messages, their ids, where they go, and a folder beside it."""

    person: Person
    ids: tuple[str, ...]
    target: FolderPath
    beside: FolderPath


class Move(MailSkill[Scene]):
    """All messages of one person go to a local folder; the harder, the deeper it lies and the fuller it is."""

    id = "mail.messages.move"
    title = "Move messages to another folder"
    phrasings = (
        "move [[all messages|every message|all mail]] from {{person}} [[in|out of]] {{folder}} [[to|into]] {{target}}",
        "take [[everything|every mail]] from {{person}} out of {{folder}} and [[put|file]] it into {{target}}",
        "terse: {{folder}}: mail from {{person}} goes to {{target}}.",
        "polite: Could you please move each message from {{person}} in {{folder}} to {{target}}?",
        "chatty: {{folder}} is getting full. Can you move all that {{person}} wrote to me from there to {{target}}?",
        "precise: Each message in {{folder}} whose sender is {{person}} is to be moved to {{target}}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Local folders for the projects, some of them with older mail, and somebody who wrote at least twice."""
        holder = story.profile.local
        folders = [Folder(name) for name in story.projects]
        path: FolderPath = (LOCAL,)
        if parameters.difficulty != "easy":
            holder.folders.append(Folder("Projects", folders=folders))
            path = (LOCAL, "Projects")
        else:
            holder.folders += folders
        inbox = story.messages(story.inbox)
        person = one_of(random, story.writers(), "people who wrote twice")
        for folder in folders if parameters.difficulty == "hard" else ():
            older = next(item for item in inbox if item.sender != person.address)
            inbox.remove(older)
            folder.messages.append(older)
        target, beside = random.sample(folders, 2)
        ids = tuple(item.id for item in story.written_by(person))
        return Scene(parameters, story, person, ids, (*path, target.name), (*path, beside.name))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """All of them."""
        self.carry(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """They lie in the folder."""
        inbox = scene.story.inbox
        senders = places.messages(MOUNT, inbox, prop="from")
        facts = (
            person_fact("person", scene.story, scene.person),
            folder_fact("folder", inbox),
            folder_fact("target", scene.target),
            worked_out("messages", scene.ids, senders),
        )
        required = Requirement(
            id="moved",
            says=f"The {len(scene.ids)} messages lie in the folder.",
            any_of=(tuple(Exists(select=places.messages(MOUNT, scene.target, item)) for item in scene.ids),),
            facts=("person", "folder", "target", "messages"),
        )
        act = partial(self.carry, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(places.messages(MOUNT, inbox, *scene.ids, prop="@place"),),
            reads=(senders,),
            near_misses=(
                Attempt("oldest_left", partial(act, only=slice(1, None)), why="The oldest still lies there."),
                Attempt("newest_only", partial(act, only=slice(-1, None)), why="Only the newest was moved."),
                Attempt("beside", partial(act, into=scene.beside), why="They lie in the folder beside it."),
                Attempt("copied", partial(act, copy=True), why="They lie in both folders."),
            ),
        )

    def carry(
        self,
        scene: Scene,
        desktop: Desktop,
        only: slice = slice(None),
        into: FolderPath = (),
        copy: bool = False,
    ) -> None:
        """Move the messages or some of them, to the folder or to another one, or copy them."""
        profile = profile_on(desktop)
        source, target = profile.folder(scene.story.inbox), profile.folder(into or scene.target)
        for item in [item for item in source.messages if item.id in scene.ids[only]]:
            target.messages.append(item.copy())
            if not copy:
                source.messages.remove(item)
