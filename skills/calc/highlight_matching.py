"""Skill: colour the cells that meet criteria."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.calc.spec import BLACK, Highlight
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.criteria import CRITERION, SECOND, criteria_facts, draw_criteria
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.row_rules import RowRule, one_cell
from forge.skills.calc.support.rules import FILLS, draw_fills, fill_fact, new_rule
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Absent, Equals, Requirement
from forge.states.selectors import Keys, Positions, Selector, SelectorStep

MEANS = Fact(
    name="means",
    value=("cell", "formula", BLACK),
    says=("by hand or by conditional formatting", "directly or with a conditional format"),
    optional=True,
)
CELLS = (
    "[[every cell of {{first}}[[ on {{sheet}}|]] that {{first_is}} {{first_than}}"
    f"|the cell of {{{{target}}}}[[ on {{{{sheet}}}}|]] in every row where {CRITERION} and {SECOND}]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The cells, as what a rule would mark, the name of their colour, and a column that is easily mistaken."""

    rule: RowRule
    column: TableColumn
    colour: str
    neighbour: TableColumn

    def selector(self) -> Selector:
        """The background of the cells."""
        rows = self.rule.rows()
        runs = Positions(tuple((row, row) for row in rows))
        steps = (SelectorStep("row", runs), SelectorStep("cell", Keys((self.column.letter,))))
        return Selector(self.table.mount, (*self.table.sheet_selector().steps, *steps), "fill")


class HighlightMatching(CalcSkill[CalcParameters, Scene]):
    """Cells that meet one criterion, or that stand in rows which meet two."""

    id = "calc.formatting.highlight_matching"
    title = "Colour the cells that meet a criterion"
    needs = at_least(identifier=1, category=1, status=1, money=1, quantity=1, date=1)
    keeps_values = True
    phrasings = tuple(
        text.replace("<cells>", CELLS)
        for text in (
            "give <cells> a {{colour}} background[[, {{means}}|]]",
            "[[highlight|colour]] <cells> in {{colour}}[[, {{means}}|]], and no other cell",
            "terse: {{colour}} background for <cells>[[, {{means}}|]].",
            "polite: Could you please give <cells> a {{colour}} background[[, {{means}}|]]?",
            "chatty: I want a few things to catch the eye. Can you make <cells> {{colour}}[[, {{means}}|]]?",
            "precise: Give <cells> a {{colour}} background[[, {{means}}|]]; all other cells stay as they are.",
        )
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A text; a number or date beyond a limit; or the keys of the rows that meet two criteria."""
        roles: dict[str, tuple[Role, ...]] = {
            "easy": ("category", "status"),
            "medium": ("money", "quantity", "date"),
            "hard": ("category", "status", "money", "quantity", "date"),
        }
        hard = parameters.difficulty == "hard"
        criteria = draw_criteria(table, random, 2 if hard else 1, table.all(*roles[parameters.difficulty]))
        column = table.pick(random, "identifier") if hard else criteria[0].column
        (colour,) = draw_fills(random, 1)
        rule = RowRule(table, criteria, Highlight(fill=FILLS[colour]), column)
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, rule, column, colour, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The background of the cells."""
        scene.rule.by_hand(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The cells have the background, or a rule gives it to them."""
        table, rule, fill = scene.table, scene.rule, FILLS[scene.colour]
        facts = [
            MEANS,
            *criteria_facts(rule.criteria),
            fill_fact("colour", scene.colour),
            *rule.private_facts(),
        ]
        if len(rule.criteria) > 1:
            facts.append(column_fact("target", table, scene.column))
        own = Equals(select=scene.selector(), expected=fill)
        conditions = [*rule.conditions(), *([one_cell(rule)] if len(rule.criteria) == 1 else [])]
        places, by_rule = new_rule(table, conditions, rule.look)
        by_hand = (own, *(Absent(select=place) for place in dict.fromkeys(places)))
        required = Requirement(
            id="cells",
            says=f"The cells that meet the criteria are {scene.colour}.",
            any_of=(by_hand, *by_rule),
            facts=tuple(fact.name for fact in facts),
        )
        first = rule.criteria[0]
        loose = replace(rule, criteria=(first.loose(), *rule.criteria[1:]))
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(own.select, *places),
            reads=[table.selector(item.column, "value") for item in rule.criteria],
            variants=(
                Attempt("by_rule", rule.add, why="A rule marks the same cells."),
                Attempt("both", partial(self.both, scene), why="A rule that says the same does no harm."),
            ),
            near_misses=(
                Attempt("limit", loose.by_hand, why="Other cells are marked."),
                Attempt(
                    "whole_rows",
                    replace(rule, target=None).by_hand,
                    why="Other cells of the rows are marked.",
                ),
                Attempt(
                    "neighbour",
                    replace(rule, target=scene.neighbour).by_hand,
                    why="Another column is marked.",
                ),
                Attempt("letters", partial(rule.by_hand, colour=fill), why="The text is coloured."),
                Attempt("all", partial(self.all_cells, scene), why="Cells that do not meet them are marked."),
                Attempt(
                    "rule_left", partial(self.both, scene, rule=loose), why="A wrong rule was left behind."
                ),
            ),
        )

    def both(self, scene: Scene, desktop: Desktop, rule: RowRule | None = None) -> None:
        """Colour the cells, and add the rule as well, or another one."""
        scene.rule.by_hand(desktop)
        (rule or scene.rule).add(desktop)

    def all_cells(self, scene: Scene, desktop: Desktop) -> None:
        """Colour the whole column."""
        for cell in scene.table.cells(desktop, scene.column):
            cell.restyle(fill=FILLS[scene.colour])
