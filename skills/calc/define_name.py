"""Skill: give ranges names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.places import fixed
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.named_ranges import Naming
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.checks import no_others
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

FORMS = ("{}_list", "All_{}", "{}_values", "{}_range")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The names, and a column that is easily taken for the first one's."""

    namings: tuple[Naming, ...]
    neighbour: TableColumn


class DefineName(CalcSkill[CalcParameters, Scene]):
    """One or two names."""

    id = "calc.names.define"
    title = "Give a range a name"
    needs = at_least(money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "give {{target}}[[ on {{sheet}}|]] the name {{name}}[[, and {{target_2}} the name {{name_2}}|]], for use in "
        "formulas",
        "define {{name}} as a name for {{target}}[[ on {{sheet}}|]][[ and {{name_2}} as one for {{target_2}}|]]",
        "terse: [[{{sheet}}: |]]{{target}} as a named range: {{name}}[[; {{target_2}}: {{name_2}}|]].",
        "polite: Could you please turn {{target}}[[ on {{sheet}}|]] into a named range that is called {{name}}"
        "[[, and {{target_2}} into one that is called {{name_2}}|]]?",
        "chatty: I'd rather not type cell addresses all day. Can you set up {{name}} as a named range for {{target}}"
        "[[ on {{sheet}}|]][[ and {{name_2}} for {{target_2}}|]]?",
        "precise: [[On {{sheet}}, define|Define]] the name {{name}} for {{target}}[[ and the name {{name_2}} for "
        "{{target_2}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A column; the whole table; or both."""
        column = random.choice(table.numeric)
        stem = "_".join(re.findall(r"[A-Za-z]+", column.name)) or "Figures"
        of_column = Naming(random.choice(FORMS).format(stem), column)
        nouns = "_".join(re.findall(r"[A-Za-z]+", table.nouns)) or "Records"
        of_table = Naming(random.choice(("{}_table", "{}_data")).format(nouns.capitalize()), None)
        namings = {"easy": (of_column,), "medium": (of_table,), "hard": (of_column, of_table)}
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, namings[parameters.difficulty], random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The names in the workbook."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each name stands for its cells, whether it holds in the workbook or on the sheet."""
        table = scene.table
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for suffix, naming in zip(("", "_2"), scene.namings, strict=False):
            own = naming.facts(table, suffix)
            area = reference(naming.area(table), table.sheet)
            named = tuple(naming.selectors(table))
            ways = no_others(named, [(Equals(select=item.of("refers"), expected=area),) for item in named])
            told = tuple(fact.name for fact in own)
            says = f"{naming.name} stands for these cells."
            requirements.append(Requirement(id=f"name{suffix}", says=says, any_of=ways, facts=told))
            facts += own
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[selector for naming in scene.namings for selector in naming.selectors(table)],
            variants=(
                Attempt("on_the_sheet", partial(act, on_sheet=True), why="Nobody said where it has to hold."),
                Attempt("small_letters", partial(act, form=1), why="Upper and lower case are one."),
            ),
            near_misses=(
                Attempt("header", partial(act, header=True), why="The header is in it, or is not."),
                Attempt("one_short", partial(act, short=1), why="The last row is left out."),
                Attempt(
                    "neighbour", partial(act, column=scene.neighbour), why="It stands for another column."
                ),
                Attempt("misspelt", partial(act, ending="s"), why="It is another name."),
                Attempt("twice", partial(self.twice, scene), why="On the sheet it stands for less."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        form: int = 0,
        ending: str = "",
        column: TableColumn | None = None,
        *,
        on_sheet: bool = False,
        header: bool = False,
        short: int = 0,
    ) -> None:
        """Define the names in a way of its own."""
        table = scene.table
        book = table.worksheet(desktop) if on_sheet else table.workbook(desktop)
        for number, naming in enumerate(scene.namings):
            meant = naming if column is None or number else Naming(naming.name, column)
            area = fixed(table.sheet, meant.area(table, header=header, short=short))
            book.names[naming.keys()[form] + ending] = area

    def twice(self, scene: Scene, desktop: Desktop) -> None:
        """Define the names, and on the sheet as well, where a row is left out."""
        self.attempt(scene, desktop, on_sheet=True, short=1)
        self.attempt(scene, desktop)
