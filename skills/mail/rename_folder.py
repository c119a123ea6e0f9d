"""Skill: rename folders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.rules import Action, Condition, Filter
from forge.preparers.mail.spec import Folder
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact, text_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.places import KEY
from forge.states.rubric import Equals, Requirement

NAMES = (
    "Done",
    "Old matters",
    "Winter plans",
    "Team papers",
    "To be archived",
    "Shared work",
    "Closed cases",
)
WHAT = "[[{{folder}} to {{name}} and {{second}} to {{second_name}}|{{folder}} to {{name}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """Which folders get which names, and a folder beside them."""

    renamings: tuple[tuple[FolderPath, str], ...]
    beside: FolderPath


class RenameFolder(MailSkill[Scene]):
    """One folder, or two; when it is not easy they lie deeper, and a filter moves mail into one."""

    id = "mail.folders.rename"
    title = "Rename folders"
    phrasings = (
        f"rename {WHAT}",
        f"change the name of {WHAT}",
        f"terse: Rename {WHAT}.",
        f"polite: Could you please rename {WHAT} in my mail?",
        f"chatty: The names of my mail folders say little. Can you rename {WHAT}? All that is in there stays.",
        f"precise: In the local mail folders, rename {WHAT}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Folders of projects with the older messages in them."""
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        paths = file_projects(story, random, () if easy else ("Projects",), fewest=2)
        chosen = some_of(random, paths, 3, "folders of projects")
        names = random.sample(NAMES, 2 if hard else 1)
        if not easy:
            person = random.choice(story.people)
            rule = Filter(f"Mail of {person.name}", [Condition("from", "is", person.email)])
            rule.actions.append(Action("move", chosen[0]))
            story.profile.account(story.account).filters.append(rule)
        return Scene(parameters, story, tuple(zip(chosen, names, strict=False)), chosen[2])

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Rename them; whatever speaks of them follows."""
        self.rename(desktop, dict(scene.renamings))

    def contract(self, scene: Scene) -> Contract:
        """Each is called so and nothing of its old name is left."""
        facts, checks = list[Fact](), list[Requirement]()
        for (path, name), (slot, told) in zip(
            scene.renamings, (("folder", "name"), ("second", "second_name")), strict=False
        ):
            facts += [folder_fact(slot, path), text_fact(told, name)]
            folder = places.folder(MOUNT, path)
            check = Equals(select=folder.of(KEY), expected=name)
            checks.append(
                Requirement(id=slot, says=f"It is called {name}.", any_of=((check,),), facts=(slot, told))
            )
        (path, name), *others = scene.renamings
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=checks,
            writes=[places.folder(MOUNT, path).of(KEY) for path, _ in scene.renamings],
            near_misses=(
                Attempt(
                    "beside", partial(act, {scene.beside: name, **dict(others)}), why="It is another one."
                ),
                Attempt("capitals", partial(act, {path: name.upper(), **dict(others)}), why="In capitals."),
                Attempt("new_one", partial(self.new_one, scene), why="There is a new one, and the old one."),
            ),
        )

    def attempt(self, scene: Scene, names: dict[FolderPath, str], desktop: Desktop) -> None:
        """Rename other folders, or otherwise."""
        self.rename(desktop, names)

    def new_one(self, scene: Scene, desktop: Desktop) -> None:
        """Make folders of those names beside the others."""
        for path, name in scene.renamings:
            profile = profile_on(desktop)
            above = profile.local if len(path) == 2 else profile.folder(path[:-1])
            above.folders.append(Folder(name))

    def rename(self, desktop: Desktop, names: dict[FolderPath, str]) -> None:
        """Give folders other names, and let filters follow."""
        profile = profile_on(desktop)
        for path, name in names.items():
            profile.folder(path).name = name
            for account in profile.accounts:
                for action in (action for rule in account.filters for action in rule.actions):
                    if action.value == path:
                        action.value = (*path[:-1], name)
