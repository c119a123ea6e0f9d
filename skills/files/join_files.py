"""Skill: join text files into one."""

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
    """Which parts become which file."""

    made: Made
    folder: str
    parts: tuple[str, ...]


class JoinFiles(FilesSkill[FilesParameters, Scene]):
    """Put the texts of a folder into one file, one behind the other."""

    id = "files.text.join_files"
    title = "Join text files into one"
    scope = ("folder",)
    phrasings = (
        "join the text files (.txt) of {{folder}} in {{place}} into one file {{name}} at the top of that "
        "place, {{order}}, {{plain}}",
        "put all text files (.txt) of {{folder}} in {{place}} together in {{name}} beside that folder, "
        "{{order}}, {{plain}}",
        "make one text of the text files (.txt) in {{folder}} under {{place}}, {{order}}, {{plain}}, and "
        "save it as {{name}} next to "
        "the folder",
        "terse: {{place}}: text files (.txt) of {{folder}} into {{name}} beside the folder, {{order}}, {{plain}}.",
        "chatty: I would like to read everything in {{folder}} under {{place}} in one go. Could you "
        "join the text files (.txt) into "
        "{{name}} next to the folder, {{order}}, {{plain}}?",
        "precise: {{name}}, directly in {{place}}, is to hold the contents of all text files (.txt) in "
        "{{folder}}, {{order}}, "
        "{{plain}}; the parts stay.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Numbered parts, and a file of another type that does not belong."""
        tree, folder = ground.tree(desktop), random.choice(("Chapters", "Diary", "Interview parts"))
        stem = random.choice(("part", "section", "day"))
        parts = [f"{folder}/{stem}-{number:02}.txt" for number in range(1, parameters.amount + 2)]
        for path in random.sample(parts, len(parts)):
            tree.add(path, text.encode(ground.writer.sentences(random.randint(2, 4))))
        tree.add(f"{folder}/{stem}-00.md", ground.writer.note(2))
        ground.clutter(desktop, parameters.files)
        name = f"{ground.slug(folder)}-complete.txt"
        golden = ground.tree(desktop.copy())
        golden.add(name, _joined(golden, parts))
        return Scene(parameters, ground, Made(ground, golden, (name,), marked=True), folder, tuple(parts))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Join them."""
        tree = scene.ground.tree(desktop)
        tree.add(scene.made.paths[0], _joined(tree, scene.parts))

    def contract(self, scene: Scene) -> Contract:
        """The new file holds the lines of all parts in order."""
        made, parts = scene.made, scene.parts
        (name,) = made.paths

        def joined(tree: FileTree, inside: list[str], between: bytes = b"") -> None:
            tree.add(name, between.join(tree.file(path).data for path in inside))

        stray = f"{scene.folder}/{parts[0].rpartition('/')[2].partition('-')[0]}-00.md"
        return self.task(
            scene,
            facts=(
                folder_fact("folder", scene.mount, scene.folder),
                named_fact("name", name),
                word_fact(
                    "order",
                    "by name",
                    "in the order of their names",
                    "in the order in which their names number them",
                ),
                word_fact(
                    "plain",
                    "nothing between",
                    "with nothing added between them",
                    "one directly behind the other",
                ),
            ),
            requirements=(
                made.requirement(
                    "The file holds all parts.", "folder", "name", "order", "plain", reason=FOLLOWS
                ),
            ),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead(
                    "backwards", lambda tree: joined(tree, list(parts[::-1])), "The order is wrong."
                ),
                made.instead(
                    "one missing", lambda tree: joined(tree, list(parts[:-1])), "The last part is missing."
                ),
                made.instead(
                    "one too many",
                    lambda tree: joined(tree, [stray, *parts]),
                    "A file of another type is in it.",
                ),
                made.instead(
                    "gaps", lambda tree: joined(tree, list(parts), b"\n"), "Empty lines were added."
                ),
            ),
        )


def _joined(tree: FileTree, parts: tuple[str, ...] | list[str]) -> bytes:
    return b"".join(tree.file(path).data for path in parts)
