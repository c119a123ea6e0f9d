"""The XML of presentations: names with prefixes, elements from nested calls, lengths in the file's units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from lxml import etree

Element = etree._Element  # noqa: SLF001 - lxml has no public name for the type

NAMESPACES = {
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "p": "http://schemas.openxmlformats.org/presentationml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
}
_WRITTEN = {prefix: NAMESPACES[prefix] for prefix in ("a", "p", "r")}

CENTIMETRE = 360_000
"""English metric units, in which files give lengths."""
POINT = 12_700

Child = Element | None


@lru_cache(maxsize=1024)
def name(prefixed: str) -> str:
    """A name such as `a:p` as lxml writes it."""
    prefix, _, local = prefixed.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{local}" if local else prefixed


@lru_cache
def _spaces(prefix: str) -> dict[str, str] | None:
    """The namespaces that an element with a prefix declares.

    Left to itself lxml takes the prefix that some library registered, or makes one up where none has been loaded.
    """
    if prefix == "p":
        return _WRITTEN
    return {prefix: NAMESPACES[prefix]} if prefix in NAMESPACES else None


def make(tag: str, attributes: Mapping[str, object] | None = None, *children: Child) -> Element:
    """An element; attributes and children that are None are left out, truth values are 1 and 0."""
    element = etree.Element(name(tag), nsmap=_spaces(tag.partition(":")[0]))
    for key, value in (attributes or {}).items():
        if value is not None:
            element.set(name(key), _text(value))
    for child in children:
        if child is not None:
            element.append(child)
    return element


def holding(tag: str, text: str) -> Element:
    """An element with a text."""
    element = make(tag)
    element.text = text
    return element


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def document(root: Element) -> bytes:
    """The bytes of a part."""
    etree.cleanup_namespaces(root, keep_ns_prefixes=["a", "p", "r"])
    content: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return content


def relations(targets: Iterable[tuple[str, str, str, bool]]) -> bytes:
    """The part that says where another part points: id, last word of the type, target, whether it is outside."""
    outside = {True: ' TargetMode="External"', False: ""}
    base = NAMESPACES["r"]
    lines = [
        f'<Relationship Id="{key}" Type="{base}/{kind}" Target="{_escaped(target)}"{outside[external]}/>'
        for key, kind, target, external in targets
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{''.join(lines)}</Relationships>"
    ).encode()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def emu(centimetres: float) -> int:
    """A length in the file's units, a whole number of tenths of a millimetre."""
    return round(centimetres * 100) * (CENTIMETRE // 100)


def centimetres(units: int | str | None) -> float:
    """A length of a file in centimetres, to a tenth of a millimetre.

    Raises:
        ValueError: it is no number.
    """
    return round(int(units or 0) / CENTIMETRE, 2)


def find(element: Element | None, *path: str) -> Element | None:
    """The first descendant by a path of names, or None."""
    for step in path:
        if element is None:
            return None
        element = element.find(name(step))
    return element


def children(element: Element | None, *tags: str) -> list[Element]:
    """The children with one of some names, in order."""
    if element is None:
        return []
    wanted = set(map(name, tags))
    return [child for child in element if child.tag in wanted]


def local(element: Element) -> str:
    """The name of an element without its namespace; empty for a comment."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""
