"""Skill: totals and other figures of columns, below the data or on another sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.experiments import spot_of
from forge.skills.calc.support.facts import column_fact, sheet_fact
from forge.skills.calc.support.figures import AVERAGE, FIGURES, LOWEST, SUM, Figure, beyond, put_labels
from forge.skills.calc.support.formula_cells import FormulaCells
from forge.skills.calc.support.ranges import data_range
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact

EACH = (
    "[[for {{column}}|separately for {{column}} and {{column_2}}"
    "|separately for {{column}}, {{column_2}} and {{column_3}}]]"
)
FILL = (
    "[[{{row}} with {{figure}}|{{row}} with {{figure}} and {{row_2}} with {{figure_2}}"
    "|{{row}} with {{figure}}, {{row_2}} with {{figure_2}} and {{row_3}} with {{figure_3}}]]"
)
PUT = (
    "[[{{figure}} into {{row}}|{{figure}} into {{row}} and {{figure_2}} into {{row_2}}"
    "|{{figure}} into {{row}}, {{figure_2}} into {{row_2}} and {{figure_3}} into {{row_3}}]]"
)
WHERE = "[[ of {{summary}}, from the data on {{sheet}}|[[ on {{sheet}}|]]]]"
TAILS = ("", "_2", "_3")

Key = tuple[Figure, TableColumn]


@dataclass(frozen=True)
class Scene(CalcScene):
    """The columns, the figures that are asked of each, and the cells."""

    columns: list[TableColumn]
    figures: list[Figure]
    cells: FormulaCells[Key]


class Aggregate(CalcSkill[CalcParameters, Scene]):
    """Figures of columns in rows that wait with their labels."""

    id = "calc.formulas.aggregate"
    title = "Totals or other aggregates of rows, columns or groups"
    needs = at_least(money=2, quantity=1)
    keeps_values = True
    phrasings = (
        "fill " + FILL + WHERE + ", " + EACH + ", by {{formulas}}",
        "use {{formulas}} to put " + PUT + WHERE + ", " + EACH,
        "put " + PUT + WHERE + ", " + EACH + ", with {{formulas}} that follow the data",
        "terse: fill " + FILL + WHERE + ", " + EACH + ", {{formulas}} only",
        "chatty: A few figures are still missing. Can you put " + PUT + WHERE + ", " + EACH + "? Please use "
        "{{formulas}}, because the numbers may still change.",
        "polite: Would you please fill "
        + FILL
        + WHERE
        + ", "
        + EACH
        + "? {{formulas}} are needed here, so that "
        "everything follows the data.",
        "precise: By {{formulas}}, fill " + FILL + WHERE + ", " + EACH + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Rows with labels wait below the data or, when it is hard, on a sheet of their own."""
        size = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        numeric = [item for item in table.all("money", "quantity") if item != table.columns[0]]
        columns = sorted(random.sample(numeric, size), key=table.columns.index)
        figures = random.sample(FIGURES, size)
        labels = [figure.label for figure in figures]
        if size == 3:
            block: dict[TableColumn, list[str] | list[None]] = {TableColumn("Figure", "label", ""): labels}
            block.update((item, [None] * size) for item in columns)
            name = random.choice(("Main figures", "Headline figures", "Figures in brief"))
            table, home = add_side_sheet(table, desktop, name, block)
            rows, letters = home.row_numbers, [item.letter for item in home.columns[1:]]
        else:
            rows = range(table.last_row + 2, table.last_row + 2 + size)
            put_labels(table, desktop, rows, labels, columns)
            home, letters = table, [item.letter for item in columns]
        keys = tuple((figure, item) for figure in figures for item in columns)
        directions = {figure == LOWEST for figure in figures}
        cells: FormulaCells[Key] = FormulaCells(
            table=home,
            rows=tuple(rows),
            letters=tuple(letters),
            keys=keys,
            formula=lambda key: f"={key[0].function}({data_range(home, table, key[1])})",
            result=lambda inputs, key: key[0].of(inputs.numbers(table, key[1])),
            experiments=tuple(
                {spot_of(table, item, row): beyond(table.numbers(item), below=below) for item in columns}
                for below in sorted(directions)
                for row in (table.first_row, table.last_row)
            ),
            probed=keys,
            sources=tuple(table.selector(item, "value") for item in columns),
        )
        return Scene(parameters, table, columns, figures, cells)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The function over the data of its column."""
        scene.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right figures that follow the first and the last row as well."""
        table, cells, home = scene.table, scene.cells, scene.cells.table
        facts: list[Fact] = [sheet_fact(home, "summary")] if home.sheet != table.sheet else []
        facts += [
            column_fact(f"column{tail}", table, item)
            for tail, item in zip(TAILS, scene.columns, strict=False)
        ]
        for tail, figure, row in zip(TAILS, scene.figures, cells.rows, strict=False):
            says = (f'the "{figure.label}" row', f'the row "{figure.label}"')
            refers = home.cell_selector(home.columns[0], row, "value")
            facts.append(Fact(name=f"figure{tail}", value=figure.function, says=figure.words))
            facts.append(Fact(name=f"row{tail}", value=figure.label, says=says, refers=refers))
        area = partial(data_range, home, table)
        other = {figure: SUM if figure == AVERAGE else AVERAGE for figure in scene.figures}
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements("sheet", *(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                fixed=lambda key: f"={key[0].function}({area(key[1], fixed=True)})",
                subtotal=lambda key: f"=SUBTOTAL({key[0].subtotal},{area(key[1])})",
            ),
            near_misses=cells.near_misses(
                one_row_short=(
                    lambda key: f"={key[0].function}({area(key[1], short=1)})",
                    lambda inputs, key: key[0].of(inputs.numbers(table, key[1])[:-1]),
                ),
                another_figure=(
                    lambda key: f"={other[key[0]].function}({area(key[1])})",
                    lambda inputs, key: other[key[0]].of(inputs.numbers(table, key[1])),
                ),
            ),
        )
