"""Skill: choose how the list of folders shows them together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail.spec import FOLDER_MODES
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

TITLES = {
    "all": "All Folders",
    "smart": "Unified Folders",
    "unread": "Unread Folders",
    "favorite": "Favorite Folders",
    "recent": "Recent Folders",
    "tags": "Tags",
}
"""What the application calls the ways in which folders are shown."""
SLOTS = ("first", "second", "third")
WHAT = "[[{{first}}, {{second}} and {{third}}|{{first}} and {{second}}|{{first}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """How folders are to be shown, by name in their order, and how they are shown at first."""

    wanted: tuple[str, ...]
    before: tuple[str, ...]


class FolderModes(MailSkill[Scene]):
    """One way, or two or three at once; when it is not easy, others are switched on at first."""

    id = "mail.view.folder_modes"
    title = "Choose how folders are shown together"
    phrasings = (
        f"make the list of folders show {WHAT} and {{{{alone}}}}",
        f"switch the folder list of my mail program to {WHAT} and {{{{alone}}}}",
        f"terse: Folder list: show {WHAT} and {{{{alone}}}}.",
        f"polite: Could you please set up the folder list so that it shows {WHAT} and {{{{alone}}}}?",
        f"chatty: I get lost in the folder list. Can you let it show {WHAT} and {{{{alone}}}}?",
        f"precise: The list of folders in the mail program is to show {WHAT} and {{{{alone}}}}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Another choice than the one there is."""
        file_projects(story, random)
        easy = parameters.difficulty == "easy"
        before = ("all",) if easy else _some(random, random.randint(1, 2))
        story.profile.folder_modes = before
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        wanted = before
        while wanted == before:
            wanted = _some(random, count)
        return Scene(parameters, story, wanted, before)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Just these."""
        self.show(scene.wanted, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The list shows these and nothing else."""
        place = Selector(MOUNT, property="folder_modes")
        facts = [
            Fact(name=slot, value=mode, says=(f'"{TITLES[mode]}"',))
            for slot, mode in zip(SLOTS, scene.wanted, strict=False)
        ]
        says = ("nothing else", "nothing besides")
        facts.append(Fact(name="alone", value=scene.wanted, says=says))
        required = Requirement(
            id="shown",
            says="The list of folders shows these.",
            any_of=((Equals(select=place, expected=scene.wanted),),),
            facts=tuple(fact.name for fact in facts),
        )
        others = [(mode,) for mode in FOLDER_MODES if mode not in scene.wanted]
        every = tuple(mode for mode in FOLDER_MODES if mode in (*scene.wanted, *others[0], *others[1]))
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(place,),
            near_misses=(
                Attempt("another", partial(self.show, others[0]), why="It shows something else."),
                Attempt("another_one", partial(self.show, others[1]), why="It shows something else."),
                Attempt("besides", partial(self.show, every), why="Others are still shown besides."),
            ),
        )

    def show(self, modes: tuple[str, ...], desktop: Desktop) -> None:
        """Let the list show some."""
        profile_on(desktop).folder_modes = modes


def _some(random: Random, count: int) -> tuple[str, ...]:
    chosen = random.sample(FOLDER_MODES, count)
    return tuple(mode for mode in FOLDER_MODES if mode in chosen)
