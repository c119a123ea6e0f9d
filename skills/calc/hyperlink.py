"""Skill: let cells lead to a web page, to a mail address or to another sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.links import Link
from forge.skills.calc.support.tables import RowReferent, Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Requirement

CELL = "the cell of {{column}} for {{row}}"
TARGET = "[[{{page}}|the mail address that the same row has in {{source}}|{{home}}]]"
HOSTS = ("www.example.org", "intranet.example.org", "www.example.com", "files.example.net")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The links."""

    links: tuple[Link, ...]


class Hyperlink(CalcSkill[CalcParameters, Scene]):
    """One or two links; what stands in the cells stays."""

    id = "calc.annotations.hyperlink"
    title = "Link a cell to an address or place"
    needs = at_least(identifier=1, person=1, email=1)
    needs_lookup = True
    phrasings = tuple(
        text.replace("<cell>", CELL)
        .replace("<cell 2>", CELL.replace("}}", "_2}}"))
        .replace("<target>", TARGET)
        .replace("<target 2>", TARGET.replace("}}", "_2}}"))
        for text in (
            "turn <cell> on {{sheet}} into a link to <target>[[, and <cell 2> into one to <target 2>|]], without "
            "changing what can be read there",
            "link <cell> on {{sheet}} to <target>[[ and <cell 2> to <target 2>|]]; the text of the cell stays",
            "terse: {{sheet}}: link from <cell> to <target>[[; link from <cell 2> to <target 2>|]]; text as before.",
            "polite: Could you please make <cell> on {{sheet}} a link that leads to <target>[[, and <cell 2> one that "
            "leads to <target 2>|]]? The text itself should stay.",
            "chatty: I'd like to be able to click on <cell> on {{sheet}} and get to <target>. Can you set that up "
            "without changing the text?[[ And the same for <cell 2>, which should lead to <target 2>.|]]",
            "precise: On {{sheet}}, <cell> is to be a hyperlink to <target>[[, and <cell 2> is to be a hyperlink to "
            "<target 2>|]]; the text that is shown does not change.",
        )
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A web page; a mail address; or a web page and another sheet."""
        rows = self._rows(table, random)
        person, email = table.pick(random, "person"), table.pick(random, "email")
        if parameters.difficulty == "medium":
            return Scene(parameters, table, (Link(table, person, rows[0], source=email),))
        page = f"https://{random.choice(HOSTS)}/{slug(table.nouns)}/{slug(str(rows[0].value))}"
        links = [Link(table, person, rows[0], page=page)]
        if parameters.difficulty == "hard":
            links.append(Link(table, email, rows[1], home=table.lookup))
        return Scene(parameters, table, tuple(links))

    def _rows(self, table: Table, random: Random) -> list[RowReferent]:
        """Two rows with all names and addresses."""
        found: dict[int, RowReferent] = {}
        for _ in range(200):
            row = table.referent(random)
            if all(isinstance(table.value(item, row.row), str) for item in table.all("person", "email")):
                found[row.row] = row
            if len(found) > 1:
                return list(found.values())
        raise SkillError(f"No two rows of {table.sheet} have all names and addresses.")

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The links on the cells."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each cell leads where it should, by a link or by a formula, and shows what it showed."""
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        writes, free = [], []
        for suffix, link in zip(("", "_2"), scene.links, strict=False):
            own = tuple(link.facts(suffix))
            told = tuple(fact.name for fact in own)
            says = f"{link.text} leads to {link.target}."
            requirements.append(Requirement(id=f"link{suffix}", says=says, any_of=link.ways(), facts=told))
            writes += [link.selector("link"), link.selector("formula")]
            free += [link.selector("colour"), link.selector("underline")]
            facts += own
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=free,
            variants=(
                Attempt("formula", partial(act, formula=True), why="A formula can be clicked on as well."),
                Attempt("blue", partial(act, blue=True), why="People know links by their looks."),
            ),
            near_misses=(
                Attempt("other_row", partial(act, down=1), why="Another cell has become a link."),
                Attempt("other_target", partial(act, elsewhere=True), why="It leads elsewhere."),
                Attempt("text_replaced", partial(act, typed=True), why="The entry is gone."),
                Attempt(
                    "looks_only", partial(act, blue=True, linked=False), why="It only looks like a link."
                ),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, **way: Any) -> None:
        """Make the links in a way of its own, as `Link.make` takes it."""
        for link in scene.links:
            link.make(desktop, **way)


def slug(text: str) -> str:
    """A text as it stands in an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "list"
