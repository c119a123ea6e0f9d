"""Skill: find the file that mentions something, and answer which it is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import file
from forge.skills.answering import single
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import named_fact, spellings

MENTION = "Please quote {} when you answer."


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which code stands in which file, and in which others stands nearly the same."""

    code: str
    path: str
    near: tuple[str, ...]


class FindMention(FilesSkill[FilesParameters, Scene]):
    """Answer which text file mentions a reference number."""

    id = "files.find.by_content"
    title = "Find the file that mentions something"
    phrasings = (
        "tell me which file in {{place}} mentions {{code}}; it can lie in any subfolder",
        "find the file anywhere under {{place}} that {{code}} stands in and tell me which one it is",
        "search the files in {{place}} and its subfolders for {{code}} and name the one that has it",
        "terse: {{place}}, subfolders included: which file mentions {{code}}?",
        "chatty: Somebody called about {{code}}. It must be in one of the files under {{place}}. "
        "Which one is it?",
        "precise: Name the one file in {{place}} and its subfolders whose text contains {{code}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Texts with reference numbers, two of them much like the one that is meant."""
        tree = ground.tree(desktop)
        ground.clutter(desktop, parameters.files)
        numbers = random.sample(range(11111, 98888, 11), parameters.amount + 4)
        code = f"RX-{numbers[0]}"
        codes = [
            code,
            f"RX-{numbers[0] + 10}",
            f"RY-{numbers[0]}",
            *(f"RX-{number}" for number in numbers[1:]),
        ]
        folders = ["", *tree.folders()]
        paths: list[str] = []
        for number, own in enumerate(codes):
            folder = folders[(number * 7 + 2) % len(folders)]
            name = f"{ground.slug(random.choice(ground.writer.labels))} {random.choice('kmprw')}{number + 20}.txt"
            path = f"{folder}/{name}" if folder else name
            body = ground.writer.sentences(random.randint(4, 8))
            body.insert(random.randrange(1, len(body)), MENTION.format(own))
            tree.add(path, text.encode(body))
            paths.append(path)
        return Scene(parameters, ground, code, paths[0], tuple(paths[1:3]))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.path.rpartition("/")[2]

    def contract(self, scene: Scene) -> Contract:
        """The name or path of the file, and a folder that nobody touched."""
        name, *words = reversed(spellings(scene.mount, scene.path, alone=True))
        said = MENTION.format(scene.code)
        return self.question(
            scene,
            facts=(
                named_fact("code", scene.code),
                single(said, file(scene.mount).below("line", text=said).of("text")),
            ),
            answer=name,
            says="The answer is the file.",
            words=words,
            wrong={
                "one digit differs": scene.near[0].rpartition("/")[2],
                "another series": scene.near[1].rpartition("/")[2],
                "only the folder": scene.path.rpartition("/")[0] or scene.mount,
            },
            places=(),
        )
