"""Skill: copy a block of cells with rows and columns swapped to another place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact
from forge.skills.calc.support.summaries import by_class, over_time
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.turned import Turned
from forge.skills.calc.support.typed import STYLE_FIELDS
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty
from forge.states.rubric import Requirement


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is copied and where to."""

    turned: Turned


class Transpose(CalcSkill[CalcParameters, Scene]):
    """Paste a block transposed."""

    id = "calc.cells.transpose"
    title = "Swap rows and columns of a block and place it elsewhere"
    needs = at_least(category=1, money=2, quantity=1)
    tells_sheet = False
    phrasings = (
        "copy {{block}}[[ of {{source}}| of {{sheet}}]] and paste it {{turned}}, so that it begins in {{start}}"
        "[[ on {{sheet}}|]]",
        "[[place|put]] a copy of {{block}}[[ of {{source}}| of {{sheet}}]], {{turned}}, so that it begins in {{start}}"
        "[[ on {{sheet}}|]]",
        "terse: {{block}}[[ of {{source}}| of {{sheet}}]] {{turned}} to {{start}}[[ on {{sheet}}|]], as a copy.",
        "chatty: I'd like to see {{block}}[[ of {{source}}| of {{sheet}}]] {{turned}}. Can you put such a copy there, "
        "beginning in {{start}}[[ on {{sheet}}|]]?",
        "polite: Could you please copy {{block}}[[ from {{source}}| on {{sheet}}]] to the place that begins in "
        "{{start}}[[ on {{sheet}}|]], {{turned}}?",
        "precise: {{block}}[[ of {{source}}| of {{sheet}}]] is to be copied, {{turned}}; the copy begins in {{start}}"
        "[[ on {{sheet}}|]]. The original stays where it is.",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: what is empty is copied in more than one way."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A table of figures onto the same sheet or another, or the beginning of the long table onto another."""
        make = over_time if parameters.difficulty == "medium" else by_class
        table, side = make(table, desktop, random)
        if parameters.difficulty != "hard":
            fits = parameters.difficulty == "easy" and len(side.columns) <= len(side) + 1
            turned = Turned(side, len(side) + 1, len(side.columns), side if fits else table)
            return Scene(parameters, table, turned)
        rows = random.randint(4, 8)
        full = [all(entry is not None for entry in table.values(item)[: rows - 1]) for item in table.columns]
        columns = min(full.index(False) if False in full else len(full), len(side) + 1, 6)
        return Scene(parameters, table, Turned(table, rows, columns, side))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Paste it with its looks."""
        scene.turned.copy(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The copy holds the right values; how it looks, and whether it follows the original, is up to anybody."""
        turned = scene.turned
        source, target = turned.source, turned.target
        facts = [*turned.facts(), sheet_fact(replace(target, only_sheet=False))]
        if source.sheet != target.sheet:
            facts.append(sheet_fact(replace(source, only_sheet=False), "source"))
        last = turned.start[1] + turned.rows - 1
        columns = target.sheet_selector().run("column", turned.start[1] - 1, last).of("width")
        looks = [target.at(turned.copied, name) for name in ("formula", *STYLE_FIELDS)]
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id="copy",
                    says="The copy holds the right values.",
                    any_of=(turned.checks(),),
                    facts=tuple(fact.name for fact in facts),
                )
            ],
            reads=[source.at(turned.area, "value")],
            writes=[target.at(turned.copied, "value")],
            free=[*looks, columns, target.sheet_selector().run("row", 1, target.last_row).of("height")],
            variants=turned.variants(),
            near_misses=turned.near_misses(),
        )
