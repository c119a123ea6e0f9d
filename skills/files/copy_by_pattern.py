"""Skill: copy matching files of a tree with their structure."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, new_folder_fact, word_fact
from forge.skills.trees.made import SAME, Made

KINDS = {
    ".csv": ("CSV files", "files that end in .csv"),
    ".jpg": ("JPG pictures", "files that end in .jpg"),
    ".md": ("Markdown files", "files that end in .md"),
}


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which files are copied to which paths, and what they have in common."""

    made: Made
    copies: dict[str, str]
    source: str
    target: str
    ending: str


class CopyByPattern(FilesSkill[FilesParameters, Scene]):
    """Copy all files of one type, each into the same subfolder of a new folder."""

    id = "files.copy.by_pattern"
    title = "Copy matching files of a tree, flat or with their structure"
    scope = ("source",)
    phrasings = (
        "copy all {{kind}} from {{source}} in {{place}} into {{target}} beside it, {{structure}}",
        "make {{target}} in {{place}} and copy every one of the {{kind}} of {{source}} into it, "
        "{{structure}}",
        "put copies of all {{kind}} in {{source}} into {{target}}, both in {{place}}, {{structure}}",
        "terse: {{place}}: copy the {{kind}} of {{source}} into {{target}}, {{structure}}.",
        "chatty: I need just the {{kind}} out of {{source}} in {{place}}. Could you copy them into "
        "{{target}} next to it, "
        "{{structure}}?",
        "precise: All {{kind}} in {{source}} of {{place}} are to be copied into {{target}} on the "
        "same level, {{structure}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Files of the type in several subfolders, others beside them."""
        tree, ending, writer = ground.tree(desktop), random.choice(list(KINDS)), ground.writer
        source = random.choice(("Material", "Work", "Documents 2025"))
        target = random.choice(("Hand out", "Export", "For the auditors"))
        ground.clutter(desktop, parameters.files // 2)
        folders = [source, f"{source}/first half", f"{source}/second half", f"{source}/second half/late"]
        olds = []
        for number in range(parameters.amount):
            stem = f"{ground.slug(random.choice(writer.labels))}-{number + 1}"
            old = f"{folders[number % len(folders)]}/{stem}{ending}"
            maker = {".csv": lambda: writer.export(3), ".jpg": writer.picture}.get(
                ending, lambda: writer.note(3)
            )
            tree.add(old, maker())
            olds.append(old)
        for number, folder in enumerate(folders):
            tree.add(f"{folder}/remarks {number}.txt", writer.note())
        tree.add(f"{source}/only text/remarks.txt", writer.note())
        copies = {old: target + old[len(source) :] for old in olds}
        golden = ground.tree(desktop.copy())
        known = set(golden.folders())
        for old, new in copies.items():
            golden.copy(old, new)
        new_folders = tuple(path for path in golden.folders() if path not in known)
        made = Made(ground, golden, tuple(copies.values()), new_folders)
        return Scene(parameters, ground, made, copies, source, target, ending)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Copy each."""
        for old, new in scene.copies.items():
            scene.ground.tree(desktop).copy(old, new)

    def contract(self, scene: Scene) -> Contract:
        """The copies lie in the same subfolders, and nothing else does."""
        made, mount, copies = scene.made, scene.mount, scene.copies

        def flat(tree: FileTree) -> None:
            for old in copies:
                tree.copy(old, f"{scene.target}/{old.rpartition('/')[2]}")

        def everything(tree: FileTree) -> None:
            tree.copy(scene.source, scene.target)

        def nested(tree: FileTree) -> None:
            for old in copies:
                tree.copy(old, f"{scene.target}/{old}")

        return self.task(
            scene,
            facts=(
                word_fact("kind", scene.ending, *KINDS[scene.ending]),
                folder_fact("source", mount, scene.source),
                new_folder_fact("target", scene.target),
                word_fact(
                    "structure",
                    "same subfolders",
                    "each in the same subfolder as in the original, without folders that would be empty",
                    "keeping the subfolders they lie in but without making empty ones",
                ),
            ),
            requirements=(
                made.requirement(
                    "Each copy lies in its subfolder.", "kind", "source", "target", "structure", reason=SAME
                ),
            ),
            writes=made.writes,
            reads=(file(mount, *copies),),
            variants=made.variants(),
            near_misses=(
                made.instead("flat", flat, "The subfolders are missing."),
                made.instead("everything", everything, "Other files were copied as well."),
                made.instead("a level too deep", nested, "The source folder was repeated in the target."),
            ),
        )
