"""Skill: insert a table of a given size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.following import paragraph_reference
from forge.preparers.writer.places import paragraphs
from forge.preparers.writer.spec import Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import FEW, blank_lines, few_blank_lines
from forge.skills.writer.support.facts import paragraph_fact, worked_out
from forge.skills.writer.support.new_table import any_table_look, fresh, new_table, table_of
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Requirement

HEADS = ("Name", "Task", "Until", "Place", "Amount", "Remarks")


@dataclass(frozen=True)
class Scene(WriterScene):
    """Behind which paragraph, how large, what the first row says, and another paragraph."""

    after: int
    rows: int
    columns: int
    heads: tuple[str, ...]
    wrong: int


class InsertTable(WriterSkill[Scene]):
    """An empty table, or one whose first row is filled in."""

    id = "writer.tables.insert"
    title = "Insert a table of a given size"
    dirty = False
    without = frozenset(("table",))
    phrasings = (
        "insert a table with {{rows}} and {{columns}} right after {{place}}[[, with {{heads}} in its first row|]]",
        "put a table of {{columns}} and {{rows}} directly below {{place}}[[ and write {{heads}} into its first row|]]",
        "terse: Table after {{place}}: {{columns}}, {{rows}}[[, first row {{heads}}|]].",
        "polite: Could you please insert a table with {{columns}} and {{rows}} after {{place}}[[, whose first row "
        "reads {{heads}}|]]?",
        "chatty: I want to fill in some details later. Can you add a table with {{rows}} and {{columns}} right after "
        "{{place}}[[, with {{heads}} in the first row|]]?",
        "precise: Directly after {{place}}, insert a table of {{rows}} and {{columns}}[[; the cells of its first row "
        "hold {{heads}}, from left to right|]].",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """A paragraph that something follows."""
        after, wrong = paper.places_behind(random)
        columns = random.randint(2, 4)
        heads = () if parameters.difficulty == "easy" else tuple(random.sample(HEADS, columns))
        rows = random.randint(3, 8)
        return Scene(parameters, paper, after, rows, columns, heads, wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Insert it."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """There is one table more, where it belongs, with the texts."""
        paper, rows = scene.paper, self.texts(scene)
        told = (paragraph_reference(scene.after + 1), 1, "A", "B", "C", "D")
        facts = [
            paragraph_fact("place", paper, scene.after),
            Fact(name="rows", value=scene.rows, says=(f"{scene.rows} rows",)),
            Fact(name="columns", value=scene.columns, says=(f"{scene.columns} columns",)),
            worked_out("table", told, paragraphs(paper.mount, scene.after)),
        ]
        if scene.heads:
            quoted = ", ".join(f'"{head}"' for head in scene.heads[:-1])
            says = (f'{quoted} and "{scene.heads[-1]}"',)
            facts.append(Fact(name="heads", value=scene.heads, says=says))
        blanks, any_of = few_blank_lines(paper, tuple(new_table(paper, rows, scene.after + 1)), FEW)
        facts.append(blanks)
        required = Requirement(
            id="table",
            says="The table is there.",
            any_of=any_of,
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(fresh(paper),),
            free=(*any_table_look(paper), blank_lines(paper)),
            variants=(
                Attempt("line_below", partial(act, blank=1), why="Writer leaves an empty line below it."),
                Attempt("narrow", partial(act, wide=False), why="How wide it is was not said."),
                Attempt("bold_heads", partial(act, bold=True, wide=False), why="How it looks was not said."),
            ),
            near_misses=(
                Attempt("many_lines", partial(act, blank=12), why="Many empty lines are left below it."),
                Attempt("row_less", partial(act, rows=rows[:-1]), why="It has a row less."),
                Attempt(
                    "turned", partial(act, rows=self.turned(rows)), why="Rows and columns are exchanged."
                ),
                Attempt(
                    "elsewhere", partial(act, after=scene.wrong), why="It stands behind another paragraph."
                ),
                Attempt(
                    "column_more",
                    partial(act, rows=[[*row, ""] for row in rows]),
                    why="It has a column more.",
                ),
            ),
        )

    def texts(self, scene: Scene) -> list[list[str]]:
        """What the cells hold."""
        empty = [[""] * scene.columns for _ in range(scene.rows)]
        return [list(scene.heads), *empty[1:]] if scene.heads else empty

    def turned(self, rows: Sequence[Sequence[str]]) -> list[list[str]]:
        """The same with rows for columns; a square one gets another row."""
        if len(rows) == len(rows[0]):
            return [*map(list, rows), [""] * len(rows[0])]
        return [list(column) for column in zip(*rows, strict=True)]

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        rows: Sequence[Sequence[str]] = (),
        after: int = 0,
        blank: int = 0,
        wide: bool = True,
        bold: bool = False,
    ) -> None:
        """Insert the table, or another one, or elsewhere."""
        document = scene.paper.document(desktop)
        following = document.paragraphs()[after or scene.after]
        document.insert(table_of(scene.paper, rows or self.texts(scene), wide=wide, bold=bold), following)
        for _ in range(blank):
            document.insert(Paragraph([], scene.paper.house.body), following)
