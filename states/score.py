"""Scoring: a pure function of a rubric and two states, every item explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forge.states.changes import Change, Comparison, own_changes
from forge.states.entities import Schema, State
from forge.states.predicates import Finding, judge
from forge.states.rubric import Invariant, Requirement, Rubric
from forge.states.selectors import All, Keys, Positions, Selector, SelectorStep, Where
from forge.states.values import same


@dataclass(frozen=True)
class ItemResult:
    """What was found for one item of a rubric.

    Attributes:
        id: the item's name.
        type: `requirement`, `invariant` or `judge`.
        passed: whether it holds; None where it was not judged.
        weight: its weight; 0 for an invariant.
        expected: what was asked for.
        actual: what is there.
        why: why it does not hold; empty when it does.
        addresses: the first places where it does not hold.
    """

    id: str
    type: str
    passed: bool | None
    weight: float
    expected: str
    actual: str
    why: str = ""
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Score:
    """The result of scoring.

    Attributes:
        success: every requirement true, no invariant broken, and every judge item upheld.
        score: the weighted share of true items, from 0 to 1; 0 when an invariant is broken.
        items: what was found for each item.
    """

    success: bool
    score: float
    items: tuple[ItemResult, ...]

    def failures(self) -> tuple[ItemResult, ...]:
        """The items that do not hold."""
        return tuple(item for item in self.items if item.passed is False)


def score(rubric: Rubric, initial: State, final: State, judged: Mapping[str, bool] | None = None) -> Score:
    """Score an end state.

    Args:
        rubric: what decides.
        initial: the state from which the task starts.
        final: the state that was left.
        judged: verdicts on judge items by id; an item without one is not judged, and the result no success.
    """
    comparison = Comparison(initial, final)
    items = [requirement_result(item, comparison) for item in rubric.requirements]
    items += [invariant_result(item, comparison) for item in rubric.invariants]
    for item in rubric.judge:
        verdict = (judged or {}).get(item.id)
        shown = "not judged" if verdict is None else "upheld" if verdict else "denied"
        items.append(
            ItemResult(item.id, "judge", verdict, item.weight, item.question, shown, "" if verdict else shown)
        )
    weighed = [item for item in items if item.weight]
    share = sum(item.weight for item in weighed if item.passed) / sum(item.weight for item in weighed)
    intact = all(item.passed for item in items if item.type == "invariant")
    return Score(all(item.passed for item in items), share if intact else 0.0, tuple(items))


def succeeds(rubric: Rubric, comparison: Comparison) -> bool:
    """Whether an end state is a success, found as early as it can be; judge items are not asked.

    This is `score(...).success` for a rubric without judge items, for those who ask it a hundred times.
    """
    return all(_way(item, comparison)[0] for item in rubric.requirements) and not any(
        broken(item, comparison, at_most=1) for item in rubric.invariants
    )


def _way(item: Requirement, comparison: Comparison) -> tuple[bool, list[Finding]]:
    """The first way of a requirement that holds, or the way that comes nearest."""
    best: list[Finding] = []
    for way in item.any_of:
        findings = [judge(check, comparison) for check in way]
        if all(finding.holds for finding in findings):
            return True, findings
        if not best or sum(f.holds for f in findings) > sum(f.holds for f in best):
            best = findings
    return False, best


def requirement_result(item: Requirement, comparison: Comparison) -> ItemResult:
    """What was found for one requirement."""
    holds, findings = _way(item, comparison)
    shown = findings if holds else [finding for finding in findings if not finding.holds]
    return ItemResult(
        item.id,
        "requirement",
        holds,
        item.weight,
        "; ".join(dict.fromkeys(finding.expected for finding in shown)),
        "; ".join(dict.fromkeys(finding.actual for finding in shown)),
        "" if holds else "; ".join(finding.why for finding in shown),
        () if holds else tuple(finding.address for finding in shown),
    )


def invariant_result(item: Invariant, comparison: Comparison) -> ItemResult:
    """What was found for one invariant."""
    changes = broken(item, comparison)
    shown = [change.describe(_schema(change, comparison)) for change in changes[:5]]
    more = f" and {len(changes) - 5} more" if len(changes) > 5 else ""
    return ItemResult(
        item.id,
        "invariant",
        not changes,
        0.0,
        item.says,
        f"{len(changes)} other changes" if changes else "nothing else changed",
        "; ".join(shown) + more,
        tuple(text.partition(": ")[0] for text in shown),
    )


def _schema(change: Change, comparison: Comparison) -> Schema:
    tree = comparison.after.trees.get(change.mount) or comparison.before.trees[change.mount]
    return tree.schema


def broken(item: Invariant, comparison: Comparison, at_most: int | None = None) -> list[Change]:
    """The changes that an invariant forbids, up to a number."""
    allowed = Cover((*item.writes, *item.free), comparison)
    found: list[Change] = []
    for change in own_changes(comparison.changes()):
        if item.mounts and change.mount not in item.mounts:
            continue
        if item.additions == "allow" and change.fresh:
            continue
        if not allowed.covers(change):
            found.append(change)
            if len(found) == at_most:
                break
    return found


class Cover:
    """Which changes a set of selectors covers."""

    def __init__(self, selectors: Iterable[Selector], comparison: Comparison) -> None:
        self._by_mount: dict[str, list[Selector]] = {}
        self._comparison = comparison
        for selector in selectors:
            self._by_mount.setdefault(selector.mount, []).append(selector)

    def covers(self, change: Change) -> bool:
        """Whether one of the selectors covers a change.

        A selector without a property covers its entities with all below them; with one, that property; with `*`,
        every property of the entity but neither its coming and going nor its children.
        """
        return any(self._one(selector, change) for selector in self._by_mount.get(change.mount, ()))

    def _one(self, selector: Selector, change: Change) -> bool:
        steps = selector.steps
        path = change.path
        if len(steps) > len(path):
            return False
        if selector.property is not None:
            name = f"order:{change.kind}" if change.type == "order" else change.name
            if len(steps) != len(path) or name is None or selector.property not in ("*", name):
                return False
            if selector.property == "*" and change.type == "order":
                return False
        return all(self._step(step, change, depth) for depth, step in enumerate(steps))

    def _step(self, step: SelectorStep, change: Change, depth: int) -> bool:
        kind, key = change.path[depth]
        if kind != step.kind:
            return False
        chosen = step.filter
        if isinstance(chosen, All):
            return True
        old_key = (
            change.old_path[depth][1]
            if change.old_path is not None and depth < len(change.old_path)
            else None
        )
        if isinstance(chosen, Keys):
            return (key if old_key is None else old_key) in chosen.keys
        if isinstance(chosen, Positions):
            return (key if old_key is None else old_key) in chosen
        return self._where(chosen, change, depth)

    def _where(self, chosen: Where, change: Change, depth: int) -> bool:
        before, after = self._comparison.before, self._comparison.after
        tree = after.trees.get(change.mount) or before.trees[change.mount]
        entity = None
        old = before.trees.get(change.mount)
        if change.old_path is not None and old is not None and not change.fresh:
            entity = old.at(change.old_path[: depth + 1])
        if entity is None:
            entity = tree.at(change.path[: depth + 1])
        kind = change.path[depth][0]
        return entity is not None and all(
            same(tree.schema.value(entity, kind, name), value) for name, value in chosen.properties
        )
