"""Skill: find a file by its size or time, and answer which it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file
from forge.preparers.files.spec import File
from forge.skills.answering import single
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import spellings, word_fact
from forge.states.selectors import Selector

WISHES = {
    "largest": ("largest", "biggest"),
    "smallest": ("smallest",),
    "latest": ("most recently changed", "last changed"),
    "oldest": ("least recently changed",),
}


@dataclass(frozen=True)
class Scene(FilesScene):
    """What is looked for, and the files from the one that is meant on."""

    wish: str
    ranking: tuple[str, ...]
    stray: str
    measured: dict[str, Any]


class FindLargest(FilesSkill[FilesParameters, Scene]):
    """Answer which picture of a tree is the largest, smallest, newest or oldest."""

    id = "files.find.by_attribute"
    title = "Find files by name, age or another attribute"
    phrasings = (
        "tell me which JPG file in {{place}} and its subfolders is the {{wish}} one",
        "find the {{wish}} JPG file anywhere under {{place}} and tell me which one it is",
        "look through {{place}} with all its subfolders and name the {{wish}} JPG file",
        "terse: {{place}}, subfolders included: which JPG file is the {{wish}} one?",
        "chatty: Somewhere under {{place}} there are a lot of JPG files. Which of them is the {{wish}} one?",
        "precise: Name the file that is the {{wish}} of all JPG files in {{place}} and its subfolders.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Pictures whose sizes and times are all different; another file goes beyond them."""
        tree, wish = ground.tree(desktop), random.choice(list(WISHES))
        ground.clutter(desktop, parameters.files, avoid=(".jpg",))
        folders = ["", *tree.folders()]
        sizes = random.sample(range(200, 3000, 7), parameters.amount + 3)
        begin = datetime(2025, 2, 3, 9, 15, tzinfo=UTC)
        hours = random.sample(range(24, 6000), parameters.amount + 3)
        paths: list[str] = []
        shots = random.sample(range(1000, 9999), parameters.amount + 3)
        for number, (size, hour) in enumerate(zip(sizes, hours, strict=True)):
            name = f"IMG_{shots[number]}.jpg"
            folder = folders[(number * 3 + 1) % len(folders)]
            path = f"{folder}/{name}" if folder else name
            tree.add(
                path,
                File(
                    ground.writer.picture()[:20] + random.randbytes(size),
                    0o644,
                    begin + timedelta(hours=hour),
                ),
            )
            paths.append(path)
        for path, entry in tree.files():
            if path not in paths:
                entry.modified = begin + timedelta(
                    hours=random.choice((3, 9000)), minutes=random.randrange(600)
                )
        stray = "IMG_0001 scan.jpeg.bak"
        edge = 10 if wish == "smallest" else 6000
        tree.add(
            stray,
            File(random.randbytes(edge), 0o644, begin + timedelta(hours=1 if wish == "oldest" else 9900)),
        )
        by_size = wish in ("largest", "smallest")
        measure = dict(zip(paths, sizes if by_size else hours, strict=True))
        ranking = sorted(paths, key=lambda path: measure[path], reverse=wish in ("largest", "latest"))
        found = tree.file(ranking[0])
        measured = {"size": len(found.data)} if by_size else {"modified": found.modified}
        return Scene(parameters, ground, wish, tuple(ranking), stray, measured)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.ranking[0].rpartition("/")[2]

    def contract(self, scene: Scene) -> Contract:
        """The name or path of the file, and a folder that nobody touched."""
        first, second, *_, last = scene.ranking
        name, *words = reversed(spellings(scene.mount, first, alone=True))
        ((measure, value),) = scene.measured.items()
        alike = Selector(scene.mount).below("file", format="bytes", **scene.measured).of(measure)
        return self.question(
            scene,
            facts=(word_fact("wish", scene.wish, *WISHES[scene.wish]), single(value, alike)),
            answer=name,
            says="The answer is the file.",
            words=words,
            wrong={
                "the second": second.rpartition("/")[2],
                "the other end": last.rpartition("/")[2],
                "a file of another type": scene.stray,
            },
            places=[file(scene.mount, *sorted(scene.ranking)).of(measure)],
        )
