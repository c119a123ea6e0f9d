"""Skill: backgrounds, colours and weights of text for a column or the header row."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.dressing import Dressing, DressingScene, DressingSkill
from forge.skills.calc.support.rules import FILLS
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt
from forge.states.values import Colour

TEXT_COLOURS = {
    "red": Colour("#FF0000"),
    "dark red": Colour("#8D281E"),
    "blue": Colour("#2A6099"),
    "dark green": Colour("#127622"),
    "purple": Colour("#800080"),
    "brown": Colour("#784B04"),
}


class CellStyle(DressingSkill):
    """One or two properties of a column, and of the header row as well when it is hard."""

    id = "calc.formatting.cell_style"
    title = "Set fill, font colour or weight of given cells"
    phrasings = (
        "give {{target}}[[ on {{sheet}}|]] {{look}}[[, and {{target_2}} {{look_2}}|]]",
        "format {{target}}[[ of {{sheet}}|]] with {{look}}[[, and {{target_2}} with {{look_2}}|]]",
        "terse: [[{{sheet}}: |]]{{look}} for {{target}}[[, {{look_2}} for {{target_2}}|]].",
        "polite: Could you please give {{target}}[[ on {{sheet}}|]] {{look}}?[[ {{target_2}} should have "
        "{{look_2}}.|]]",
        "chatty: I want a few things to stand out[[ on {{sheet}}|]]. Can you give {{target}} {{look}}[[, and "
        "{{target_2}} {{look_2}}|]]?",
        "precise: [[On {{sheet}}, {{target}}|{{target}}]] is to have {{look}}[[; {{target_2}} is to have "
        "{{look_2}}|]].",
    )

    def dressing(
        self, table: Table, column: TableColumn | None, desktop: Desktop, number: int, random: Random
    ) -> Dressing:
        """Some properties that the cells do not have yet."""
        bare = Dressing(table, column, {}, ())
        styles = {cell.style for cell in bare.cells(desktop)}
        fill = random.choice(
            [name for name, code in FILLS.items() if all(style.fill != code for style in styles)]
        )
        colour = random.choice(sorted(TEXT_COLOURS))
        choices: dict[str, tuple[Any, str]] = {
            "fill": (FILLS[fill], f"a {fill} ({FILLS[fill].code}) background"),
            "colour": (TEXT_COLOURS[colour], f"{colour} ({TEXT_COLOURS[colour].code}) text"),
        }
        for name in ("bold", "italic"):
            if not any(getattr(style, name) for style in styles):
                choices[name] = (True, f"{name} text")
        names = random.sample(sorted(choices), number)
        if (
            {"colour", "bold"} <= set(names)
            or {"colour", "italic"} <= set(names)
            or {"bold", "italic"} <= set(names)
        ):
            names = ["fill", next(name for name in names if name != "fill")][:number]
        words = " and ".join(choices[name][1] for name in names)
        return Dressing(table, column, {name: choices[name][0] for name in names}, (words,))

    def near_misses(self, scene: DressingScene) -> tuple[Attempt, ...]:
        """Another property as well, or one too few."""
        struck = partial(self.attempt, scene, strike=True)
        return (
            Attempt("struck", struck, why="Nobody asked for a line through the text."),
            Attempt("one_missing", partial(self.one_missing, scene), why="A property is as it was."),
        )

    def one_missing(self, scene: DressingScene, desktop: Desktop) -> None:
        """Leave out the last property."""
        for number, dressing in enumerate(scene.dressings):
            names = list(dressing.look)[: len(dressing.look) - (number == len(scene.dressings) - 1)]
            for cell in dressing.cells(desktop):
                cell.restyle(**{name: dressing.look[name] for name in names})
