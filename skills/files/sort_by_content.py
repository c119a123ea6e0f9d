"""Skill: sort mixed files into folders by their content."""

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
from forge.skills.trees.facts import folder_fact, named_fact, word_fact

FIELDS = ("Department", "Owner", "Topic", "Area")
CLASSES = (
    "Accounts",
    "Facilities",
    "Front desk",
    "Research",
    "Human resources",
    "Purchasing",
    "Marketing",
    "Legal",
)


@dataclass(frozen=True)
class Scene(FilesScene):
    """Where each note goes, and the line that says so."""

    moves: Moves
    source: str
    field: str
    wrong: dict[str, str]


class SortByContent(FilesSkill[FilesParameters, Scene]):
    """Put notes into folders named by one of their lines."""

    id = "files.organize.by_content"
    title = "Sort mixed files into folders by their content"
    scope = ("source",)
    phrasings = (
        "sort the notes in {{source}} under {{place}} into folders by what their {{field}} line "
        "says: {{folders}}",
        "move each file of {{source}} in {{place}} to the folder that its {{field}} line names, {{folders}}",
        "distribute the files of {{source}} in {{place}} by their {{field}} lines, {{folders}}",
        "terse: {{place}}: files of {{source}} into folders by their {{field}} line, {{folders}}.",
        "chatty: Everything in {{source}} under {{place}} is mixed up. Each note has a line that "
        "begins with {{field}}. Could "
        "you move the notes into folders by that, {{folders}}?",
        "precise: Each file in {{source}} of {{place}} is to be moved to the folder named by its "
        "{{field}} line, {{folders}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Notes with the line at different heights, and another name in each text."""
        tree, field = ground.tree(desktop), random.choice(FIELDS)
        source = random.choice(("Inbox", "Unsorted", "To file"))
        names = random.sample(CLASSES, 2 + parameters.amount // 3)
        ground.clutter(desktop, parameters.files)
        made = tuple(f"{source}/{name}" for name in names[1:])
        tree.add(f"{source}/{names[0]}/earlier.txt", ground.writer.note())
        moves: dict[str, str] = {}
        wrong: dict[str, str] = {}
        for number in range(parameters.amount + 1):
            own = names[number % len(names)]
            other = names[(number + 1) % len(names)]
            body = [*ground.writer.sentences(random.randint(2, 4)), f"A copy goes to {other}."]
            body.insert(random.randrange(len(body)), f"{field}: {own}")
            name = f"note {random.choice('abcdefgh')}{number + 11}.txt"
            tree.add(f"{source}/{name}", text.encode(body))
            moves[f"{source}/{name}"] = f"{source}/{own}/{name}"
            wrong[f"{source}/{name}"] = f"{source}/{other if number == 0 else own}/{name}"
        return Scene(parameters, ground, Moves(ground, moves, made), source, field, wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move each."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each note lies in its folder."""
        moves, mount = scene.moves.moves, scene.mount
        top = {old: new.removeprefix(f"{scene.source}/") for old, new in moves.items()}
        return self.task(
            scene,
            facts=(
                folder_fact("source", mount, scene.source),
                named_fact("field", f"{scene.field}:"),
                word_fact(
                    "folders",
                    "inside",
                    "one for each value, inside that same folder, made where it is missing",
                    "each value with a folder of its own inside that same folder, newly made where "
                    "there is none",
                ),
                scene.moves.fact(*(lines(mount, path) for path in moves)),
            ),
            requirements=(
                scene.moves.requirement("Each note lies in its folder.", "source", "field", "folders"),
            ),
            writes=scene.moves.writes,
            free=scene.moves.free,
            variants=scene.moves.variants(),
            near_misses=(
                scene.moves.other("by the copy", "One went to whom it names for a copy.", scene.wrong),
                scene.moves.other("folders at the top", "The folders lie elsewhere.", top),
                scene.moves.all_but("one left", "One was forgotten.", list(moves)[:1]),
            ),
        )
