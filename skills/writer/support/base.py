"""What Writer skills share: a document to work on, the facts that every task tells, and the set-up.

A skill says in `having` what its document must have, chooses in `scene` what its task is about, edits in `solve`,
and says in `contract` what is asked for, through `task`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from forge.preparers.desktop import Desktop
from forge.skills.content.kit import LOCALES, Locale
from forge.skills.contract import Attempt, Company, Contract, Difficulty, Fact, Footprint, Pointer, Skill
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.nodes import Node
from forge.skills.setup import Setup
from forge.skills.writer.support.facts import file_fact
from forge.skills.writer.support.found import suitable_papers
from forge.skills.writer.support.kit import DOCUMENT, DocumentKit, Form
from forge.skills.writer.support.layout import Part, Plan, build
from forge.skills.writer.support.offline import domain_names, forms
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.pointing import person_in_document
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

SECTIONS: Mapping[Difficulty, tuple[int, int]] = {"easy": (2, 3), "medium": (3, 5), "hard": (5, 6)}
"""The fewest and most sections of a document."""

_WRITTEN_LOCALES: tuple[Locale, ...] = tuple(item for item in LOCALES if item not in ("ja", "zh"))
"""The languages whose names a document can hold."""
_ENGLISH = 0.4
_SAVED_BY_THE_HARNESS = 0.35


class WriterParameters(BaseModel):
    """What is drawn for a task before its content is known.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        form: what kind of document it is.
        locale: the language of names.
        sections: how many sections it has.
        dirt: it was written carelessly.
        saving: whether the instruction asks to save, or the harness does it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    form: Form
    locale: Locale
    sections: int = Field(ge=2, le=9)
    dirt: bool = False
    saving: Literal["instructed", "flushed"] = "instructed"

    @field_validator("locale")
    @classmethod
    def _can_be_written(cls, locale: Locale) -> Locale:
        if locale not in _WRITTEN_LOCALES:
            raise ValueError(f"documents cannot hold the names of {locale}, only of {_WRITTEN_LOCALES}")
        return locale


@dataclass(frozen=True)
class WriterScene:
    """What a task is about; skills add what they chose.

    Attributes:
        parameters: what was drawn.
        paper: the document.
    """

    parameters: WriterParameters
    paper: Paper


S = TypeVar("S", bound=WriterScene)


class WriterSkill(Skill[WriterParameters, S], Generic[S]):
    """A skill that works on one document.

    Attributes:
        having: what the document must have besides paragraphs.
        without: what it must not have.
        dirty: whether it may have been written carelessly.
    """

    applications: ClassVar[tuple[str, ...]] = ("writer",)
    parameters: ClassVar[type[BaseModel]] = WriterParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (DOCUMENT,)
    having: ClassVar[frozenset[Part]] = frozenset()
    without: ClassVar[frozenset[Part]] = frozenset()
    dirty: ClassVar[bool] = True

    def __init_subclass__(cls, **options: Any) -> None:
        """The area of a skill is the middle of its id."""
        super().__init_subclass__(**options)
        if "id" in vars(cls):
            cls.area = cls.id.split(".")[1]

    def sample(self, random: Random, difficulty: Difficulty) -> WriterParameters:
        """Parameters of one task."""
        domain = random.choice(domain_names())
        return WriterParameters(
            difficulty=difficulty,
            domain=domain,
            form=random.choice(forms(domain)),
            locale="en" if random.random() < _ENGLISH else random.choice(_WRITTEN_LOCALES),
            sections=random.randint(*SECTIONS[difficulty]),
            dirt=self.dirty and difficulty != "easy" and random.random() < 0.5,
            saving="flushed" if random.random() < _SAVED_BY_THE_HARNESS else "instructed",
        )

    def variables(self, parameters: WriterParameters) -> Mapping[str, Any]:
        """What the prompt of the document needs to know."""
        return parameters.model_dump(include={"domain", "form", "sections", "locale"})

    def prepare(
        self, parameters: WriterParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> S:
        """Find a document on the desktop or lay one out, and choose what the task is about."""
        kit: DocumentKit = kits[DOCUMENT.name]
        found = suitable_papers(desktop, self.having, self.without, kit, random)
        if found:
            return self.scene(parameters, random.choice(found), random)
        plan = Plan(self.having, self.without, parameters.dirt)
        return self.scene(parameters, build(kit, plan, desktop, random), random)

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """A document that has what all of the company need, and a table, as far as none of them needs it without."""
        if any(document.preparer == "writer" for document in desktop.documents.values()):
            return
        skills = [skill for skill in company.skills if isinstance(skill, WriterSkill)]
        without = frozenset[Part]().union(*(skill.without for skill in skills))
        having = frozenset[Part](("table",)).union(*(skill.having for skill in skills)) - without
        plan = Plan(having, without, dirt=all(item.dirt for item in company.drawn(WriterParameters)))
        build(company.kits[DOCUMENT.name], plan, desktop, random)

    def pointer(self, desktop: Desktop, text: str) -> Pointer | None:
        """The person who stands in a row of a document's table."""
        return person_in_document(desktop, text)

    @abstractmethod
    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> S:
        """Choose what the task is about; the document may still be changed here.

        Args:
            parameters: what `sample` drew.
            paper: the document.
            random: a stream of its own.
        """

    def describe(self, scene: S) -> tuple[str, str]:
        """The field of work and the locale of names."""
        return scene.parameters.domain, scene.parameters.locale

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
    ) -> Contract:
        """The contract of a task on the scene's document.

        The facts `file`, `keep` and `save` (where the harness does not) are added.
        """
        paper, saving = scene.paper, scene.parameters.saving
        common = [file_fact(paper), keep_fact(), *([save_fact()] if saving == "instructed" else [])]
        return Contract(
            facts=(*facts, *common),
            requirements=tuple(requirements),
            footprint=Footprint(reads=tuple(reads), writes=tuple(writes), free=tuple(free)),
            setup=Setup(open=(paper.mount,), saving=saving),
            variants=tuple(variants),
            near_misses=tuple(near_misses),
        )
