"""Skill: put a new table on a slide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import trunc
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.preparers.impress.places import letters
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import number_fact, slide_fact, words_fact
from forge.skills.impress.support.new_shapes import ROW, fills, new_shape, new_table, plain_text
from forge.skills.impress.support.room import below, height
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Requirement

HEADERS = ("Step", "Responsible", "Begin", "Done by", "Place", "Effort", "Remarks", "Priority")
FEWEST = 3
"""The fewest rows."""


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
        "{{headers}} in its first row, from left to right|]]?",
        "chatty: We need some room for figures. Can you add a {{thing}} to {{slide}}, {{columns}} and {{rows}}[[, and "
        "write {{headers}} into its first row from left to right|]]?",
        "precise: {{slide}} gets a new {{thing}} of exactly {{columns}} and {{rows}}[[; its first row says, from left "
        "to right, {{headers}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A slide with room and without a table, and not the first one, which is filled by its title."""
        bare = [n for n in deck.numbers[1:] if not deck.keys(n, lambda shape: shape.table is not None)]
        lines = {n: trunc(height(below(deck.start, deck.start.slide(n))) / ROW) for n in bare}
        number = random.choice([n for n in bare if lines[n] > FEWEST] or [max(bare, key=lines.__getitem__)])
        columns = random.randint(2, 5)
        headers = () if parameters.difficulty == "easy" else tuple(random.sample(HEADERS, columns))
        most = min(7, max(FEWEST + 1, lines[number]))
        rows = random.choice([count for count in range(FEWEST, most + 1) if count != columns])
        beside = random.choice([n for n in bare if n != number])
        return Scene(parameters, deck, number, rows, columns, headers, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Put it below what stands on the slide."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It is there, of the size; its place, widths and colours are free."""
        select, checks, free = new_shape(scene.mount, scene.number, {"kind": "table"})
        row, cell, column = select.below("row"), select.below("row").below("cell"), select.below("column")
        paragraph = cell.below("paragraph")
        plain, text_free = plain_text(paragraph)
        more: list[AnyCheck] = [
            Count(select=row, expected=scene.rows),
            Count(select=column, expected=scene.columns),
            Absent(select=select.below("paragraph")),
        ]
        if scene.headers:
            more += [Count(select=paragraph, expected=len(scene.headers)), *plain]
        else:
            more.append(Absent(select=paragraph))
        # A column of a slide's table is named by its letter, so their number says the letters.
        named = tuple(map(letters, range(1, scene.columns + 1)))
        facts = [
            slide_fact("slide", scene.deck, scene.number),
            number_fact("rows", scene.rows, unit="rows"),
            words_fact("columns", (scene.columns, *named), f"{scene.columns} columns"),
            words_fact("thing", "table", "table"),
        ]
        for name, text in zip(named, scene.headers, strict=False):
            place = select.below("row", 1).below("cell", name).below("paragraph").of("text")
            more.append(Equals(select=place, expected=text, text="trimmed"))
        if scene.headers:
            *quoted, last = [f'"{text}"' for text in scene.headers]
            facts.append(words_fact("headers", scene.headers, f"{', '.join(quoted)} and {last}"))
        names, every = tuple(fact.name for fact in facts), ((*checks, *more),)
        required = Requirement(id="table", says="It is there.", any_of=every, facts=names)
        act, start = partial(self.attempt, scene), scene.deck.start
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(select,),
            free=(*free, *text_free, column.of("width"), cell.of("fill"), cell.of("anchor")),
            variants=(
                Attempt("coloured", partial(act, fill=fills(start)[1]), why="With the fills of a style."),
                Attempt("narrower", partial(act, share=0.6), why="Not over the whole width."),
            ),
            near_misses=(
                Attempt("row_short", partial(act, rows=scene.rows - 1), why="One row too few."),
                Attempt(
                    "turned", partial(act, rows=scene.columns, columns=scene.rows), why="Rows for columns."
                ),
                Attempt("beside", partial(act, number=scene.beside), why="On another slide."),
                Attempt("twice", partial(self.twice, scene), why="Two tables instead of one."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, number: int = 0, share: float = 1.0, **other: Any
    ) -> None:
        """Insert a table of the size over a share of the width, or another one."""
        start, size = scene.deck.start, {"rows": scene.rows, "columns": scene.columns}
        left, top, right, _ = below(start, start.slide(scene.number))
        look = {"fill": fills(start)[0], **size, **other}
        shape = new_table((left, top), (right - left) * share, scene.headers, **look)
        scene.deck.slide(desktop, number or scene.number).shapes.append(shape)

    def twice(self, scene: Scene, desktop: Desktop) -> None:
        """Insert two tables."""
        self.attempt(scene, desktop)
        self.attempt(scene, desktop, name="Table 91")
