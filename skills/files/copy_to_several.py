"""Skill: copy one file into several folders."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import file_fact, several_fact
from forge.skills.trees.made import SAME, Made


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which file goes into which folders."""

    made: Made
    source: str
    folders: tuple[str, ...]


class CopyToSeveral(FilesSkill[FilesParameters, Scene]):
    """Put a copy of one file into several folders."""

    id = "files.copy.to_several"
    title = "Copy one file into several folders"
    scope = ()
    takes_up = True
    phrasings = (
        "put a copy of {{file}} from {{place}} into each of the folders {{folders}} there, under the "
        "same name",
        "copy {{file}} in {{place}} into {{folders}}, keeping its name",
        "give every one of the folders {{folders}} in {{place}} a copy of {{file}}, under the same name",
        "terse: {{place}}: copy {{file}} into {{folders}}, same name.",
        "chatty: Everybody needs {{file}} at hand. Could you put a copy into {{folders}}, all of "
        "them in {{place}}? It "
        "keeps its name, and the original stays where it is.",
        "precise: {{file}} in {{place}} is to be copied under its own name into each of the "
        "folders {{folders}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A file at the top, and folders that do not have it."""
        tree, writer = ground.tree(desktop), ground.writer
        name = random.choice(("guidelines", "house rules", "contacts", "opening hours", "checklist"))
        source = f"{name}{random.choice(('.txt', '.md', '.csv', '.json'))}"
        maker = {".csv": lambda: writer.export(3), ".json": writer.settings}.get(
            source[source.rindex(".") :], lambda: writer.note(3)
        )
        made = [path for path in ground.made if "/" not in path]
        if made:
            source = made[0]
        else:
            tree.add(source, maker())
        people = list(dict.fromkeys(map(ground.folder_name, ground.people)))
        folders = tuple(f"Staff/{person}" for person in random.sample(people, min(parameters.amount, 6)))
        for folder in folders:
            tree.folder(folder)
        tree.folder(f"Staff/{next(p for p in people if f'Staff/{p}' not in folders)}")
        ground.clutter(desktop, parameters.files, inside=folders)
        copies = tuple(f"{folder}/{source}" for folder in folders)
        golden = ground.tree(desktop.copy())
        for path in copies:
            golden.copy(source, path)
        return Scene(parameters, ground, Made(ground, golden, copies), source, folders)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Copy it."""
        for path in scene.made.paths:
            scene.ground.tree(desktop).copy(scene.source, path)

    def contract(self, scene: Scene) -> Contract:
        """Each folder holds a copy, and the original is where it was."""
        made, source, mount = scene.made, scene.source, scene.mount

        def but_one(tree: FileTree) -> None:
            for path in made.paths[:-1]:
                tree.copy(source, path)

        def renamed(tree: FileTree) -> None:
            for path in made.paths:
                stem, _, ending = path.rpartition(".")
                tree.copy(source, f"{stem} (copy).{ending}")

        def moved(tree: FileTree) -> None:
            tree.remove(source)

        return self.task(
            scene,
            facts=(
                file_fact("file", mount, source),
                several_fact("folders", scene.folders),
            ),
            requirements=(made.requirement("Each folder holds a copy.", "file", "folders", reason=SAME),),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead("one folder left out", but_one, "One folder has no copy."),
                made.instead("under another name", renamed, "The copies are called otherwise."),
                made.after("the original gone", moved, "It was moved in the end, not copied."),
            ),
        )
