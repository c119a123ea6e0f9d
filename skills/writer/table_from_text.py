"""Skill: turn delimited text into a table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.following import paragraph_reference
from forge.preparers.writer.spec import Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import worked_out
from forge.skills.writer.support.new_table import any_table_look, flat, fresh, new_table, table_of
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, Requirement
from forge.states.values import Value

SIGNS = {
    ";": ("a semicolon", "semicolons"),
    "\t": ("a tab", "tabs"),
    "|": ("a vertical bar", "vertical bars"),
}
WAIVER = "It tells where the columns of the text are, which the cells show."
HEADS = ("Item", "Contact", "Number", "Cost")
Rows = list[list[str]]


@dataclass(frozen=True)
class Scene(WriterScene):
    """The first of the lines, what they hold, and the sign between."""

    first: int
    rows: Rows
    sign: str


class TableFromText(WriterSkill[Scene]):
    """Lines with signs between their parts become a table, and are gone as lines."""

    id = "writer.tables.from_text"
    title = "Turn delimited text into a table"
    dirty = False
    without = frozenset(("table",))
    phrasings = (
        "convert {{lines}} into a table, with a new column at each {{sign}}",
        "turn {{lines}} into a table whose columns are what stands between the {{signs}}",
        "terse: {{lines}}: make a table, columns at the {{signs}}.",
        "polite: Could you please convert {{lines}} into a table, one column for each part between the {{signs}}?",
        "chatty: Somebody pasted a list here. Can you make a proper table of {{lines}}? The parts are kept apart by "
        "{{signs}}.",
        "precise: Replace {{lines}} by a table with the same content, with columns where the {{signs}} are.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Lines are written behind a paragraph."""
        count = {"easy": 3, "medium": 5, "hard": 8}[parameters.difficulty]
        width = {"easy": 2, "medium": 3, "hard": 4}[parameters.difficulty]
        things = random.sample(paper.kit.things, min(count, len(paper.kit.things)))
        rows = [[*HEADS[:width]]]
        for thing in things:
            person, number = random.choice(paper.prose.people), str(random.randint(2, 90))
            rows.append([thing.capitalize(), person, number, paper.prose.money()][:width])
        after = random.choice([n for n in paper.prose_numbers() if n + 1 in paper.prose_numbers()])
        sign = random.choice(sorted(SIGNS))
        following = paper.body[after]
        for row in rows:
            paper.spec.insert(Paragraph.of(sign.join(row), paper.house.body), following)
        return Scene(parameters, paper, after + 1, rows, sign)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Put a table in the place of the lines."""
        self.attempt(scene, desktop, scene.rows)

    def contract(self, scene: Scene) -> Contract:
        """The lines are gone, and a table holds what they said."""
        paper, rows, first = scene.paper, scene.rows, scene.first
        lines = places.paragraph_run(paper.mount, first, first + len(rows) - 1)
        texts = tuple(scene.sign.join(row) for row in rows)
        says = (f'the {len(rows)} lines from "{rows[0][0]}" to "{rows[-1][0]}"',)
        one, many = SIGNS[scene.sign]
        size: tuple[Value, ...] = (len(rows), len(rows[0]), 1, "A", "B", "C", "D")
        cells = (*flat(rows), *size, paragraph_reference(first))
        facts = (
            Fact(name="lines", value=texts, says=says),
            Fact(name="sign", value=scene.sign, says=(one.partition(" ")[2],), optional=True, waiver=WAIVER),
            Fact(name="signs", value=scene.sign, says=(many,), optional=True, waiver=WAIVER),
            worked_out("cells", cells, lines),
        )  # fmt: skip
        required = (
            Requirement(
                id="table",
                says="The table is there.",
                any_of=(tuple(new_table(paper, rows, first)),),
                facts=("lines", "cells"),
            ),
            Requirement(
                id="gone", says="The lines are gone.", any_of=((Absent(select=lines),),), facts=("lines",)
            ),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=required,
            writes=(fresh(paper), lines),
            reads=(lines,),
            free=any_table_look(paper),
            variants=(
                Attempt("narrow", partial(act, rows=rows, wide=False), why="How wide it is was not said."),
                Attempt("bold", partial(act, rows=rows, bold=True), why="Writer may format the first row."),
            ),
            near_misses=(
                Attempt(
                    "one_column", partial(act, rows=[[text] for text in texts]), why="It has one column."
                ),
                Attempt("last_line", partial(act, rows=rows[:-1]), why="The last line is missing."),
                Attempt("lines_left", partial(act, rows=rows, keep=True), why="The lines are still there."),
                Attempt(
                    "sign_left", partial(act, rows=self.each(rows, scene.sign)), why="The signs were left."
                ),
            ),
        )

    def each(self, rows: Rows, sign: str) -> Rows:
        """The rows with the sign behind the first part."""
        return [[f"{row[0]}{sign.strip() or ','}", *row[1:]] for row in rows]

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        rows: Rows,
        wide: bool = True,
        bold: bool = False,
        keep: bool = False,
    ) -> None:
        """Put a table in the place of the lines, or another one, or beside them."""
        document = scene.paper.document(desktop)
        lines = document.paragraphs()[scene.first - 1 : scene.first - 1 + len(scene.rows)]
        table = table_of(scene.paper, rows, wide=wide, bold=bold)
        document.insert(table, lines[0])
        for line in lines if not keep else ():
            document.remove(line)
