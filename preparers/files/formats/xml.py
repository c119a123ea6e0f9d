"""XML: elements with attributes and text."""

from __future__ import annotations

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.states.entities import Entity

DEEPEST = 60
"""Levels of nesting; a file that nests deeper is refused."""


def read(data: bytes) -> Reading:
    """The elements of an XML file, and its comments; the spaces around texts are not seen.

    Raises:
        UnreadableError: it is not well-formed, declares a document type, or nests too deep.
    """
    # Neither entities nor the network: a declared document type, which could ask for both, is refused.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"is not XML: {error}.") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise UnreadableError("declares a document type, which is not read.")
    comments = [
        Entity("comment", None, {"text": (comment.text or "").strip()})
        for comment in root.iter(etree.Comment)
    ]
    return Reading({"format": "xml"}, (_element(root, 1), *comments))


def _element(node: etree._Element, depth: int) -> Entity:
    if depth > DEEPEST:
        raise UnreadableError(f"nests deeper than {DEEPEST} levels.")
    attributes = [
        Entity("attribute", str(name), {"value": str(value)}) for name, value in node.attrib.items()
    ]
    below = [_element(child, depth + 1) for child in node if isinstance(child.tag, str)]
    properties = {
        "name": str(node.tag),
        "text": _bare(node.text),
        "tail": _bare(node.tail) if depth > 1 else None,
    }
    kept = {name: value for name, value in properties.items() if value is not None}
    return Entity("element", None, kept, (*attributes, *below))


def _bare(text: str | None) -> str | None:
    return (text or "").strip() or None
