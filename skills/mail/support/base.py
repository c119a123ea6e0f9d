"""What mail skills share: a profile with a story, the facts that every task tells, and the set-up.

A skill chooses in `scene` what its task is about, edits in `solve`, and says in `contract` what is asked for, through
`task`. Whoever looks for a message opens some, and Thunderbird marks them as read: that is nobody's damage, so it is
free in every task that is not about it, and two variants of every task do it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Profile
from forge.skills.answering import Question, answering
from forge.skills.content.kit import LOCALES, Locale
from forge.skills.contract import Attempt, Company, Contract, Difficulty, Fact, Footprint, Skill
from forge.skills.instruction import keep_fact
from forge.skills.mail.support.kit import STORY
from forge.skills.mail.support.story import MOUNT, Story, story_on, tell
from forge.skills.nodes import Node
from forge.skills.setup import Launch, Setup
from forge.states.answers import ANSWER
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

DOMAINS = ("city library", "garden centre", "harbour office")
OTHERS: Mapping[Difficulty, tuple[int, int]] = {"easy": (2, 4), "medium": (4, 7), "hard": (7, 10)}
"""The fewest and most messages that have nothing to do with a project."""

DEEPEST = 4
"""So deep folders are nested below an account."""

_ENGLISH = 0.4
_THUNDERBIRD = Launch(command=("thunderbird",), window="Mozilla Thunderbird")


class MailParameters(BaseModel):
    """What is drawn for a task before its content is known; skills add fields of their own.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        locale: the language of names.
        others: so many messages have nothing to do with a project.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    locale: Locale
    others: int = Field(ge=0, le=10)


@dataclass(frozen=True)
class MailScene:
    """What a task is about; skills add what they chose.

    Attributes:
        parameters: what was drawn.
        story: the profile and who and what is in it.
    """

    parameters: MailParameters
    story: Story


S = TypeVar("S", bound=MailScene)


class MailSkill(Skill[MailParameters, S], Generic[S]):
    """A skill that works on one mail profile."""

    applications: ClassVar[tuple[str, ...]] = ("mail",)
    parameters: ClassVar[type[BaseModel]] = MailParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (STORY,)

    def __init_subclass__(cls, **options: Any) -> None:
        """The area of a skill is the middle of its id."""
        super().__init_subclass__(**options)
        if "id" in vars(cls):
            cls.area = cls.id.split(".")[1]

    def sample(self, random: Random, difficulty: Difficulty) -> MailParameters:
        """Parameters of one task."""
        return MailParameters(
            difficulty=difficulty,
            domain=random.choice(DOMAINS),
            locale="en" if random.random() < _ENGLISH else random.choice(LOCALES),
            others=random.randint(*OTHERS[difficulty]),
        )

    def variables(self, parameters: MailParameters) -> Mapping[str, Any]:
        """What the prompt of the story needs to know."""
        return {"domain": parameters.domain, "difficulty": parameters.difficulty}

    def prepare(
        self, parameters: MailParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> S:
        """Tell the story or find the one that is there, and choose what the task is about."""
        self.furnish(Company((self,), (parameters,), kits), desktop, random)
        story = story_on(profile_on(desktop), [item.name for item in kits[STORY.name].projects])
        scene = self.scene(parameters, story, random)
        local = story.profile.local
        by_name = {folder.name: folder for folder in reversed(local.folders)}
        local.folders = [folder for folder in local.folders if by_name[folder.name] is folder]
        return scene

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """A profile with the story of a team, of the people of the desktop where it has any."""
        if MOUNT in desktop.documents:
            return
        drawn = company.drawn(MailParameters)[0]
        story = tell(company.kits[STORY.name], drawn.locale, drawn.others, random, cast=desktop.cast)
        desktop.add(MOUNT, "mail", story.profile)

    @abstractmethod
    def scene(self, parameters: MailParameters, story: Story, random: Random) -> S:
        """Choose what the task is about; the profile may still be changed here."""

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
        near_misses: Iterable[Attempt],
        variants: Iterable[Attempt] = (),
        reads: Sequence[Selector] = (),
        free: Sequence[Selector] = (),
    ) -> Contract:
        """The contract of a task on the scene's profile; the fact `keep` is added."""

        def solved(desktop: Desktop, read: slice) -> None:
            self.solve(scene, desktop)
            for _, folder in profile_on(desktop).folders():
                for message in folder.messages[read]:
                    message.read = True

        looking = (
            Attempt(
                "everything_opened", lambda desktop: solved(desktop, slice(None)), why="All were looked at."
            ),
            Attempt(
                "newest_opened", lambda desktop: solved(desktop, slice(-3, None)), why="Some were opened."
            ),
        )
        opened = [places.everywhere(MOUNT, depth, "read", read=False) for depth in range(1, DEEPEST + 1)]
        return Contract(
            facts=(*facts, keep_fact()),
            requirements=tuple(requirements),
            footprint=Footprint(reads=tuple(reads), writes=tuple(writes), free=(*free, *opened)),
            setup=Setup(launch=(_THUNDERBIRD,), saving="flushed"),
            variants=(*variants, *looking),
            near_misses=tuple(near_misses),
        )

    def question(self, scene: S, asked: Question, facts: Sequence[Fact]) -> Contract:
        """The contract of a task whose result is an answer; the mail must stay as it is."""

        def starred(desktop: Desktop) -> None:
            message = profile_on(desktop).folder(scene.story.inbox).messages[-1]
            message.starred = not message.starred

        besides = answering("a star besides", asked.answer, starred)
        return self.task(
            scene,
            facts=(*facts, *asked.facts()),
            requirements=(asked.requirement(facts),),
            writes=(ANSWER,),
            reads=asked.places,
            variants=asked.variants(),
            near_misses=(*asked.near_misses(), besides),
        )


def profile_on(desktop: Desktop) -> Profile:
    """The profile of a desktop."""
    found: Profile = desktop.spec(MOUNT)
    return found
