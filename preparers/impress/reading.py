"""A presentation out of its file: nothing that the file hides is executed or followed."""

from __future__ import annotations

from collections.abc import Mapping

from forge.errors import UnreadableError
from forge.preparers.impress.colours import Palette, fill_of
from forge.preparers.impress.inheritance import Sheet
from forge.preparers.impress.markup import Element, centimetres, children, find, local, name
from forge.preparers.impress.parts import WHITE, Master, Speed, Transition
from forge.preparers.impress.shapes_in import Surroundings, read_shapes
from forge.preparers.impress.spec import Presentation, Slide
from forge.preparers.impress.text_in import plain_text
from forge.preparers.impress.vocabulary import SPEEDS, TRANSITIONS
from forge.preparers.office.file_types import PRESENTATION
from forge.preparers.office.markup import Package, Relation, read_package
from forge.states.values import Colour

MAX_SLIDES = 300
_SPEEDS = {value: key for key, value in SPEEDS.items()}
_TRANSITIONS = {value[0]: key for key, value in TRANSITIONS.items()}
_THEME_FONTS = {
    f"+{short}-{key}": (long, tag)
    for short, long in (("mj", "a:majorFont"), ("mn", "a:minorFont"))
    for key, tag in (("lt", "a:latin"), ("ea", "a:ea"), ("cs", "a:cs"))
}


def read_presentation(content: bytes, what: str = "the presentation") -> Presentation:
    """The presentation that a pptx file holds, in canonical form.

    Raises:
        UnreadableError: the file is empty, of another type, protected, damaged or too large.
    """
    return read_package(content, what, PRESENTATION, lambda package: _Reader(package).presentation())


class _Reader:
    """Reads one package; layouts and masters once each."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._sheets: dict[str, Sheet] = {}
        self._masters: list[Master] = []
        self._defaults: Element | None = None

    def presentation(self) -> Presentation:
        """The whole presentation."""
        main = self._main()
        root = self._package.xml(main)
        if root.tag != name("p:presentation"):
            raise UnreadableError(f"{self._package.what} is not a presentation: its main part is none.")
        self._defaults = find(root, "p:defaultTextStyle")
        size = find(root, "p:sldSz")
        if size is None:
            raise UnreadableError(f"{self._package.what} is damaged: it does not say how large slides are.")
        relations = self._package.relations(main)
        listed = children(find(root, "p:sldIdLst"), "p:sldId")
        if len(listed) > MAX_SLIDES:
            raise UnreadableError(
                f"{self._package.what} is too large: {len(listed):,} slides, at most {MAX_SLIDES} are read."
            )
        deck = Presentation(width=centimetres(size.get("cx")), height=centimetres(size.get("cy")))
        for item in listed:
            relation = relations.get(item.get(name("r:id")) or "")
            if relation is None or relation.external or relation.type != "slide":
                raise UnreadableError(f"{self._package.what} is damaged: a slide has no part.")
            deck.slides.append(self._slide(relation.target))
        if not self._masters:
            self._masters = self._unused_masters(relations)
        deck.master, deck.more_masters = self._masters[0], self._masters[1:]
        return deck

    def _main(self) -> str:
        for relation in self._package.relations("").values():
            if relation.type == "officeDocument" and not relation.external:
                if not relation.target.startswith("ppt/"):
                    break
                return relation.target
        raise UnreadableError(
            f"{self._package.what} is not a presentation: its package names no presentation part."
        )

    def _unused_masters(self, relations: Mapping[str, Relation]) -> list[Master]:
        """The masters of a presentation without slides."""
        targets = [relation.target for relation in relations.values() if relation.type == "slideMaster"]
        return [self._decoration(self._sheet(target)) for target in targets[:1]] or [Master()]

    def _slide(self, part: str) -> Slide:
        root = self._package.xml(part)
        if root.tag != name("p:sld"):
            raise UnreadableError(f"{self._package.what} is damaged: {part} is no slide.")
        relations = self._package.relations(part)
        layout = self._sheet(self._target(relations, "slideLayout", part))
        master = self._decoration(layout)
        if master not in self._masters:
            self._masters.append(master)
        notes = next((item.target for item in relations.values() if item.type == "notesSlide"), None)
        behind = self._background(root, part, layout.palette)
        return Slide(
            read_shapes(
                find(root, "p:cSld", "p:spTree"), self._surroundings(layout, part), placeholders=True
            ),
            root.get("show") in ("0", "false"),
            self._notes(notes) if notes is not None else "",
            behind if behind != master.background else None,
            _transition(root),
            self._masters.index(master) + 1,
        )

    def _target(self, relations: Mapping[str, Relation], kind: str, part: str) -> str:
        for relation in relations.values():
            if relation.type == kind and not relation.external:
                return relation.target
        raise UnreadableError(f"{self._package.what} is damaged: {part} has no {kind}.")

    def _sheet(self, part: str) -> Sheet:
        """A layout or a master, read once."""
        if part not in self._sheets:
            root = self._package.xml(part)
            relations = self._package.relations(part)
            if local(root) == "sldLayout":
                master = self._sheet(self._target(relations, "slideMaster", part))
                self._sheets[part] = Sheet(root, master.palette, master.fonts, master, part)
            elif local(root) == "sldMaster":
                theme = self._package.xml(self._target(relations, "theme", part))
                said = find(root, "p:clrMap")
                names = {str(key): str(value) for key, value in said.items()} if said is not None else {}
                self._sheets[part] = Sheet(root, Palette(theme, names), _fonts(theme), None, part)
            else:
                raise UnreadableError(f"{self._package.what} is damaged: {part} is no layout and no master.")
        return self._sheets[part]

    def _decoration(self, sheet: Sheet) -> Master:
        """What a layout and its master show on every slide: the background and what is no placeholder."""
        sheets = [sheet] if sheet.master is None else [sheet.master, sheet]
        found = Master()
        for item in sheets:
            around = self._surroundings(item, item.part)
            found.shapes += read_shapes(find(item.root, "p:cSld", "p:spTree"), around, placeholders=False)
            behind = self._background(item.root, item.part, item.palette)
            found.background = behind if behind is not None else found.background
        return found

    def _surroundings(self, layout: Sheet, part: str) -> Surroundings:
        relations = self._package.relations(part)

        def picture(key: str) -> bytes | None:
            relation = relations.get(key)
            return self._package.parts.get(relation.target) if relation and not relation.external else None

        def chart(key: str) -> Element | None:
            relation = relations.get(key)
            return self._package.xml(relation.target) if relation and not relation.external else None

        links = {
            key: relation.target
            for key, relation in relations.items()
            if relation.type in ("hyperlink", "slide")
        }
        return Surroundings(layout, self._defaults, links, picture, chart, self._package.what)

    def _background(self, root: Element, part: str, palette: Palette) -> Colour | bytes | str | None:
        """What is said to be behind everything: a colour, the bytes of a picture, or another kind of fill."""
        behind = find(root, "p:cSld", "p:bg")
        reference = find(behind, "p:bgRef")
        if reference is not None:
            return palette.of(reference) or WHITE
        properties = find(behind, "p:bgPr")
        blip = find(properties, "a:blipFill", "a:blip")
        if blip is not None:
            relation = self._package.relations(part).get(blip.get(name("r:embed")) or "")
            content = self._package.parts.get(relation.target) if relation is not None else None
            return content if content is not None else "picture"
        return fill_of(properties, palette)

    def _notes(self, part: str) -> str:
        """The notes of a slide, without empty lines around them."""
        tree = find(self._package.xml(part), "p:cSld", "p:spTree")
        for shape in children(tree, "p:sp"):
            holder = find(shape, "p:nvSpPr", "p:nvPr", "p:ph")
            if holder is not None and holder.get("type") == "body":
                return plain_text(find(shape, "p:txBody")).strip("\n")
        return ""


def _fonts(theme: Element) -> dict[str, str]:
    scheme = find(theme, "a:themeElements", "a:fontScheme")
    found = {}
    for key, (font, tag) in _THEME_FONTS.items():
        item = find(scheme, font, tag)
        if item is not None and item.get("typeface"):
            found[key] = item.get("typeface") or ""
    return found


def _transition(root: Element) -> Transition | None:
    """How a slide comes in; of alternatives the one for applications that know least."""
    element = find(root, "p:transition")
    if element is None:
        element = find(root, "mc:AlternateContent", "mc:Fallback", "p:transition")
    if element is None:
        return None
    kinds = [local(item) for item in element if local(item) not in ("", "sndAc", "extLst")]
    advance = element.get("advTm")
    after = round(int(advance) / 1000, 1) if advance is not None else None
    if not kinds and after is None:
        return None
    kind = _TRANSITIONS.get(kinds[0], kinds[0]) if kinds else "none"
    speed: Speed = "fast"
    match _SPEEDS.get(element.get("spd") or "fast", "fast"):
        case "slow":
            speed = "slow"
        case "medium":
            speed = "medium"
    return Transition(kind, speed, after)
