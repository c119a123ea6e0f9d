"""The changes of a task, and where each stands on the pictures of its documents at the start and in the golden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from forge.errors import UnreadableError
from forge.gates.base import Case
from forge.pipeline.drawing.boxes import Box, joined
from forge.pipeline.drawing.placing import Document
from forge.pipeline.wording import ChangeGroup, Names, alike, grouped
from forge.states.changes import Change, Comparison
from forge.states.entities import Path

Side = tuple[str, int]
"""A mount, and 0 for the start or 1 for the golden."""

TOGETHER = 8
"""Marks of one sort that stand so many pixels apart, and so much out of line, become one."""


@dataclass
class Mark:
    """The changes of one sort.

    Attributes:
        number: from 1, as it stands beside its frames and in the list.
        group: the changes in words.
        places: for each change, where it stands on each side; empty where nobody can say.
    """

    number: int
    group: ChangeGroup
    places: list[dict[Side, list[Box]]] = field(default_factory=list)

    def frames(self, side: Side, page: int) -> list[Box]:
        """The boxes to be framed on a page of one side."""
        boxes = [box for place in self.places for box in place.get(side, ()) if box.page == page]
        return joined(boxes, TOGETHER)

    def pages(self, mount: str) -> set[int]:
        """The pages of a mount, from 0, on which something of it is seen on either side."""
        return {
            box.page
            for place in self.places
            for (own, _), boxes in place.items()
            if own == mount
            for box in boxes
        }

    def unseen(self, shown: Mapping[str, Iterable[int]]) -> str:
        """What of it is marked on none of the shown pages, in words; empty when all is."""
        seen = sum(
            any(box.page in set(shown.get(mount, ())) for (mount, _), boxes in place.items() for box in boxes)
            for place in self.places
        )
        if seen == len(self.places):
            return ""
        elsewhere = sorted(
            box.page + 1
            for place in self.places
            for (mount, _), boxes in place.items()
            for box in boxes
            if box.page not in set(shown.get(mount, ()))
        )
        pages = list(dict.fromkeys(elsewhere))
        words = [f"{seen} of {len(self.places)} marked here" if seen else "not marked here"]
        if pages:
            words.append(f"more on page {', '.join(map(str, pages[:6]))}{' …' if len(pages) > 6 else ''}")
        if unknown := sum(not place for place in self.places):
            whole = "" if unknown == len(self.places) else f"{unknown} of them "
            words.append(f"{whole}without a place that can be told from a picture")
        return "; ".join(words)


def marks_of(case: Case, documents: Mapping[Side, Document]) -> list[Mark]:
    """The changes of a task by sort, each with its places in some documents.

    Args:
        case: the task.
        documents: the documents as they are drawn.

    Raises:
        StorageError: a file of the bundle is missing or damaged.
        UnreadableError: a document of the bundle cannot be read.
        EngineError: an application did not start, hung or died.
    """
    changes = Comparison(case.start, case.golden).changes()
    mounts = case.record.mounts
    names = Names(mounts[0].mount if len(mounts) == 1 else "")
    places = {
        side: _places(document, [path for change in changes if (path := _path(change, side)) is not None])
        for side, document in documents.items()
    }
    found = []
    for number, (group, members) in enumerate(
        zip(grouped(changes, (case.start, case.golden), names), alike(changes), strict=True), 1
    ):
        found.append(Mark(number, group, [_of_change(change, places) for change in members]))
    return found


def _path(change: Change, side: Side) -> Path | None:
    """Where a change stands on a side: what is gone nowhere in the golden, what is new nowhere at the start."""
    mount, golden = side
    if change.mount != mount:
        return None
    if golden:
        return change.path if change.type != "removed" else None
    return change.old_path


def _of_change(change: Change, places: Mapping[Side, Mapping[Path, list[Box]]]) -> dict[Side, list[Box]]:
    found = {}
    for side, known in places.items():
        path = _path(change, side)
        if path is not None and path in known:
            found[side] = known[path]
    return found


def _places(document: Document, paths: list[Path]) -> dict[Path, list[Box]]:
    try:
        return document.places(paths)
    except UnreadableError:  # the application refuses a painted copy, so nobody can say
        return {}
