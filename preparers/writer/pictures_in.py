"""Pictures out of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from lxml import etree

from forge.preparers.office.markup import Package, Relation, number
from forge.preparers.writer.spec import Picture
from forge.preparers.writer.vocabulary import EMU_IN_CENTIMETRE, WP, A, R


def read_picture(item: etree._Element, package: Package, relations: Mapping[str, Relation]) -> Picture | None:
    """The picture of a drawing; None where it is something else, or lies outside the file."""
    holder = next((child for child in item if child.tag in (f"{WP}inline", f"{WP}anchor")), None)
    blip = item.find(f".//{A}blip")
    if holder is None or blip is None:
        return None
    relation = relations.get(blip.get(f"{R}embed") or "")
    if relation is None or relation.external or relation.target not in package.parts:
        return None
    extent, about = holder.find(f"{WP}extent"), holder.find(f"{WP}docPr")
    width, height = (
        round(number(extent.get(side) or "0") / EMU_IN_CENTIMETRE, 1) if extent is not None else 0.0
        for side in ("cx", "cy")
    )
    return Picture(
        package.parts[relation.target],
        width,
        height,
        (about.get("descr") or "") if about is not None else "",
        _place(holder),
    )


def _place(holder: etree._Element) -> Literal["inline", "left", "right", "centre", "free"]:
    if holder.tag == f"{WP}inline":
        return "inline"
    align = holder.find(f"{WP}positionH/{WP}align")
    match align.text if align is not None else None:
        case "left":
            return "left"
        case "right":
            return "right"
        case "center":
            return "centre"
    return "free"
