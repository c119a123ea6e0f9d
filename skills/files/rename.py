"""Skill: rename a given file or folder."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.trees.facts import file_fact, named_fact


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which files get which names."""

    moves: Moves
    names: tuple[str, ...]


class Rename(FilesSkill[FilesParameters, Scene]):
    """Give one to three files another name where they are."""

    id = "files.naming.rename"
    title = "Rename a given file or folder"
    scope = ()
    phrasings = (
        "rename {{file}} in {{place}} to {{name}}[[, and {{second}} to {{second_name}}|]][[, and "
        "{{third}} to "
        "{{third_name}}|]]",
        "give {{file}} in {{place}} the new name {{name}}[[ and {{second}} the new name "
        "{{second_name}}|]][[ as well as "
        "{{third}} the new name {{third_name}}|]], each where it is",
        "change the name of {{file}} in {{place}} to {{name}}[[, that of {{second}} to "
        "{{second_name}}|]][[ and that of {{third}} "
        "to {{third_name}}|]]",
        "terse: {{place}}: {{file}} becomes {{name}}[[, {{second}} becomes {{second_name}}|]][[, "
        "{{third}} becomes "
        "{{third_name}}|]].",
        "chatty: Some names in {{place}} are misleading. Could you call {{file}} {{name}} instead[[, "
        "and {{second}} "
        "{{second_name}}|]][[, and {{third}} {{third_name}}|]]?",
        "precise: {{file}} in {{place}} is to be named {{name}}[[, {{second}} "
        "{{second_name}}|]][[, and "
        "{{third}} {{third_name}}|]]; each stays in its folder.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Files whose names say little, among others."""
        ground.clutter(desktop, parameters.files + 4)
        named = [path for path, _ in ground.tree(desktop).files() if "." in path.rpartition("/")[2][1:]]
        paths = [path for path in named if path not in ground.made]
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        if len(paths) < count:
            raise SkillError(f"{ground.mount} holds too few files that could be renamed.")
        moves: dict[str, str] = {}
        for path in random.sample(paths, count):
            folder, _, name = path.rpartition("/")
            ending = name[name.rindex(".") :]
            label = ground.slug(random.choice(ground.writer.labels))
            new = f"{label}-{random.choice(['final', 'checked', 'copy for the file', 'overview'])}{ending}"
            target = f"{folder}/{new}" if folder else new
            if target not in paths and target not in moves.values():
                moves[path] = target
        names = tuple(new.rpartition("/")[2] for new in moves.values())
        return Scene(parameters, ground, Moves(ground, moves), names)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Rename."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The files bear their new names and are still themselves."""
        moves, tree = scene.moves.moves, scene.mount
        facts = []
        for prefix, old, name in zip(("", "second", "third"), moves, scene.names, strict=False):
            facts.append(file_fact(prefix or "file", tree, old))
            facts.append(named_fact(f"{prefix}_name".strip("_"), name))
        told = [fact.name for fact in facts]
        first, target = next(iter(moves.items()))
        wrong = {**moves, first: _without_ending(target)}
        moved = {**moves, first: f"Renamed/{target.rpartition('/')[2]}"}
        return self.task(
            scene,
            facts=(*facts, scene.moves.fact()),
            requirements=(scene.moves.requirement("The files bear their new names.", *told),),
            writes=scene.moves.writes,
            free=scene.moves.free,
            variants=scene.moves.variants(),
            near_misses=(
                scene.moves.other("without its ending", "The name lacks its ending.", wrong),
                scene.moves.other("into another folder", "It was moved as well.", moved),
                scene.moves.all_but("nothing renamed but the last", "One was forgotten.", [first]),
            ),
        )


def _without_ending(path: str) -> str:
    return path[: path.rindex(".")]
