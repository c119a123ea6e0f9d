"""Skill: find the copy of a file, and answer which it is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import File
from forge.skills.contract import Contract
from forge.skills.facts import worked_out
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.contents import entity_of
from forge.skills.trees.facts import file_fact, spellings
from forge.states.rubric import Count
from forge.states.selectors import Selector


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which file is a copy of which, and which only look so."""

    original: str
    copy: str
    near: tuple[str, str]
    content: str


class FindDuplicate(FilesSkill[FilesParameters, Scene]):
    """Answer which picture is the same as a given one, byte for byte."""

    id = "files.find.duplicate"
    title = "Find the copy of a file"
    phrasings = (
        "tell me which other file in {{place}} has exactly the same content as {{file}}, whatever it "
        "is called",
        "find the exact copy of {{file}} that lies somewhere in {{place}} and tell me which file it is",
        "name the file in {{place}} or its subfolders that is identical to {{file}}, byte for byte",
        "terse: {{place}}: which other file is identical to {{file}}?",
        "chatty: Somebody saved {{file}} a second time under another name, somewhere in {{place}}. "
        "Which file is it?",
        "precise: Exactly one other file in {{place}} and its subfolders has the same content as "
        "{{file}}; name it.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Pictures of one length, of which two are the same and others differ in a byte."""
        tree = ground.tree(desktop)
        ground.clutter(desktop, parameters.files, avoid=(".jpg",))
        folders = ["", *tree.folders()]
        shots = random.sample(range(1000, 9999), parameters.amount + 4)
        length = random.randint(300, 900)
        paths = []
        for number, shot in enumerate(shots):
            folder = folders[(number * 5 + 3) % len(folders)]
            name = f"DSC{shot}.jpg" if number else f"poster {shot}.jpg"
            path = f"{folder}/{name}" if folder else name
            tree.add(path, File(ground.writer.picture()[:12] + random.randbytes(length)))
            paths.append(path)
        original, copy, changed, cut = paths[:4]
        data = tree.file(original).data
        tree.file(copy).data = data
        tree.file(changed).data = data[:-1] + bytes([data[-1] ^ 1])
        tree.file(cut).data = data[:-1]
        content = str(entity_of(tree, original).properties["content"])
        return Scene(parameters, ground, original, copy, (changed, cut), content)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.copy.rpartition("/")[2]

    def contract(self, scene: Scene) -> Contract:
        """The name or path of the copy, and a folder that nobody touched."""
        name, *words = reversed(spellings(scene.mount, scene.copy, alone=True))
        return self.question(
            scene,
            facts=(
                file_fact("file", scene.mount, scene.original),
                worked_out("pair", 2, Selector(scene.mount)),
            ),
            answer=name,
            says="The answer is the copy.",
            words=words,
            wrong={
                "one byte differs": scene.near[0].rpartition("/")[2],
                "one byte short": scene.near[1].rpartition("/")[2],
                "the file itself": scene.original,
            },
            places=(),
            holds=(Count(select=Selector(scene.mount).below("file", content=scene.content), expected=2),),
        )
