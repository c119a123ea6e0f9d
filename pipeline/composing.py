"""Which skills are put together: combinations drawn by weights, from the seed alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from forge.errors import RefusedError, UsageError
from forge.pipeline.batch import REFUSED
from forge.pipeline.build import Order
from forge.pipeline.seeds import stream
from forge.skills.contract import DIFFICULTIES, Difficulty
from forge.skills.identities import joint_id
from forge.skills.registry import AnySkill, matching

if TYPE_CHECKING:
    from forge.storage.catalog import Catalog

LARGEST = 8
"""Skills in one task; an instruction for more is no single piece of work."""
COMPOSITES = "composites"
"""How all composites of a run are called together."""
EVERY_COMPOSITE = "*+*"
"""The glob of the ids of composites."""
WEIGHTS = ("uniform", "area", "pass-rate")
"""The weights that need no file."""


class Combining(BaseModel):
    """How skills are put together.

    Attributes:
        smallest: the fewest skills of a task.
        largest: the most.
        weights: how often each skill is drawn, by its id.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    smallest: int = Field(ge=2)
    largest: int = Field(le=LARGEST)
    weights: dict[str, float]

    @model_validator(mode="after")
    def _can_be_drawn(self) -> Combining:
        if self.smallest > self.largest:
            raise UsageError(f"A task cannot have {self.smallest} to {self.largest} skills.")
        there = sum(weight > 0 for weight in self.weights.values())
        if there < self.largest:
            raise UsageError(
                f"{there} skills can be drawn, but a task is to have up to {self.largest} different ones.",
                hint="Name more skills, or give a smaller --size.",
            )
        return self

    def draw(self, random: Random) -> tuple[str, ...]:
        """The ids of different skills."""
        size = random.randint(self.smallest, self.largest)
        left = {name: weight for name, weight in self.weights.items() if weight > 0}
        found: list[str] = []
        while len(found) < size:
            (chosen,) = random.choices(list(left), list(left.values()))
            del left[chosen]
            found.append(chosen)
        return tuple(found)


def composite_orders(
    combining: Combining, seed: int, count: int, difficulty: Difficulty | None
) -> list[Order]:
    """The candidates of a run of composites.

    Args:
        combining: how skills are put together.
        seed: the seed of the run.
        count: how many.
        difficulty: of all; they take turns where None.
    """
    return [
        Order(
            joint_id(combining.draw(stream(seed, COMPOSITES, index, "combination"))),
            seed,
            index,
            difficulty or DIFFICULTIES[index % len(DIFFICULTIES)],
        )
        for index in range(count)
    ]


def size_of(text: str) -> tuple[int, int]:
    """The fewest and most skills that a text like `3` or `2..5` names.

    Raises:
        UsageError: it names no such numbers, or fewer than two skills.
    """
    low, dots, high = text.strip().partition("..")
    try:
        smallest, largest = int(low), int(high if dots else low)
    except ValueError:
        raise UsageError(f"{text!r} is no size; one is a number or two, as in 3 or 2..5.") from None
    if smallest < 2:
        raise UsageError(
            f"A composite has at least two skills, not {smallest}.",
            hint="For tasks of one skill: forge run --skills GLOBS",
        )
    if not smallest <= largest <= LARGEST:
        raise UsageError(f"{text!r} is no size; it runs upwards, to {LARGEST} at most.")
    return smallest, largest


def weights_of(
    text: str, skills: Sequence[AnySkill], catalog: Callable[[], Catalog | None]
) -> dict[str, float]:
    """How often each skill is drawn.

    Args:
        text: `uniform`, `area` (every area of the taxonomy as often), `pass-rate` (as its candidates were accepted
            here), or the path of a YAML or JSON file that gives globs of skills their weights.
        skills: the skills.
        catalog: opens the catalog in which pass rates are looked up; None where there is none yet.

    Raises:
        UsageError: there is no such file, it names no skill, or no candidate was judged yet.
    """
    identities = [skill.id for skill in skills]
    match text:
        case "uniform":
            return dict.fromkeys(identities, 1.0)
        case "area":
            areas = Counter(_area(name) for name in identities)
            return {name: 1 / areas[_area(name)] for name in identities}
        case "pass-rate":
            return _pass_rates(identities, catalog())
    return _from_file(Path(text), identities)


def _area(identity: str) -> str:
    return identity.rpartition(".")[0]


def _pass_rates(identities: Sequence[str], catalog: Catalog | None) -> dict[str, float]:
    """The share of accepted candidates by skill; where none was judged, the mean of the others."""
    from forge.storage.reports import outcomes  # noqa: PLC0415 - the database is loaded only when used

    found = outcomes(catalog) if catalog is not None else []
    rates = {
        outcome.skill: outcome.accepted / judged
        for outcome in found
        if outcome.skill in identities and (judged := outcome.accepted + outcome.rejected)
    }
    if not rates:
        raise UsageError(
            "No candidate of these skills was judged here, so no pass rate is known.",
            hint="Make some first: forge run --skills GLOBS, or take other --weights.",
        )
    mean = sum(rates.values()) / len(rates)
    return {name: rates.get(name, mean) for name in identities}


def _from_file(path: Path, identities: Sequence[str]) -> dict[str, float]:
    """Weights by glob; a later line goes over an earlier one, and what no line names is not drawn."""
    import yaml  # noqa: PLC0415 - only weights from a file need it

    try:
        given: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        known = ", ".join(WEIGHTS)
        raise UsageError(
            f"Weights are {known} or a file, but {str(path)!r} cannot be read: {error}".replace("\n", " ")
        ) from error
    if not isinstance(given, Mapping) or not given:
        raise UsageError(f"{path} gives no weights; it should have lines like `calc.rows.*: 2`.")
    weights = dict.fromkeys(identities, 0.0)
    for glob, weight in given.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight < float("inf"):
            raise UsageError(f"{path} gives {glob} the weight {weight!r}; a weight is a number from 0 on.")
        named = [name for name in identities if fnmatchcase(name, str(glob))]
        if not named:
            matching(str(glob), identities)  # says which names are near
        weights.update(dict.fromkeys(named, float(weight)))
    return weights


def refusals(catalog: Catalog, run: str) -> dict[str, int]:
    """How many candidates of a run were refused because their skills do not go together, by the sort of reason."""
    rows = catalog.candidates(run=run, skills=(EVERY_COMPOSITE,))
    found = Counter(RefusedError(row.reason).sort for row in rows if row.gate == REFUSED)
    return dict(found.most_common())
