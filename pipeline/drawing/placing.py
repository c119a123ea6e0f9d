"""Where entities of a document stand on the pages that its application draws.

An entity is painted in a colour of its own in a copy, and the pixels of that colour tell. The copy must look like the
document everywhere else, or nothing is believed. What takes no colour but has a type (a chart) is given another one in
a copy, and what differs is where it stands, if all else stands where it did. What neither shows has no place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from forge.errors import PreparerError
from forge.pipeline.drawing.belonging import Owned, fresh_colours, owned
from forge.pipeline.drawing.boxes import Box, Rgb, difference, same_outside, stretches
from forge.pipeline.drawing.painting import Spot, Where, changed, is_at, named, plain_picture, spots, value_at
from forge.pipeline.drawing.rasters import pages_of
from forge.preparers.base import Files, Preparer
from forge.preparers.office.engine import office
from forge.states.changes import Comparison
from forge.states.entities import Path, Property, State, Tree
from forge.states.values import Colour, Reference, Value

if TYPE_CHECKING:
    from PIL.Image import Image

DYES = (16, 4)
"""Colours of one copy, and how many where so many are too many: some applications keep few apart. More entities take
more copies, each another digit."""
LAYERS = 5
"""The most copies: with more entities than these tell apart, the last ones have no place."""
TRIED = 16
"""So many fields are tried one by one where not all of a sort take a colour."""
NOWHERE = ("section",)
"""Kinds that are settings of pages: what is seen below them are headers and footers, not they themselves."""
EXTENTS = ("range", "print_area")
"""Properties that say over which other entities of the same parent one reaches, from the first to the last."""
EDGE = 2
"""Pixels by which what is painted may bleed over its box: lines are drawn over edges."""

_NOTHING: Mapping[Where, object] = {}
_Share = tuple[frozenset[Path], ...]
"""Entities that fields belong to alone, and those that they belong to with their neighbours."""


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

    Attributes:
        drawing: as its application draws it.

    Raises:
        UnreadableError: the application refuses it.
        EngineError: the application is not there, did not start, hung or died.
    """

    def __init__(self, preparer: Preparer[Any], files: Files, suffix: str) -> None:
        self._preparer = preparer
        self._files = files
        self._suffix = suffix
        self._takes: dict[Spot, bool] = {}
        self.drawing = Drawing(office().convert(files[""], suffix, ".pdf"))

    @cached_property
    def _spec(self) -> Any:
        return self._preparer.parse(self._files)

    @cached_property
    def tree(self) -> Tree:
        """Its state.

        Raises:
            UnreadableError: it cannot be read.
        """
        return self._preparer.tree(self._spec)

    def places(self, paths: Iterable[Path]) -> dict[Path, list[Box]]:
        """Where the entities at some paths stand, line by line; what is not in the answer, nobody can say.

        Raises:
            UnreadableError: it cannot be read, or the application refuses a painted copy.
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
        sorts: dict[tuple[str, str], list[Spot]] = {}
        for spot in paints.keys() - self._takes.keys():
            sorts.setdefault(spot.sort, []).append(spot)
        for alike in sorts.values():
            self._try(sorted(alike, key=lambda spot: str(spot.where)))
        dyes = {spot.where: dye for spot, dye in paints.items() if self._takes[spot]}
        files = self._preparer.write(changed(self._spec, dyes | dict(edits)))
        return Drawing(office().convert(files[""], self._suffix, ".pdf"))

    def _try(self, alike: Sequence[Spot]) -> None:
        """Note which fields of one sort take a colour: all, or those of the first ones that do by themselves."""
        dye = next(fresh_colours(self.tree))
        if self._writes({spot.where: dye for spot in alike}):
            self._takes |= dict.fromkeys(alike, True)
            return
        self._takes |= dict.fromkeys(alike, False)
        for spot in alike[:TRIED]:
            self._takes[spot] = self._writes({spot.where: dye})

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
        for spot in belongings.own | belongings.around:
            if not spot.is_picture:
                share = tuple(group.get(spot, frozenset()) for group in (belongings.own, belongings.around))
                sharing.setdefault(share, []).append(spot)
        for base in DYES if sharing else ():
            codes = dict(zip(sharing, self._codes(len(sharing), base), strict=False))
            with suppress(PreparerError):  # so many more colours are outside its domain: then with fewer
                return self._read(self._layers(sharing, codes), codes)
        return {}

    def _codes(self, count: int, base: int) -> Iterable[tuple[Colour, ...]]:
        """Different colours, or different sequences of few colours, for so many things."""
        dyes = list(islice(fresh_colours(self.tree), base))
        length = next((length for length in range(1, LAYERS) if base**length >= count), LAYERS)
        return product(dyes, repeat=length)

    def _layers(
        self, sharing: Mapping[_Share, Sequence[Spot]], codes: Mapping[_Share, tuple[Colour, ...]]
    ) -> list[list[Image]]:
        """The pages of painted copies, one for each digit of the codes.

        Raises:
            PreparerError: with so many colours it cannot be written.
        """
        return [
            self._draw({spot: code[digit] for share, code in codes.items() for spot in sharing[share]}).rough
            for digit in range(len(next(iter(codes.values()))))
        ]

    def _read(
        self, layers: Sequence[Sequence[Image]], codes: Mapping[_Share, tuple[Colour, ...]]
    ) -> dict[Path, list[Box]]:
        """Where painted things stand; nothing where painting changed more than colours of a page that has some."""
        if any(len(layer) != len(self.drawing.rough) for layer in layers):
            return {}
        shares = {tuple(map(_rgb, code)): share for share, code in codes.items()}
        own: dict[Path, list[Box]] = {}
        around: dict[Path, list[Box]] = {}
        for page in range(len(self.drawing.rough)):
            pictures = [layer[page] for layer in layers]
            boxes = stretches(page, pictures, shares)
            if boxes and not self._only_painted(pictures, [box for lines in boxes.values() for box in lines]):
                return {}
            for code, lines in boxes.items():
                for paths, into in zip(shares[code], (own, around), strict=True):
                    for path in paths:
                        into.setdefault(path, []).extend(lines)
        return around | own

    def _only_painted(self, pictures: Sequence[Image], boxes: Sequence[Box]) -> bool:
        """Whether pictures of a page show it as it is outside what is painted, and what is never drawn alike."""
        page = boxes[0].page
        plain = self.drawing.rough[page]
        covered = [box.grown(EDGE) for box in boxes]
        if all(same_outside(plain, picture, covered) for picture in pictures):
            return True
        unsteady = [box for box in self._unsteady if box.page == page]
        if not unsteady or any(box.meets(other) for box in unsteady for other in covered):
            return False
        return all(same_outside(plain, picture, covered + unsteady) for picture in pictures)

    @cached_property
    def _unsteady(self) -> list[Box]:
        """The boxes around what the application draws otherwise a second time, such as charts, page by page."""
        return [box.grown(EDGE) for box in _differences(self.drawing, self._draw({}))]

    def _pictures(self, belongings: Owned, wanted: Collection[Path]) -> dict[Path, list[Box]]:
        """The places of pictures: where something else is seen when another stands in their place."""
        found: dict[Path, list[Box]] = {}
        dye = next(fresh_colours(self.tree))
        for spot, paths in belongings.own.items():
            mine = paths.intersection(wanted)
            plain = plain_picture(value_at(self._spec, spot.where), dye) if spot.is_picture and mine else None
            if plain is not None:
                boxes = self._steady(_differences(self.drawing, self._draw({}, {spot.where: plain})))
                for path in mine if boxes else ():
                    found.setdefault(path, []).extend(boxes)
        return found

    def _steady(self, boxes: list[Box]) -> list[Box]:
        """The one box of a difference on a page that is always drawn alike; else nothing."""
        pages = {box.page for box in self._unsteady}
        steady = [box for box in boxes if box.page not in pages]
        return steady if len(steady) == 1 else []

    def _as_another(self, path: Path, belongings: Owned) -> list[Box]:
        """The place of what has a type and takes no colour, such as a chart: where another type looks otherwise.

        All else is painted, so that it is seen whether it stands where it stood.
        """
        edit = self._another_type(path)
        if edit is None:
            return []
        dye = next(fresh_colours(self.tree))
        paints = {
            spot: dye
            for spot in spots(self._spec)
            if not spot.is_picture and spot.where not in belongings.idle
        }
        try:
            one, other = self._draw(paints), self._draw(paints, edit)
        except PreparerError:  # even one more colour is outside its domain
            return []
        return _differences(one, other) if _stands_still(one, other, dye) else []

    def _another_type(self, path: Path) -> dict[Where, object] | None:
        """What to set in the spec so that an entity, and nothing else, looks otherwise all over; None where unclear.

        It gets another type, and other texts where it has some or could have. It must be the only one of its kind,
        for others may be drawn a little differently each time.
        """
        entity = self.tree.at(path)
        kind = self.tree.schema.kind(path[-1][0])
        if entity is None or "type" not in kind.properties:
            return None
        if sum(other.kind == kind.name for _, other in self.tree.walk()) > 1:
            return None
        now = self.tree.schema.value(entity, kind.name, "type")
        for where in named(self._spec, "type", now):
            edits: dict[Where, object] = {}
            for name in ("type", *(name for name, item in kind.properties.items() if _is_word(item))):
                spot = (*where[:-1], name)
                another = _another(kind.properties[name], self.tree.schema.value(entity, kind.name, name))
                if spot not in edits and self._only_changes(path, edits | {spot: another}):
                    edits[spot] = another
                if not edits:
                    break  # another one of that type
            if edits:
                return edits
        return None

    def _only_changes(self, path: Path, edits: Mapping[Where, object]) -> bool:
        """Whether edits change an entity's own properties and nothing else, and can be written."""
        if not all(is_at(self._spec, where) for where in edits) or not self._writes(edits):
            return False
        then = State({"": self._preparer.tree(changed(self._spec, edits))})
        changes = Comparison(State({"": self.tree}), then).changes()
        return bool(changes) and all(change.path == path and change.type == "set" for change in changes)

    def _extents(self, path: Path) -> list[tuple[Path, Path]]:
        """The first and the last entity of each range over which an entity reaches."""
        entity = self.tree.at(path)
        if entity is None:
            return []
        texts = [text for name in EXTENTS for text in _references(entity.properties.get(name))]
        known = self._names(path[:-1]) if texts else {}
        pairs = []
        for text in texts:
            first, _, last = self._below(path[:-1], text.replace("$", "")).partition(":")
            if first not in known or (last or first) not in known:
                return []
            pairs.append((known[first], known[last or first]))
        return pairs

    def _names(self, parent: Path) -> dict[str, Path]:
        """What is below an entity by its name there, as people of the application write it."""
        pretty = self.tree.schema.pretty
        if pretty is None:
            return {}
        return {
            self._below(parent, pretty(path, None)): path
            for path, _ in self.tree.walk()
            if len(path) > len(parent) and path[: len(parent)] == parent
        }

    def _below(self, parent: Path, name: str) -> str:
        """A name without that of the parent, where it begins with it, and the sign between."""
        pretty = self.tree.schema.pretty
        above = pretty(parent, None) if pretty is not None else ""
        return re.sub(r"^\W+", "", name.removeprefix(above))


def _is_word(described: Property) -> bool:
    """Whether a property is a choice or a text."""
    return bool(described.choices) or isinstance(described.example, str)


def _another(described: Property, now: Value) -> Value:
    """Another value of a property: another choice, or a text where there is none, or none."""
    if described.choices:
        return next(choice for choice in (*described.choices, None) if choice != now)
    return "Another" if now is None else None


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
