"""Skill: class a table by two columns at once in a pivot table, one down the side and one across the top."""

from __future__ import annotations

from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters
from forge.skills.calc.support.pivot_skill import NewPivot, NewPivotSkill
from forge.skills.calc.support.pivoting import FUNCTIONS, Summary, classing, figures, new_name, pick
from forge.skills.calc.support.tables import Table


class CrossTable(NewPivotSkill):
    """An average, a sum or an extreme for each pair of entries, perhaps with a filter."""

    id = "calc.pivot.two_fields"
    title = "Pivot table with a field down the side and one across the top"
    phrasings = (
        "[[make|create|set up]] {{kind}} of {{sheet}} on a new sheet called {{name}}, with {{row}} down the side, "
        "{{column}} across the top and {{function}} {{figure}} in the cells[[, and with {{filter}} as filter|]]",
        "cross {{row}} with {{column}} on {{sheet}}: {{kind}} on a new sheet {{name}}, the first in the rows, the "
        "second in the columns, showing {{function}} {{figure}}[[, with {{filter}} as filter|]]",
        "use {{kind}} to show {{function}} {{figure}} on {{sheet}}, one row for each entry of {{row}} and one column "
        "for each entry of {{column}}[[, with {{filter}} as filter|]]. It goes on a new sheet named {{name}}",
        "terse: {{kind}} of {{sheet}} on a new sheet {{name}}: rows {{row}}; columns {{column}}; values {{function}} "
        "{{figure}}[[; filter {{filter}}|]].",
        "polite: Could you please put {{kind}} of {{sheet}} on a new sheet called {{name}}? I need {{function}} "
        "{{figure}}, with {{row}} as row field and {{column}} as column field.[[ Please add {{filter}} as a filter.|]]",
        "chatty: I'm trying to compare things on {{sheet}}. Can you make {{kind}} on a new sheet {{name}}, {{row}} "
        "going down, {{column}} going across, {{function}} {{figure}} in between?[[ I'd like to filter it by "
        "{{filter}} as well.|]]",
        "precise: On a new sheet named {{name}}, {{kind}} of all rows of {{sheet}} is to be made. Row field: {{row}}. "
        "Column field: {{column}}. Value: {{function}} {{figure}}.[[ Filter field: {{filter}}.|]]",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> NewPivot:
        """A sum; anything else; or that with a filter."""
        hard = parameters.difficulty == "hard"
        row, column, *more = pick(classing(table), 3 if hard else 2, random)
        figure, other = pick(figures(table), 2, random)
        function, other_function = random.sample(sorted(set(FUNCTIONS) - {"sum"}), 2)
        if parameters.difficulty == "easy":
            function = "sum"
        wanted = random.choice(("Overview", "Cross table", f"{row.name} overview"))
        name = new_name(table.workbook(desktop), wanted)
        summary = Summary(table, name, figure, function, (row,), (column,), tuple(more))
        return NewPivot(parameters, table, summary, other, other_function)
