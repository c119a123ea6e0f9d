"""Skill: where in its cell an entry stands, and whether long ones are wrapped."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.spec import Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.dressing import Dressing, DressingScene, DressingSkill
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import NUMERIC_ROLES
from forge.skills.contract import Attempt

Option = tuple[dict[str, Any], tuple[str, ...]]
"""Properties of cells, and the words for them."""

LEFT: Option = ({"horizontal": "left"}, ("left-aligned", "aligned to the left"))
RIGHT: Option = ({"horizontal": "right"}, ("right-aligned", "aligned to the right"))
CENTRED: Option = ({"horizontal": "center"}, ("centred horizontally",))
INDENTED: tuple[Option, ...] = (
    ({"horizontal": "left", "indent": 1}, ("left-aligned with an indent of 10 pt",)),
    ({"horizontal": "left", "indent": 2}, ("left-aligned with an indent of 20 pt",)),
)
VERTICAL: tuple[Option, ...] = (
    ({"vertical": "top"}, ("at the top of their cells", "aligned to the top of their cells")),
    ({"vertical": "center"}, ("centred vertically",)),
)
WRAPPED: Option = ({"wrap": True}, ("wrapped (what is too long goes on in a second line of the cell)",))


class Alignment(DressingSkill):
    """One or two properties of the entries of a column, and of the headers as well when it is hard."""

    id = "calc.formatting.alignment"
    title = "Align, wrap or indent the contents of cells"
    phrasings = (
        "make the entries of {{target}}[[ on {{sheet}}|]] appear {{look}}[[, and those of {{target_2}} {{look_2}}|]]",
        "set the alignment of {{target}}[[ on {{sheet}}|]] so that its entries are {{look}}[[, and that of "
        "{{target_2}} so that its entries are {{look_2}}|]]",
        "terse: [[{{sheet}}, entries|Entries]] of {{target}} {{look}}[[; those of {{target_2}} {{look_2}}|]].",
        "polite: Could you please have the entries of {{target}}[[ on {{sheet}}|]] {{look}}?[[ Those of {{target_2}} "
        "should be {{look_2}}.|]]",
        "chatty: Things look crooked[[ on {{sheet}}|]]. Can you get the entries of {{target}} {{look}}[[, and those of "
        "{{target_2}} {{look_2}}|]]?",
        "precise: [[On {{sheet}}, the entries|The entries]] of {{target}} are to be {{look}}[[; those of {{target_2}} "
        "are to be {{look_2}}|]].",
    )

    def dressing(
        self, table: Table, column: TableColumn | None, desktop: Desktop, number: int, random: Random
    ) -> Dressing:
        """Some properties that the cells do not have yet, and that can be seen."""
        styles = {cell.style for cell in Dressing(table, column, {}, ()).cells(desktop)}
        number_like = column is not None and (
            column.role in NUMERIC_ROLES or column.role in ("date", "time", "duration")
        )
        sideways = [CENTRED, LEFT, *INDENTED] if number_like else [CENTRED, RIGHT, *INDENTED]
        options = [
            [option for option in sideways if fresh(option, styles)],
            [option for option in (*VERTICAL, *([] if number_like else [WRAPPED])) if fresh(option, styles)],
        ]
        kinds = [kind for kind in options if kind]
        chosen = [random.choice(kind) for kind in random.sample(kinds, min(number, len(kinds)))]
        words = " and ".join(random.choice(says) for _, says in chosen)
        look = {name: value for properties, _ in chosen for name, value in properties.items()}
        return Dressing(table, column, look, (words,))

    def near_misses(self, scene: DressingScene) -> tuple[Attempt, ...]:
        """Another property as well."""
        act = partial(self.attempt, scene)
        return (
            Attempt("turned", partial(act, rotation=90), why="The text is turned."),
            Attempt("shrunk", partial(act, wrap=False, shrink=True), why="The text is made smaller."),
        )


def fresh(option: Option, styles: Collection[Style]) -> bool:
    """Whether no cell has one of the properties."""
    return all(getattr(style, name) != value for style in styles for name, value in option[0].items())
