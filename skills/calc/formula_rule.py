"""Skill: mark the rows that meet criteria, with a conditional format that asks a formula."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.calc.places import LAST_COLUMN, letters
from forge.preparers.calc.spec import BLACK, Highlight
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.criteria import CRITERION, SECOND, THIRD, criteria_facts, draw_criteria
from forge.skills.calc.support.row_rules import RowRule
from forge.skills.calc.support.rules import BOLD, FILLS, draw_fills, fill_fact, rule_fact
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

WHOLE = Fact(name="whole", value=True, says=("the whole row", "all cells of the row"))
WHERE = f"{CRITERION}[[ and {SECOND}|]][[ and {THIRD}|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The rule, and the name of its colour."""

    rule: RowRule
    colour: str


class FormulaRule(CalcSkill[CalcParameters, Scene]):
    """A rule for whole rows, by one to three criteria."""

    id = "calc.conditional_formatting.formula_rule"
    title = "Highlight records for which a formula holds"
    needs = at_least(category=1, status=1, money=1, quantity=1, date=1)
    keeps_values = True
    phrasings = (
        "use {{rule}} on the table[[ of {{sheet}}|]] to give {{whole}} a {{colour}} background[[ and {{weight}}|]] "
        "wherever " + WHERE,
        "[[highlight|shade]] {{whole}} in {{colour}}[[, with {{weight}},|]] for all entries[[ on {{sheet}}|]] where "
        + WHERE
        + ", by means of {{rule}}",
        "terse: [[{{sheet}}: |]]{{rule}}, {{whole}} {{colour}}[[ and in {{weight}}|]] where " + WHERE + ".",
        "polite: Could you please set up {{rule}}[[ on {{sheet}}|]], so that {{whole}} gets a {{colour}} background"
        "[[ and {{weight}}|]] where " + WHERE + "?",
        "chatty: I want some entries[[ on {{sheet}}|]] to stand out. Can you use {{rule}} to make {{whole}} {{colour}}"
        "[[, with {{weight}},|]] whenever " + WHERE + "? It has to keep working when the entries change.",
        "precise: [[On {{sheet}}, apply|Apply]] {{rule}} to all data rows of the table: where "
        + WHERE
        + ", {{whole}} "
        "has a {{colour}} background[[ and {{weight}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One criterion; two; or three and bold text."""
        number = ("easy", "medium", "hard").index(parameters.difficulty) + 1
        criteria = draw_criteria(table, random, number)
        (colour,) = draw_fills(random, 1)
        look = Highlight(fill=FILLS[colour], bold=True if number > 2 else None)
        return Scene(parameters, table, RowRule(table, criteria, look), colour)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The rule on all data rows."""
        scene.rule.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One new rule over the table whose formula asks the criteria, in whichever form."""
        table, rule = scene.table, scene.rule
        facts = [
            rule_fact("formula"),
            *criteria_facts(rule.criteria),
            fill_fact("colour", scene.colour),
            WHOLE,
            *([BOLD] if rule.look.bold else []),
            *rule.private_facts(),
        ]
        writes, required = rule.checked([fact.name for fact in facts])
        act, first = rule.add, rule.criteria[0]
        rows = f"A{table.first_row}:{letters(LAST_COLUMN)}{table.last_row}"
        near_misses = [
            Attempt("tried_before", partial(tried_before, rule), why="A wrong rule was left behind."),
            Attempt("one_short", partial(act, short=1), why="The last row is never marked."),
            Attempt("by_hand", rule.by_hand, why="New entries are not marked."),
            Attempt("not_fixed", partial(act, dollar=""), why="Each cell looks at another column."),
            Attempt(
                "limit",
                partial(act, criteria=(first.loose(), *rule.criteria[1:])),
                why="Its limit is another.",
            ),
            Attempt(
                "one_column", partial(act, area=table.range(first.column)), why="Only one cell is marked."
            ),
        ]
        if len(rule.criteria) > 1:
            any_of_them = partial(act, form="OR({})")
            near_misses.append(Attempt("any", any_of_them, why="One of the criteria is enough."))
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=writes,
            reads=[table.selector(item.column, "value") for item in rule.criteria],
            variants=(
                Attempt("in_if", partial(act, form="IF(AND({}),TRUE,FALSE)"), why="It says the same."),
                Attempt("rows", partial(act, area=rows), why="There is nothing beside the table."),
                Attempt("as_number", partial(act, form="IF(AND({}),1,0)"), why="It says the same."),
            ),
            near_misses=near_misses,
        )


def tried_before(rule: RowRule, desktop: Desktop) -> None:
    """Add the rule beside another one for all rows, whose style says that its text is black."""
    everything = replace(rule, look=replace(rule.look, colour=BLACK))
    everything.add(desktop, form="TRUE")
    rule.add(desktop)
