"""Skill: convert data from one format into another."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table, values
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.papers import plain
from forge.skills.trees.contents import TABLE_LAYOUT, fresh
from forge.skills.trees.facts import file_fact, named_fact, several_fact
from forge.skills.trees.made import FOLLOWS, Made


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which data become which table, with which columns."""

    made: Made
    source: str
    columns: tuple[str, ...]


class JsonToCsv(FilesSkill[FilesParameters, Scene]):
    """Turn a list of objects in JSON into a table in CSV."""

    id = "files.data.json_to_csv"
    title = "Convert data from one format into another"
    scope = ()
    phrasings = (
        "convert {{file}} in {{place}} to a CSV file {{name}} beside it, with the columns "
        "{{columns}} in this order",
        "make a CSV table {{name}} out of {{file}} in {{place}}. Its columns are {{columns}}, in "
        "this order, and each entry of the "
        "list is a row",
        "turn the entries of {{file}} in {{place}} into rows of a CSV file {{name}} beside it, "
        "columns {{columns}} in this order",
        "terse: {{place}}: {{file}} as CSV, {{name}}, columns {{columns}}.",
        "chatty: Nobody here can read {{file}} in {{place}}. Could you save it as a CSV file called "
        "{{name}} next to it, with "
        "the columns {{columns}} in this order?",
        "precise: {{name}}, beside {{file}} in {{place}}, is to hold one row for each entry in the "
        "same order, under a header "
        "with {{columns}}, separated by commas.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A list of objects; one member of each is not asked for when it is hard."""
        tree, rows, kit = ground.tree(desktop), ground.writer.rows, ground.kit
        size = min(len(rows), 3 * parameters.amount + 3)
        telling = (kit.of_role("category")[0].name, kit.of_role("money")[0].name)
        plainly = [column.name for column in kit.columns if "," not in column.name]
        others = [name for name in plainly if name not in telling][: 5 - len(telling)]
        names = [name for name in plainly if name in telling or name in others]
        entries = [{name: plain(rows.columns[name][place]) for name in names} for place in range(size)]
        source = f"{ground.slug(kit.rows)}.json"
        tree.add(source, values.build_json(entries))
        ground.clutter(desktop, parameters.files)
        wanted = names if parameters.difficulty == "easy" else random.sample(names, len(names) - 1)
        name = f"{ground.slug(kit.rows)}-table.csv"
        golden = ground.tree(desktop.copy())
        golden.add(name, _table(golden, source, wanted))
        return Scene(
            parameters,
            ground,
            Made(ground, golden, (name,), free=TABLE_LAYOUT, marked=True),
            source,
            tuple(wanted),
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Convert."""
        tree = scene.ground.tree(desktop)
        tree.add(scene.made.paths[0], _table(tree, scene.source, scene.columns))

    def contract(self, scene: Scene) -> Contract:
        """The table has a row for each entry."""
        made, source, columns = scene.made, scene.source, scene.columns
        (name,) = made.paths

        def put(
            tree: FileTree, wanted: tuple[str, ...], last: int | None = None, delimiter: str = ","
        ) -> None:
            tree.add(name, _table(tree, source, wanted, last, delimiter))

        return self.task(
            scene,
            facts=(
                file_fact("file", scene.mount, source),
                named_fact("name", name),
                several_fact("columns", columns),
            ),
            requirements=(
                made.requirement("Each entry is a row.", "file", "name", "columns", reason=FOLLOWS),
            ),
            writes=made.writes,
            free=fresh(scene.mount, free=TABLE_LAYOUT),
            variants=made.variants(),
            near_misses=(
                made.instead(
                    "another order", lambda tree: put(tree, columns[::-1]), "The columns are turned round."
                ),
                made.instead(
                    "one row short", lambda tree: put(tree, columns, -1), "The last entry is missing."
                ),
                made.instead(
                    "semicolons", lambda tree: put(tree, columns, None, ";"), "It is not separated by commas."
                ),
            ),
        )


def _table(
    tree: FileTree,
    source: str,
    columns: tuple[str, ...] | list[str],
    last: int | None = None,
    delimiter: str = ",",
) -> bytes:
    entries = json.loads(tree.file(source).data)
    return table.build(columns, [[entry[name] for name in columns] for entry in entries[:last]], delimiter)
