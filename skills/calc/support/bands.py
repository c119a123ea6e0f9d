"""Grading numbers by a list of limits: as formulas write it, and what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from forge.errors import SkillError
from forge.preparers.calc import places
from forge.preparers.calc.spec import CellValue
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.criteria import round_limit
from forge.skills.calc.support.experiments import Changes, Inputs, spot_of
from forge.skills.calc.support.lists import Search
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.states.values import Error

_FEWEST = 3
"""So many limits at least are worth being looked up."""


class Grading(Search):
    """A search for the highest limit that a number reaches; the list rises or falls."""

    @property
    def limits(self) -> list[float | int]:
        """The limits as they are listed."""
        return Inputs().numbers(self.listed, self.key)

    @property
    def falls(self) -> bool:
        """Whether the highest limit stands first."""
        return self.limits[0] > self.limits[-1]

    def summed(self, row: int) -> str:
        """The search in a falling list: so many limits are greater, so far down it stands."""
        keys, wanted = self.areas
        return f"INDEX({wanted},SUMPRODUCT(({keys}>{self.place(row)})*1)+1)"

    def counted(self, row: int) -> str:
        """The search by counting limits with a criterion."""
        keys, wanted = self.areas
        sign, more = (">", "+1") if self.falls else ("<=", "")
        return f'INDEX({wanted},COUNTIF({keys},"{sign}"&{self.place(row)}){more})'

    def nested(self, row: int, sign: str = ">=", *, written_out: bool = False) -> str:
        """One comparison within the other, from the highest limit down; with the list's cells or what they hold."""
        rows = sorted(self.listed.row_numbers, key=lambda at: -self.listed.number(self.key, at))
        steps = [(self._cell(self.key, at), self._cell(self.attribute, at)) for at in rows]
        if written_out:
            steps = [
                (f"{self.listed.number(self.key, at)}", f'"{self.listed.value(self.attribute, at)}"')
                for at in rows
            ]
        text = steps[-1][1]
        for limit, grade in reversed(steps[:-1]):
            text = f"IF({self.place(row)}{sign}{limit},{grade},{text})"
        return text

    def _cell(self, column: TableColumn, row: int) -> str:
        return places.fixed(self.listed.sheet, self.listed.place(column, row))

    def graded(self, inputs: Inputs, row: int) -> CellValue:
        """What applies to a row."""
        return self.grade(inputs, inputs.number(self.table, self.sought, row))

    def exceeding(self, inputs: Inputs, row: int) -> CellValue:
        """What applies to a row where a limit must be exceeded."""
        number, limits = inputs.number(self.table, self.sought, row), inputs.numbers(self.listed, self.key)
        return self.grade(inputs, max(limit for limit in limits if limit < number or limit == min(limits)))

    def remembered(self, inputs: Inputs, row: int) -> CellValue:
        """What applies to a row by the list as it was at the start."""
        return self.grade(Inputs(), inputs.number(self.table, self.sought, row))

    def grade(self, inputs: Inputs, number: float) -> CellValue:
        """What the list gives for a number."""
        reached = [
            (limit, at)
            for at in self.listed.row_numbers
            if (limit := inputs.number(self.listed, self.key, at)) <= number
        ]
        return inputs.value(self.listed, self.attribute, max(reached)[1]) if reached else Error("#N/A")

    def rows_to_try(self, random: Random) -> tuple[int, ...]:
        """Four rows for `shifted_limits`: one below the highest limit, two others, and the last."""
        highest, rows = max(self.limits), self.table.row_numbers[:-1]
        lower = random.choice([row for row in rows if self.table.number(self.sought, row) < highest])
        return (lower, *random.sample([row for row in rows if row != lower], 2), self.table.last_row)

    def shifted_limits(self, tried: tuple[int, ...]) -> Changes:
        """Rename what applies to the first row, put the next ones on a limit and below it, raise the highest limit.

        The last row has what the highest limit was.
        """
        renamed, reaching, missing, last = tried
        limits, listed = sorted(self.limits), self.listed
        rows = {listed.number(self.key, at): at for at in listed.row_numbers}
        number = self.table.number(self.sought, renamed)
        applied = rows[max(limit for limit in limits if limit <= number)]
        return {
            spot_of(listed, self.attribute, applied): self.other_entry(applied),
            spot_of(listed, self.key, rows[limits[-1]]): limits[-1] * 2 + 7,
            spot_of(self.table, self.sought, reaching): limits[1],
            spot_of(self.table, self.sought, missing): limits[1] - 1,
            spot_of(self.table, self.sought, last): limits[-1],
        }


def draw_limits(table: Table, random: Random, number: int) -> tuple[TableColumn, list[int]]:
    """A column of numbers, and rising limits that divide it, the first of which every row reaches.

    Args:
        table: the table.
        random: a stream of its own.
        number: how many limits there should be; there are fewer where the numbers are too much alike.

    Raises:
        SkillError: they are so much alike that three limits cannot be had.
    """
    columns = list(table.all("money", "quantity", "measurement"))
    random.shuffle(columns)
    found: list[tuple[TableColumn, list[int]]] = []
    for column in columns:
        numbers = sorted(table.numbers(column))
        lowest = min(0, int(numbers[0]) - 1)
        inner = {round_limit(numbers[len(numbers) * step // number]) for step in range(1, number)}
        found.append((column, [lowest, *sorted(limit for limit in inner if limit > lowest)]))
    column, limits = max(found, key=lambda item: len(item[1]))
    if len(limits) < _FEWEST:
        raise SkillError(f"The numbers of {table.sheet} are too much alike to be graded.")
    return column, limits


def put_bands(
    table: Table,
    desktop: Desktop,
    amount: TableColumn,
    names: tuple[str, str, str],
    bands: Sequence[tuple[int, str]],
) -> Grading:
    """Put a list of limits with what applies from each on a sheet of its own, at the start.

    Args:
        table: the table whose numbers are graded.
        desktop: the desktop.
        amount: the column of the numbers.
        names: what the sheet, the column of the limits and the column of the grades are called.
        bands: the limits with their grades.
    """
    sheet, limit, grade = names
    block: dict[TableColumn, Sequence[Entry]] = {
        TableColumn(limit, amount.role, "", amount.number_format, amount.unit): [band[0] for band in bands],
        TableColumn(grade, "label", ""): [band[1] for band in bands],
    }
    table, listed = add_side_sheet(table, desktop, sheet, block)
    return Grading(table, amount, listed, listed.columns[0], listed.columns[1])
