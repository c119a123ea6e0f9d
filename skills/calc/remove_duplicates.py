"""Skill: remove the records that repeat an earlier one, by all columns or by some."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.repeated import Repeated, groups, with_repetitions
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty, Fact
from forge.states.rubric import Absent, Equals, Requirement


@dataclass(frozen=True)
class Scene(CalcScene):
    """The rows that are the same."""

    repeated: Repeated


class RemoveDuplicates(CalcSkill[CalcParameters, Scene]):
    """Delete rows that repeat one further up."""

    id = "calc.rows.remove_duplicates"
    title = "Remove records that repeat an earlier one"
    needs = at_least(identifier=1, money=1, status=1, category=1)
    phrasings = (
        "remove the duplicates[[ on {{sheet}}|]][[ in {{file}}|]]: of rows that {{same}}[[ {{first}}|]]"
        "[[ and {{second}}|]], keep {{stays}}",
        "delete [[repeated|duplicate]] rows[[ on {{sheet}}|]]. Where rows {{same}}[[ {{first}}|]][[ and {{second}}|]], "
        "{{stays}} is to stay",
        "clean up the list[[ on {{sheet}}|]] by deleting repeated rows: if some {{same}}[[ {{first}}|]]"
        "[[ and {{second}}|]], leave {{stays}} in the list",
        "terse: [[{{sheet}}: delete|Delete]] duplicates, that is, rows that {{same}}[[ {{first}}|]][[ and {{second}}|]]"
        "; keep {{stays}}.",
        "chatty: Some [[records|rows]] were entered more than once[[ on {{sheet}}|]]. Can you throw out the extra ones?"
        " If rows {{same}}[[ {{first}}|]][[ and {{second}}|]], I want {{stays}} left, without gaps.",
        "precise: The table[[ on {{sheet}}|]] is to be freed of duplicates. Rows count as duplicates only if they "
        "{{same}}[[ {{first}}|]][[ and {{second}}|]]; {{stays}} of them stays, the others are deleted as whole rows.",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: what is empty twice is hardly the same."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Records entered again: as they were, or under the same code with something else changed."""
        same = max(2, min(9, len(table) // 25)) + random.randint(0, 2)
        alike = {"easy": 0, "medium": 3, "hard": 4}[parameters.difficulty]
        status, category = table.pick(random, "status"), table.pick(random, "category")
        keys: tuple[TableColumn, ...] = ()
        other = {status: True}
        if parameters.difficulty == "hard":
            keys = (table.column("identifier"), category)
            other = {category: True, status: False, table.pick(random, "money"): False}
        table = with_repetitions(table, desktop, random, same=same, alike=alike, other=other)
        found = groups(table, keys or table.columns)
        taken = {row for rows in found for row in rows}
        twice = groups(table, (table.column("identifier"),))
        similar = [row for rows in twice for row in rows[1:] if row not in taken]
        return Scene(parameters, table, Repeated(table, keys, found, similar))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Delete the repetitions."""
        scene.repeated.remove(desktop, scene.repeated.repetitions)

    def contract(self, scene: Scene) -> Contract:
        """Each record is left once, and the rows have closed up; of rows that are one and the same, any may stay."""
        table, repeated = scene.table, scene.repeated
        keys, gone = repeated.keys, repeated.repetitions
        same = (
            ("agree in", "have the same entry in")
            if keys
            else ("are the same in every column", "agree in all columns")
        )
        stays = ("only the first", "only the uppermost one") if keys else ("only one", "just one")
        names = ("first", "second")
        below = table.sheet_selector().run("row", table.last_row + 1, table.last_row + len(gone))
        last = Equals(
            select=table.row_selector(table.last_row, "@position"), expected=table.last_row - len(gone)
        )
        facts = [
            Fact(name="same", value=True, says=same),
            Fact(name="stays", value="first" if keys else "any", says=stays),
            *(column_fact(name, table, column) for name, column in zip(names, keys, strict=False)),
        ]
        told = tuple(fact.name for fact in facts)
        requirements = [
            Requirement(
                id=f"once_{rows[0]}",
                says="The record is left once.",
                any_of=repeated.ways(rows),
                facts=told,
            )
            for rows in repeated.groups
        ]
        closed = (last, *(Absent(select=below.below("cell").of(name)) for name in ("value", "formula")))
        requirements.append(
            Requirement(
                id="closed",
                says="The rows have closed up.",
                any_of=(closed,),
                weight=2,
                facts=(*told, "left"),
            )
        )
        return self.task(
            scene,
            facts=[*facts, worked_out("left", table.last_row - len(gone), table.rows_selector())],
            requirements=requirements,
            reads=[table.rows_selector()],
            writes=[
                repeated.rows(gone if keys else [row for rows in repeated.groups for row in rows]),
            ],
            free=[below],
            variants=repeated.variants(),
            near_misses=repeated.near_misses(),
        )
