"""Skill: unpack an archive to a given place."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import archive
from forge.preparers.files.spec import File, FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import file_fact, new_folder_fact
from forge.skills.trees.made import SAME, Made

PACKINGS = ("zip", "tar.gz", "tar.bz2", "tar.xz", "tar")


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which archive goes into which folder."""

    made: Made
    archive: str
    target: str


class ExtractArchive(FilesSkill[FilesParameters, Scene]):
    """Unpack an archive into a new folder."""

    id = "files.archives.extract"
    title = "Unpack an archive to a given place"
    scope = ()
    phrasings = (
        "unpack {{archive}} in {{place}} into {{target}} there, so that what lies at its top lies "
        "directly in that folder",
        "extract {{archive}} from {{place}} to {{target}} at the top of that place. Its contents "
        "should lie directly in the "
        "folder, the archive stays",
        "make {{target}} in {{place}} and unpack {{archive}} right into it",
        "terse: {{place}}: unpack {{archive}} into {{target}}, contents directly in it, archive stays.",
        "chatty: I need what is in {{archive}} under {{place}}. Could you unpack it into {{target}} "
        "there, with everything "
        "directly in that folder?",
        "precise: {{archive}} in {{place}} is to be unpacked into {{target}} directly below that "
        "place, without a further "
        "level of folders; the archive itself stays.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """An archive of some files and folders, with a name that is no folder yet."""
        tree, writer = ground.tree(desktop), ground.writer
        inner = FileTree()
        for number in range(min(parameters.amount, 7)):
            folder = ("", "tables/", "texts/", "texts/old/")[number % 4]
            ending = ".csv" if folder == "tables/" else random.choice((".txt", ".md"))
            content = writer.export(3) if ending == ".csv" else writer.note(2)
            inner.add(f"{folder}{ground.slug(random.choice(writer.labels))} {number}{ending}", File(content))
        packing = random.choice(PACKINGS)
        ground.clutter(desktop, parameters.files)
        where = random.choice(["", "", "Transfer/"])
        path = f"{where}{random.choice(('delivery', 'backup', 'from-the-office'))}.{packing}"
        tree.add(path, archive.build(inner, packing))
        target = random.choice(("Unpacked", "Delivery {year}", "From the office")).format(year=2025)
        golden = ground.tree(desktop.copy())
        golden.folder(target)
        for name, entry in inner.entries.items():
            golden.entries[f"{target}/{name}"] = entry
        files = tuple(f"{target}/{name}" for name, _ in inner.files())
        folders = (target, *(f"{target}/{name}" for name in inner.folders()))
        return Scene(parameters, ground, Made(ground, golden, files, folders), path, target)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Put everything that is in the archive into the folder."""
        _unpack(scene.ground.tree(desktop), scene.archive, scene.target)

    def contract(self, scene: Scene) -> Contract:
        """Everything that is in the archive lies in the folder."""
        made, path, target = scene.made, scene.archive, scene.target

        def deeper(tree: FileTree) -> None:
            _unpack(tree, path, f"{target}/{path.rpartition('/')[2].partition('.')[0]}")

        def here(tree: FileTree) -> None:
            _unpack(tree, path, "")

        def flat(tree: FileTree) -> None:
            inner = archive.unpack(tree.file(path).data)
            for name, entry in inner.files():
                tree.add(f"{target}/{name.rpartition('/')[2]}", entry)

        def gone(tree: FileTree) -> None:
            tree.remove(path)

        return self.task(
            scene,
            facts=(file_fact("archive", scene.mount, path), new_folder_fact("target", target)),
            requirements=(
                made.requirement(
                    "What is in the archive lies in the folder.", "archive", "target", reason=SAME
                ),
            ),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead("a level too deep", deeper, "There is a folder more than asked for."),
                made.instead("where the archive lies", here, "It was unpacked in the wrong place."),
                made.instead("flat", flat, "The folders of the archive are missing."),
                made.after("the archive gone", gone, "The archive was to stay."),
            ),
        )


def _unpack(tree: FileTree, path: str, target: str) -> None:
    inner = archive.unpack(tree.file(path).data)
    for name in sorted(inner.entries):
        entry = inner.entries[name]
        place = f"{target}/{name}" if target else name
        if isinstance(entry, File):
            tree.add(place, entry)
        else:
            tree.folder(place)
