"""Skill: sum a table up in a pivot table on a new sheet."""

from __future__ import annotations

from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters
from forge.skills.calc.support.pivot_skill import NewPivot, NewPivotSkill
from forge.skills.calc.support.pivoting import Summary, classing, figures, new_name, pick
from forge.skills.calc.support.tables import Table

FIELDS = {"easy": 1, "medium": 2, "hard": 3}
"""So many columns class the rows: one, one within the other, and a third as filter."""


class Summarise(NewPivotSkill):
    """The sum of a column for each entry of another, by one or two of them, perhaps with a filter."""

    id = "calc.pivot.summarise"
    title = "Sum a table up in a pivot table"
    phrasings = (
        "[[make|create|set up]] {{kind}} of {{sheet}} on a new sheet called {{name}} that shows {{function}} "
        "{{figure}} for each entry of {{row}}, with these entries in the rows[[ and those of {{row_2}} within each of "
        "them|]][[, and with {{filter}} as filter|]]",
        "summarise {{sheet}} in {{kind}}: {{row}}[[ and, inside it, {{row_2}}|]] in the rows, {{function}} {{figure}} "
        "as the values[[, {{filter}} as filter|]]. It goes on a new sheet named {{name}}",
        "use {{kind}} on a new sheet {{name}} to show {{function}} {{figure}} on {{sheet}} by {{row}}[[ and, one level "
        "below, by {{row_2}}|]], one row for each[[. It should be possible to filter it by {{filter}}|]]",
        "terse: {{kind}} of {{sheet}} on a new sheet {{name}}: rows {{row}}[[, then {{row_2}}|]]; values "
        "{{function}} {{figure}}[[; filter {{filter}}|]].",
        "polite: Could you please make {{kind}} from {{sheet}} on a new sheet called {{name}}, with {{row}} as row "
        "field[[ and {{row_2}} as the second one within it|]] and {{function}} {{figure}} as the values?[[ Please put "
        "{{filter}} above it as a filter.|]]",
        "chatty: I can't see the wood for the trees on {{sheet}}. Can you give me {{kind}} on a new sheet {{name}} "
        "with {{function}} {{figure}} per entry of {{row}} down the side[[, and {{row_2}} below each of those|]]?"
        "[[ I'd also like to filter it by {{filter}}.|]]",
        "precise: On a new sheet named {{name}}, {{kind}} of all rows of {{sheet}} is to be made. Row field: {{row}}"
        "[[, then {{row_2}}|]]. Value: {{function}} {{figure}}.[[ Filter field: {{filter}}.|]]",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> NewPivot:
        """One field; two, one within the other; or these and a filter."""
        fields = pick(classing(table), FIELDS[parameters.difficulty], random)
        figure, other = pick(figures(table), 2, random)
        name = new_name(
            table.workbook(desktop), random.choice(("Summary", "Totals", f"By {fields[0].inside}"))
        )
        summary = Summary(table, name, figure, rows=fields[:2], filters=fields[2:])
        return NewPivot(parameters, table, summary, other, "average")
