"""Skill: edit texts line by line: replace a name everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.facts import worked_out
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import after, attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, named_fact
from forge.states.rubric import Equals, Requirement

PAIRS = (
    ("Heron", "Kestrel"),
    ("Saltmarsh", "Estuary"),
    ("Northgate", "Bridgeside"),
    ("Larkfield", "Oakfield"),
)


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which word becomes which, and in which lines of which files."""

    folder: str
    old: str
    new: str
    lines: dict[str, tuple[int, ...]]
    after: dict[str, tuple[str, ...]]
    outside: str


class ReplaceText(FilesSkill[FilesParameters, Scene]):
    """Replace a name in all text files of a folder."""

    id = "files.text.transform_lines"
    title = "Edit or join text line by line"
    scope = ("folder",)
    phrasings = (
        "replace {{old}} by {{new}} everywhere in the text files of {{folder}} under {{place}}, "
        "subfolders included",
        "change every {{old}} to {{new}} in all text files in and below {{folder}} of {{place}}",
        "write {{new}} instead of {{old}} wherever it stands in a text file in or below {{folder}} "
        "of {{place}}",
        "terse: {{place}}, text files in {{folder}} and below: {{old}} becomes {{new}}.",
        "chatty: They have renamed it again: what was called {{old}} is {{new}} now. Could you "
        "change that in all text files "
        "in {{folder}} under {{place}}, and in its subfolders?",
        "precise: In every text file in {{folder}} of {{place}} and its subfolders, each occurrence "
        "of {{old}} is to be "
        "replaced by {{new}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Lines with the name, some of them twice, and one file elsewhere that is to stay."""
        tree, (old, new) = ground.tree(desktop), random.choice(PAIRS)
        folder = random.choice(("Texts", "Announcements", "Web pages"))
        lines: dict[str, tuple[int, ...]] = {}
        changed: dict[str, tuple[str, ...]] = {}
        for number in range(parameters.amount):
            body = ground.writer.sentences(random.randint(3, 6))
            hits = sorted(random.sample(range(len(body)), random.randint(1, 2)))
            for at in hits:
                body[at] = random.choice(
                    (
                        f"{body[at]} ({old})",
                        f"{old}: {body[at]}",
                        f"The {old} team of {ground.people[at]} knows the {old} site.",
                    )
                )
            below = ("", "spring/", "spring/late/")[number % 3]
            path = f"{folder}/{below}{ground.slug(random.choice(ground.writer.labels))}-{number}.txt"
            tree.add(path, text.encode(body))
            lines[path] = tuple(at + 1 for at in hits)
            changed[path] = tuple(body[at].replace(old, new) for at in hits)
        outside = f"{old.casefold()} history.txt"
        tree.add(outside, text.encode([f"How {old} began", *ground.writer.sentences(2)]))
        tree.add(f"{folder}/unrelated.txt", ground.writer.note(3))
        ground.clutter(desktop, parameters.files)
        return Scene(parameters, ground, folder, old, new, lines, changed, outside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Replace it everywhere."""
        _replace(scene, scene.ground.tree(desktop), scene.lines)

    def contract(self, scene: Scene) -> Contract:
        """Each line with the old name has the new one, and no other line has changed."""
        mount, ground, paths = scene.mount, scene.ground, list(scene.lines)
        places = {path: file(mount, path).below("line", *scene.lines[path]).of("text") for path in paths}
        checks = tuple(Equals(select=places[path], each=scene.after[path]) for path in paths)
        after_all = tuple(line for path in paths for line in scene.after[path])

        def once(tree: FileTree) -> None:
            for path in paths:
                tree.file(path).data = tree.file(path).data.replace(scene.old.encode(), scene.new.encode(), 1)

        return self.task(
            scene,
            facts=(
                folder_fact("folder", mount, scene.folder),
                named_fact("old", scene.old),
                named_fact("new", scene.new),
                worked_out("lines", after_all, *places.values()),
            ),
            requirements=(
                Requirement(
                    id="replaced",
                    says="Every line has the new name.",
                    any_of=(checks,),
                    facts=("folder", "old", "new", "place", "lines"),
                ),
            ),
            writes=tuple(places.values()),
            free=layout(mount, paths),
            variants=rewritten(ground, paths),
            near_misses=(
                attempt(ground, "only the first of each file", once, "Others were left."),
                after(
                    ground,
                    "elsewhere as well",
                    lambda tree: _replace(scene, tree, [scene.outside]),
                    "A file outside of the folder was changed.",
                ),
                attempt(
                    ground,
                    "one file left",
                    lambda tree: _replace(scene, tree, paths[1:]),
                    "A file was forgotten.",
                ),
            ),
        )


def _replace(scene: Scene, tree: FileTree, paths: Iterable[str]) -> None:
    for path in paths:
        entry = tree.file(path)
        entry.data = entry.data.replace(scene.old.encode(), scene.new.encode())
