"""Skill: list the different entries of one column, or the different pairs of two, in order of first appearance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random

from forge.preparers.calc.places import letters
from forge.preparers.calc.places import place as placed
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.listing import Listing
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.typed import STYLE_FIELDS
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty, Fact
from forge.states.rubric import Equals, Requirement

HEADED = ("with the header on top", "with the header in the first row")
BARE = ("without a header", "without the header")


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is listed."""

    listing: Listing


class UniqueValues(CalcSkill[CalcParameters, Scene]):
    """List what occurs in a column, each once."""

    id = "calc.cells.unique_values"
    title = "List distinct values in order of first appearance"
    needs = at_least(category=2, status=1)
    keeps_values = True
    phrasings = (
        "list the different entries of {{column}}[[ and {{second}}, {{pairs}},|]][[ on {{sheet}}|]], each only once, "
        "{{order}}, one below the other from {{start}} on, {{heading}}",
        "make a list of what occurs in {{column}}[[ and {{second}}, {{pairs}},|]][[ on {{sheet}}|]]: every entry once, "
        "{{order}}, in the cells from {{start}} downwards, {{heading}}",
        "write down the distinct entries of {{column}}[[ and {{second}} {{pairs}}|]][[ on {{sheet}}|]] from {{start}} "
        "downwards, {{order}} and {{heading}}",
        "terse: [[{{sheet}}: distinct|Distinct]] entries of {{column}}[[ and {{second}}, {{pairs}},|]] {{order}}, "
        "from {{start}} down, {{heading}}.",
        "chatty: What do we actually have in {{column}}[[ and {{second}}|]][[ on {{sheet}}|]]? Can you list every "
        "entry once, {{order}}[[ and {{pairs}}|]], below one another from {{start}} on, {{heading}}?",
        "precise: From {{start}} downwards[[ on {{sheet}}|]], every distinct entry of {{column}}[[ and {{second}}, "
        "{{pairs}},|]] is to be listed once, {{order}}, {{heading}}.",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: whether nothing is an entry is not to be asked here."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A column of a few classes, or when it is hard two of them."""
        able = [
            column
            for column in table.all("category", "status", "label", "city", "person")
            if 2 < len(table.classes(column)) < len(table) / 2 and None not in table.values(column)
        ]
        choices: list[tuple[TableColumn, ...]] = [(column,) for column in able]
        if parameters.difficulty == "hard":
            choices = list(combinations(able, 2))
        made = [Listing(table, columns, headed=False) for columns in choices]
        fits = [item.columns for item in made if len(item.rows) < len(table) / 2] or choices
        headed = parameters.difficulty != "easy" and random.random() < 0.7
        return Scene(parameters, table, Listing(table, random.choice(fits), headed))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the entries down."""
        scene.listing.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The list holds each entry once, in its order; how it looks is up to anybody."""
        table, listing = scene.table, scene.listing
        columns, (row, left) = listing.columns, listing.start
        names = [letters(left + number) for number in range(len(columns))]
        first, order = (
            placed(row, left),
            ("in order of first appearance", "in the order in which they first appear"),
        )
        facts = [
            column_fact("column", table, columns[0]),
            Fact(name="order", value=True, says=order),
            Fact(name="start", value=(first, *names), says=(f"cell {first}", first)),
            Fact(name="heading", value=listing.headed, says=HEADED if listing.headed else BARE),
        ]
        if len(columns) > 1:
            facts.append(column_fact("second", table, columns[1]))
            facts.append(
                Fact(name="pairs", value=True, says=("as pairs side by side", "as pairs in two columns"))
            )
        told = tuple(fact.name for fact in facts)
        sources = [table.selector(column, "value") for column in columns]
        looks = [table.at(listing.area, name) for name in ("formula", *STYLE_FIELDS)]
        beside = table.sheet_selector().run("column", left - 1, left + len(columns) - 1)
        check = Equals(select=table.at(listing.area, "value"), each=listing.values)
        return self.task(
            scene,
            facts=[*facts, worked_out("entries", listing.values, *sources)],
            requirements=[
                Requirement(
                    id="list",
                    says="Every entry is listed once.",
                    any_of=((check,),),
                    facts=(*told, "entries"),
                )
            ],
            reads=sources,
            writes=[table.at(listing.area, "value")],
            free=[*looks, beside, table.sheet_selector().below("row").of("height")],
            variants=listing.variants(),
            near_misses=listing.near_misses(),
        )
