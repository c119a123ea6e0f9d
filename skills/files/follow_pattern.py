"""Skill: name files after the pattern of existing ones."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.trees.facts import folder_fact, word_fact

SERIES = ("{label} {number:02}", "{label}_{number:03}", "{number:02} {label}", "{slug}-{number:02}")


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which folder goes on with what lies in which other."""

    moves: Moves
    source: str
    target: str
    wrong: dict[str, str]


class FollowPattern(FilesSkill[FilesParameters, Scene]):
    """Move new pictures to a numbered series and number them on."""

    id = "files.naming.follow_pattern"
    title = "Name files after the pattern of existing ones"
    scope = ("source", "target")
    phrasings = (
        "move the pictures from {{source}} in {{place}} to {{target}} and name them like those that "
        "are there already, "
        "numbering on {{order}}",
        "bring everything from {{source}} in {{place}} into {{target}}, with names that continue the "
        "numbered series "
        "there, {{order}}",
        "continue the numbered series of {{target}} in {{place}} with the files from {{source}}: "
        "move them over and give "
        "them the next numbers {{order}}",
        "terse: {{place}}: move the files of {{source}} into {{target}}, named as the next ones of "
        "the series there, "
        "{{order}}.",
        "chatty: There are new pictures in {{source}} under {{place}}. They belong into {{target}}, "
        "so could you move them "
        "and name them the way the others are named? Number on {{order}}.",
        "precise: All files of {{source}} in {{place}} are to be moved to {{target}} and named after "
        "the pattern of the "
        "files there; the numbers go on without a gap, {{order}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A series, and newcomers whose names put them in order."""
        tree, label = ground.tree(desktop), random.choice(ground.writer.labels)
        pattern, source, target = random.choice(SERIES), "Incoming", f"{label} series"
        begin, known = random.choice([1, 1, 3]), random.randint(4, 9)

        def name(number: int) -> str:
            return f"{target}/{pattern.format(label=label, number=number, slug=ground.slug(label))}.jpg"

        for number in range(begin, begin + known):
            tree.add(name(number), ground.writer.picture())
        shots = sorted(random.sample(range(1000, 9999), parameters.amount))
        for shot in random.sample(shots, len(shots)):
            tree.add(f"{source}/IMG_{shot}.jpg", ground.writer.picture())
        ground.clutter(desktop, parameters.files)
        olds = [f"{source}/IMG_{shot}.jpg" for shot in shots]
        moves = {old: name(begin + known + place) for place, old in enumerate(olds)}
        restarted = {old: name(begin + known + place + 1) for place, old in enumerate(olds)}
        return Scene(parameters, ground, Moves(ground, moves, left=(source,)), source, target, restarted)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move and number on."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each picture is where it should be, under the next number."""
        moves, mount = scene.moves.moves, scene.mount
        backwards = dict(zip(moves, reversed(list(moves.values())), strict=True))
        unnamed = {old: f"{scene.target}/{old.rpartition('/')[2]}" for old in moves}
        return self.task(
            scene,
            facts=(
                folder_fact("source", mount, scene.source),
                folder_fact("target", mount, scene.target),
                word_fact(
                    "order",
                    "by name",
                    "in the order of their present names",
                    "in the order of the names they have now",
                ),
                scene.moves.fact(),
            ),
            requirements=(
                scene.moves.requirement("The pictures continue the series.", "source", "target", "order"),
            ),
            writes=scene.moves.writes,
            free=scene.moves.free,
            variants=scene.moves.variants(),
            near_misses=(
                scene.moves.other("the wrong way round", "The last one came first.", backwards),
                scene.moves.other("a number left out", "The series has a gap.", scene.wrong),
                scene.moves.other("moved, not named", "The names do not follow the pattern.", unnamed),
                scene.moves.all_but("one left", "One was forgotten.", list(moves)[-1:]),
            ),
        )
