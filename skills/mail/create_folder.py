"""Skill: create local folders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import LOCAL, Folder
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact, local_fact, text_fact
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Absent, AnyCheck, Count, Exists, Requirement

NAMES = ("Contracts", "Receipts", "Travel plans", "Ideas", "Press", "Old quotes", "Keep for tax", "Waiting")
WHERE = "[[{{parent}}|{{local}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """The names of the new folders, and what the first stands below; the second is in the first."""

    names: tuple[str, ...]
    parent: FolderPath

    def paths(self) -> list[FolderPath]:
        """The new folders."""
        first = (*self.parent, self.names[0])
        return [first, *((*first, name) for name in self.names[1:])]


class CreateFolder(MailSkill[Scene]):
    """A folder among the local ones or below one of them; when it is hard, with another one in it."""

    id = "mail.folders.create"
    title = "Create local folders"
    phrasings = (
        f"[[create|make|add]] a [[new folder|folder]] called {{{{name}}}} in {WHERE}[[ and, inside it, "
        f"one called {{{{inner}}}}|]]",
        f"[[set up|create]] a folder {{{{name}}}} under {WHERE}[[ with a folder {{{{inner}}}} in it|]]",
        f"terse: New folder in {WHERE}: {{{{name}}}}[[, and {{{{inner}}}} in it|]].",
        f"polite: Could you please make a mail folder named {{{{name}}}} in {WHERE}[[, with another one "
        f"named {{{{inner}}}} in it|]]?",
        f"chatty: I want to tidy up my mail. Can you start with a folder {{{{name}}}} in {WHERE}[[ and "
        f"one called {{{{inner}}}} inside it|]]?",
        f"precise: A folder with the name {{{{name}}}} is to be created directly in {WHERE}[[, and in it "
        f"a folder with the name {{{{inner}}}}|]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Local folders for the projects are there; the new one stands beside or below them."""
        story.profile.local.folders += [Folder(name) for name in story.projects]
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        below = not easy and random.random() < 0.7
        parent = (LOCAL, random.choice(story.projects)) if below else (LOCAL,)
        return Scene(parameters, story, tuple(random.sample(NAMES, 2 if hard else 1)), parent)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make them."""
        self.make(desktop, scene.parent, *scene.names)

    def contract(self, scene: Scene) -> Contract:
        """They are there, and empty."""
        facts = [text_fact("name", scene.names[0]), *(text_fact("inner", name) for name in scene.names[1:])]
        if len(scene.parent) > 1:
            facts.append(folder_fact("parent", scene.parent))
        else:
            facts.append(local_fact())
        if len(scene.names) > 1:
            facts.append(Fact(name="alone", value=1, says=("it holds nothing else",), optional=True))
        new = places.folder(MOUNT, scene.paths()[0])
        checks: list[AnyCheck] = []
        for path, inside in zip(scene.paths(), [*scene.paths()[1:], None], strict=True):
            found = places.folder(MOUNT, path)
            checks += [Exists(select=found), Absent(select=found.below("message"))]
            below = found.below("folder")
            checks.append(Count(select=below, expected=1) if inside is not None else Absent(select=below))
        required = Requirement(
            id="made",
            says="The folders are there.",
            any_of=(tuple(checks),),
            facts=tuple(fact.name for fact in facts),
        )
        account = scene.story.account
        away = (LOCAL, next(name for name in scene.story.projects if name != scene.parent[-1]))
        first, *inner = scene.names
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(new,),
            near_misses=(
                Attempt(
                    "other_account",
                    partial(self.at, (account, "Inbox"), scene.names),
                    why="It is below the Inbox.",
                ),
                Attempt(
                    "other_parent", partial(self.at, away, scene.names), why="It is below another folder."
                ),
                Attempt(
                    "misspelt",
                    partial(self.at, scene.parent, (first.upper(), *inner)),
                    why="It is in capitals.",
                ),
                Attempt(
                    "side_by_side", partial(self.side_by_side, scene), why="There is one too many beside it."
                ),
            ),
        )

    def at(self, parent: FolderPath, names: tuple[str, ...], desktop: Desktop) -> None:
        """Make them somewhere."""
        self.make(desktop, parent, *names)

    def side_by_side(self, scene: Scene, desktop: Desktop) -> None:
        """Make them beside one another, or one more."""
        for name in (*scene.names, "New folder"):
            self.make(desktop, scene.parent, name)

    def make(self, desktop: Desktop, parent: FolderPath, *names: str) -> None:
        """Make folders, each in the one before."""
        profile = profile_on(desktop)
        for name in names:
            holder = profile.account(parent[0]) if len(parent) == 1 else profile.folder(parent)
            holder.folders.append(Folder(name))
            parent = (*parent, name)
