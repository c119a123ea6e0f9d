"""Which member of one sequence is which member of another, from their contents alone.

A content is a tuple of tokens. What is equal and stands in the same order is matched first, then what is equal
and has moved, then what is alike (also where it has moved as well), and last what stands at the same place of a
stretch of equal length: that was edited beyond recognition. What is equal in the end has kept its order, for nobody
could see that it has not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

Tokens: TypeAlias = tuple[Any, ...]
Details: TypeAlias = tuple[Sequence[object], Sequence[object]]

SIMILAR = 0.5
"""Two members whose tokens overlap by at least this share can be one that was edited."""

GONE = -1
"""Where a member went that has no counterpart."""

_LARGEST_TABLE = 4096
"""Stretches with more pairs than this are not compared all with all."""


def match_sequence(
    olds: Sequence[Tokens], news: Sequence[Tokens], details: Callable[[], Details] | None = None
) -> list[int]:
    """For each old member the index of its counterpart, or `GONE`.

    A pure function of the contents; members without tokens are blank and never said to have moved.

    Args:
        olds: the tokens of each old member.
        news: the tokens of each new member.
        details: for each old and each new member something that is equal where all of them is; asked for where
            several members have the same tokens.
    """
    if len(olds) == len(news) and list(olds) == list(news):
        return list(range(len(olds)))
    matching = _Matching(olds, news)
    exact: Details = (olds, news)
    if details is not None and repeated(olds, news):
        exact = details()
        matching.match_ends(*exact)
        matching.match_equal_in_order(*exact)
    matching.match_ends(olds, news)
    matching.match_equal_in_order(olds, news)
    matching.match_equal_anywhere()
    matching.match_alike()
    matching.match_in_place()
    matching.put_equal_in_order(exact[1])
    return matching.forward


def repeated(*sequences: Sequence[Tokens]) -> set[Tokens]:
    """The contents that several members of a sequence have."""
    found: set[Tokens] = set()
    for members in sequences:
        seen: set[Tokens] = set()
        for content in members:
            (found if content in seen else seen).add(content)
    return found


def match_contents(olds: Sequence[Tokens], news: Sequence[Tokens]) -> list[int]:
    """For each old member the index of the one with its content or one alike, or `GONE`, whatever the order."""
    matching = _Matching(olds, news)
    matching.match_equal_anywhere()
    matching.match_alike()
    if 0 < len(olds) * len(news) <= _LARGEST_TABLE:
        matching.take_best((i, j) for i in matching.old_left() for j in matching.new_left())
    return matching.forward


def in_order(forward: Sequence[int]) -> bool:
    """Whether matched members stand in the same order."""
    return all(a < b for a, b in pairwise(j for j in forward if j != GONE))


def likeness(first: Tokens, second: Tokens) -> float:
    """The share of tokens that two members have in common, from 0 to 1; two blank ones are alike."""
    total = len(first) + len(second)
    if not total or first == second:
        return 1.0
    one, other = set(first), set(second)
    if len(one) + len(other) == total:
        return 2 * len(one & other) / total
    return 2 * sum((Counter(first) & Counter(second)).values()) / total


class _Matching:
    """A matching while it is worked out, each step adding to what the steps before it have found."""

    def __init__(self, olds: Sequence[Tokens], news: Sequence[Tokens]) -> None:
        self.olds = olds
        self.news = news
        self.forward = [GONE] * len(olds)
        self.back = [GONE] * len(news)

    def take(self, old: int, new: int) -> None:
        """Say that two members are one."""
        self.forward[old] = new
        self.back[new] = old

    def old_left(self) -> list[int]:
        """The old members without a counterpart."""
        return [index for index, new in enumerate(self.forward) if new == GONE]

    def new_left(self) -> list[int]:
        """The new members without a counterpart."""
        return [index for index, old in enumerate(self.back) if old == GONE]

    def match_ends(self, olds: Sequence[object], news: Sequence[object]) -> None:
        """Match what is equal from both ends on, as far as it stands."""
        shorter = min(len(olds), len(news))
        head = 0
        while head < shorter and olds[head] == news[head] and self._may_take(head, head):
            self.take(head, head)
            head += 1
        old, new = len(olds) - 1, len(news) - 1
        while min(old, new) >= head and olds[old] == news[new] and self._may_take(old, new):
            self.take(old, new)
            old, new = old - 1, new - 1

    def _may_take(self, old: int, new: int) -> bool:
        """Whether two members are one already, or both free."""
        return self.forward[old] == new or (self.forward[old] == GONE and self.back[new] == GONE)

    def match_equal_in_order(self, olds: Sequence[Any], news: Sequence[Any]) -> None:
        """Match the most members that are equal and stand in one order (after Hunt and Szymanski)."""
        for old_gap, new_gap in list(self.gaps()):
            places: dict[object, list[int]] = {}
            for new in reversed(new_gap):
                if self.news[new]:
                    places.setdefault(news[new], []).append(new)
            equal = ((old, new) for old in old_gap for new in places.get(olds[old], ()))
            for old, new in _longest_chain(equal):
                self.take(old, new)

    def match_equal_anywhere(self) -> None:
        """Match what is equal and has moved."""
        places: dict[Tokens, list[int]] = {}
        for new in reversed(self.new_left()):
            if self.news[new]:
                places.setdefault(self.news[new], []).append(new)
        for old in self.old_left():
            free = places.get(self.olds[old])
            if free:
                self.take(old, free.pop())

    def match_alike(self) -> None:
        """Match what shares a token that nothing else has, the most alike first."""
        rare_old = _only_holders(self.olds, self.old_left())
        rare_new = _only_holders(self.news, self.new_left())
        found = {(old, rare_new[token]) for token, old in rare_old.items() if token in rare_new}
        for olds, news in self.gaps():
            if len(olds) == len(news):
                found.update(zip(olds, news, strict=True))
        self.take_best(found)

    def take_best(self, candidates: Iterable[tuple[int, int]]) -> None:
        """Take those of some pairs that are alike enough, the most alike first, the nearest before others."""
        graded = [
            (-alike, abs(old - new), old, new)
            for old, new in candidates
            if self.olds[old] and self.news[new]
            if (alike := likeness(self.olds[old], self.news[new])) >= SIMILAR
        ]
        for _, _, old, new in sorted(graded):
            if self.forward[old] == GONE and self.back[new] == GONE:
                self.take(old, new)

    def gaps(self) -> Iterator[tuple[list[int], list[int]]]:
        """The stretches without a match between matches that stand in order: old and new members."""
        old_start = new_start = 0
        matches = ((old, new) for old, new in enumerate(self.forward) if new != GONE)
        for old, new in [*_longest_chain(matches), (len(self.olds), len(self.news))]:
            olds = [index for index in range(old_start, old) if self.forward[index] == GONE]
            news = [index for index in range(new_start, new) if self.back[index] == GONE]
            if olds or news:
                yield olds, news
            old_start, new_start = old + 1, new + 1

    def match_in_place(self) -> None:
        """Match within stretches: one to one where they are equally long, else what is alike, in order."""
        for olds, news in list(self.gaps()):
            if len(olds) == len(news):
                pairs = list(zip(olds, news, strict=True))
            elif len(olds) * len(news) <= _LARGEST_TABLE:
                pairs = self._best_in_order(olds, news)
            else:
                pairs = self._alike_at_ends(olds, news)
            for old, new in pairs:
                self.take(old, new)

    def put_equal_in_order(self, news: Sequence[object]) -> None:
        """Let new members that are equal have their counterparts in the order in which they stand themselves."""
        standing: dict[object, list[int]] = {}
        for new, old in enumerate(self.back):
            if old != GONE:
                standing.setdefault(news[new], []).append(new)
        for equal in standing.values():
            for old, new in zip(sorted(self.back[new] for new in equal), equal, strict=True):
                self.take(old, new)

    def _best_in_order(self, olds: list[int], news: list[int]) -> list[tuple[int, int]]:
        """The pairs, in order, that are alike enough and add up to the greatest likeness."""
        best = [[0.0] * (len(news) + 1) for _ in range(len(olds) + 1)]
        worth: dict[tuple[int, int], float] = {}
        for i in range(len(olds) - 1, -1, -1):
            for j in range(len(news) - 1, -1, -1):
                alike = likeness(self.olds[olds[i]], self.news[news[j]])
                worth[i, j] = alike if alike >= SIMILAR else 0.0
                best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + worth[i, j])
        pairs = []
        i = j = 0
        while i < len(olds) and j < len(news):
            if worth[i, j] and best[i][j] == best[i + 1][j + 1] + worth[i, j]:
                pairs.append((olds[i], news[j]))
                i, j = i + 1, j + 1
            elif best[i][j] == best[i + 1][j]:
                i += 1
            else:
                j += 1
        return pairs

    def _alike_at_ends(self, olds: list[int], news: list[int]) -> list[tuple[int, int]]:
        """The pairs that are alike from the front on, then from the back on."""
        pairs = []
        shorter = min(len(olds), len(news))
        head = 0
        while head < shorter and self._alike(olds[head], news[head]):
            pairs.append((olds[head], news[head]))
            head += 1
        tail = 1
        while tail <= shorter - head and self._alike(olds[-tail], news[-tail]):
            pairs.append((olds[-tail], news[-tail]))
            tail += 1
        return pairs

    def _alike(self, old: int, new: int) -> bool:
        return likeness(self.olds[old], self.news[new]) >= SIMILAR


def _longest_chain(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs in which both indices rise.

    Args:
        pairs: by the first index, and where that is one, by the second backwards.
    """
    ends: list[int] = []
    links: list[Any] = []
    for old, new in pairs:
        length = bisect_left(ends, new)
        ends[length : length + 1] = [new]
        links[length : length + 1] = [(old, new, links[length - 1] if length else None)]
    found = []
    chain = links[-1] if links else None
    while chain is not None:
        found.append((chain[0], chain[1]))
        chain = chain[2]
    return found[::-1]


def _only_holders(contents: Sequence[Tokens], members: Sequence[int]) -> dict[object, int]:
    """The tokens that only one of some members holds, with that member."""
    holders: dict[object, int] = {}
    shared: set[object] = set()
    for member in members:
        for token in contents[member]:
            if holders.setdefault(token, member) != member:
                shared.add(token)
    return {token: member for token, member in holders.items() if token not in shared}
