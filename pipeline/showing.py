"""Everything that is known of a task, as data to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forge.gates.base import Case
from forge.gates.registry import ALL_GATES
from forge.pipeline.finding import Located, kept_as
from forge.pipeline.wording import ChangeGroup, Names, Outline, grouped, outline, ways_in_words
from forge.skills.contract import Fact
from forge.states.changes import Comparison
from forge.states.values import Json, encode, show
from forge.storage.bundle import Bundle

if TYPE_CHECKING:
    from forge.storage.models import TaskRow, VerdictRow
    from forge.storage.reports import Cost
    from forge.storage.workspace import Workspace


@dataclass(frozen=True)
class FactLine:
    """A fact of the contract.

    Attributes:
        name: its name.
        value: what it is, in JSON.
        shown: the value for people.
        public: whether the agent may be told.
        says: natural words for it; empty for a private fact.
        worked_out_from: for a private fact, the places from which it follows, in words.
    """

    name: str
    value: Json
    shown: str
    public: bool
    says: tuple[str, ...]
    worked_out_from: tuple[str, ...]


@dataclass(frozen=True)
class RubricItem:
    """An item of a rubric in words.

    Attributes:
        id: its id.
        type: `requirement`, `invariant` or `judge`.
        says: what it asks for or protects.
        weight: its weight; 0 for an invariant.
        ways: for a requirement its right ways, each as checks in words.
        writes: for an invariant what the task may change.
        free: for an invariant what is up to whoever does the task.
        additions: for an invariant whether new things are allowed everywhere.
    """

    id: str
    type: str
    says: str
    weight: float = 0.0
    ways: tuple[tuple[str, ...], ...] = ()
    writes: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    additions: str = ""


@dataclass(frozen=True)
class View:
    """A task as it is shown.

    Attributes:
        id: the bundle's id.
        skills: the skills that made it.
        verified: the real applications that verified it, with their versions; false where none did.
        unasked: the preparers whose real application did not see it.
        hostile: whether adversarial instructions were planted into its content.
        kept: whether the workspace keeps it; what another bundle says of itself may have been changed since.
        difficulty: how much work it is.
        domain: the domain of work of its content.
        locale: the locale of its content.
        instruction: the instruction.
        edited: whether the instruction was edited by hand.
        facts: the public and private facts.
        start: what the mounts hold at the start.
        changes: what changes from the start to the golden.
        derived: how many values follow from these changes by themselves.
        rubric: the items of the rubric.
        verdicts: what the gates said when it was made; empty where nothing is recorded of it.
        run: the run that made it first; empty where nothing is recorded of it.
        cost: what its making cost; null where nothing is recorded of it.
    """

    id: str
    skills: tuple[str, ...]
    verified: str | bool
    unasked: tuple[str, ...]
    hostile: bool
    kept: bool
    difficulty: str
    domain: str
    locale: str
    instruction: str
    edited: bool
    facts: tuple[FactLine, ...]
    start: tuple[Outline, ...]
    changes: tuple[ChangeGroup, ...]
    derived: int
    rubric: tuple[RubricItem, ...]
    verdicts: tuple[dict[str, Any], ...] = ()
    run: str = ""
    cost: dict[str, Any] | None = None


class Costs:
    """What tasks cost, asked for all tasks of the same skills and run at once.

    Args:
        workspace: where they are kept.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._key: tuple[str, str] | None = None
        self._rows: dict[str | None, list[Cost]] = {}

    def of(self, task: TaskRow) -> dict[str, Any]:
        """What the making of a task cost.

        Raises:
            StorageError: the catalog cannot be read.
        """
        from forge.pipeline.reporting import spent  # noqa: PLC0415 - only what is recorded has a cost
        from forge.storage import reports  # noqa: PLC0415 - likewise

        key = task.run, " + ".join(task.skills)
        if key != self._key:
            self._key, self._rows = key, {}
            for row in reports.cost(self._workspace.catalog, "task", run=key[0], skills=[key[1]]):
                self._rows.setdefault(row.bundle, []).append(row)
        return spent(reports.total(self._rows.get(task.bundle, [])))


def view(found: Located, bundle: Bundle, costs: Costs | None = None) -> View:
    """All that is known of a bundle: from its files, and from the records of the workspace.

    Args:
        found: where it is.
        bundle: the bundle.
        costs: what tasks of its workspace cost, for whoever looks at many of them.

    Raises:
        StorageError: a file of the bundle is missing or damaged, or the catalog cannot be read.
        UnreadableError: a document in it cannot be read.
    """
    case = Case(bundle, engines=False)
    record = case.record
    changes = Comparison(case.start, case.golden).changes()
    names = Names(record.mounts[0].mount if len(record.mounts) == 1 else "")
    task = found.task or kept_as(bundle, found.workspace)
    return View(
        id=bundle.id,
        skills=record.skills,
        verified=record.engine or False,
        unasked=record.unasked,
        hostile=record.hostile,
        kept=task is not None,
        difficulty=record.difficulty,
        domain=record.domain,
        locale=record.locale,
        instruction=case.instruction,
        edited=not bundle.is_as_rendered,
        facts=tuple(_fact(fact, names) for fact in case.facts),
        start=tuple(
            outline(item.mount, case.start.trees[item.mount])
            for item in record.mounts
            if item.mount in case.start.trees
        ),
        changes=tuple(grouped(changes, (case.start, case.golden), names)),
        derived=sum(change.derived for change in changes),
        rubric=tuple(_items(case, names)),
        verdicts=tuple(_verdicts(task, found.workspace)) if task is not None else (),
        run=task.run if task is not None else "",
        cost=(costs or Costs(found.workspace)).of(task) if task is not None else None,
    )


def _fact(fact: Fact, names: Names) -> FactLine:
    places = tuple(map(names.of, fact.worked_out_from))
    return FactLine(fact.name, encode(fact.value), show(fact.value), fact.public, fact.says, places)


def _items(case: Case, names: Names) -> list[RubricItem]:
    rubric = case.rubric
    items = [
        RubricItem(item.id, "requirement", item.says, item.weight, ways_in_words(item, names))
        for item in rubric.requirements
    ]
    items += [
        RubricItem(
            guard.id,
            "invariant",
            guard.says,
            writes=names.places(guard.writes),
            free=names.places(guard.free),
            additions=guard.additions,
        )
        for guard in rubric.invariants
    ]
    items += [RubricItem(ban.id, "ban", ban.says, ways=ways_in_words(ban, names)) for ban in rubric.bans]
    return items + [RubricItem(item.id, "judge", item.question, item.weight) for item in rubric.judge]


def _verdicts(task: TaskRow, workspace: Workspace) -> list[dict[str, Any]]:
    """What the gates said of the candidate that became the task, in the order of the gates."""
    rows = [row for row in workspace.catalog.verdicts(task.bundle) if row.run == task.run]
    refused = {row.candidate for row in rows if row.outcome == "fail"}
    kept = [row.candidate for row in rows if row.candidate not in refused]
    order = {gate.name: place for place, gate in enumerate(ALL_GATES)}
    chosen = [row for row in rows if row.candidate in kept[:1]]
    return [_plain(row) for row in sorted(chosen, key=lambda row: order.get(row.gate, len(order)))]


def _plain(row: VerdictRow) -> dict[str, Any]:
    names = ("gate", "outcome", "reason", "evidence", "digest", "milliseconds")
    return {name: getattr(row, name) for name in names}
