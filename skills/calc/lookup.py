"""Skill: a column whose entries are fetched from another sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from forge.errors import SkillError
from forge.preparers.calc.spec import CellValue
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.experiments import Inputs
from forge.skills.calc.support.facts import column_fact, sheet_fact, text_fact
from forge.skills.calc.support.formula_cells import (
    TARGET,
    FormulaCells,
    column_facts,
    formula_column,
    put_waiting,
)
from forge.skills.calc.support.lists import Search
from forge.skills.calc.support.side_sheets import rearranged
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.dirt import Dirt
from forge.skills.contract import Contract, Difficulty

FALLBACKS = ("not listed", "unknown", "to be clarified", "none found")
FETCH = (
    " with the matching entry of {{attribute}} on {{list}}, found by {{key}}"
    "[[, or with {{fallback}} where nothing is found there|]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is looked up, and the column that it fills."""

    search: Search
    new: TableColumn
    waiting: bool
    cells: FormulaCells[int]


class Lookup(CalcSkill[CalcParameters, Scene]):
    """Fetch an attribute for the value of a column."""

    id = "calc.formulas.lookup"
    title = "Fetch values from another table by key"
    needs_lookup = True
    keeps_values = True
    phrasings = (
        "fill " + TARGET + FETCH + ", by {{formulas}} that look it up there",
        "use {{formulas}} that look things up to fill " + TARGET + FETCH,
        "look up every row's entry of {{attribute}} on {{list}} by {{key}} and bring it into "
        + TARGET
        + " with "
        "{{formulas}} that follow changes there[[. Where nothing is found, {{fallback}} is wanted|]]",
        "terse: fill " + TARGET + FETCH + "; look-up by {{formulas}} in every row.",
        "chatty: I always have to switch to {{list}} to see {{attribute}}. Can you fill "
        + TARGET
        + FETCH
        + "? "
        "Please use {{formulas}} that look it up, as that list still changes.",
        "precise: In every row, {{formulas}} that look it up there fill " + TARGET + FETCH + ".",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """None: an empty key has no entry."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The list stands as it is, lacks an entry or, when it is hard, has its keys in the last column as well."""
        listed = table.lookup
        if listed is None:
            raise SkillError(f"No sheet explains the values of a column of {table.sheet}.")
        hard, (key, attribute) = parameters.difficulty == "hard", listed.columns
        gone = random.choice(listed.row_numbers) if parameters.difficulty != "easy" and len(listed) > 2 else 0
        unlisted = listed.value(key, gone) if gone else None
        left = [row for row in listed.row_numbers if row != gone]
        listed = rearranged(listed, desktop, listed.columns[::-1] if hard else listed.columns, left)
        search = Search(
            table,
            table.named(key.name),
            listed,
            listed.named(key.name),
            listed.named(attribute.name),
            random.choice(FALLBACKS) if gone else "",
        )
        new = table.new_column(attribute.name, attribute.role, attribute.number_format)
        waiting = random.random() < 0.5
        if waiting:
            put_waiting(table, new, desktop)
        known = [row for row in table.row_numbers[:-1] if table.value(search.sought, row) != unlisted]
        followed, moved = random.sample(known, 2)
        cells = formula_column(
            table,
            new,
            lambda row: search.guarded(search.matched(row) if hard else search.by_column(row)),
            search.found,
            experiments=(
                search.experiment(followed, moved, table.last_row, unlisted),
                search.unsorted(table.last_row),
            ),
            probed=(followed, moved, table.last_row),
            sources=search.sources,
            waiting=waiting,
        )
        return Scene(parameters, table, search, new, waiting, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The usual formula in every row."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right entries that follow the list and the keys."""
        search, cells = scene.search, scene.cells
        facts = [
            *column_facts(scene.table, scene.new, waiting=scene.waiting),
            sheet_fact(search.listed, "list"),
            column_fact("attribute", search.listed, search.attribute),
            column_fact("key", scene.table, search.sought),
        ]
        facts += [text_fact("fallback", search.fallback)] if search.fallback else []
        wrong, unguarded = replace(search, attribute=search.key), replace(search, fallback="")
        careless: dict[str, tuple[Callable[[int], str], Callable[[Inputs, int], CellValue]]] = {}
        if search.fallback:
            careless["unguarded"] = (lambda row: f"={search.matched(row)}", unguarded.found)
        elif scene.parameters.difficulty == "easy":
            careless["approximate"] = (lambda row: f"={search.by_column(row, exact=False)}", search.nearest)
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                matched=lambda row: search.guarded(search.matched(row)),
                whole_columns=lambda row: search.guarded(search.whole_columns(row)),
                **({"counted": search.counted} if search.fallback else {}),
            ),
            near_misses=cells.near_misses(
                slipping_list=(search.slipping, search.slipped),
                other_column=(lambda row: wrong.guarded(wrong.matched(row)), wrong.found),
                **careless,
            ),
        )
