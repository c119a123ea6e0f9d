"""What Calc skills share: a table to work on, the facts that every task tells, and the set-up.

A skill names the columns it `needs`, chooses in `scene` what its task is about, edits in `solve`, and says in
`contract` what is asked for, through `task`:

    class NumberFormat(CalcSkill[CalcParameters, Scene]):
        id = "calc.formatting.number_format"
        needs = at_least(money=1)

        def scene(self, parameters, table, desktop, random): ...
        def solve(self, scene, desktop): ...
        def contract(self, scene): return self.task(scene, facts=…, requirements=…, writes=…, …)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import file_fact, sheet_fact
from forge.skills.calc.support.found import suitable_tables
from forge.skills.calc.support.layout import Plan, build
from forge.skills.calc.support.pointing import person_in_table
from forge.skills.calc.support.records import rests_on_all
from forge.skills.calc.support.tables import Table
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import LOCALES, Locale, Needs, Role, at_least
from forge.skills.content.nodes import TABLE
from forge.skills.content.offline import domain_names
from forge.skills.content.stock import completed, peopled
from forge.skills.contract import Attempt, Company, Contract, Difficulty, Fact, Footprint, Pointer, Skill
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.nodes import Node
from forge.skills.setup import Setup
from forge.states.changes import Change
from forge.states.rubric import ProbeSpec, Requirement
from forge.states.selectors import Selector

ROWS: Mapping[Difficulty, tuple[int, int]] = {"easy": (20, 60), "medium": (50, 160), "hard": (120, 400)}
"""The fewest and most rows of a table."""
COLUMNS: Mapping[Difficulty, tuple[int, int]] = {"easy": (5, 7), "medium": (6, 9), "hard": (7, 11)}

_ENGLISH = 0.3
_SAVED_BY_THE_HARNESS = 0.35


class CalcParameters(BaseModel):
    """What is drawn for a task before its content is known; skills add fields of their own.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        locale: the language of names.
        rows: rows of the table.
        columns: about how many columns it has.
        lookup: a second sheet explains the values of one column.
        archive: an older table with the same columns stands on a further sheet.
        read_me: a sheet holds remarks.
        figures: a sheet holds formulas over the table.
        dirt: what is wrong with the entries.
        saving: whether the instruction asks to save, or the harness does it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    locale: Locale
    rows: int = Field(ge=8, le=2000)
    columns: int = Field(ge=3, le=14)
    lookup: bool = False
    archive: bool = False
    read_me: bool = False
    figures: bool = False
    dirt: tuple[Dirt, ...] = ()
    saving: Literal["instructed", "flushed"] = "instructed"


@dataclass(frozen=True)
class CalcScene:
    """What a task is about; skills add what they chose.

    A skill with parameters of its own declares the field again with their type: `parameters: Parameters`.

    Attributes:
        parameters: what was drawn.
        table: the table.
    """

    parameters: CalcParameters
    table: Table


P = TypeVar("P", bound=CalcParameters)
S = TypeVar("S", bound=CalcScene)


@runtime_checkable
class NeedsTable(Protocol):
    """A skill of one or several applications that works on a table."""

    @property
    def table_needs(self) -> Needs:
        """How many columns of which roles the table must have."""


class CalcSkill(Skill[P, S], Generic[P, S]):
    """A skill that works on one table of a workbook.

    Attributes:
        needs: how many columns of which roles the table must have.
        needs_lookup: a second sheet must explain the values of one column.
        keeps_values: nothing is changed, moved or removed from which a formula elsewhere could follow, so
            that a sheet with formulas over the table may stand beside it.
        tells_sheet: every task speaks of the table's sheet; not so where it is about the workbook as a whole.
    """

    applications: ClassVar[tuple[str, ...]] = ("calc",)
    parameters: ClassVar[type[BaseModel]] = CalcParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (TABLE,)
    needs: ClassVar[Needs] = {}
    needs_lookup: ClassVar[bool] = False
    keeps_values: ClassVar[bool] = False
    tells_sheet: ClassVar[bool] = True

    def __init_subclass__(cls, **options: Any) -> None:
        """The area of a skill is the middle of its id."""
        super().__init_subclass__(**options)
        if "id" in vars(cls):
            cls.area = cls.id.split(".")[1]

    def sample(self, random: Random, difficulty: Difficulty) -> P:
        """Parameters of one task; skills with parameters of their own extend `draw`."""
        drawn: Any = self.parameters.model_validate(self.draw(random, difficulty))
        found: P = drawn
        return found

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """The fields of the parameters."""
        easy, hard = difficulty == "easy", difficulty == "hard"
        return {
            "difficulty": difficulty,
            "domain": random.choice(domain_names()),
            "locale": "en" if random.random() < _ENGLISH else random.choice(LOCALES),
            "rows": _between(random, ROWS[difficulty]),
            "columns": _between(random, COLUMNS[difficulty]),
            "lookup": self.needs_lookup or (not easy and random.random() < 0.4),
            "archive": hard and random.random() < 0.5,
            "read_me": random.random() < (0.1 if easy else 0.3),
            "figures": self.keeps_values and not easy and random.random() < 0.4,
            "dirt": self.dirt(random, difficulty),
            "saving": "flushed" if random.random() < _SAVED_BY_THE_HARNESS else "instructed",
        }

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """What is wrong with the entries; by default some gaps in columns that nobody relies on, when hard."""
        return ("gaps",) if difficulty == "hard" and random.random() < 0.5 else ()

    @property
    def table_needs(self) -> Needs:
        """How many columns of which roles a table must have."""
        return self.needs

    def variables(self, parameters: P) -> Mapping[str, Any]:
        """What the prompt of the table needs to know."""
        return {
            "domain": parameters.domain,
            "locale": parameters.locale,
            "rows": parameters.rows,
            "columns": parameters.columns,
            "needs": dict(self.needs),
            "lookup": parameters.lookup,
        }

    def prepare(self, parameters: P, kits: Mapping[str, Any], desktop: Desktop, random: Random) -> S:
        """Find a table on the desktop or build one, and choose what the task is about."""
        kit = kits.get(TABLE.name)
        found = suitable_tables(desktop, self.needs, lookup=self.needs_lookup, kit=kit)
        if found:
            return self.scene(parameters, random.choice(found), desktop, random)
        kit = completed(kits[TABLE.name], self.needs, random, lookup=parameters.lookup)
        return self.scene(parameters, build(kit, self.plan(parameters), desktop, random), desktop, random)

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """A workbook whose table has the columns that all of the company need."""
        if any(document.preparer == "calc" for document in desktop.documents.values()):
            return
        skills = [skill for skill in company.skills if isinstance(skill, CalcSkill)]
        drawn = company.drawn(CalcParameters)
        own: Any = company.parameters[list(company.skills).index(self)]
        needs: dict[Role, int] = dict(at_least(identifier=1, person=1)) if desktop.cast else {}
        for wanted in (skill.table_needs for skill in company.skills if isinstance(skill, NeedsTable)):
            needs.update({role: max(number, needs.get(role, 0)) for role, number in wanted.items()})
        alone = len(skills) == len(company.skills)
        plan = replace(
            self.plan(own),
            lookup=any(item.lookup for item in drawn),
            figures=all(skill.keeps_values for skill in skills) and any(item.figures for item in drawn),
            dirt=tuple(k for k in own.dirt if all(k in item.dirt for item in drawn)) if alone else (),
        )
        kit = completed(peopled(company.kits[TABLE.name], desktop.cast), needs, random, lookup=plan.lookup)
        build(peopled(kit, desktop.cast), plan, desktop, random)

    def pointer(self, desktop: Desktop, text: str) -> Pointer | None:
        """The person who stands in a row that another entry tells from all others."""
        return person_in_table(desktop, text)

    def catches(self, scene: S, change: Change) -> bool:
        """A record that comes below the last one counts where the result rests on all of the table."""
        return scene.table.continued_by(change) and rests_on_all(scene.table, self.contract(scene))

    def plan(self, parameters: P) -> Plan:
        """What a new workbook is to hold."""
        return Plan(
            rows=parameters.rows,
            lookup=parameters.lookup,
            archive=parameters.archive,
            read_me=parameters.read_me,
            figures=parameters.figures,
            dirt=parameters.dirt,
        )

    @abstractmethod
    def scene(self, parameters: P, table: Table, desktop: Desktop, random: Random) -> S:
        """Choose what the task is about; the start may still be changed here.

        Args:
            parameters: what `sample` drew.
            table: a table with the columns that the skill needs.
            desktop: the desktop that it is on.
            random: a stream of its own.
        """

    def describe(self, scene: S) -> tuple[str, str]:
        """The domain of work and the locale of the table."""
        return scene.table.domain or scene.parameters.domain, scene.table.locale

    def task(
        self,
        scene: S,
        *,
        facts: Sequence[Fact],
        requirements: Sequence[Requirement],
        writes: Sequence[Selector],
        variants: Iterable[Attempt],
        near_misses: Iterable[Attempt],
        reads: Sequence[Selector] = (),
        free: Sequence[Selector] = (),
        additions: Literal["forbid", "allow"] = "forbid",
        probes: Sequence[ProbeSpec] = (),
    ) -> Contract:
        """The contract of a task on the scene's table.

        The facts `sheet`, `file`, `keep` (for a strict invariant) and `save` (where the harness does not) are
        added; a skill that passes a fact of such a name has its own. Requirements must name in `facts` those
        that they rest on.
        """
        table, saving = scene.table, scene.parameters.saving
        common = [sheet_fact(table)] if self.tells_sheet else []
        common += [file_fact(table)]
        common += [keep_fact()] if additions == "forbid" else []
        common += [save_fact()] if saving == "instructed" else []
        own = {fact.name for fact in facts}
        return Contract(
            facts=(*facts, *(fact for fact in common if fact.name not in own)),
            requirements=tuple(requirements),
            footprint=Footprint(
                reads=tuple(reads), writes=tuple(writes), free=tuple(free), additions=additions
            ),
            setup=Setup(open=(table.mount,), saving=saving),
            variants=tuple(variants),
            near_misses=tuple(near_misses),
            probes=tuple(probes),
        )


def _between(random: Random, bounds: tuple[int, int]) -> int:
    """A number between two, more often a small one."""
    low, high = bounds
    return low + int((high - low + 1) * random.random() ** 1.5)
