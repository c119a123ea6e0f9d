"""Skill: add one or two records at the end of a table, looking like those above."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from random import Random

from forge.preparers.calc import places
from forge.preparers.desktop import Desktop
from forge.skills.calc.support import typed
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.records import Appending, draw_records, record_fact, typed_records
from forge.skills.calc.support.style_checks import Look, column_looks, look_values, style_checks
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact
from forge.states.rubric import Absent, Count, Equals, Exists, Requirement


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new records, and how each column looks."""

    new: Appending
    looks: Mapping[TableColumn, Look]


class AppendRecord(CalcSkill[CalcParameters, Scene]):
    """Add records below the last one."""

    id = "calc.rows.append_record"
    title = "Add records at the end of a table in its own style"
    needs = at_least(identifier=1, money=1, quantity=1)
    phrasings = (
        "add [[a new record|a record|one more row]] {{end}}[[ on {{sheet}}|]], {{style}}: {{record}}"
        "[[. Then add another one: {{second}}|]]",
        "append [[this|the following]] {{end}}[[ on {{sheet}}|]][[ in {{file}}|]], {{style}}: {{record}}"
        "[[. Then append this as well: {{second}}|]]",
        "terse: [[{{sheet}}: new|New]] row {{end}}, {{style}}: {{record}}[[. Another one: {{second}}|]].",
        "chatty: [[Something|A record]] is still missing[[ on {{sheet}}|]]. Can you add it {{end}}, {{style}}? "
        "It is this: {{record}}.[[ And there is another one: {{second}}.|]]",
        "polite: Could you please enter [[the following|this]] {{end}}[[ on {{sheet}}|]], {{style}}: {{record}}?"
        "[[ After that, please enter this as well: {{second}}.|]]",
        "precise: A record is to be added {{end}}[[ on {{sheet}}|]], {{style}}: {{record}}.[[ A second one is to be "
        "added likewise: {{second}}.|]] Fields that are not named stay empty.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Records much like those that are there."""
        records = draw_records(table, random, 2 if parameters.difficulty == "hard" else 1)
        styles = {column: table.cell(desktop, column, table.last_row).style for column in table.columns}
        looks = column_looks(table, desktop)
        return Scene(parameters, table, Appending(table, records, styles), looks)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type the records in below the last row, with its looks."""
        scene.new.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The records stand in the first empty rows, in any order, and look like the row above."""
        table, records, columns = scene.table, scene.new.records, tuple(scene.new.records[0])
        new = places.row(table.mount, table.sheet, scene.new.first, table.last_row + len(records))
        looks = {scene.new.cells(column): scene.looks[column] for column in columns}
        empty = [scene.new.cells(column) for column in table.columns if column not in columns]
        emails = [scene.new.cells(column).of("link") for column in columns if column.role == "email"]
        names = ("record", "second")[: len(records)]
        facts = [
            *(record_fact(name, table, record) for name, record in zip(names, records, strict=True)),
            Fact(name="end", value="end", says=("at the end of the list", "below the last row")),
            Fact(
                name="style",
                value=True,
                says=("formatted like the rows above", "in the format of the others"),
            ),
            worked_out("look", look_values(looks), table.row_selector(table.last_row)),
            worked_out("fields", len(records) * len(columns), table.at(table.headers, "value")),
        ]
        attached = [select.of(name) for select in (*looks, *empty) for name in ("comment", "link")]
        attached += [select.of("formula") for select in empty]
        bare = (
            Count(select=new.below("cell").of("value"), expected=len(records) * len(columns)),
            Equals(select=new.of("hidden"), expected=False),
            *(Absent(select=select) for select in attached if select not in emails),
        )
        ways = tuple(
            (*(item.check(table) for item in typed_records(table, order, scene.new.first)), *bare)
            for order in permutations(records)
        )
        dressed = (*(Exists(select=select.of("value")) for select in looks), *style_checks(looks))
        entries = typed_records(table, records, scene.new.first)
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id="records",
                    says="The records are there.",
                    any_of=ways,
                    facts=(*names, "end", "fields"),
                    weight=2,
                ),
                Requirement(
                    id="looks",
                    says="They look like the row above.",
                    any_of=(dressed,),
                    facts=(*names, "end", "style", "look"),
                ),
            ],
            reads=[table.at(table.body, "value")],
            writes=[new],
            free=[
                *typed.free(table, entries, ()),
                *(select.of(name) for select in empty for name in typed.STYLE_FIELDS),
                *emails,
                new.of("height"),
            ],
            variants=scene.new.variants(),
            near_misses=scene.new.near_misses(),
        )
