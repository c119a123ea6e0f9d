"""Skill: add one or two columns with a header, at the end of a table or between its columns."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.new_columns import NewColumns
from forge.skills.calc.support.tables import Table
from forge.skills.content.rows import Entry
from forge.skills.contract import Contract

HEADERS = (
    "Checked by", "Follow-up", "Batch no.", "Approved on", "Internal code", "Second contact", "Priority class",
    "Box", "Shelf mark", "Auditor", "Reply by", "Source",
)  # fmt: skip
FILLS: tuple[Entry, ...] = ("Open", "To do", "Pending", "Yes", "No", 0, 1, 2025)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new columns."""

    new: NewColumns


class AddColumn(CalcSkill[CalcParameters, Scene]):
    """Add labelled columns to a table."""

    id = "calc.columns.add"
    title = "Add a labelled column beside existing data"
    keeps_values = True
    phrasings = (
        "add a [[new |]]column {{header}}[[ and behind it a column {{second}}|]][[ {{side}} {{column}}|]][[ {{end}}|]]"
        "[[ on {{sheet}}|]][[, and put {{fill}} into {{every}} of {{header}}|]]",
        "insert a column [[headed|with the header]] {{header}}[[, followed by one headed {{second}},|]]"
        "[[ {{side}} {{column}}|]][[ {{end}}|]][[ of {{sheet}}|]][[; {{every}} gets {{fill}} in {{header}}|]]",
        "terse: [[{{sheet}}: new|New]] column {{header}}[[, then {{second}},|]][[ {{side}} {{column}}|]][[ {{end}}|]]"
        "[[; {{fill}} in {{every}} of {{header}}|]].",
        "chatty: We need another column[[ on {{sheet}}|]][[ {{side}} {{column}}|]][[ {{end}}|]], called {{header}}"
        "[[, and right behind it one called {{second}}|]].[[ Please put {{fill}} into {{every}} of {{header}}.|]]",
        "polite: Could you please give the table[[ on {{sheet}}|]] a new column {{header}}[[, and right behind it a "
        "column {{second}}|]][[ {{side}} {{column}}|]][[ {{end}}|]]?[[ {{header}} should say {{fill}} in {{every}}.|]]",
        "precise: [[In {{file}}, a|A]] column with the header {{header}} is to be added[[ {{side}} {{column}}|]]"
        "[[ {{end}}|]][[ of {{sheet}}|]][[, directly followed by a column with the header {{second}}|]].[[ {{every}} "
        "holds {{fill}} in {{header}}.|]]",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Headers that the table has not; anywhere but in front of it."""
        taken = {column.name.casefold() for column in table.columns}
        headers = random.sample([text for text in HEADERS if text.casefold() not in taken], 2)
        hard = parameters.difficulty == "hard"
        inserted = parameters.difficulty != "easy"
        place = random.randrange(1, len(table.columns) - 1) if inserted else 0
        new = NewColumns(
            table,
            headers=tuple(headers[: 2 if hard and random.random() < 0.5 else 1]),
            fill=random.choice(FILLS) if hard or random.random() < 0.3 else None,
            beside=table.columns[place] if inserted else None,
            left=random.random() < 0.4,
        )
        return Scene(parameters, table, new)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Insert the columns with the looks of the one before."""
        scene.new.solve(desktop)

    def contract(self, scene: Scene) -> Contract:
        """New columns at their place, with their headers, and nothing else in them but what fills them."""
        new = scene.new
        return self.task(
            scene,
            facts=new.facts(),
            requirements=new.requirements(),
            reads=[scene.table.at(scene.table.headers, "value")],
            writes=new.writes,
            free=new.free,
            variants=new.variants(),
            near_misses=new.near_misses(),
        )
