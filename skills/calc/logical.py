"""Skill: a column that says which of several cases a row is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.cases import Cases, Join, decided
from forge.skills.calc.support.criteria import CRITERION, SECOND, criteria_facts, draw_criteria, edge_cases
from forge.skills.calc.support.facts import text_fact
from forge.skills.calc.support.formula_cells import (
    TARGET,
    FormulaCells,
    column_facts,
    formula_column,
    put_waiting,
)
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact

TWO = (
    ("Alert", ("Yes", "No")),
    ("Handling class", ("Urgent", "Normal")),
    ("Next step", ("Call back", "Leave")),
    ("Spot check", ("Review", "Fine")),
    ("Mark", ("Flagged", "Clear")),
)
THREE = (
    ("Risk class", ("High", "Medium", "Low")),
    ("Timing", ("Now", "Soon", "Later")),
    ("Traffic light", ("Red", "Amber", "Green")),
    ("Next step", ("Stop", "Ask", "Go")),
)
"""Headers with what is said in each case, the last one where none of the others applies."""
WORDS = {"and": ("and", "and at the same time"), "or": ("or", "or if")}
CARELESS: dict[Join, Join] = {"and": "or", "or": "and", "else": "else", "": ""}

CASES = (
    "[[{{then}} if " + CRITERION + "[[ {{joined}} " + SECOND + "|]], otherwise {{otherwise}}"
    "|{{then}} if "
    + CRITERION
    + "; if not, {{next}} if "
    + SECOND
    + ", and {{otherwise}} in all other cases]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The cases, and the column that says them."""

    cases: Cases
    new: TableColumn
    waiting: bool
    cells: FormulaCells[int]


class Logical(CalcSkill[CalcParameters, Scene]):
    """Say for each row which case it is."""

    id = "calc.formulas.logical"
    title = "Decide a value by conditions"
    needs = at_least(category=1, money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "fill " + TARGET + " by {{formulas}}: " + CASES,
        "use {{formulas}} to fill " + TARGET + " with " + CASES,
        "write {{formulas}} into " + TARGET + " that give " + CASES + ", for every row",
        "terse: fill " + TARGET + ": " + CASES + "; {{formulas}}, every row.",
        "chatty: I want to see at a glance what is what. Can you fill "
        + TARGET
        + "? It should say "
        + CASES
        + ". Please use {{formulas}}, the entries still change.",
        "precise: In every row, {{formulas}} in " + TARGET + " give " + CASES + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One condition, two that go together, or two that decide one after the other."""
        joins: dict[str, tuple[Join, ...]] = {"easy": ("",), "medium": ("and", "or"), "hard": ("else",)}
        join = random.choice(joins[parameters.difficulty])
        taken = {item.name.casefold() for item in table.columns}
        header, says = random.choice(
            [item for item in (THREE if join == "else" else TWO) if item[0].casefold() not in taken]
        )
        criteria = draw_criteria(table, random, 2 if join else 1, None, partial(decided, join), len(says))
        cases, new = Cases(criteria, join, says), table.new_column(header, "status")
        waiting = random.random() < 0.5
        if waiting:
            put_waiting(table, new, desktop)
        tried = (*sorted(random.sample(table.row_numbers[:-1], 2 ** len(criteria) - 1)), table.last_row)
        cells = formula_column(
            table,
            new,
            cases.formula,
            cases.value,
            experiments=(edge_cases(criteria, tried),),
            probed=tried,
            sources=tuple(table.selector(item.column, "value") for item in criteria),
            waiting=waiting,
        )
        return Scene(parameters, table, cases, new, waiting, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The usual formula in every row."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right cases, at the edge of each condition as well."""
        cells, cases = scene.cells, scene.cases
        facts = [
            *column_facts(scene.table, scene.new, waiting=scene.waiting),
            *criteria_facts(cases.criteria),
        ]
        facts += [text_fact("then", cases.says[0]), text_fact("otherwise", cases.says[-1])]
        facts += [text_fact("next", cases.says[1])] if cases.join == "else" else []
        if cases.join in WORDS:
            facts.append(Fact(name="joined", value=cases.join, says=WORDS[cases.join]))
        loose = replace(cases, criteria=(*cases.criteria[:-1], cases.criteria[-1].loose()))
        exchanged = replace(cases, says=(cases.says[1], cases.says[0], *cases.says[2:]))
        disordered = replace(cases, criteria=cases.criteria[::-1], join=CARELESS[cases.join])
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                fixed_columns=partial(cases.formula, dollar="$"),
                turned_round=partial(cases.formula, turned=True),
            ),
            near_misses=cells.near_misses(
                at_the_edge=(loose.formula, loose.value),
                exchanged=(exchanged.formula, exchanged.value),
                **({"wrongly_joined": (disordered.formula, disordered.value)} if cases.join else {}),
            ),
        )
