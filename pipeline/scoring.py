"""Scoring a result folder: what an agent left is read, recalculated and held against the rubric of a bundle.

The verifier runs this. It needs `environment/` and `tests/` of a bundle and neither an orchestrator nor a model's
client nor a database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from forge.errors import EngineError, StateError, StorageError, UnreadableError
from forge.pipeline.answers import asks_for_answer, read_answer
from forge.preparers.base import preparer
from forge.preparers.results import Mounted, home_in, observe_home
from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Comparison
from forge.states.entities import State, Tree
from forge.states.probes import probe_tree
from forge.states.rubric import Rubric
from forge.states.score import ItemResult, Score, broken, score
from forge.storage.bundle import Bundle


@dataclass(frozen=True)
class Scored:
    """A result that could be scored.

    Attributes:
        score: success, partial credit and every item explained.
        engines: the applications that recalculated the result; empty where none was asked.
        troubles: what is missing or cannot be read, with the reason, by mount.
    """

    score: Score
    engines: tuple[str, ...]
    troubles: Mapping[str, str]


@dataclass(frozen=True)
class Unscored:
    """A result of which this machine cannot say whether it is right.

    Attributes:
        reason: why, as a sentence.
    """

    reason: str


def score_result(bundle: Bundle, folder: Path, *, engines: bool = True) -> Scored | Unscored:
    """Score what somebody left in a folder.

    Args:
        bundle: the bundle, at least its `environment/` and `tests/`.
        folder: the home folder as it was left, or one that holds it as `home/`; beside it, where one is asked for,
            the answer as `answer.json` or `answer.txt`.
        engines: whether the real applications recalculate, where they are installed.

    Raises:
        StorageError: the bundle lacks what is needed, or it is damaged.
    """
    rubric = bundle.rubric
    mounts = [Mounted(item.mount, item.preparer, item.folder) for item in bundle.mounts]
    home = home_in(folder, mounts)
    try:
        start = _start(bundle, rubric, engines=engines)
        observed = observe_home(home, mounts, rubric.probes, engines=engines)
    except EngineError as error:
        return Unscored(str(error))
    if observed.unscorable:
        return Unscored(observed.unscorable)
    trees, troubles = dict(observed.state.trees), dict(observed.troubles)
    if asks_for_answer(rubric):
        try:
            trees[ANSWER_MOUNT] = answer_tree(read_answer((folder, home), rubric))
        except UnreadableError as error:
            troubles[ANSWER_MOUNT] = str(error)
    final = State(trees)
    try:
        result = score(rubric, start, final)
    except StateError as error:
        return Unscored(f"The rubric does not fit what was left: {error}")
    reasons = {**observed.missing, **troubles}
    if reasons:
        result = _explained(result, reasons, _concerned(rubric, Comparison(start, final)))
    if troubles:
        result = _lost(result, troubles)
    return Scored(result, observed.engines, {} if result.success else reasons)


def _start(bundle: Bundle, rubric: Rubric, *, engines: bool) -> State:
    """The state from which the task started, with what probes read there."""
    trees: dict[str, Tree] = {}
    kinds = {item.mount: item.preparer for item in bundle.mounts}
    for mount, files in bundle.start_files().items():
        reader = preparer(kinds[mount])
        probes = [probe for probe in rubric.probes if probe.mount == mount]
        try:
            trees[mount] = reader.read(files)
            if probes and engines and reader.engine() is not None:
                readings = reader.observe(files, probes).readings
                trees.update({f"probe:{probe}": probe_tree(read) for probe, read in readings.items()})
        except UnreadableError as error:
            raise StorageError(f"The bundle's own {mount} cannot be read: {error}") from error
    return State(trees)


def _concerned(rubric: Rubric, comparison: Comparison) -> dict[str, set[str]]:
    """By item, the mounts because of which it may not hold."""
    probed = {probe.probe_mount: probe.mount for probe in rubric.probes}
    concerned: dict[str, set[str]] = {item.id: set() for item in rubric.judge}
    for item in rubric.requirements:
        mounts = {check.select.mount for check in item.checks()}
        concerned[item.id] = {probed.get(mount, mount) for mount in mounts}
    for ban in rubric.bans:
        concerned[ban.id] = {check.select.mount for check in ban.checks()}
    for guard in rubric.invariants:
        concerned[guard.id] = {change.mount for change in broken(guard, comparison)}
    return concerned


def _explained(result: Score, reasons: Mapping[str, str], concerned: Mapping[str, set[str]]) -> Score:
    """The score, with what is missing or unreadable as the reason of what does not hold because of it."""
    items = []
    for item in result.items:
        why = " ".join(reason for mount, reason in reasons.items() if mount in concerned[item.id])
        if item.passed or not why:
            items.append(item)
        elif item.type == "invariant":
            items.append(replace(item, why=f"{why} {item.why}"))
        else:
            items.append(replace(item, actual=why, why=why))
    return replace(result, items=tuple(items))


def _lost(result: Score, troubles: Mapping[str, str]) -> Score:
    """A loss, whatever the rubric says: a document that was destroyed is not one that was deleted."""
    why = " ".join(troubles.values())
    item = ItemResult(
        "readable", "invariant", False, 0.0, "Every file can be read.", why, why, tuple(troubles)
    )
    return Score(False, 0.0, (*result.items, item))
