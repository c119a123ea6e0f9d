"""What Impress skills share: a deck to work on, the facts that every task tells, and the set-up.

A skill names what its deck `needs`, chooses in `scene` what its task is about, edits in `solve`, and says in `contract`
what is asked for, through `task`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from forge.preparers.desktop import Desktop
from forge.skills.content.kit import LOCALES, Locale
from forge.skills.content.offline import domain_names
from forge.skills.contract import Attempt, Company, Contract, Difficulty, Fact, Footprint, Pointer, Skill
from forge.skills.impress.support.deck import Deck, build, suitable
from forge.skills.impress.support.facts import file_fact
from forge.skills.impress.support.kit import DECK
from forge.skills.impress.support.offline import occasion_names
from forge.skills.impress.support.pointing import person_on_slides
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.nodes import Node
from forge.skills.setup import Setup
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

SLIDES: Mapping[Difficulty, tuple[int, int]] = {"easy": (6, 9), "medium": (8, 13), "hard": (12, 20)}
"""The fewest and most slides of a deck."""

_ENGLISH = 0.4
_SAVED_BY_THE_HARNESS = 0.35
_MOST_TOPICS = 8


class ImpressParameters(BaseModel):
    """What is drawn for a task before its content is known; skills add fields of their own.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        occasion: what the deck is for.
        locale: the language of names.
        slides: so many slides it has.
        saving: whether the instruction asks to save, or the harness does it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    occasion: str
    locale: Locale
    slides: int = Field(ge=5, le=20)
    saving: Literal["instructed", "flushed"] = "instructed"


@dataclass(frozen=True)
class ImpressScene:
    """What a task is about; skills add what they chose.

    Attributes:
        parameters: what was drawn.
        deck: the deck.
    """

    parameters: ImpressParameters
    deck: Deck

    @property
    def mount(self) -> str:
        """Where the deck lies."""
        return self.deck.mount


S = TypeVar("S", bound=ImpressScene)


class ImpressSkill(Skill[ImpressParameters, S], Generic[S]):
    """A skill that works on one deck.

    Attributes:
        needs: kinds of things that the deck must have, as in `deck.KIND_TESTS`; `columns` for two bodies.
    """

    applications: ClassVar[tuple[str, ...]] = ("impress",)
    parameters: ClassVar[type[BaseModel]] = ImpressParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (DECK,)
    needs: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """The area of a skill is the middle of its id."""
        super().__init_subclass__(**options)
        if "id" in vars(cls):
            cls.area = cls.id.split(".")[1]

    def sample(self, random: Random, difficulty: Difficulty) -> ImpressParameters:
        """Parameters of one task."""
        return ImpressParameters(
            difficulty=difficulty,
            domain=random.choice(domain_names()),
            occasion=random.choice(occasion_names()),
            locale="en" if random.random() < _ENGLISH else random.choice(LOCALES),
            slides=random.randint(*SLIDES[difficulty]),
            saving="flushed" if random.random() < _SAVED_BY_THE_HARNESS else "instructed",
        )

    def variables(self, parameters: ImpressParameters) -> Mapping[str, Any]:
        """What the prompt of the deck needs to know."""
        return {
            "domain": parameters.domain,
            "occasion": parameters.occasion,
            "locale": parameters.locale,
            "topics": max(3, min(_MOST_TOPICS, parameters.slides - 3)),
        }

    def prepare(
        self, parameters: ImpressParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> S:
        """Find a deck on the desktop or build one, and choose what the task is about."""
        found = suitable(desktop, self.needs)
        if found:
            return self.scene(parameters, random.choice(found), desktop, random)
        deck = build(kits[DECK.name], parameters.slides, self.needs, desktop, random)
        return self.scene(parameters, deck, desktop, random)

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """A deck that has the things which all of the company need, and a slide with the people."""
        if any(document.preparer == "impress" for document in desktop.documents.values()):
            return
        counts = Counter[str]()
        for skill in company.skills:
            counts |= Counter(skill.needs if isinstance(skill, ImpressSkill) else ())
        slides = max(item.slides for item in company.drawn(ImpressParameters))
        build(company.kits[DECK.name], slides, (*counts.elements(), "team"), desktop, random)

    def pointer(self, desktop: Desktop, text: str) -> Pointer | None:
        """The person whom a slide shows with what the person does."""
        return person_on_slides(desktop, text)

    @abstractmethod
    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> S:
        """Choose what the task is about; the start (`deck.start`) may still be changed here."""

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
        """The contract of a task on the scene's deck; the facts `file`, `keep` and `save` are added."""
        saving = scene.parameters.saving
        common = [file_fact(scene.deck), keep_fact()]
        common += [save_fact()] if saving == "instructed" else []
        return Contract(
            facts=(*facts, *common),
            requirements=tuple(requirements),
            footprint=Footprint(reads=tuple(reads), writes=tuple(writes), free=tuple(free)),
            setup=Setup(open=(scene.mount,), saving=saving),
            variants=tuple(variants),
            near_misses=tuple(near_misses),
        )
