"""Skill: take the matching records of a table into a new one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.places import column
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.facts import number_fact
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.contents import TABLE_LAYOUT, fresh
from forge.skills.trees.facts import file_fact, named_fact, word_fact
from forge.skills.trees.made import FOLLOWS, Made


@dataclass(frozen=True)
class Scene(FilesScene):
    """What is taken from which table."""

    made: Made
    source: str
    header: str
    value: str
    number: str
    limit: int | None


class FilterRecords(FilesSkill[FilesParameters, Scene]):
    """Save the records of a CSV file that have a value, or a large amount as well, in another one."""

    id = "files.tables.filter_records"
    title = "Take the matching records of a table into a new one"
    scope = ()
    takes_up = True
    phrasings = (
        "take the records of {{file}} in {{place}} whose {{column}} is {{value}}[[ and whose "
        "{{number}} is {{above}} {{limit}}|]], and save them as {{name}} beside it, {{form}}",
        "make a table {{name}} next to {{file}} in {{place}} with only those records where "
        "{{column}} is {{value}}[[ and "
        "{{number}} is {{above}} {{limit}}|]], {{form}}",
        "filter {{file}} in {{place}} for {{value}} as {{column}}[[ and {{number}} {{above}} {{limit}}|]] and save the "
        "result as {{name}} beside it, {{form}}",
        "terse: {{place}}: records of {{file}} with {{column}} {{value}}[[ and {{number}} {{above}} "
        "{{limit}}|]] into {{name}} beside it, {{form}}.",
        "chatty: From {{file}} in {{place}} I only need the records where {{column}} is {{value}}[[ "
        "and {{number}} is {{above}} {{limit}}|]]. Could you save those as {{name}} next to it, {{form}}?",
        "precise: {{name}}, beside {{file}} in {{place}}, is to hold exactly the records whose "
        "{{column}} is {{value}}[[ and "
        "whose {{number}} is {{above}} {{limit}}|]], {{form}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A class that some records have."""
        tree, kit = ground.tree(desktop), ground.kit
        header, number = kit.of_role("category")[0].name, kit.of_role("money")[0].name
        source = ground.made_table(desktop, header, number) or ""
        if not source or "/" in source:
            source = f"{ground.slug(kit.rows)}.csv"
            size = min(len(ground.writer.rows), 3 * parameters.amount + 9)
            tree.add(source, ground.writer.table(range(size)))
        ground.clutter(desktop, parameters.files)
        headers, records = table.rows(tree.file(source).data)
        at, money = headers.index(header), headers.index(number)
        counts = Counter(record[at] for record in records if record[money])
        fit = sorted(value for value, count in counts.items() if 2 <= count < len(records) - 1 and value)
        if not fit:
            raise SkillError(f"No class of {header} divides the records.")
        value = random.choice(fit)
        sums = sorted(float(record[money]) for record in records if record[at] == value and record[money])
        limit = int(sums[len(sums) // 2 - 1]) + 1 if parameters.difficulty != "easy" else None
        limit = limit if limit is not None and sums[0] < limit < sums[-1] else None
        name = f"{ground.slug(value)}-only.csv"
        golden = ground.tree(desktop.copy())
        golden.add(name, _kept(golden, source, header, value, number, limit))
        made = Made(ground, golden, (name,), free=TABLE_LAYOUT, marked=True)
        return Scene(parameters, ground, made, source, header, value, number, limit)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Save those that match."""
        tree = scene.ground.tree(desktop)
        kept = _kept(tree, scene.source, scene.header, scene.value, scene.number, scene.limit)
        tree.add(scene.made.paths[0], kept)

    def contract(self, scene: Scene) -> Contract:
        """The new table has these records and no others, with all columns."""
        made, mount, source, limit = scene.made, scene.mount, scene.source, scene.limit
        (name,) = made.paths
        facts = [
            file_fact("file", mount, source),
            named_fact("column", scene.header),
            named_fact("value", scene.value),
            named_fact("name", name),
            word_fact(
                "form", "same", "with all columns and the header", "with the header, in the same order"
            ),
        ]
        if limit is not None:
            facts += [named_fact("number", scene.number), number_fact("limit", limit)]
            facts.append(word_fact("above", ">", "above", "greater than", "more than"))
        told = [fact.name for fact in facts]

        def cut(first: int, last: int, *, header: bool = True) -> bytes:
            headers, records = table.rows(made.golden.file(name).data)
            return (
                table.build(headers, records[first:last]) if header else table.build(records[0], records[1:])
            )

        def others(tree: FileTree) -> None:
            headers, records = table.rows(tree.file(source).data)
            at = headers.index(scene.header)
            tree.add(name, table.build(headers, [record for record in records if record[at] != scene.value]))

        return self.task(
            scene,
            facts=facts,
            requirements=(made.requirement("The table has these records.", *told, reason=FOLLOWS),),
            writes=made.writes,
            free=fresh(scene.mount, free=TABLE_LAYOUT),
            reads=(column(mount, source, scene.header),),
            variants=made.variants(),
            near_misses=(
                made.instead(
                    "the last missing", lambda tree: tree.add(name, cut(0, -1)), "A record is missing."
                ),
                made.instead(
                    "no header",
                    lambda tree: tree.add(name, cut(0, 0, header=False)),
                    "The header is missing.",
                ),
                made.instead("the others", others, "These are those that do not match."),
            ),
        )


def _kept(tree: FileTree, source: str, header: str, value: str, number: str, limit: int | None) -> bytes:
    headers, records = table.rows(tree.file(source).data)
    at, money = headers.index(header), headers.index(number)
    kept = [
        record
        for record in records
        if record[at] == value and (limit is None or (record[money] and float(record[money]) > limit))
    ]
    return table.build(headers, kept)
