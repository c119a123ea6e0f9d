"""Where entities of a document stand on the pages that its application draws.

An entity is painted in a colour of its own in a copy, and the pixels of that colour tell. The copy must look like the
document everywhere else, or nothing is believed. What takes no colour but has a type (a chart) is given another one in
a copy, and what differs is where it stands, provided that all else stands where it did. What neither shows has no place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from forge.errors import PreparerError
from forge.pipeline.belonging import Owned, fresh_colours, owned
from forge.pipeline.boxes import Box, Rgb, difference, same_outside, stretches
from forge.pipeline.painting import Spot, Where, changed, named, plain_picture, spots, value_at
from forge.pipeline.rasters import pages_of
from forge.preparers.base import Files, Preparer
from forge.preparers.office.engine import office
from forge.states.changes import Comparison
from forge.states.entities import Path, State, Tree
from forge.states.values import Colour, Reference, Value

if TYPE_CHECKING:
    from PIL.Image import Image

DYES = 16
"""Colours of one copy: some applications keep few apart. More entities take more copies, each another digit."""
LAYERS = 3
NOWHERE = ("section",)
"""Kinds that are settings of pages: what is seen below them are headers and footers, not they themselves."""
EXTENTS = ("range", "print_area")
"""Properties that say over which other entities of the same parent one reaches, from the first to the last."""
EDGE = 2
"""Pixels by which what is painted may bleed over its box: lines are drawn over edges."""

_NOTHING: Mapping[Where, object] = {}
_Share = tuple[frozenset[Path], bool]
"""Entities that are painted together, and whether nothing else is painted with them."""


@dataclass(frozen=True)
class Drawing:
    """A document as its application draws it.

    Attributes:
        pdf: its pages.
        rough: its pages as pictures without mixed colours.
    """

    pdf: bytes

    @cached_property
    def rough(self) -> list[Image]:
        """Its pages as pictures without mixed colours."""
        return pages_of(self.pdf, smooth=False)


class Document:
    """A document of which places are asked.

    Args:
        preparer: reads and writes it.
        files: it, laid out as it is to be drawn.
        suffix: the ending of its file.

    Raises:
        UnreadableError: it cannot be read, or the application refuses it.
        EngineError: the application is not there, did not start, hung or died.
    """

    def __init__(self, preparer: Preparer[Any], files: Files, suffix: str) -> None:
        self._preparer = preparer
        self._takes: dict[tuple[str, str], bool] = {}
        self._suffix = suffix
        self._spec = preparer.parse(files)
        self.tree: Tree = preparer.tree(self._spec)
        self.drawing = Drawing(office().convert(files[""], suffix, ".pdf"))

    def places(self, paths: Iterable[Path]) -> dict[Path, list[Box]]:
        """Where the entities at some paths stand, line by line; what is not in the answer, nobody can say.

        Raises:
            UnreadableError: the application refuses a painted copy.
            EngineError: the application did not start, hung or died.
        """
        asked = {path for path in paths if self._can_stand(path)}
        ends = {path: self._extents(path) for path in asked}
        wanted = asked.union(*(pair for pairs in ends.values() for pair in pairs))
        if not wanted:
            return {}
        belongings = owned(self._preparer, self._spec, self.tree, wanted)
        found = self._painted(belongings)
        found |= self._pictures(belongings, wanted - found.keys())
        for path in sorted(asked - found.keys()):
            between = [_between(pair, found) for pair in ends[path]]
            boxes = [box for box in between if box is not None]
            if len(boxes) < len(between) or not boxes:
                boxes = self._as_another(path, belongings)
            if boxes:
                found[path] = boxes
        return {path: boxes for path, boxes in found.items() if path in asked}

    def _can_stand(self, path: Path) -> bool:
        return bool(path) and path[-1][0] not in NOWHERE and self.tree.at(path) is not None

    def _draw(self, paints: Mapping[Spot, Colour], edits: Mapping[Where, object] = _NOTHING) -> Drawing:
        """A copy in which fields have other colours, as far as they take any, and some places hold other things."""
        for sort in {spot.sort for spot in paints} - self._takes.keys():
            self._takes[sort] = self._writes(
                {spot.where: dye for spot, dye in paints.items() if spot.sort == sort}
            )
        dyes = {spot.where: dye for spot, dye in paints.items() if self._takes[spot.sort]}
        files = self._preparer.write(changed(self._spec, dyes | dict(edits)))
        return Drawing(office().convert(files[""], self._suffix, ".pdf"))

    def _writes(self, edits: Mapping[Where, object]) -> bool:
        """Whether the spec lies in the declared domain after edits: some fields take colours of a fixed choice only."""
        try:
            self._preparer.write(changed(self._spec, edits))
        except PreparerError:
            return False
        return True

    def _painted(self, belongings: Owned) -> dict[Path, list[Box]]:
        """The places of what takes a colour."""
        sharing: dict[_Share, list[Spot]] = {}
        for alone, group in ((True, belongings.own), (False, belongings.around)):
            for spot, paths in group.items():
                if not spot.is_picture:
                    sharing.setdefault((paths, alone), []).append(spot)
        codes = dict(zip(sharing, self._codes(len(sharing)), strict=False))
        if not codes:
            return {}
        layers = [
            self._draw({spot: code[digit] for share, code in codes.items() for spot in sharing[share]}).rough
            for digit in range(len(next(iter(codes.values()))))
        ]
        return self._read(layers, codes)

    def _codes(self, count: int) -> Iterable[tuple[Colour, ...]]:
        """Different colours, or different pairs or triples of colours, for so many things."""
        dyes = list(islice(fresh_colours(self.tree), DYES))
        length = next((length for length in range(1, LAYERS) if DYES**length >= count), LAYERS)
        return product(dyes, repeat=length)

    def _read(
        self, layers: Sequence[Sequence[Image]], codes: Mapping[_Share, tuple[Colour, ...]]
    ) -> dict[Path, list[Box]]:
        """Where painted things stand; nothing on pages on which painting changed more than colours."""
        if any(len(layer) != len(self.drawing.rough) for layer in layers):
            return {}
        shares = {tuple(map(_rgb, code)): share for share, code in codes.items()}
        found: dict[bool, dict[Path, list[Box]]] = {True: {}, False: {}}
        for page in range(len(self.drawing.rough)):
            pictures = [layer[page] for layer in layers]
            boxes = stretches(page, pictures, shares)
            if boxes and not self._only_painted(pictures, [box for lines in boxes.values() for box in lines]):
                return {}
            for code, lines in boxes.items():
                paths, alone = shares[code]
                for path in paths:
                    found[alone].setdefault(path, []).extend(lines)
        return found[False] | found[True]

    def _only_painted(self, pictures: Sequence[Image], boxes: Sequence[Box]) -> bool:
        """Whether pictures of a page show it as it is outside what is painted, and what is never drawn alike."""
        page = boxes[0].page
        plain = self.drawing.rough[page]
        covered = [box.grown(EDGE) for box in boxes]
        if all(same_outside(plain, picture, covered) for picture in pictures):
            return True
        unsteady = [box for box in self._unsteady if box.page == page]
        return bool(unsteady) and all(
            same_outside(plain, picture, covered + unsteady) for picture in pictures
        )

    @cached_property
    def _unsteady(self) -> list[Box]:
        """The boxes around what the application draws otherwise a second time, such as charts, page by page."""
        return [box.grown(EDGE) for box in _differences(self.drawing, self._draw({}))]

    def _pictures(self, belongings: Owned, wanted: Collection[Path]) -> dict[Path, list[Box]]:
        """The places of pictures: where something else is seen when another stands in their place."""
        found: dict[Path, list[Box]] = {}
        (dye,) = islice(fresh_colours(self.tree), 1)
        for spot, paths in belongings.own.items():
            mine = paths.intersection(wanted)
            plain = plain_picture(value_at(self._spec, spot.where), dye) if spot.is_picture and mine else None
            if plain is not None:
                boxes = self._steady(_differences(self.drawing, self._draw({}, {spot.where: plain})))
                for path in mine if boxes else ():
                    found.setdefault(path, []).extend(boxes)
        return found

    def _steady(self, boxes: list[Box]) -> list[Box]:
        """Boxes of differences, or nothing where anything on their pages is never drawn alike."""
        pages = {box.page for box in self._unsteady}
        return [] if pages.intersection(box.page for box in boxes) else boxes

    def _as_another(self, path: Path, belongings: Owned) -> list[Box]:
        """The place of what has a type and takes no colour, such as a chart: where another type looks otherwise.

        All else is painted, so that it is seen whether it stands where it stood.
        """
        edit = self._another_type(path)
        if edit is None:
            return []
        (dye,) = islice(fresh_colours(self.tree), 1)
        paints = {
            spot: dye
            for spot in spots(self._spec)
            if not spot.is_picture and spot.where not in belongings.idle
        }
        one, other = self._draw(paints), self._draw(paints, edit)
        return _differences(one, other) if _stands_still(one, other, dye) else []

    def _another_type(self, path: Path) -> dict[Where, object] | None:
        """What to set in the spec so that an entity, and nothing else, is of another type; None where unclear.

        It must be the only one of its kind, for others may be drawn a little differently each time.
        """
        entity = self.tree.at(path)
        kind = self.tree.schema.kind(path[-1][0])
        described = kind.properties.get("type")
        if entity is None or described is None or sum(e.kind == kind.name for _, e in self.tree.walk()) > 1:
            return None
        now = self.tree.schema.value(entity, kind.name, "type")
        other = next((choice for choice in described.choices if choice != now), None)
        for where in named(self._spec, "type", now) if other is not None else ():
            edit: dict[Where, object] = {where: other}
            then = State({"": self._preparer.tree(changed(self._spec, edit))})
            changes = Comparison(State({"": self.tree}), then).changes()
            if changes and all(change.path == path for change in changes):
                return edit if self._writes(edit) else None
        return None

    def _extents(self, path: Path) -> list[tuple[Path, Path]]:
        """The first and the last entity of each range over which an entity reaches."""
        entity = self.tree.at(path)
        if entity is None or self.tree.schema.pretty is None:
            return []
        texts = [text for name in EXTENTS for text in _references(entity.properties.get(name))]
        if not texts:
            return []
        known = self._names(path[:-1])
        pairs = []
        for text in texts:
            ends = [known.get(end) for end in text.replace("$", "").split(":")]
            if None in ends:
                return []
            pairs.append((ends[0], ends[-1]))
        return pairs  # type: ignore[return-value]

    def _names(self, parent: Path) -> dict[str, Path]:
        """What is below an entity by its name there, as people of the application write it."""
        pretty = self.tree.schema.pretty
        start = self.tree.at(parent)
        if pretty is None or start is None:
            return {}
        above = pretty(parent, None)
        return {
            re.sub(r"^\W+", "", pretty(path, None).removeprefix(above)): path
            for path, _ in self.tree.walk()
            if len(path) > len(parent) and path[: len(parent)] == parent
        }


def _references(value: Value) -> list[str]:
    """The places that a value names."""
    if isinstance(value, Reference):
        return value.text.replace(",", " ").split()
    return [text for item in value for text in _references(item)] if isinstance(value, tuple) else []


def _between(ends: tuple[Path, Path], found: Mapping[Path, Sequence[Box]]) -> Box | None:
    """The box from one entity to another; None where one has no place, or they stand on two pages."""
    boxes = [box for end in ends for box in found.get(end, ())]
    if not all(found.get(end) for end in ends) or len({box.page for box in boxes}) > 1:
        return None
    return reduce(Box.hull, boxes)


def _differences(one: Drawing, other: Drawing) -> list[Box]:
    """The boxes around what differs on each page; none where there are more pages than before, or fewer."""
    if len(one.rough) != len(other.rough):
        return []
    pairs = enumerate(zip(one.rough, other.rough, strict=True))
    return [box for page, pair in pairs if (box := difference(page, *pair)) is not None]


def _stands_still(one: Drawing, other: Drawing, dye: Colour) -> bool:
    """Whether all that is painted stands within the same bounds in two drawings, and something is."""
    code = (_rgb(dye),)
    bounds = []
    for drawing in (one, other):
        lines = [
            stretches(page, [picture], [code]).get(code, []) for page, picture in enumerate(drawing.rough)
        ]
        bounds.append([reduce(Box.hull, boxes) if boxes else None for boxes in lines])
    return bounds[0] == bounds[1] and any(box is not None for box in bounds[0])


def _rgb(colour: Colour) -> Rgb:
    code = int(colour.code[1:], 16)
    return code >> 16, code >> 8 & 0xFF, code & 0xFF
