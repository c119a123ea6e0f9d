"""Skill: set permissions of files in a tree."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import file
from forge.preparers.files.schema import mode_bits
from forge.preparers.files.spec import File, FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import after, attempt
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, word_fact
from forge.states.rubric import OneOf, Requirement

RUN = ("rwxr-xr-x", "rwxr--r--", "rwxr-xr--")
PRIVATE = ("rw-------", "rwx------")
WISHES = {
    RUN: (
        "that their owner can run them, and that whoever can read or change them now still can",
        "that the owner may execute them without taking anything else away from anybody",
    ),
    PRIVATE: (
        "that only their owner can read and change them",
        "that nobody but the owner can read or change them",
    ),
}
"""What is wished for, by the permissions that grant it."""


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which files, in which folder, get which permissions."""

    paths: tuple[str, ...]
    others: tuple[str, ...]
    folder: str
    options: tuple[str, ...]


class Permissions(FilesSkill[FilesParameters, Scene]):
    """Make the scripts of a folder executable, or its texts private."""

    id = "files.permissions.change"
    title = "Set permissions of files in a tree"
    scope = ("folder",)
    phrasings = (
        "set the permissions of {{files}} {{folder}} in {{place}} so {{wish}}",
        "change the permissions of {{files}} {{folder}} under {{place}} in such a way {{wish}}",
        "see to it, for {{files}} {{folder}} of {{place}}, {{wish}}",
        "terse: {{place}}: permissions of {{files}} {{folder}} so {{wish}}.",
        "chatty: The permissions of {{files}} {{folder}} under {{place}} are wrong. Could you change "
        "them so {{wish}}?",
        "precise: The permissions of {{files}} {{folder}} in {{place}} are to be set so {{wish}}; "
        "those of all other files "
        "and folders stay.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Scripts and texts in a folder and its subfolders."""
        tree, options = ground.tree(desktop), random.choice(list(WISHES))
        folder = random.choice(("tools", "jobs", "Personnel", "Night shift"))
        places = (folder, f"{folder}/daily", f"{folder}/daily/checks")
        paths: dict[str, list[str]] = {".sh": [], ".txt": []}
        for number in range(parameters.amount * 2):
            ending = (".sh", ".txt")[number % 2]
            path = f"{places[number // 2 % 3]}/{ground.slug(random.choice(ground.writer.labels))}-{number}{ending}"
            script = text.encode(["#!/bin/sh", f"echo {ground.slug(ground.kit.rows)}"])
            tree.add(path, File(script if ending == ".sh" else ground.writer.note(3), 0o644))
            paths[ending].append(path)
        tree.add(f"start-{ground.slug(ground.kit.row)}.sh", File(b"#!/bin/sh\n", 0o644))
        ground.clutter(desktop, parameters.files)
        wanted, others = (".sh", ".txt") if options == RUN else (".txt", ".sh")
        return Scene(parameters, ground, tuple(paths[wanted]), tuple(paths[others]), folder, options)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set the permissions that most people would."""
        _set(scene.ground.tree(desktop), scene.paths, scene.options[0])

    def contract(self, scene: Scene) -> Contract:
        """Each of the files has permissions that grant the wish."""
        mount, paths, options, ground = scene.mount, scene.paths, scene.options, scene.ground
        kind, ending = ("shell scripts", ".sh") if options == RUN else ("text files", ".txt")
        folder = folder_fact("folder", mount, scene.folder)
        inside = tuple(f"in {says} and its subfolders" for says in folder.says)
        open_to_all = "rwxrwxrwx" if options == RUN else "rw-r-----"

        def both(tree: FileTree) -> None:
            for number, path in enumerate(paths):
                _set(tree, (path,), options[number % 2])

        return self.task(
            scene,
            facts=(
                folder.model_copy(update={"says": inside}),
                word_fact("files", kind, f"all {kind} ({ending})", f"the {kind} ({ending})"),
                word_fact("wish", "", *WISHES[options]).model_copy(update={"value": options}),
            ),
            requirements=(
                Requirement(
                    id="permissions",
                    says="The files can be used as was wished for.",
                    any_of=((OneOf(select=file(mount, *paths).of("mode"), options=options),),),
                    facts=("files", "folder", "wish", "place"),
                ),
            ),
            writes=(file(mount, *paths).of("mode"),),
            variants=(
                after(
                    ground,
                    "in another way",
                    lambda tree: _set(tree, paths, options[1]),
                    "The wish is granted.",
                ),
                after(ground, "in either way", both, "The wish is granted."),
            ),
            near_misses=(
                attempt(
                    ground, "too open", lambda tree: _set(tree, paths, open_to_all), "Others may do too much."
                ),
                attempt(
                    ground,
                    "not the subfolders",
                    lambda tree: _set(tree, [p for p in paths if p.count("/") == 1], options[0]),
                    "Those in subfolders were forgotten.",
                ),
                after(
                    ground,
                    "other files as well",
                    lambda tree: _set(tree, scene.others, options[0]),
                    "Files of another type were changed.",
                ),
            ),
        )


def _set(tree: FileTree, paths: tuple[str, ...] | list[str], mode: str) -> None:
    for path in paths:
        tree.file(path).mode = mode_bits(mode)
