"""Skill: add up a column of a table, and answer with the sum."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.places import column
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import file_fact, named_fact


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which column is added up over which records."""

    path: str
    header: str
    value: str
    number: str
    sums: dict[str, float]
    every: float


class ColumnTotal(FilesSkill[FilesParameters, Scene]):
    """Answer what a column of a CSV file adds up to over the records of one class."""

    id = "files.tables.total"
    title = "Add up a column of a table"
    scope = ()
    takes_up = True
    phrasings = (
        "tell me what {{number}} adds up to over the records of {{file}} in {{place}} whose "
        "{{column}} is {{value}}",
        "add up {{number}} in {{file}} of {{place}} for all records with {{value}} as {{column}} and "
        "tell me the sum",
        "work out the total of {{number}} in {{file}} under {{place}}, counting only records whose "
        "{{column}} is {{value}}",
        "terse: {{place}}, {{file}}: sum of {{number}} where {{column}} is {{value}}?",
        "chatty: How much is {{number}} in total for the records whose {{column}} is {{value}}? It "
        "is all in {{file}} in "
        "{{place}}.",
        "precise: Give the exact sum of {{number}} over those records of {{file}} in {{place}} whose "
        "{{column}} is {{value}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A class with several records."""
        tree, kit = ground.tree(desktop), ground.kit
        header, number = kit.of_role("category")[0].name, kit.of_role("money")[0].name
        path = ground.made_table(desktop, header, number)
        if path is None:
            path = f"{ground.slug(kit.rows)} export.csv"
            tree.add(path, ground.writer.table(range(min(len(ground.writer.rows), 6 * parameters.amount))))
        ground.clutter(desktop, parameters.files)
        headers, records = table.rows(tree.file(path).data)
        at, money = headers.index(header), headers.index(number)
        counts = Counter(record[at] for record in records if record[money])
        sums = {
            value: round(
                sum(float(record[money]) for record in records if record[at] == value and record[money]), 2
            )
            for value in sorted(counts)
            if value
        }
        fit = [value for value in sums if counts[value] > 2 and list(sums.values()).count(sums[value]) == 1]
        if len(sums) < 2 or not fit:
            raise SkillError(f"No class of {header} has several records.")
        every = round(sum(float(record[money]) for record in records if record[money]), 2)
        return Scene(parameters, ground, path, header, random.choice(fit), number, sums, every)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.sums[scene.value]

    def contract(self, scene: Scene) -> Contract:
        """The sum, and a folder that nobody touched."""
        total, mount = scene.sums[scene.value], scene.mount
        other = next(value for value in scene.sums if value != scene.value)
        return self.question(
            scene,
            facts=(
                file_fact("file", mount, scene.path),
                named_fact("column", scene.header),
                named_fact("value", scene.value),
                named_fact("number", scene.number),
            ),
            answer=total,
            says="The answer is the sum.",
            words=(f"{total:.2f} in total", f"{scene.number}: {total:.2f}"),
            wrong={
                "everything": scene.every,
                "another class": scene.sums[other],
                "rounded": float(round(total)) if total != round(total) else total + 1,
            },
            places=(column(mount, scene.path, scene.header), column(mount, scene.path, scene.number)),
        )
