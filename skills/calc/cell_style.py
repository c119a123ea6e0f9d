"""Skill: backgrounds, colours and weights of text for a column or the header row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.dressing import Dressing
from forge.skills.calc.support.rules import FILLS
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Requirement
from forge.states.values import Colour

TEXT_COLOURS = {
    "red": Colour("#FF0000"),
    "dark red": Colour("#8D281E"),
    "blue": Colour("#2A6099"),
    "dark green": Colour("#127622"),
    "purple": Colour("#800080"),
    "brown": Colour("#784B04"),
}


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is formatted how, and a column that is easily taken for the right one."""

    dressings: tuple[Dressing, ...]
    neighbour: TableColumn


class CellStyle(CalcSkill[CalcParameters, Scene]):
    """One or two properties of a column, and of the header row as well when it is hard."""

    id = "calc.formatting.cell_style"
    title = "Set fill, font colour or weight of given cells"
    keeps_values = True
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

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One property of a column; two; or two of a column and one or two of the headers."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        column = random.choice(table.columns)
        chosen: list[TableColumn | None] = [column, None] if level == 2 else [column]
        dressings = [dressed(table, item, desktop, 2 if level else 1, random) for item in chosen]
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, tuple(dressings), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The looks on the cells."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each property is as told; whoever formats the whole column or row is right as well."""
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        writes, free = [], []
        for suffix, dressing in zip(("", "_2"), scene.dressings, strict=False):
            facts += dressing.facts(suffix)
            requirements += dressing.requirements(suffix)
            writes += [dressing.selector(name) for name in dressing.look]
            free += [place for name in dressing.look for place in dressing.around(name)]
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=(zooms(scene.table), *free),
            variants=(
                Attempt("whole_column", partial(act, header=True), why="The header has the same look."),
                *zoomed(scene.table, act),
            ),
            near_misses=(
                Attempt(
                    "neighbour", partial(act, column=scene.neighbour), why="Another column is formatted."
                ),
                Attempt("one_short", partial(act, short=1), why="The last cell is as it was."),
                Attempt("struck", partial(act, strike=True), why="Nobody asked for a line through the text."),
                Attempt("one_missing", partial(self.one_missing, scene), why="A property is as it was."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, column: TableColumn | None = None, **way: Any) -> None:
        """Format the cells in a way of its own, as `Dressing.apply` takes it."""
        for number, dressing in enumerate(scene.dressings):
            dressing.apply(desktop, column=None if number else column, **way)

    def one_missing(self, scene: Scene, desktop: Desktop) -> None:
        """Leave out the last property."""
        for number, dressing in enumerate(scene.dressings):
            names = list(dressing.look)[: len(dressing.look) - (number == len(scene.dressings) - 1)]
            for cell in dressing.cells(desktop):
                cell.restyle(**{name: dressing.look[name] for name in names})


def dressed(
    table: Table, column: TableColumn | None, desktop: Desktop, number: int, random: Random
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
