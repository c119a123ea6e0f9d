"""Skill: counts, sums and averages of the rows that meet conditions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.calc.places import letters, place_of
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.conditional import Conditional, changed, conditional_cells, put_groups
from forge.skills.calc.support.criteria import CRITERION, SECOND, Criterion, criteria_facts, draw_criteria
from forge.skills.calc.support.facts import cell_fact, column_fact, sheet_fact
from forge.skills.calc.support.figures import AVERAGE, COUNT, SUM, own_format, put_box
from forge.skills.calc.support.formula_cells import FormulaCells
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact

LABELS = ("Figure for the board", "For the annual report", "For the newsletter")
ONLY = ", counting only the rows where " + CRITERION + "[[ and " + SECOND + "|]]"
WHAT = "{{figure}}[[ of {{amounts}}|]]"
GROUPS = (
    "{{counts}} with {{number}} and {{totals}} with {{figure}} of {{amounts}} for each entry of {{groups}}"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What each cell is to give, the cells, and the facts on all but the sheet."""

    items: list[Conditional]
    cells: FormulaCells[int]
    facts: list[Fact]


class ConditionalAggregate(CalcSkill[CalcParameters, Scene]):
    """A figure beside the data or, when it is hard, two figures for each group on another sheet."""

    id = "calc.formulas.conditional_aggregate"
    title = "Count, sum or average the records that meet criteria"
    needs = at_least(category=1, status=1, money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "put " + WHAT + " into {{cell}}[[ of {{sheet}}|]]" + ONLY + ", with {{formulas}}",
        "use {{formulas}} to work out " + WHAT + " in {{cell}}[[ on {{sheet}}|]]" + ONLY,
        "terse: [[{{sheet}}, |]]{{cell}}: " + WHAT + ONLY + "; {{formulas}}, no typed numbers.",
        "chatty: I need "
        + WHAT
        + " in {{cell}}[[ on {{sheet}}|]]"
        + ONLY
        + ". Please use {{formulas}}, the list "
        "still grows.",
        "precise: {{cell}}[[ on {{sheet}}|]] is to give " + WHAT + ONLY + ", by {{formulas}}.",
        "go to {{summary}} and fill " + GROUPS + " on {{sheet}}" + ONLY + ", with {{formulas}}",
        "use {{formulas}} on {{summary}} to fill " + GROUPS + " on {{sheet}}" + ONLY,
        "terse: {{summary}}: fill " + GROUPS + " on {{sheet}}" + ONLY + "; {{formulas}} only.",
        "chatty: Somebody wants an overview. On {{summary}}, can you fill "
        + GROUPS
        + " on {{sheet}}"
        + ONLY
        + "? "
        "Please use {{formulas}}, the list still grows.",
        "precise: By {{formulas}} on {{summary}}, fill " + GROUPS + " on {{sheet}}" + ONLY + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A cell waits beside the data or, when it is hard, two columns wait in a list of groups."""
        hard = parameters.difficulty == "hard"
        amounts, groups = table.pick(random, "money", "quantity"), table.pick(random, "category")
        able = table.all("category", "status", "money", "quantity", "measurement", "date")
        able = tuple(item for item in able if item != amounts and not (hard and item == groups))
        conditions = draw_criteria(table, random, 2 if parameters.difficulty == "medium" else 1, able)
        number = f"the number of {table.nouns}", f"the count of {table.nouns}"
        if hard:
            table, home = put_groups(
                table, desktop, groups, amounts, f"{random.choice(('By', 'Per'))} {groups.inside}"
            )
            item = Conditional(home, table, SUM, amounts, conditions, fixed=True)
            items = [
                replace(item, figure=figure, conditions=(each, *conditions))
                for row, name in zip(home.row_numbers, home.classes(home.columns[0]), strict=True)
                for each in (Criterion(table, groups, "=", name, written=f"$A{row}"),)
                for figure in (COUNT, SUM)
            ]
            rows, columns, figure = list(home.row_numbers), ["B", "C"], SUM
            facts = [
                sheet_fact(home, "summary"),
                column_fact("counts", home, home.columns[1]),
                Fact(name="number", value="COUNT", says=number),
                column_fact("totals", home, home.columns[2]),
                column_fact("groups", table, groups),
            ]
        else:
            figure, label = random.choice((COUNT, SUM, AVERAGE)), random.choice(LABELS)
            cell = put_box(table, desktop, label, own_format(figure, amounts))
            items = [Conditional(table, table, figure, amounts, conditions)]
            rows, columns = [place_of(cell)[0]], [letters(place_of(cell)[1])]
            facts = [cell_fact("cell", cell)]
        words = number if figure == COUNT else figure.words
        facts.append(Fact(name="figure", value=figure.function, says=words))
        facts += [column_fact("amounts", table, amounts)] if figure != COUNT else []
        facts += criteria_facts(conditions)
        tried = (*sorted(random.sample(table.row_numbers[:-1], 3)), table.last_row)
        cells = conditional_cells(items, rows, columns, tried)
        return Scene(parameters, table, items, cells, facts)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The functions with criteria."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right figures that follow their conditions, also at the edge, down to the last row."""
        cells, items = scene.cells, scene.items
        # Of a list, each row has two figures; ranges that were not fixed slip by a row with each.
        slipped = [replace(item, late=number // 2) for number, item in enumerate(items)]
        return self.task(
            scene,
            facts=(*scene.facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in scene.facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                product=lambda number: items[number].product(),
                other_marks=lambda number: replace(items[number], fixed=not items[number].fixed).formula(),
            ),
            near_misses=cells.near_misses(
                at_the_edge=changed(items, Conditional.loose),
                without_a_condition=changed(items, Conditional.unlimited),
                one_row_short=changed(items, lambda item: replace(item, short=1)),
                one_row_late=changed(items, lambda item: replace(item, late=1)),
                **({"slipping": changed(slipped, lambda item: item)} if len(items) > 1 else {}),
            ),
        )
