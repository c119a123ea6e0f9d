"""Skill: create folders where they are missing."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, several_fact, word_fact
from forge.skills.trees.made import Made

TOPS = ("Projects", "Clients", "Sites", "Cases")
INNER = ("Offers", "Bills", "Plans", "Photos", "Contracts", "Mail")


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which folders, in which one, and which are in each."""

    made: Made
    top: str
    names: tuple[str, ...]
    inner: tuple[str, ...]


class CreateFolders(FilesSkill[FilesParameters, Scene]):
    """Make a folder for each of several names, with the same folders in each."""

    id = "files.folders.create"
    title = "Create a folder where it is missing"
    scope = ("top",)
    phrasings = (
        "create folders called {{names}} inside {{top}} in {{place}}, {{inner}}[[, unless they are "
        "there already|]]",
        "set up folders {{names}} in {{top}} under {{place}}, {{inner}}[[, where they are missing|]]",
        "make sure that {{top}} in {{place}} has the folders {{names}}, {{inner}}",
        "terse: {{place}}, {{top}}: folders {{names}}, {{inner}}.",
        "chatty: We need some structure in {{top}} under {{place}}: the folders {{names}}, "
        "{{inner}}. Could you create "
        "what is missing?",
        "precise: {{top}} in {{place}} must hold the folders {{names}}, {{inner}}; missing ones are "
        "to be created.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """One of the folders is there, with something in it."""
        tree, top = ground.tree(desktop), random.choice(TOPS)
        pool = [name for name in dict.fromkeys(ground.writer.labels) if name == name.strip(" .")]
        names = tuple(random.sample(pool, min(len(pool), max(2, parameters.amount - 1))))
        if len(names) < 2:
            names = ("North", "South", "Centre")
        inner = tuple(random.sample(INNER, 2 if parameters.difficulty == "easy" else 3))
        tree.add(f"{top}/{names[0]}/{inner[0]}/agreed.txt", ground.writer.note())
        ground.clutter(desktop, parameters.files)
        wanted = [f"{top}/{name}" for name in names]
        wanted += [f"{folder}/{own}" for folder in wanted for own in inner]
        missing = tuple(path for path in wanted if path not in tree.entries)
        golden = desktop.copy()
        for path in missing:
            ground.tree(golden).folder(path)
        return Scene(parameters, ground, Made(ground, ground.tree(golden), (), missing), top, names, inner)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make those that are missing."""
        for path in scene.made.folders:
            scene.ground.tree(desktop).folder(path)

    def contract(self, scene: Scene) -> Contract:
        """All of them are there."""
        made, missing = scene.made, scene.made.folders
        inner = several_fact("inner", scene.inner)
        says = (
            f"each with the folders {inner.says[0]} in it",
            f"and in each of them the folders {inner.says[0]}",
        )

        def without_the_last(tree: FileTree) -> None:
            for path in missing[:-1]:
                tree.folder(path)

        def beside(tree: FileTree) -> None:
            for path in missing:
                tree.folder(path.partition("/")[2])

        def small(tree: FileTree) -> None:
            for path in missing:
                tree.folder(path[:-1] + ("x" if path[-1] != "x" else "y"))

        return self.task(
            scene,
            facts=(
                folder_fact("top", scene.mount, scene.top),
                several_fact("names", scene.names),
                word_fact("inner", "", *says).model_copy(update={"value": scene.inner}),
                made.fact(),
            ),
            requirements=(made.requirement("Every folder is there.", "top", "names", "inner"),),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead("one missing", without_the_last, "The last folder is missing."),
                made.instead("at the top", beside, "They were made in the wrong folder."),
                made.instead("misspelt", small, "The names are wrong."),
            ),
        )
