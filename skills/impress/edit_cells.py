"""Skill: change what cells of a table say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Table
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, text_fact
from forge.skills.impress.support.things import Thing, things
from forge.states.rubric import Equals, Requirement

CELL = "in the row {{row}} and the column {{column}} to {{text}}"
MORE = "[[, and in the row {{row_2}} and the column {{column_2}} to {{text_2}}|]]"


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The table, and what cells are to say, by row and column from 1."""

    thing: Thing
    cells: tuple[tuple[int, int, str], ...]


class EditCells(ImpressSkill[Scene]):
    """One cell says something else, or when it is not easy two in different rows and columns."""

    id = "impress.tables.edit_cells"
    title = "Change contents or style of table cells"
    needs = ("table",)
    phrasings = (
        "change the cell of the table on {{slide}} " + CELL + MORE,
        "set the entry of the table on {{slide}} " + CELL + MORE,
        "terse: Table on {{slide}}: change the entry " + CELL + MORE + ".",
        "polite: Could you please correct the table on {{slide}} and change the entry " + CELL + MORE + "?",
        "chatty: Something in the table on {{slide}} is out of date. Can you change the entry "
        + CELL
        + MORE
        + "?",
        "precise: In the table on {{slide}}, change the entry " + CELL + MORE + ".",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Cells below the header and behind the first column, with new figures."""
        thing = random.choice(things(deck, "table"))
        table = _table(thing, desktop)
        rows = random.sample(range(2, len(table.rows) + 1), 2)
        columns = random.sample(_free_columns(table), 2)
        cells = []
        for row, column in list(zip(rows, columns, strict=True))[
            : 1 if parameters.difficulty == "easy" else 2
        ]:
            old = table.rows[row - 1][column - 1].text
            number = random.randint(11, 89)
            new = f"{number}%" if old.endswith("%") else str(number * random.choice((3, 7, 11)))
            cells.append((row, column, new if new != old else f"1{new}"))
        return Scene(parameters, deck, thing, tuple(cells))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each cell says so, spaces aside; how wide the columns are is free."""
        thing = scene.thing
        number, key, start = thing.number, thing.key, thing.start.table or Table()
        facts: list[Fact] = [slide_fact("slide", scene.deck, number)]
        requirements = []
        for count, (row, column, text) in enumerate(scene.cells, 1):
            suffix = f"_{count}" if count > 1 else ""
            for name, at in (("row", (row, 1)), ("column", (1, column))):
                entry = start.rows[at[0] - 1][at[1] - 1].text
                refers = places.table_cell(scene.mount, number, key, *at).below("paragraph", 1).of("text")
                facts.append(Fact(name=f"{name}{suffix}", value=entry, says=(f'"{entry}"',), refers=refers))
            facts.append(text_fact(f"text{suffix}", text))
            select = places.table_cell(scene.mount, number, key, row, column).below("paragraph", 1).of("text")
            check = Equals(select=select, expected=text, text="trimmed")
            names = ("slide", f"row{suffix}", f"column{suffix}", f"text{suffix}")
            requirements.append(
                Requirement(id=f"cell{suffix}", says="It says so.", any_of=((check,),), facts=names)
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(thing.select().below("column").of("width"),),
            variants=(
                Attempt("column_wider", partial(act, wider=0.8), why="A column was made wider for it."),
                Attempt("column_narrower", partial(act, wider=-0.8), why="Another one was made wider."),
            ),
            near_misses=(
                Attempt("row_beside", partial(act, down=1), why="The row beside it."),
                Attempt("column_beside", partial(act, across=1), why="The column beside it."),
                Attempt("added", partial(act, added=True), why="The old entry still stands before it."),
                Attempt("wrong_digit", partial(act, behind="0"), why="One digit too many."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        wider: float = 0,
        behind: str = "",
        down: int = 0,
        across: int = 0,
        added: bool = False,
    ) -> None:
        """Write into the cells, or into those beside them."""
        table = _table(scene.thing, desktop)
        for row, column, text in scene.cells:
            line = (row - 2 + down) % (len(table.rows) - 1) + 1
            place = (column - 2 + across) % (len(table.widths) - 1) + 1
            run = table.rows[line][place].paragraphs[0].runs[0]
            run.text = (run.text if added else "") + text + behind
        if wider:
            table.widths[0], table.widths[1] = (
                round(table.widths[0] - wider, 2),
                round(table.widths[1] + wider, 2),
            )


def _table(thing: Thing, desktop: Desktop) -> Table:
    found = thing.shape(desktop).table
    return found if found is not None else Table()


def _free_columns(table: Table) -> list[int]:
    """The columns behind the first whose figures stand for themselves: shares of a whole sum to 100 only together."""
    columns = list(range(2, len(table.widths) + 1))
    free = [column for column in columns if not table.rows[1][column - 1].text.endswith("%")]
    return free if len(free) > 1 else columns
