"""Which entity of one state is which entity of another.

Keyed siblings match by key and, where a key is gone, by content (a renamed file keeps its content). Sequences
match by content and order, so that one inserted paragraph or row is one change. Entities along an axis match
as the entities of that axis do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise

from forge.states.entities import Entity, Path, Schema, Step, Tree, step_to

SIMILAR = 0.5
"""Two entities whose tokens overlap by at least this share can be one that was edited."""

Pair = tuple[Entity | None, Entity | None]


@dataclass
class Pairs:
    """How the children of one kind of two parents match.

    Attributes:
        pairs: each child of either parent once, with its counterpart or None, in the order of the second parent;
            children that are gone stand where they were.
        moved: whether matched children stand in another order.
    """

    pairs: list[Pair]
    moved: bool = False
    _forward: dict[int, Entity | None] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._forward = {id(old): new for old, new in self.pairs if old is not None}

    def after(self, old: Entity) -> Entity | None:
        """The counterpart of a child of the first parent, or None when it is gone."""
        return self._forward.get(id(old))

    def added(self) -> set[int]:
        """The identities (`id`) of the children that have no counterpart before."""
        return {id(new) for old, new in self.pairs if old is None and new is not None}


class TreeAlignment:
    """The alignment of two trees of one schema, worked out where it is asked for."""

    def __init__(self, before: Tree, after: Tree) -> None:
        self.schema: Schema = before.schema
        self.before = before
        self.after = after
        self._pairs: dict[tuple[int, int, str], tuple[Entity, Entity, Pairs]] = {}

    def pairs(self, old: Entity, new: Entity, kind: str, axes: Sequence[Pair]) -> Pairs:
        """How the children of a kind of two matched parents match.

        Args:
            old: the parent before.
            new: its counterpart.
            kind: the kind of the children.
            axes: the matched ancestors from the root down to the parents, where an axis is looked for.
        """
        key = (id(old), id(new), kind)
        known = self._pairs.get(key)
        if known is None:
            known = (old, new, self._match(old, new, kind, axes))
            self._pairs[key] = known
        return known[2]

    def _match(self, old: Entity, new: Entity, kind: str, axes: Sequence[Pair]) -> Pairs:
        olds, news = old.of_kind(kind), new.of_kind(kind)
        described = self.schema.kind(kind)
        if described.align == "sequence":
            return match_sequence(olds, news)
        if described.align == "axis":
            return self._match_axis(old, new, kind, described.axis, axes)
        return _match_keys(olds, news, new, ordered=described.ordered)

    def _match_axis(self, old: Entity, new: Entity, kind: str, axis: str, axes: Sequence[Pair]) -> Pairs:
        follow = self.axis_keys(axis, axes)
        matched: list[Pair] = []
        taken: set[str | None] = set()
        for child in old.of_kind(kind):
            key = follow.get(child.key or "", child.key)
            twin = new.child(kind, key) if key is not None else None
            matched.append((child, twin))
            if twin is not None:
                taken.add(twin.key)
        matched.extend((None, child) for child in new.of_kind(kind) if child.key not in taken)
        return Pairs(matched)

    def axis_keys(self, axis: str, axes: Sequence[Pair]) -> dict[str, str | None]:
        """Where each key of an axis has gone: a new key, None when it is gone; unmoved keys may be left out."""
        for depth in range(len(axes) - 1, -1, -1):
            old, new = axes[depth]
            if old is None or new is None or not old.of_kind(axis):
                continue
            pairs = self.pairs(old, new, axis, axes[: depth + 1]).pairs
            keys = {
                before.key or "": after.key if after is not None else None
                for before, after in pairs
                if before
            }
            return {before: after for before, after in keys.items() if before != after}
        return {}


def match_sequence(olds: Sequence[Entity], news: Sequence[Entity]) -> Pairs:
    """Match two sequences by content and order.

    What stands alike at both ends and in between is matched first; then equal things that moved; then, between
    two matches, things that are alike or that stand at the same place of a stretch of equal length.
    """
    if len(olds) == len(news) and all(
        old is new or old.tokens == new.tokens for old, new in zip(olds, news, strict=True)
    ):
        return Pairs(list(zip(olds, news, strict=True)))
    matches, gaps = _equal_runs(olds, news)
    _match_in_place(olds, news, gaps, matches, exact=True)
    _match_moved(olds, news, matches)
    _match_in_place(olds, news, gaps, matches, exact=False)
    return _ordered_pairs(olds, news, matches)


Gap = tuple[range, range]


def _equal_runs(olds: Sequence[Entity], news: Sequence[Entity]) -> tuple[dict[int, int], list[Gap]]:
    matcher = SequenceMatcher(None, [e.tokens for e in olds], [e.tokens for e in news], autojunk=False)
    matches: dict[int, int] = {}
    gaps: list[Gap] = []
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "equal":
            matches.update(zip(range(a, a_end), range(b, b_end), strict=True))
        else:
            gaps.append((range(a, a_end), range(b, b_end)))
    return matches, gaps


def _match_moved(olds: Sequence[Entity], news: Sequence[Entity], matches: dict[int, int]) -> None:
    """Match what is equal and has moved; things without content are never said to have moved."""
    free = {index for index in range(len(news))} - set(matches.values())
    places: dict[tuple[object, ...], list[int]] = {}
    for index in sorted(free, reverse=True):
        if news[index].tokens:
            places.setdefault(news[index].tokens, []).append(index)
    for index, old in enumerate(olds):
        if index not in matches and places.get(old.tokens):
            matches[index] = places[old.tokens].pop()


def _match_in_place(
    olds: Sequence[Entity],
    news: Sequence[Entity],
    gaps: Sequence[Gap],
    matches: dict[int, int],
    *,
    exact: bool,
) -> None:
    """Match within stretches between two matches.

    With `exact`, only a stretch of equal length whose members are all alike at the same place: nothing moved
    there, everything was edited. Otherwise whatever is left over.
    """
    for old_range, new_range in gaps:
        taken = set(matches.values())
        left = [index for index in old_range if index not in matches]
        right = [index for index in new_range if index not in taken]
        if len(left) == len(right):
            alike = all(
                likeness(olds[a].tokens, news[b].tokens) >= SIMILAR for a, b in zip(left, right, strict=True)
            )
            if alike or not exact:
                matches.update(zip(left, right, strict=True))
        elif not exact:
            matches.update(_best_pairs(olds, news, left, right))


def _best_pairs(
    olds: Sequence[Entity], news: Sequence[Entity], left: list[int], right: list[int]
) -> list[tuple[int, int]]:
    """The pairs, in order, that are alike enough and add up to the greatest likeness (as in edit distance)."""
    best = [[0.0] * (len(right) + 1) for _ in range(len(left) + 1)]
    score: dict[tuple[int, int], float] = {}
    for i in range(len(left) - 1, -1, -1):
        for j in range(len(right) - 1, -1, -1):
            alike = likeness(olds[left[i]].tokens, news[right[j]].tokens)
            score[i, j] = alike if alike >= SIMILAR else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + score[i, j])
    pairs = []
    i = j = 0
    while i < len(left) and j < len(right):
        if score[i, j] and best[i][j] == best[i + 1][j + 1] + score[i, j]:
            pairs.append((left[i], right[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def likeness(first: tuple[object, ...], second: tuple[object, ...]) -> float:
    """The share of tokens that two entities have in common, from 0 to 1; two empty ones are alike."""
    if first == second:
        return 1.0
    total = len(first) + len(second)
    common = sum((Counter(first) & Counter(second)).values())
    return 2 * common / total


def _ordered_pairs(olds: Sequence[Entity], news: Sequence[Entity], matches: dict[int, int]) -> Pairs:
    back = {new: old for old, new in matches.items()}
    pairs: list[Pair] = []
    emitted = 0
    for index, new in enumerate(news):
        old_index = back.get(index)
        if old_index is not None:
            while emitted < old_index:
                if emitted not in matches:
                    pairs.append((olds[emitted], None))
                emitted += 1
            emitted = max(emitted, old_index + 1)
        pairs.append((olds[old_index] if old_index is not None else None, new))
    pairs.extend((olds[index], None) for index in range(emitted, len(olds)) if index not in matches)
    sequence = [back[index] for index in range(len(news)) if index in back]
    return Pairs(pairs, moved=any(a > b for a, b in pairwise(sequence)))


def _match_keys(olds: Sequence[Entity], news: Sequence[Entity], parent: Entity, *, ordered: bool) -> Pairs:
    pairs: list[Pair] = []
    gone: list[Entity] = []
    taken: set[int] = set()
    for old in olds:
        twin = parent.child(old.kind, old.key or "")
        if twin is None:
            gone.append(old)
        else:
            pairs.append((old, twin))
            taken.add(id(twin))
    fresh = [new for new in news if id(new) not in taken]
    for old in gone:
        twin = max(fresh, key=lambda new: likeness(old.tokens, new.tokens), default=None)
        if twin is not None and old.tokens and likeness(old.tokens, twin.tokens) >= SIMILAR:
            fresh = [new for new in fresh if new is not twin]
            pairs.append((old, twin))
        else:
            pairs.append((old, None))
    pairs.extend((None, new) for new in fresh)
    moved = False
    if ordered:
        place = {id(new): index for index, new in enumerate(news)}
        kept = {id(old): place[id(new)] for old, new in pairs if old is not None and new is not None}
        moved = any(a > b for a, b in pairwise(kept[id(old)] for old in olds if id(old) in kept))
    return Pairs(pairs, moved)


class Follower:
    """Follows paths of one state into another, for values that point at places."""

    def __init__(self, alignments: dict[str, TreeAlignment]) -> None:
        self._alignments = alignments

    def follow(self, mount: str, path: Path) -> Path | None:
        """The path in the later state of what stands at `path` in the earlier; None when it is gone.

        A step that names nothing in the earlier state (a place beyond the used range) is kept as it is.
        """
        alignment = self._alignments.get(mount)
        if alignment is None:
            return path
        old: Entity | None = alignment.before.root
        new: Entity | None = alignment.after.root
        axes: list[Pair] = [(old, new)]
        steps: list[Step] = []
        for kind, key in path:
            child = old.child(kind, key) if old is not None else None
            described = alignment.schema.kind(kind)
            twin: Entity | None = None
            step: Step = (kind, key)
            if child is not None and old is not None and new is not None:
                twin = alignment.pairs(old, new, kind, axes).after(child)
                if twin is not None:
                    step = step_to(alignment.schema, new, twin)
                elif not described.sparse:
                    return None
            if twin is None and described.align == "axis":
                moved = alignment.axis_keys(described.axis, axes).get(str(key), str(key))
                if moved is None:
                    return None
                step = (kind, moved)
                twin = new.child(kind, moved) if new is not None else None
            steps.append(step)
            old, new = child, twin
            axes.append((old, new))
        return tuple(steps)
