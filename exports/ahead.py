"""Work that is mostly waiting, done ahead in threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from forge.storage.objects import PARALLEL

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_AHEAD = 32
"""Tasks that are worked on ahead: what a store's answer or a file takes is mostly waiting."""


def ahead(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """What the work gives for each item, in their order, a few of them done ahead.

    The items are taken in the caller's thread. What the work raises is raised where its result would come.
    """
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(max_workers=PARALLEL) as pool:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) == MOST_AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
