"""Skill: where in its cell an entry stands, and whether long ones are wrapped."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.spec import Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.dressing import Dressing
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.content.kit import NUMERIC_ROLES
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Requirement

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


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is aligned how, and a column that is easily taken for the right one."""

    dressings: tuple[Dressing, ...]
    neighbour: TableColumn


class Alignment(CalcSkill[CalcParameters, Scene]):
    """One or two properties of the entries of a column, and of the headers as well when it is hard."""

    id = "calc.formatting.alignment"
    title = "Align, wrap or indent the contents of cells"
    keeps_values = True
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

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One property of a column; two; or two of a column and of the headers."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        column = random.choice(table.columns)
        chosen: list[TableColumn | None] = [column, None] if level == 2 else [column]
        dressings = [aligned(table, item, desktop, 2 if level else 1, random) for item in chosen]
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, tuple(dressings), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The alignment of the cells."""
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
                Attempt("whole_column", partial(act, header=True), why="The header is aligned likewise."),
                *zoomed(scene.table, act),
            ),
            near_misses=(
                Attempt("neighbour", partial(act, column=scene.neighbour), why="Another column is aligned."),
                Attempt("one_short", partial(act, short=1), why="The last cell is as it was."),
                Attempt("turned", partial(act, rotation=90), why="The text is turned."),
                Attempt("shrunk", partial(act, wrap=False, shrink=True), why="The text is made smaller."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, column: TableColumn | None = None, **way: Any) -> None:
        """Align the cells in a way of its own, as `Dressing.apply` takes it."""
        for number, dressing in enumerate(scene.dressings):
            dressing.apply(desktop, column=None if number else column, **way)


def aligned(
    table: Table, column: TableColumn | None, desktop: Desktop, number: int, random: Random
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


def fresh(option: Option, styles: Collection[Style]) -> bool:
    """Whether no cell has one of the properties."""
    return all(getattr(style, name) != value for style in styles for name, value in option[0].items())
