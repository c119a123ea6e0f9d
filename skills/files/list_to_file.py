"""Skill: store what a command shows: the names of the files in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, named_fact, word_fact
from forge.skills.trees.made import FOLLOWS, Made


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which names go into which file."""

    made: Made
    folder: str
    names: tuple[str, ...]
    others: tuple[str, ...]


class ListToFile(FilesSkill[FilesParameters, Scene]):
    """Write the names of the pictures of a folder into a text file."""

    id = "files.terminal.capture_output"
    title = "Run a command and show or store its output"
    scope = ("folder",)
    phrasings = (
        "write the names of all JPG files in {{folder}} of {{place}} into a text file {{name}} "
        "beside that folder, {{form}}",
        "make a list of the JPG files that {{folder}} in {{place}} has and save it as {{name}} next "
        "to the folder, {{form}}",
        "save the names of the JPG files in {{folder}} under {{place}} in {{name}}, next to the "
        "folder, {{form}}",
        "terse: {{place}}: names of the JPG files in {{folder}} into {{name}} beside it, {{form}}.",
        "chatty: I need a list of the JPG files in {{folder}} under {{place}}. Could you put their "
        "names into {{name}} next to "
        "that folder, {{form}}?",
        "precise: {{name}}, directly in {{place}}, is to list the names of all JPG files in "
        "{{folder}}, {{form}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Pictures with numbers, other files among them, and more pictures in a subfolder."""
        tree, folder = ground.tree(desktop), random.choice(("Camera", "Excursion", "Stand 12"))
        shots = random.sample(range(1000, 9999), parameters.amount + 4)
        names = tuple(sorted(f"IMG_{shot}.jpg" for shot in shots[2:]))
        for name in random.sample(names, len(names)):
            tree.add(f"{folder}/{name}", ground.writer.picture())
        others = tuple(f"rejected/IMG_{shot}.jpg" for shot in shots[:2])
        for other in others:
            tree.add(f"{folder}/{other}", ground.writer.picture())
        tree.add(f"{folder}/IMG_{shots[2]}.txt", ground.writer.note(2))
        ground.clutter(desktop, parameters.files, avoid=(".jpg",))
        name = f"{ground.slug(folder)}-list.txt"
        golden = ground.tree(desktop.copy())
        golden.add(name, text.encode(names))
        return Scene(parameters, ground, Made(ground, golden, (name,), marked=True), folder, names, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the list."""
        scene.ground.tree(desktop).add(scene.made.paths[0], text.encode(scene.names))

    def contract(self, scene: Scene) -> Contract:
        """The file has a line for each name, in order."""
        made, names = scene.made, scene.names
        (name,) = made.paths

        def listed(tree: FileTree, lines: list[str]) -> None:
            tree.add(name, text.encode(lines))

        return self.task(
            scene,
            facts=(
                folder_fact("folder", scene.mount, scene.folder),
                named_fact("name", name),
                word_fact(
                    "form",
                    "sorted names",
                    "one name on each line in alphabetical order, without those in subfolders",
                    "sorted by name, one on each line and without the path, subfolders left out",
                ),
            ),
            requirements=(
                made.requirement("The file lists the names.", "folder", "name", "form", reason=FOLLOWS),
            ),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead(
                    "backwards", lambda tree: listed(tree, list(names[::-1])), "The order is turned round."
                ),
                made.instead(
                    "with the folder",
                    lambda tree: listed(tree, [f"{scene.folder}/{n}" for n in names]),
                    "Paths are there.",
                ),
                made.instead(
                    "all at once", lambda tree: listed(tree, [" ".join(names)]), "All stand on one line."
                ),
                made.instead(
                    "with the subfolder",
                    lambda tree: listed(
                        tree, sorted([*names, *(o.rpartition("/")[2] for o in scene.others)])
                    ),
                    "Those in the subfolder are there as well.",
                ),
            ),
        )
