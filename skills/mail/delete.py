"""Skill: move messages to the trash."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import account_fact, day_fact, folder_fact, person_fact, worked_out
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import Exists, Requirement

WHAT = "[[every message from {{person}} that was sent before {{day}}|every message from {{person}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """Whose messages, perhaps only those before a day, their ids, and the ids of all that the person wrote."""

    person: Person
    day: date | None
    ids: tuple[str, ...]
    every: tuple[str, ...]

    @property
    def trash(self) -> FolderPath:
        """Where deleted mail goes."""
        return (self.story.account, "Trash")


class Delete(MailSkill[Scene]):
    """What one person wrote, when it is not easy only what was sent before a day."""

    id = "mail.messages.delete"
    title = "Delete messages"
    phrasings = (
        f"move {WHAT} in {{{{folder}}}} to the trash of {{{{account}}}}",
        f"delete {WHAT} in {{{{folder}}}} of {{{{account}}}}, so that it lies in the trash",
        f"terse: {{{{account}}}}, {{{{folder}}}}: {WHAT} goes to the trash.",
        f"polite: Could you please throw {WHAT} in {{{{folder}}}} into the trash of {{{{account}}}}?",
        f"chatty: {{{{folder}}}} of {{{{account}}}} is far too full. Can you put {WHAT} there into the trash? "
        "Don't empty it.",
        f"precise: In {{{{folder}}}} of {{{{account}}}}, {WHAT} is to be deleted, that is moved to the trash.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody who wrote several times; a day that parts the messages."""
        easy = parameters.difficulty == "easy"
        person = one_of(random, story.writers(2 if easy else 3) or story.writers(), "people who wrote twice")
        messages = story.written_by(person)
        every = tuple(item.id for item in messages)
        days = sorted({item.date.date() for item in messages})
        if easy or len(days) < 2:
            return Scene(parameters, story, person, None, every, every)
        day = random.choice(days[1:])
        day -= timedelta(days=random.randrange((day - days[days.index(day) - 1]).days))
        ids = tuple(item.id for item in messages if item.date.date() < day)
        return Scene(parameters, story, person, day, ids, every)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """All of them."""
        self.carry(scene, scene.ids, desktop)

    def contract(self, scene: Scene) -> Contract:
        """They lie in the trash."""
        inbox, ids = scene.story.inbox, scene.ids
        reads = [places.messages(MOUNT, inbox, prop=name) for name in ("from", "date")]
        facts: list[Fact] = [
            person_fact("person", scene.story, scene.person),
            folder_fact("folder", inbox),
            account_fact(scene.story),
            worked_out("messages", ids, *reads),
        ]
        if scene.day is not None:
            facts.append(day_fact("day", scene.day))
        required = Requirement(
            id="deleted",
            says=f"The {len(ids)} messages lie in the trash.",
            any_of=(tuple(Exists(select=places.messages(MOUNT, scene.trash, item)) for item in ids),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.carry, scene)
        local = partial(self.carry, scene, ids, into=("Local Folders", "Trash"))
        longer = scene.every if scene.day is not None else (*ids, scene.story.messages(inbox)[-1].id)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(places.messages(MOUNT, inbox, *ids, prop="@place"),),
            reads=reads,
            near_misses=(
                Attempt("oldest_left", partial(act, ids[1:]), why="The oldest still lies there."),
                Attempt(
                    "too_many", partial(act, longer + tuple(self.next_one(scene))), why="Others went too."
                ),
                Attempt("other_trash", local, why="They lie in the trash of the local folders."),
                Attempt(
                    "archived", partial(act, ids, into=(inbox[0], "Archives")), why="They were archived."
                ),
            ),
        )

    def next_one(self, scene: Scene) -> list[str]:
        """The oldest message that is not meant."""
        return [item.id for item in scene.story.messages(scene.story.inbox) if item.id not in scene.every][:1]

    def carry(self, scene: Scene, ids: tuple[str, ...], desktop: Desktop, into: FolderPath = ()) -> None:
        """Move messages to the trash or to another folder."""
        profile = profile_on(desktop)
        source, (key, name) = profile.folder(scene.story.inbox), into or scene.trash
        target = profile.account(key).usual(name)
        for item in [item for item in source.messages if item.id in ids]:
            source.messages.remove(item)
            target.messages.append(item)
