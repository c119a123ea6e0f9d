"""Skill: show the dates of columns in another format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.number_formats import canonical
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.rubric import Equals, Requirement

SHORT = ("YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "DD-MM-YYYY", "YYYY/MM/DD")
LONG = ("D MMMM YYYY", "D MMM YYYY", "MMMM D, YYYY", "DDDD, D MMMM YYYY", "DDD DD.MM.YYYY")
"""Patterns as people and LibreOffice write them; in small letters they are the codes that mean them."""
PATTERNS: dict[Difficulty, tuple[str, ...]] = {"easy": SHORT, "medium": LONG, "hard": SHORT + LONG}
WORDS = ("in the format {}", "following the pattern {}", "as {}")


@dataclass(frozen=True)
class Target:
    """A column of dates, the pattern that it gets, and another that is easily taken for it."""

    column: TableColumn
    pattern: str
    wrong: str


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is shown how."""

    targets: tuple[Target, ...]


class DateFormat(CalcSkill[CalcParameters, Scene]):
    """The number format of one or two columns of dates."""

    id = "calc.formatting.date_format"
    title = "Show dates in another format"
    needs = at_least(date=2)
    keeps_values = True
    phrasings = (
        "show the dates in {{column}}[[ on {{sheet}}|]] {{format}}[[, and those in {{second}} {{second_format}}|]]",
        "have the dates of {{column}}[[ on {{sheet}}|]] displayed {{format}}[[ and those of {{second}} "
        "{{second_format}}|]], without changing the dates themselves",
        "terse: [[{{sheet}}, dates|Dates]] in {{column}} {{format}}[[, in {{second}} {{second_format}}|]].",
        "polite: Could you please display the dates in {{column}}[[ on {{sheet}}|]] {{format}}?[[ Those in {{second}} "
        "should be shown {{second_format}}.|]]",
        "chatty: I can't get used to the way the dates are written[[ on {{sheet}}|]]. Can you show the ones in "
        "{{column}} {{format}}[[, and the ones in {{second}} {{second_format}}|]]?",
        "precise: [[On {{sheet}}, the dates|The dates]] in {{column}} are to be displayed {{format}}[[, those in "
        "{{second}} {{second_format}}|]]; only the number format changes.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A short pattern for one column; a long one; or two columns with different ones."""
        dates = random.sample(table.all("date"), 2 if parameters.difficulty == "hard" else 1)
        used = {canonical(column.number_format) for column in dates}
        fresh = [pattern for pattern in PATTERNS[parameters.difficulty] if pattern.lower() not in used]
        patterns = random.sample(fresh, 2 * len(dates))
        return Scene(parameters, table, tuple(map(Target, dates, patterns[::2], patterns[1::2])))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The format of every data cell."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """One requirement for each column; longer dates may need a wider one."""
        table = scene.table
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for prefix, target in zip(("", "second_"), scene.targets, strict=False):
            code = target.pattern.lower()
            own = (
                column_fact("second" if prefix else "column", table, target.column),
                Fact(
                    name=f"{prefix}format",
                    value=code,
                    says=tuple(text.format(target.pattern) for text in WORDS),
                ),
            )
            check = Equals(select=table.selector(target.column, "number_format"), expected=code)
            says = f"{target.column.name} is shown as {target.pattern}."
            told = tuple(fact.name for fact in own)
            requirements.append(Requirement(id=f"{prefix}format", says=says, any_of=((check,),), facts=told))
            facts += own
        act = partial(self.attempt, scene)
        columns = [target.column for target in scene.targets]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[table.selector(column, "number_format") for column in columns],
            free=[
                *(table.around(column, "number_format") for column in columns),
                *(table.column_selector(column, "width") for column in columns),
            ],
            variants=(
                Attempt(
                    "whole_column", partial(act, header=True), why="The header's cell is formatted as well."
                ),
                Attempt("widened", partial(act, width=24.0), why="Long dates need room."),
            ),
            near_misses=(
                Attempt("other_pattern", partial(act, wrong=True), why="It is another format."),
                Attempt("one_short", partial(act, short=1), why="The last date is shown as before."),
                Attempt("as_text", partial(act, text=True), why="The dates were turned into texts."),
                Attempt("with_time", partial(act, more=" hh:mm"), why="The time of day is shown as well."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        short: int = 0,
        more: str = "",
        width: float | None = None,
        *,
        wrong: bool = False,
        header: bool = False,
        text: bool = False,
    ) -> None:
        """Format the columns in a way of its own."""
        table = scene.table
        for target in scene.targets:
            code = (target.wrong if wrong else target.pattern).lower() + more
            cells = table.cells(desktop, target.column)
            if header:
                cells.append(table.cell(desktop, target.column, table.header_row))
            for cell in cells[: len(cells) - short]:
                cell.restyle(number_format=code)
                if text:
                    cell.value = str(cell.value)
            if width is not None:
                table.worksheet(desktop).column(target.column.letter).width = width
