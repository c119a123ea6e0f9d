"""Skill: put a new table on a slide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.places import letters
from forge.preparers.impress.spec import Shape, Table
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import number_fact, slide_fact, words_fact
from forge.skills.impress.support.new_shapes import new_shape, plain_text
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Requirement
from forge.states.values import Colour

HEADERS = ("Step", "Responsible", "Begin", "Done by", "Place", "Effort", "Remarks", "Priority")


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The slide, the size of the table, what its first row says (nothing when it is easy), and another slide."""

    number: int
    rows: int
    columns: int
    headers: tuple[str, ...]
    beside: int


class InsertTable(ImpressSkill[Scene]):
    """A table of a size; when it is not easy, its first row has headings."""

    id = "impress.tables.insert"
    title = "Insert a table of a given size"
    needs = ("bullets",)
    phrasings = (
        "insert a {{thing}} with {{columns}} and {{rows}} on {{slide}}[[, its first row saying {{headers}} from "
        "left to right|]]",
        "add a new {{thing}} to {{slide}}, {{rows}} by {{columns}}[[, with {{headers}} in the first row from left "
        "to right|]]",
        "terse: New {{thing}} on {{slide}}: {{columns}}, {{rows}}[[, first row from left to right: {{headers}}|]].",
        "polite: Could you please put a {{thing}} of {{columns}} and {{rows}} on {{slide}}[[, with the headings "
        "{{headers}} in "
        "its first row, from left to right|]]?",
        "chatty: We need some room for figures. Can you add a {{thing}} to {{slide}}, {{columns}} and {{rows}}[[, "
        "and write "
        "{{headers}} into its first row from left to right|]]?",
        "precise: {{slide}} gets a new {{thing}} of exactly {{columns}} and {{rows}}[[; its first row says, from "
        "left to right, "
        "{{headers}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A slide without a table, and not the first one, which is filled by its title."""
        bare = [n for n in deck.numbers[1:] if not deck.keys(n, lambda shape: shape.table is not None)]
        number, beside = random.sample(bare, 2)
        columns = random.randint(2, 5)
        headers = () if parameters.difficulty == "easy" else tuple(random.sample(HEADERS, columns))
        rows = random.choice([count for count in range(3, 8) if count != columns])
        return Scene(parameters, deck, number, rows, columns, headers, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Put it in the middle of the slide."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It is there, of the size; its place, widths and colours are free."""
        select, checks, free = new_shape(scene.mount, scene.number, {"kind": "table"})
        row, cell = select.below("row"), select.below("row").below("cell")
        more: list[AnyCheck] = [
            Count(select=row, expected=scene.rows),
            Count(select=select.below("column"), expected=scene.columns),
            Absent(select=select.below("paragraph")),
        ]
        paragraph = cell.below("paragraph")
        plain, text_free = plain_text(paragraph)
        count = Count(select=paragraph, expected=len(scene.headers))
        more += [count, *plain] if scene.headers else [Absent(select=paragraph)]
        first = select.below("row", 1)
        for at, text in enumerate(scene.headers, 1):
            place = first.below("cell", letters(at)).below("paragraph").of("text")
            more.append(Equals(select=place, expected=text, text="trimmed"))
        facts = [
            slide_fact("slide", scene.deck, scene.number),
            number_fact("rows", scene.rows, unit="rows"),
            # A column of a slide's table is named by its letter, so their number says the letters.
            words_fact(
                "columns",
                (scene.columns, *map(letters, range(1, scene.columns + 1))),
                f"{scene.columns} columns",
            ),
            words_fact("thing", "table", "table"),
        ]
        if scene.headers:
            quoted = [f'"{text}"' for text in scene.headers]
            facts.append(words_fact("headers", scene.headers, f"{', '.join(quoted[:-1])} and {quoted[-1]}"))
        required = Requirement(
            id="table",
            says="It is there.",
            any_of=((*checks, *more),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(select,),
            free=(*free, *text_free, select.below("column").of("width"), cell.of("fill"), cell.of("anchor")),
            variants=(
                Attempt("coloured", partial(act, fill=Colour("#DDEBF7")), why="With the fills of a style."),
                Attempt("elsewhere", partial(act, top=11.0, width=12.0), why="Further down, and narrower."),
            ),
            near_misses=(
                Attempt("row_short", partial(act, rows=scene.rows - 1), why="One row too few."),
                Attempt(
                    "turned", partial(act, rows=scene.columns, columns=scene.rows), why="Rows for columns."
                ),
                Attempt("beside", partial(act, number=scene.beside), why="On another slide."),
                Attempt("twice", partial(act, times=2), why="Two tables instead of one."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        *,
        rows: int = 0,
        columns: int = 0,
        number: int = 0,
        times: int = 1,
        top: float = 6.0,
        width: float = 20.0,
        fill: Colour | None = None,
    ) -> None:
        """Insert a table, or two."""
        columns = columns or scene.columns
        for time in range(times):
            table = Table.of([[""] * columns for _ in range(rows or scene.rows)], width)
            for line in table.rows:
                for cell in line:
                    cell.fill = fill
            for cell, text in zip(table.rows[0], scene.headers, strict=False):
                cell.write(text)
            shape = Shape(f"Table {90 + time}", 3, top, width, 1.0 * len(table.rows), table=table)
            scene.deck.slide(desktop, number or scene.number).shapes.append(shape)
