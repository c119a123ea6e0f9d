"""What skills over several applications share: an office, the facts that every task tells, and the set-up.

A skill puts what it needs onto the desktop in `scene` (`office.workbook`, `office.mail`, `office.folder`), edits in
`solve`, and says in `contract` what is asked for, through `task`:

    class CsvTotals(MultiSkill[MultiParameters, Scene]):
        id = "multi.extract.csv_totals_to_sheet"
        applications = ("calc", "files")
        needs = at_least(money=1)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.pointing import person_in_table
from forge.skills.calc.support.records import rests_on_all
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import LOCALES, Locale, Needs, at_least
from forge.skills.content.nodes import TABLE
from forge.skills.content.offline import domain_names
from forge.skills.content.stock import completed
from forge.skills.contract import Attempt, Contract, Difficulty, Fact, Footprint, Pointer, Skill
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.multi.support.mails import opened as opened_messages
from forge.skills.multi.support.office import Office, open_office
from forge.skills.nodes import Node
from forge.skills.setup import Launch, Setup
from forge.states.changes import Change
from forge.states.rubric import ProbeSpec, Requirement
from forge.states.selectors import Selector

AMOUNT: Mapping[Difficulty, int] = {"easy": 2, "medium": 4, "hard": 7}
"""About how many things the task is about."""
ROWS: Mapping[Difficulty, tuple[int, int]] = {"easy": (10, 20), "medium": (15, 40), "hard": (30, 80)}
"""The fewest and most rows of a table."""
OTHERS: Mapping[Difficulty, tuple[int, int]] = {"easy": (1, 3), "medium": (3, 6), "hard": (6, 10)}
"""The fewest and most mails or files that have nothing to do with the task."""
BASIC = at_least(identifier=1, person=1, category=1, label=1, money=1)
"""The columns from which people, things and sums are taken."""

MAIL_PROGRAM = Launch(command=("thunderbird",), window="Mozilla Thunderbird")
_ENGLISH = 0.4
_SAVED_BY_THE_HARNESS = 0.35


class MultiParameters(BaseModel):
    """What is drawn for a task before its content is known; skills add fields of their own.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        locale: the language of names.
        amount: about how many things the task is about.
        rows: rows of a table.
        others: mails or files that have nothing to do with the task.
        saving: whether the instruction asks to save documents, or the harness does it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    locale: Locale
    amount: int = Field(ge=1, le=40)
    rows: int = Field(ge=4, le=400)
    others: int = Field(ge=0, le=10)
    saving: Literal["instructed", "flushed"]


@dataclass(frozen=True)
class MultiScene:
    """What a task is about; skills add what they chose.

    Attributes:
        parameters: what was drawn.
        office: who works on what.
    """

    parameters: MultiParameters
    office: Office


S = TypeVar("S", bound=MultiScene)


class MultiSkill(Skill[MultiParameters, S], Generic[S]):
    """A skill that carries something from one application into another.

    Attributes:
        needs: how many columns of which roles the table must have besides the basic ones.
    """

    parameters: ClassVar[type[BaseModel]] = MultiParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (TABLE,)
    needs: ClassVar[Needs] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        """The area of a skill is the middle of its id."""
        super().__init_subclass__(**options)
        if "id" in vars(cls):
            cls.area = cls.id.split(".")[1]

    def sample(self, random: Random, difficulty: Difficulty) -> MultiParameters:
        """Parameters of one task. What mail writes is on the disk once it quits, so the harness saves there."""
        flushed = "mail" in self.applications or random.random() < _SAVED_BY_THE_HARNESS
        return MultiParameters(
            difficulty=difficulty,
            domain=random.choice(domain_names()),
            locale="en" if random.random() < _ENGLISH else random.choice(LOCALES),
            amount=AMOUNT[difficulty] + random.randrange(2),
            rows=random.randint(*ROWS[difficulty]),
            others=random.randint(*OTHERS[difficulty]),
            saving="flushed" if flushed else "instructed",
        )

    def pointer(self, desktop: Desktop, text: str) -> Pointer | None:
        """The person who stands in a row of a table, where the task has one."""
        return person_in_table(desktop, text) if "calc" in self.applications else None

    def catches(self, scene: S, change: Change) -> bool:
        """A record that comes below the last one of a table counts where the result rests on all of it."""
        tables = (item for item in vars(scene).values() if isinstance(item, Table))
        return any(
            table.continued_by(change) and rests_on_all(table, self.contract(scene)) for table in tables
        )

    def variables(self, parameters: MultiParameters) -> Mapping[str, Any]:
        """What the prompt of the table needs to know."""
        return {
            "domain": parameters.domain,
            "locale": parameters.locale,
            "rows": parameters.rows,
            "columns": 6,
            "needs": dict(self.table_needs),
            "lookup": False,
        }

    def prepare(
        self, parameters: MultiParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> S:
        """Open the office, and choose what the task is about."""
        kit = completed(kits[TABLE.name], self.table_needs, random)
        office = open_office(kit, parameters.others, self.table_needs, desktop, random)
        return self.scene(parameters, office, desktop, random)

    @property
    def table_needs(self) -> Needs:
        """How many columns of which roles a table must have."""
        return {**BASIC, **self.needs}

    @abstractmethod
    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> S:
        """Put onto the desktop what the task needs, and choose what it is about.

        Args:
            parameters: what `sample` drew.
            office: who works on what; nothing of it is on the desktop yet.
            desktop: the desktop.
            random: a stream of its own.
        """

    def describe(self, scene: S) -> tuple[str, str]:
        """The domain of work and the locale of names."""
        return scene.parameters.domain, scene.office.kit.locale

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
        opened: Sequence[str] = (),
        saved: int = 1,
        probes: Sequence[ProbeSpec] = (),
    ) -> Contract:
        """The contract of a task; the facts `keep` and, where the harness does not save, `save` are added.

        Where mail is at hand, messages may be opened: whoever looks for one does so.

        Args:
            scene: the scene.
            facts: the facts of the task.
            requirements: what is asked for.
            writes: the places that change.
            variants: right ends.
            near_misses: wrong ends.
            reads: from where the result follows.
            free: what is up to whoever does it.
            opened: the documents that are open, the last one in front.
            saved: how many documents are changed and must be saved; none where only files and mail change.
            probes: experiments.
        """
        instructed = scene.parameters.saving == "instructed" and saved > 0
        common = [keep_fact(), *([save_fact(saved)] if instructed else [])]
        looking = opened_messages() if "mail" in self.applications else ()
        return Contract(
            facts=(*facts, *common),
            requirements=tuple(requirements),
            footprint=Footprint(reads=tuple(reads), writes=tuple(writes), free=(*free, *looking)),
            setup=Setup(
                open=tuple(opened),
                launch=(MAIL_PROGRAM,) if "mail" in self.applications else (),
                saving="instructed" if instructed else "flushed",
            ),
            variants=tuple(variants),
            near_misses=tuple(near_misses),
            probes=tuple(probes),
        )
