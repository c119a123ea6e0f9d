"""Skill: pack chosen files into an archive."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.packing import packed
from forge.skills.trees.facts import folder_fact, named_fact, word_fact
from forge.skills.trees.made import SAME, Made

PACKINGS = {
    "zip": ("a ZIP archive", "a zip file"),
    "tar.gz": ("a gzipped tar archive", "a tar archive that is compressed with gzip"),
    "tar.xz": ("an xz-compressed tar archive", "a tar archive that is compressed with xz"),
}


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which folder is packed, and how."""

    made: Made
    folder: str
    packing: str


class CreateArchive(FilesSkill[FilesParameters, Scene]):
    """Pack a folder into an archive of a given type."""

    id = "files.archives.create"
    title = "Pack chosen files into an archive"
    scope = ("folder",)
    phrasings = (
        "pack {{folder}} in {{place}} into {{packing}} named {{name}} beside it, {{inside}}",
        "make {{packing}} called {{name}} out of {{folder}} in {{place}}, {{inside}}, and put it "
        "next to that folder",
        "compress {{folder}} of {{place}} into {{packing}}. Call it {{name}}, put it next to the "
        "folder, {{inside}}",
        "terse: {{place}}: {{folder}} into {{packing}}, {{name}}, beside the folder, {{inside}}.",
        "chatty: I have to mail {{folder}} from {{place}}. Could you make {{packing}} of it and call "
        "it {{name}}, "
        "{{inside}}? Put it next to the folder.",
        "precise: {{folder}} in {{place}} is to be packed into {{packing}} named {{name}} on the "
        "same level, {{inside}}; the "
        "folder itself stays.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A folder with a subfolder."""
        tree, packing = ground.tree(desktop), random.choice(list(PACKINGS))
        folder = random.choice(("Application", "Report 2025", "Brochure", "Exhibition"))
        for number in range(min(parameters.amount, 6)):
            below = random.choice(("", "appendix/", "appendix/tables/")) if number else "appendix/"
            ending = random.choice((".txt", ".csv", ".md"))
            name = f"{ground.slug(random.choice(ground.writer.labels))} {number}{ending}"
            tree.add(
                f"{folder}/{below}{name}",
                ground.writer.export(3) if ending == ".csv" else ground.writer.note(2),
            )
        ground.clutter(desktop, parameters.files)
        path = f"{folder.casefold().replace(' ', '-')}.{packing}"
        golden = ground.tree(desktop.copy())
        golden.add(path, packed(golden, [folder], packing))
        return Scene(parameters, ground, Made(ground, golden, (path,)), folder, packing)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Pack it."""
        (path,) = scene.made.paths
        scene.ground.tree(desktop).add(path, scene.made.golden.file(path).data)

    def contract(self, scene: Scene) -> Contract:
        """The archive holds the folder with all in it, and is packed as asked."""
        made, folder, packing = scene.made, scene.folder, scene.packing
        (path,) = made.paths

        def put(tree: FileTree, inside: list[str], how: str, base: str = "") -> None:
            tree.add(path, packed(tree, inside, how, base=base))

        def bare(tree: FileTree) -> None:
            put(tree, tree.below(folder), packing, folder)

        def other(tree: FileTree) -> None:
            put(tree, [folder], "tar" if packing != "tar" else "zip")

        def but_one(tree: FileTree) -> None:
            inside = [name for name, _ in tree.files() if name.startswith(f"{folder}/")]
            put(tree, inside[:-1], packing)

        def gone(tree: FileTree) -> None:
            tree.remove(folder)

        return self.task(
            scene,
            facts=(
                folder_fact("folder", scene.mount, folder),
                word_fact("packing", packing, *PACKINGS[packing]),
                named_fact("name", path),
                word_fact(
                    "inside",
                    "with folder",
                    "with the folder itself at the top of the archive",
                    "so that unpacking it gives the folder again",
                ),
            ),
            requirements=(
                made.requirement(
                    "The archive holds the folder.", "folder", "packing", "name", "inside", reason=SAME
                ),
            ),
            writes=made.writes,
            variants=made.variants(),
            near_misses=(
                made.instead("without the folder", bare, "The files lie at the top of the archive."),
                made.instead("packed otherwise", other, "It is another type of archive."),
                made.instead("one file missing", but_one, "A file is not in it."),
                made.after("the folder gone", gone, "The folder was to stay."),
            ),
        )
