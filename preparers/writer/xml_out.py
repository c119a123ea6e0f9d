"""XML elements in the words of the file, and what every part of a document shares while it is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from forge.preparers.writer.vocabulary import NAMESPACES, RELATIONS, A, R, W

Child = etree._Element | None  # noqa: SLF001 - lxml names its type of elements so


def w(tag: str, *children: Child, **attributes: object) -> etree._Element:
    """An element of the main namespace; a child that is None is left out, likewise an attribute."""
    return element(W + tag, *children, **{W + name: value for name, value in attributes.items()})


def element(tag: str, *children: Child, **attributes: object) -> etree._Element:
    """An element of any namespace."""
    made = etree.Element(tag, nsmap=NAMESPACES)
    for name, value in attributes.items():
        if value is not None:
            made.set(name, str(value))
    made.extend(child for child in children if child is not None)
    return made


def toggle(tag: str, *, on: bool | None) -> etree._Element | None:
    """An element that is there to switch something on or off; None says nothing."""
    if on is None:
        return None
    return w(tag) if on else w(tag, val="0")


def serialized(root: etree._Element) -> bytes:
    """The bytes of a part."""
    etree.cleanup_namespaces(root, keep_ns_prefixes=["w", "r"])
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


@dataclass
class Part:
    """A part of the package while it is written: where it points.

    Attributes:
        name: its name in the package.
        relations: type (its last word), target and whether it lies outside, in the order of their ids.
    """

    name: str
    relations: list[tuple[str, str, bool]] = field(default_factory=list)

    def relate(self, type_: str, target: str, *, external: bool = False) -> str:
        """The id under which the part points at a target."""
        wanted = (type_, target, external)
        if wanted not in self.relations:
            self.relations.append(wanted)
        return f"rId{self.relations.index(wanted) + 1}"

    def relations_part(self) -> tuple[str, bytes]:
        """The name and the bytes of the part that holds them."""
        folder, _, file = self.name.rpartition("/")
        space = "http://schemas.openxmlformats.org/package/2006/relationships"
        root = etree.Element(f"{{{space}}}Relationships", nsmap={None: space})  # type: ignore[dict-item]  # the default one
        for number, (type_, target, external) in enumerate(self.relations, 1):
            item = etree.SubElement(root, f"{{{space}}}Relationship")
            item.set("Id", f"rId{number}")
            item.set("Type", type_ if "://" in type_ else f"{RELATIONS}/{type_}")
            item.set("Target", target)
            if external:
                item.set("TargetMode", "External")
        content = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        return f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels", content


__all__ = ["A", "Child", "Part", "R", "W", "element", "serialized", "toggle", "w"]
