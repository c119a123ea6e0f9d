"""Skill: bring the files that were picked out into one folder."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.trees.facts import new_folder_fact, word_fact

KINDS = {
    ".csv": ("CSV files", "files that end in .csv"),
    ".jpg": ("JPG pictures", "files that end in .jpg"),
    ".json": ("JSON files", "files that end in .json"),
    ".md": ("Markdown files", "files that end in .md"),
}
TARGETS = ("Collected", "To review", "For the archive", "Gathered {year}")


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which files go where, and what they have in common."""

    moves: Moves
    target: str
    ending: str
    others: tuple[str, ...]


class MoveSelected(FilesSkill[FilesParameters, Scene]):
    """Gather all files of one type from a tree in a new folder."""

    id = "files.organize.move_selected"
    title = "Bring the files that were picked out into one folder"
    phrasings = (
        "move all {{kind}} from anywhere under {{place}} into {{target}} there, {{flat}}",
        "collect every one of the {{kind}} in {{place}}, subfolders included, in {{target}} at its "
        "top level, {{flat}}",
        "make {{target}} in {{place}} and move all {{kind}} of the whole tree into it, {{flat}}",
        "terse: {{place}}: all {{kind}}, wherever they lie, into {{target}}, {{flat}}.",
        "chatty: The {{kind}} are scattered all over {{place}}. Could you move them into {{target}} "
        "at the top, {{flat}}?",
        "precise: All {{kind}} in {{place}} and its subfolders are to be moved into {{target}} "
        "directly below it, {{flat}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Some files of the type in different folders, with names of their own."""
        tree, ending = ground.tree(desktop), random.choice(list(KINDS))
        target = random.choice(TARGETS).format(year=random.choice((2024, 2025)))
        ground.clutter(desktop, parameters.files, avoid=(ending,))
        folders = ["", *tree.folders()]
        olds = []
        for number in range(parameters.amount):
            stem = f"{ground.slug(random.choice(ground.writer.labels))} {number + 1}"
            folder = folders[(number * 5 + 1) % len(folders)]
            old = f"{folder}/{stem}{ending}" if folder else f"{stem}{ending}"
            maker = {
                ".csv": ground.writer.export,
                ".jpg": ground.writer.picture,
                ".json": ground.writer.settings,
            }
            tree.add(old, maker.get(ending, ground.writer.note)())
            olds.append(old)
        moves = {old: f"{target}/{old.rpartition('/')[2]}" for old in olds}
        others = tuple(path for path, _ in tree.files() if not path.endswith(ending))
        kept = {path.rpartition("/")[0] for path in tree.entries if path not in moves}
        left = tuple(sorted({old.rpartition("/")[0] for old in olds} - kept - {""}))
        return Scene(parameters, ground, Moves(ground, moves, (target,), left), target, ending, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move them."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """They all lie in the new folder."""
        moves = scene.moves.moves
        deep = [old for old in moves if "/" in old][:1]
        nested = {old: f"{scene.target}/{old}" for old in moves}
        extra = {**moves, scene.others[0]: f"{scene.target}/{scene.others[0].rpartition('/')[2]}"}
        return self.task(
            scene,
            facts=(
                word_fact("kind", scene.ending, *KINDS[scene.ending]),
                new_folder_fact("target", scene.target),
                word_fact(
                    "flat",
                    "flat",
                    "without subfolders in it",
                    "all directly in it and under the names that they have",
                ),
                scene.moves.fact(),
            ),
            requirements=(
                scene.moves.requirement("All of them lie in the folder.", "kind", "target", "flat"),
            ),
            writes=scene.moves.writes,
            free=scene.moves.free,
            variants=scene.moves.variants(),
            near_misses=(
                scene.moves.all_but("one in a subfolder left", "One in a subfolder was forgotten.", deep),
                scene.moves.other("with their folders", "The folders were taken along.", nested),
                scene.moves.other("one too many", "A file of another type was moved as well.", extra),
            ),
        )
