"""What skills on file trees share: a folder to work in, the facts that every task tells, and the set-up.

A skill puts its own files into the ground in `scene`, edits the tree in `solve`, and says in `contract` what is asked
for, through `task`, or through `question` where the agent is to answer something.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.skills.content.kit import LOCALES, Locale, at_least
from forge.skills.content.nodes import TABLE
from forge.skills.content.offline import domain_names
from forge.skills.content.stock import completed, peopled
from forge.skills.contract import Attempt, Company, Contract, Difficulty, Fact, Footprint, Skill
from forge.skills.facts import worked_out
from forge.skills.files.support.ground import Ground, beside, lay, shared_tree
from forge.skills.instruction import keep_fact
from forge.skills.nodes import Node
from forge.skills.setup import Setup
from forge.skills.trees.contents import fresh
from forge.skills.trees.facts import place_fact
from forge.states.answers import ANSWER
from forge.states.rubric import AnyCheck, Equals, Requirement
from forge.states.selectors import Selector
from forge.states.values import Value

FILES: Mapping[Difficulty, tuple[int, int]] = {"easy": (6, 12), "medium": (12, 26), "hard": (24, 60)}
"""The fewest and most files that lie about besides those of the task."""
AMOUNT: Mapping[Difficulty, int] = {"easy": 3, "medium": 5, "hard": 8}
"""About how many things the task is about."""
NEEDS = at_least(identifier=1, person=1, category=1, label=1, money=1)
"""The columns from which people, things and sums are taken."""
MISTAKEN = (".jpg", ".json", ".csv")
"""Endings of files for which tasks ask, which therefore do not lie about where several tasks share a folder."""
_ENGLISH = 0.4


class FilesParameters(BaseModel):
    """What is drawn for a task before its content is known; skills add fields of their own.

    Attributes:
        difficulty: how much work the task is.
        domain: the field of work.
        locale: the language of names.
        files: files that lie about.
        amount: about how many things the task is about.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    difficulty: Difficulty
    domain: str
    locale: Locale
    files: int = Field(ge=0, le=200)
    amount: int = Field(ge=1, le=40)


@dataclass(frozen=True)
class FilesScene:
    """What a task is about; skills add what they chose.

    Attributes:
        parameters: what was drawn.
        ground: the folder.
    """

    parameters: FilesParameters
    ground: Ground

    @property
    def mount(self) -> str:
        """Where the folder lies."""
        return self.ground.mount


P = TypeVar("P", bound=FilesParameters)
S = TypeVar("S", bound=FilesScene)


class FilesSkill(Skill[P, S], Generic[P, S]):
    """A skill that works in one folder.

    Attributes:
        home: the folder, where it is always the same one.
        scope: the fields of the scene that name the folders of the tree in which whatever lies there counts; None
            where everything in the tree does.
    """

    applications = ("files",)
    parameters: ClassVar[type[BaseModel]] = FilesParameters
    nodes: ClassVar[tuple[Node[Any], ...]] = (TABLE,)
    home: ClassVar[str] = ""
    scope: ClassVar[tuple[str, ...] | None] = None

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
        return {
            "difficulty": difficulty,
            "domain": random.choice(domain_names()),
            "locale": "en" if random.random() < _ENGLISH else random.choice(LOCALES),
            "files": random.randint(*FILES[difficulty]),
            "amount": AMOUNT[difficulty] + random.randrange(3),
        }

    def variables(self, parameters: P) -> Mapping[str, Any]:
        """What the prompt of the table needs to know."""
        return {
            "domain": parameters.domain,
            "locale": parameters.locale,
            "rows": 60,
            "columns": 6,
            "needs": dict(NEEDS),
            "lookup": False,
        }

    def prepare(self, parameters: P, kits: Mapping[str, Any], desktop: Desktop, random: Random) -> S:
        """Find a folder on the desktop or lay one out, and choose what the task is about."""
        kit = peopled(completed(kits[TABLE.name], NEEDS, random), desktop.cast)
        return self.scene(parameters, lay(kit, desktop, random, self.home), desktop, random)

    def furnish(self, company: Company, desktop: Desktop, random: Random) -> None:
        """A folder with texts that have nothing to do with any task, where several are to work in one."""
        anywhere = [skill for skill in company.skills if not (isinstance(skill, FilesSkill) and skill.home)]
        if self.home or len(anywhere) < 2 or shared_tree(desktop) is not None:
            return
        kit = peopled(completed(company.kits[TABLE.name], NEEDS, random), desktop.cast)
        alone = all(isinstance(skill, FilesSkill) for skill in company.skills)
        ground = lay(kit, desktop, random, "" if alone else beside(kit))
        ground.clutter(desktop, max(item.files for item in company.drawn(FilesParameters)), avoid=MISTAKEN)

    def surveys(self, scene: S) -> Mapping[str, tuple[str, ...]]:
        """Everything in the tree counts, or what lies in the folders that the scene names."""
        folders = ("",) if self.scope is None else tuple(getattr(scene, name) for name in self.scope)
        return {scene.mount: folders}

    @abstractmethod
    def scene(self, parameters: P, ground: Ground, desktop: Desktop, random: Random) -> S:
        """Fill the folder and choose what the task is about.

        Args:
            parameters: what `sample` drew.
            ground: the folder, its tree still empty.
            desktop: the desktop that it is on.
            random: a stream of its own.
        """

    def describe(self, scene: S) -> tuple[str, str]:
        """The domain of work and the locale of the folder."""
        return scene.parameters.domain, scene.ground.kit.locale

    def golden(self, scene: S, desktop: Desktop) -> FileTree:
        """The tree that the reference solution leaves of the one on a desktop, which stays as it is."""
        copy = desktop.copy()
        self.solve(scene, copy)
        return scene.ground.tree(copy)

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
    ) -> Contract:
        """The contract of a task in the scene's folder.

        The facts `place` and `keep` (for a strict invariant) are added. Nothing is open and there is nothing to save:
        what somebody does to files is on the disk.
        """
        common = [place_fact(scene.mount), *([keep_fact()] if additions == "forbid" else [])]
        own = {fact.name for fact in facts}
        return Contract(
            facts=(*facts, *(fact for fact in common if fact.name not in own)),
            requirements=tuple(requirements),
            footprint=Footprint(
                reads=tuple(reads),
                writes=tuple(writes),
                free=(*free, *fresh(scene.mount)),
                additions=additions,
            ),
            setup=Setup(saving="flushed"),
            variants=tuple(variants),
            near_misses=tuple(near_misses),
        )

    def question(
        self,
        scene: S,
        *,
        facts: Sequence[Fact],
        answer: Value,
        says: str,
        words: Sequence[str],
        wrong: Mapping[str, Value],
        places: Sequence[Selector],
        holds: Sequence[AnyCheck] = (),
    ) -> Contract:
        """The contract of a task whose result is an answer; the folder must stay as it is.

        Args:
            scene: the scene.
            facts: the public facts.
            answer: the right answer.
            says: what it is, as a sentence.
            words: other texts that say the same, for instance with a unit.
            wrong: answers that a hurried person would give, by why they are wrong.
            places: from where the answer follows.
            holds: what is so of the folder as long as there is but one answer; their literals are in `facts`.
        """
        ended = [f"{text}." for text in (answer, *words) if isinstance(text, str) and not text.endswith(".")]
        options = tuple(dict.fromkeys((answer, *words, *ended)))
        names = [*(fact.name for fact in facts), "place", "answer", "forms"]
        ways: tuple[tuple[AnyCheck, ...], ...] = tuple((_answered(option), *holds) for option in options)
        private = (
            worked_out("answer", answer, Selector(scene.mount), *places),
            worked_out("forms", tuple(options), Selector(scene.mount), *places),
        )

        def litter(desktop: Desktop) -> None:
            desktop.answer = answer
            scene.ground.tree(desktop).add("result.txt", f"{answer}\n".encode())

        return self.task(
            scene,
            facts=(*facts, *private),
            requirements=(Requirement(id="answer", says=says, any_of=ways, facts=tuple(names)),),
            writes=(ANSWER,),
            reads=tuple(places),
            variants=[answers(f"as {option!r}", option) for option in options[1:]],
            near_misses=[
                *(answers(why, value) for why, value in wrong.items()),
                Attempt("a file left behind", litter, why="The answer is right, but a file was made."),
            ],
        )


def _answered(option: Value) -> AnyCheck:
    return Equals(select=ANSWER, expected=option, text="folded" if isinstance(option, str) else "exact")


def answers(name: str, value: Value) -> Attempt:
    """The attempt to give an answer."""

    def act(desktop: Desktop) -> None:
        desktop.answer = value

    return Attempt(name, act, why=f"The answer is {value}.")


def counted(number: int, one: str, many: str) -> tuple[str, ...]:
    """How people write a number of things: with the word behind it, in a sentence."""
    word = one if number == 1 else many
    return (f"{number} {word}", f"{number} {word}.")
