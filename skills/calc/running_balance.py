"""Skill: what is left after each entry of a cash book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.books import Book, put_book
from forge.skills.calc.support.facts import column_fact, text_fact
from forge.skills.calc.support.formula_cells import FormulaCells, formula_column
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Contract, Difficulty

ENTRIES: dict[Difficulty, tuple[int, int]] = {"easy": (18, 40), "medium": (25, 70), "hard": (60, 150)}
RULE = (
    "[[plus {{come}} and minus {{gone}}"
    "|plus {{gone}} where {{come}} says {{inward}} and minus it where that says {{outward}}]]"
)
RULED = "the figure of the row above, " + RULE


@dataclass(frozen=True)
class Scene(CalcScene):
    """The cash book, and the cells that lack what is left."""

    book: Book
    cells: FormulaCells[int]


class RunningBalance(CalcSkill[CalcParameters, Scene]):
    """Carry what is left on through entries that lack it."""

    id = "calc.formulas.running_balance"
    title = "Keep a running balance through new entries"
    keeps_values = True
    phrasings = (
        "fill {{left}} on {{sheet}} by {{formulas}} in all rows that lack it: " + RULED,
        "use {{formulas}} to carry {{left}} on {{sheet}} on through all entries that have none yet, each time "
        + RULED,
        "continue {{left}} on {{sheet}} down to the last entry with {{formulas}}: " + RULED,
        "terse: {{sheet}}: carry {{left}} on to the last entry; {{formulas}}, each " + RULED + ".",
        "chatty: I have been lazy with {{sheet}}. Can you fill in {{left}} for all entries that lack it? It is always "
        + RULED
        + ". Please use {{formulas}}, some amounts may still change.",
        "precise: On {{sheet}}, {{formulas}} give {{left}} for all entries that have none yet: "
        + RULED
        + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A book with some new entries, with none finished or, when it is hard, with one column of amounts."""
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        entries = random.randint(*ENTRIES[parameters.difficulty])
        unfinished = random.randint(5, 12) if easy else entries
        book = put_book(table, desktop, random, entries, unfinished=unfinished, kinds=hard)
        last = book.table.last_row
        middle = random.randrange(book.first + 1, last - 1)
        probed = (book.first, middle, last)
        cells = formula_column(
            book.table,
            book.left,
            book.formula,
            book.value,
            experiments=(book.experiment(book.table.first_row + 1, middle), book.turn(probed)),
            probed=probed,
            sources=book.sources,
            waiting=True,
            rows=range(book.first, last + 1),
        )
        return Scene(parameters, book.table, book, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """What was left before, and the entry."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right sums down to the last entry that follow each amount and what was brought forward."""
        table, cells, book = scene.table, scene.cells, scene.book
        names = dict(zip(("come", "gone", "left"), table.columns[2:], strict=True))
        facts = [column_fact(name, table, item) for name, item in names.items()]
        if book.kind is not None:
            inward, outward = sorted(table.classes(book.kind), key=lambda text: text != book.inward)
            facts += [text_fact("inward", inward), text_fact("outward", outward)]
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(summed=book.summed, turned=book.turned),
            near_misses=cells.near_misses(
                all_added=(partial(book.formula, sign="+"), book.added),
                nothing_brought_forward=(partial(book.summed, opening=False), book.moved),
                not_carried_on=(book.held_fast, book.alone),
                as_they_are=(book.tailored_formula, book.tailored),
            ),
        )
