"""Skill: by how many per cent a figure changed from one period to the next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.experiments import another, spot_of
from forge.skills.calc.support.facts import column_fact, text_fact
from forge.skills.calc.support.formula_cells import (
    STYLE_FIELDS,
    TARGET,
    FormulaCells,
    column_facts,
    formula_column,
)
from forge.skills.calc.support.months import Growth, Work, put_months, with_blanks
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.rubric import OneOf, Requirement

HEADERS = ("Change", "Growth", "Change in per cent", "Development")
FALLBACKS = ("n/a", "none", "not known")
FORMATS = {"0%": "without decimals", "0.0%": "with one decimal", "0.00%": "with two decimals"}
MONTHS: dict[Difficulty, tuple[int, int]] = {"easy": (12, 20), "medium": (20, 34), "hard": (30, 60)}
AGAINST = {1: ("the month before", "the previous month"), 12: ("the same month of the year before",)}
BLANK = {1: ("leave the first month empty",), 12: ("leave the first twelve months empty",)}

WHAT = "the change of {{amount}} against {{before}}, shown as {{percent}}"
WHAT += "[[, or {{fallback}} where that month has a zero|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """What changes, the column that says by how much, and its number format."""

    growth: Growth
    new: TableColumn
    cells: FormulaCells[int]


class GrowthRate(CalcSkill[CalcParameters, Scene]):
    """By how many per cent a month differs from an earlier one."""

    id = "calc.formulas.growth_rate"
    title = "Percentage change from one period to the next"
    needs = at_least(money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "fill " + TARGET + " by {{formulas}} with " + WHAT + ". {{leave}}",
        "use {{formulas}} to work out " + WHAT + ", in " + TARGET + ", and {{leave}}",
        "add " + TARGET + ", which gives " + WHAT + ", by {{formulas}}. Please {{leave}}",
        "terse: fill " + TARGET + ": " + WHAT + "; {{formulas}}. Of course {{leave}}.",
        "chatty: I want to see how we are doing. Can you fill "
        + TARGET
        + " with "
        + WHAT
        + "? I need {{formulas}}. "
        "Just {{leave}}.",
        "precise: {{formulas}} in " + TARGET + " give " + WHAT + ". There, {{leave}}.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Months on a sheet of their own; some have zero, and when it is hard they are held against the year before."""
        hard, easy = parameters.difficulty == "hard", parameters.difficulty == "easy"
        lag, count = 12 if hard else 1, random.randint(*MONTHS[parameters.difficulty])
        empty = [] if easy else random.sample(range(count - lag - 1), 2)
        table = put_months(table, desktop, random, count, empty)[1]
        growth = Growth(
            table, random.choice(table.columns[1:]), lag, "" if easy else random.choice(FALLBACKS)
        )
        new = table.new_column(random.choice(HEADERS), "percentage", random.choice(list(FORMATS)))
        rows = range(table.first_row + lag, table.last_row + 1)
        changed, gone = random.sample(rows[: len(rows) - lag - 1], 2)
        changes = {
            spot_of(table, growth.amount, changed): another(table, growth.amount, 50),
            spot_of(table, growth.amount, table.last_row): another(table, growth.amount, 90),
            **({} if easy else {spot_of(table, growth.amount, gone): 0}),
        }
        cells = formula_column(
            table,
            new,
            growth.formula,
            growth.value,
            experiments=(changes,),
            probed=sorted({changed, changed + lag, gone + lag, table.last_row}),
            sources=(table.selector(growth.amount, "value"),),
            rows=rows,
            asked_looks=("number_format",),
        )
        return Scene(parameters, table, growth, new, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The usual formula, where there is an earlier month."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right shares, shown as per cent, and nothing where there is no earlier month."""
        table, cells, growth, code = scene.table, scene.cells, scene.growth, scene.new.number_format
        first = f"{scene.new.letter}{table.first_row}:{scene.new.letter}{table.first_row + growth.lag - 1}"
        formats = (code, f"{code};-{code}", f"{code};[Red]-{code}")
        facts = [
            *column_facts(table, scene.new, waiting=False),
            column_fact("amount", table, growth.amount),
            Fact(name="before", value=growth.lag, says=AGAINST[growth.lag]),
            Fact(name="percent", value=formats, says=(f"percentages {FORMATS[code]}",)),
            Fact(name="leave", value=(growth.lag, ""), says=BLANK[growth.lag]),
        ]
        facts += [text_fact("fallback", growth.fallback)] if growth.fallback else []
        told = ("sheet", *(fact.name for fact in facts))
        shown = OneOf(select=cells.cells("number_format"), options=formats)
        blank = (table.at(first, "value"), table.at(first, "formula"))
        requirements = [
            *with_blanks(cells.requirements(*told), *blank),
            Requirement(
                id="format", says="The changes are shown as per cent.", any_of=((shown,),), facts=told
            ),
        ]
        shapes: dict[str, tuple[str, Work]] = {
            "ratio": ("{0}/{1}", lambda now, before: now / before),
            "of_the_new": ("({0}-{1})/{0}", lambda now, before: (now - before) / now),
            "times_hundred": ("({0}-{1})/{1}*100", lambda now, before: (now - before) / before * 100),
        }
        wrong = {name: growth.otherwise(*shape) for name, shape in shapes.items()}
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=requirements,
            reads=cells.sources,
            writes=(*cells.writes, *blank),
            free=(*cells.free, *(table.at(first, name) for name in STYLE_FIELDS)),
            probes=cells.probes,
            variants=cells.variants(
                ratio_less_one=partial(growth.formula, shape="{0}/{1}-1"),
                asked_first=partial(growth.formula, guard="IF({2}=0,{1},{0})", shape="({0}-{1})/ABS({1})"),
            ),
            near_misses=(
                Attempt(
                    "not_per_cent",
                    partial(cells.fill, dressed=False),
                    why="The shares are shown as they are.",
                ),
                *cells.near_misses(**wrong),
            ),
        )
