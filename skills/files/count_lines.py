"""Skill: count lines over many files, and answer with the number."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import lines
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill, counted
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact


@dataclass(frozen=True)
class Scene(FilesScene):
    """How many lines the .txt files of a folder have."""

    folder: str
    counts: dict[str, int]
    others: int


class CountLines(FilesSkill[FilesParameters, Scene]):
    """Answer how many lines the text files (.txt) of a folder and its subfolders have together."""

    id = "files.text.count_lines"
    title = "Count lines over many files"
    scope = ("folder",)
    phrasings = (
        "tell me how many lines the text files (.txt) in {{folder}} under {{place}} have altogether, "
        "subfolders included",
        "count the lines of all text files (.txt) in and below {{folder}} of {{place}} and tell me the total",
        "find out how many lines all text files (.txt) in {{folder}} of {{place}} and its subfolders add up to",
        "terse: {{place}}: total number of lines in the text files (.txt) of {{folder}}, with subfolders?",
        "chatty: How many lines do all the text files (.txt) in {{folder}} under {{place}} have together? "
        "Those in its subfolders "
        "count as well.",
        "precise: Give the total number of lines of all text files (.txt) in {{folder}} of {{place}} and in "
        "its subfolders.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Text files without empty lines in several folders, tables and notes beside them."""
        tree, folder = ground.tree(desktop), random.choice(("Transcripts", "Entries", "Protocols"))
        counts: dict[str, int] = {}
        for number in range(parameters.amount + 1):
            below = ("", "north/", "south/", "south/late/")[number % 4]
            path = f"{folder}/{below}{ground.slug(random.choice(ground.writer.labels))}-{number}.txt"
            counts[path] = random.randint(4, 14)
            tree.add(path, text.encode(ground.writer.sentences(counts[path])))
        others = random.randint(3, 9)
        tree.add(f"{folder}/overview.md", text.encode(ground.writer.sentences(others)))
        tree.add(f"{folder}/south/table.csv", ground.writer.export(4))
        ground.clutter(desktop, parameters.files)
        return Scene(parameters, ground, folder, counts, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = sum(scene.counts.values())

    def contract(self, scene: Scene) -> Contract:
        """The number of all lines, and a folder that nobody touched."""
        total = sum(scene.counts.values())
        return self.question(
            scene,
            facts=(folder_fact("folder", scene.mount, scene.folder),),
            answer=total,
            says="The answer is the number of lines of all .txt files.",
            words=counted(total, "line", "lines"),
            wrong={
                "without the subfolders": sum(n for path, n in scene.counts.items() if path.count("/") == 1),
                "with the notes of another type": total + scene.others,
                "the number of files": len(scene.counts),
                "one too few": total - 1,
            },
            places=[lines(scene.mount, path) for path in scene.counts],
        )
