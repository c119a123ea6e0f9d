"""Skill: name files after what they contain."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import lines
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.trees.facts import folder_fact, word_fact

FORMS = {
    "the date, an underscore and the reference number": "{day}_{reference}",
    "the reference number, an underscore and the date": "{reference}_{day}",
    "the reference number, a hyphen and the date": "{reference}-{day}",
    "the reference number alone": "{reference}",
}


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which scans get which names, and how these are made, in words."""

    moves: Moves
    folder: str
    form: str
    wrong: dict[str, str]


class NameByContent(FilesSkill[FilesParameters, Scene]):
    """Name scanned letters after their date and reference number."""

    id = "files.naming.by_content"
    title = "Name files after what they contain"
    scope = ("folder",)
    phrasings = (
        "rename [[the text files|all text files]] in {{folder}} under {{place}} after what they say: "
        "{{form}}, "
        "{{as_written}}",
        "look into each letter in {{folder}} of {{place}} and name it by {{form}}, {{as_written}}",
        "give every letter in {{folder}} below {{place}} a name made of {{form}}, {{as_written}}",
        "terse: {{place}}, {{folder}}: rename every letter to {{form}}, {{as_written}}.",
        "chatty: The scanner has named the letters in {{folder}} under {{place}} as it does. Could "
        "you look into each one "
        "and name it by {{form}}, {{as_written}}?",
        "precise: Each text file in {{folder}} of {{place}} is to be renamed to {{form}}, {{as_written}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Letters with a date and a reference number among their lines."""
        tree, folder = ground.tree(desktop), random.choice(("Scans", "Incoming letters", "Letters to sort"))
        form = random.choice(list(FORMS))
        moves: dict[str, str] = {}
        wrong: dict[str, str] = {}
        references = random.sample(range(1000, 9999), parameters.amount)
        for number, reference in enumerate(references, 1):
            day, code, earlier = (
                ground.writer.day(),
                f"{random.choice('ABDK')}{reference}",
                ground.writer.day(),
            )
            old = f"{folder}/scan{number:04}.txt"
            head = [f"From: {random.choice(ground.people)}", f"Date: {day.isoformat()}", f"Reference: {code}"]
            random.shuffle(head)
            body = ground.writer.sentences(random.randint(2, 5))
            body.insert(1, f"This answers our letter of {earlier.isoformat()}.")
            tree.add(old, text.encode([*head, "", *body]))
            moves[old] = f"{folder}/{FORMS[form].format(day=day.isoformat(), reference=code)}.txt"
            wrong[old] = f"{folder}/{FORMS[form].format(day=earlier.isoformat(), reference=code.lower())}.txt"
        ground.clutter(desktop, parameters.files)
        return Scene(parameters, ground, Moves(ground, moves), folder, form, wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Rename each."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each letter bears the name that follows from its lines."""
        moves, mount = scene.moves.moves, scene.mount
        first = next(iter(moves))
        bare = {old: new.removesuffix(".txt") for old, new in moves.items()}
        spaced = {old: f"{new[:-4].replace('_', ' ')} .txt" for old, new in moves.items()}
        return self.task(
            scene,
            facts=(
                folder_fact("folder", mount, scene.folder),
                word_fact("form", scene.form, scene.form),
                word_fact(
                    "as_written",
                    "as it stands there",
                    "written as in the letter, and keeping the ending of the file",
                    "just as the letter writes it, followed by the ending that the file has now",
                ),
                scene.moves.fact(*(lines(mount, path) for path in moves)),
            ),
            requirements=(
                scene.moves.requirement(
                    "The letters are named by what they say.", "folder", "form", "as_written"
                ),
            ),
            writes=scene.moves.writes,
            free=scene.moves.free,
            variants=scene.moves.variants(),
            near_misses=(
                scene.moves.other("another date", "It is the date of an earlier letter.", scene.wrong),
                scene.moves.other("without the ending", "The names lack their ending.", bare),
                scene.moves.other("spaces", "The parts are joined in another way.", spaced),
                scene.moves.all_but("the first left", "One was forgotten.", [first]),
            ),
        )
