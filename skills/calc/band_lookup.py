"""Skill: a column that grades numbers by a list of limits."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.bands import Grading, draw_limits, put_bands
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, sheet_fact
from forge.skills.calc.support.formula_cells import (
    TARGET,
    FormulaCells,
    column_facts,
    formula_column,
    put_waiting,
)
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty

GRADES = (
    ("Size class", "Size classes", ("Tiny", "Compact", "Mid-size", "Bulky", "Oversize")),
    ("Level", "Levels", ("Starter", "Basic", "Advanced", "Expert", "Master")),
    ("Band", "Bands", ("Band E", "Band D", "Band C", "Band B", "Band A")),
    ("Handling", "Handling rules", ("Envelope", "Parcel", "Pallet", "Container", "Truck")),
    ("Sign-off", "Sign-off rules", ("Clerk", "Team lead", "Manager", "Director", "Chairman")),
)
"""What is graded, what the list is called, and the grades from the lowest up."""
LIMITS = ("At least", "From value")
NUMBER: dict[Difficulty, int] = {"easy": 3, "medium": 4, "hard": 5}

GRADED = " with the entry of {{grade}} on {{list}} that applies to {{amount}}"
LIMITED = ". There, {{limits}} tells from which value on an entry applies; "
LIMITED += "when the list changes, the results should follow"


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is graded by what, and the column that it fills."""

    search: Grading
    new: TableColumn
    waiting: bool
    cells: FormulaCells[int]


class BandLookup(CalcSkill[CalcParameters, Scene]):
    """Grade the numbers of a column."""

    id = "calc.formulas.band_lookup"
    title = "Grade values by a table of ranges"
    needs = at_least(money=1)
    keeps_values = True
    phrasings = (
        "fill " + TARGET + GRADED + ", by {{formulas}}" + LIMITED,
        "use {{formulas}} to fill " + TARGET + GRADED + LIMITED,
        "terse: fill " + TARGET + GRADED + LIMITED + ". {{formulas}}, every row.",
        "chatty: I need to know what applies to which row. Can you fill "
        + TARGET
        + GRADED
        + "?"
        + LIMITED[1:]
        + ". {{formulas}}, please.",
        "polite: Would you please fill "
        + TARGET
        + GRADED
        + "?"
        + LIMITED[1:]
        + ". I need {{formulas}} for it.",
        "precise: In every row, {{formulas}} fill " + TARGET + GRADED + LIMITED + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Limits that some rows reach; when it is hard, the highest stands first."""
        spoken = " ".join(
            (table.domain, table.mount, table.sheet, *(item.name for item in table.columns))
        ).casefold()
        grade, sheet, grades = random.choice(
            [item for item in GRADES if not any(word.casefold() in spoken for word in (item[0], *item[2]))]
        )
        amount, limits = draw_limits(table, random, NUMBER[parameters.difficulty])
        first = random.randrange(len(grades) - len(limits) + 1)
        bands = list(zip(limits, grades[first:], strict=False))
        hard = parameters.difficulty == "hard"
        names = (sheet, random.choice(LIMITS), grade)
        search = put_bands(table, desktop, amount, names, bands[::-1] if hard else bands)
        table = search.table
        new, waiting = table.new_column(grade, "label"), random.random() < 0.5
        if waiting:
            put_waiting(table, new, desktop)
        tried = search.rows_to_try(random)
        cells = formula_column(
            table,
            new,
            lambda row: "=" + (search.summed(row) if hard else search.by_column(row, exact=False)),
            search.graded,
            experiments=(search.shifted_limits(tried),),
            probed=tried,
            sources=search.sources,
            waiting=waiting,
        )
        return Scene(parameters, table, search, new, waiting, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The usual formula in every row."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right grades that follow the numbers, the limits and the list."""
        search, cells = scene.search, scene.cells
        facts = (
            *column_facts(scene.table, scene.new, waiting=scene.waiting),
            sheet_fact(search.listed, "list"),
            column_fact("grade", search.listed, search.attribute),
            column_fact("limits", search.listed, search.key),
            column_fact("amount", scene.table, search.sought),
        )
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                nested=lambda row: f"={search.nested(row)}",
                counted=lambda row: f"={search.counted(row)}",
            ),
            near_misses=cells.near_misses(
                limit_exceeded=(lambda row: f"={search.nested(row, '>')}", search.exceeding),
                only_exact=(lambda row: f"={search.matched(row)}", search.found),
                limits_written_out=(
                    lambda row: f"={search.nested(row, written_out=True)}",
                    search.remembered,
                ),
            ),
        )
