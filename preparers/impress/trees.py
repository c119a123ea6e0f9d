"""The state of a presentation: its spec as a tree, every property effective and in one form."""

from __future__ import annotations

import re
from dataclasses import fields

from forge.preparers.impress.parts import Chart, Line, Master, Paragraph, Role, Table, TableCell, Transition
from forge.preparers.impress.pictures import identity
from forge.preparers.impress.places import letters, role_key
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.impress.spec import Presentation, Shape, Slide
from forge.preparers.impress.stretches import Look, looks_of
from forge.preparers.impress.vocabulary import NO_BULLET
from forge.states.entities import Entity, Tree
from forge.states.values import Colour, Value

Properties = dict[str, Value]

_OUTER_BREAKS = re.compile(r"^[ \n]*\n|\n[ \n]*$")
_LOOK = tuple(item.name for item in fields(Look))


def tree_of(deck: Presentation) -> Tree:
    """The tree of a presentation."""
    masters = [deck.master, *deck.more_masters]
    children = [_master(master) for master in masters]
    children += [_slide(slide, masters[min(slide.master, len(masters)) - 1]) for slide in deck.slides]
    properties = _given("presentation", {"width": _number(deck.width), "height": _number(deck.height)})
    return Tree(SCHEMA, Entity("presentation", properties=properties, children=children))


def _given(kind: str, properties: Properties) -> Properties:
    """Properties without those that equal the default of their kind."""
    documented = SCHEMA.kinds[kind].properties
    return {
        name: value
        for name, value in properties.items()
        if value is not None and value != documented[name].default
    }


def _number(value: float) -> float:
    """A number to two decimals, whole where it can be."""
    rounded = round(value, 2)
    return int(rounded) if float(rounded).is_integer() else rounded


def _behind(background: Colour | bytes | str | None) -> Value:
    return identity(background) if isinstance(background, bytes) else background


def _master(master: Master) -> Entity:
    properties = _given("master", {"background": _behind(master.background)})
    shapes = _shapes(master.shapes, master)
    return Entity("master", None, properties, shapes, _tokens(shapes))


def _slide(slide: Slide, master: Master) -> Entity:
    shapes = _shapes(slide.shapes, master)
    behind = slide.background if slide.background is not None else master.background
    properties = _given(
        "slide",
        {
            "hidden": slide.hidden,
            "notes": slide.notes or None,
            "background": _behind(behind),
            "master": slide.master,
        },
    )
    children = [*shapes, *([_transition(slide.transition)] if slide.transition is not None else [])]
    tokens = (*_tokens(shapes), *slide.notes.splitlines())
    return Entity("slide", None, properties, children, tokens)


def _tokens(shapes: list[Entity]) -> tuple[Value, ...]:
    """What tells a slide from others: its texts and its pictures, and that it has charts and tables."""
    found: list[Value] = []
    for shape in shapes:
        for entity in shape.walk():
            for name in ("text", "picture", "title", "name"):
                value = entity.properties.get(name)
                if value is not None:
                    found.append(value)
    return tuple(found)


def _transition(transition: Transition) -> Entity:
    properties: Properties = {
        "type": transition.type,
        "speed": transition.speed,
        "after": _number(transition.after) if transition.after is not None else None,
    }
    return Entity("transition", "transition", _given("transition", properties))


def _shapes(shapes: list[Shape], master: Master) -> list[Entity]:
    """Shapes with keys: placeholders by role, others by name, equal ones with a number."""
    counts: dict[str, int] = {}
    taken: set[str] = set()
    found = []
    for shape in shapes:
        wanted: str = shape.role or shape.name or shape.kind
        key = wanted
        while key in taken:
            counts[wanted] = counts.get(wanted, 1) + 1
            key = (
                f"{wanted} ({counts[wanted]})" if shape.role is None else role_key(shape.role, counts[wanted])
            )
        taken.add(key)
        found.append(_shape(shape, key, master))
    return found


def _shape(shape: Shape, key: str, master: Master) -> Entity:
    anchor = shape.anchor or (master.style(shape.role).anchor if shape.role is not None else "top")
    drawn = shape.kind not in ("picture", "table", "chart")
    properties: Properties = {
        "kind": shape.kind,
        "role": shape.role,
        **{name: _number(getattr(shape, name)) for name in ("left", "top", "width")},
        "height": _number(shape.height) if shape.table is None else None,
        "rotation": _number(shape.rotation % 360),
        "flipped": shape.flipped and shape.width > 0 and shape.height > 0,
        "fill": shape.fill,
        **_line(shape.line),
        "anchor": anchor if drawn and any(map(_text, shape.paragraphs)) else None,
        "description": shape.description if shape.kind == "picture" else None,
        "picture": identity(shape.picture) if shape.picture is not None else None,
    }
    children = _paragraphs(shape.paragraphs, master, shape.role)
    if shape.table is not None:
        children += _table(shape.table, master)
    if shape.chart is not None:
        children.append(_chart(shape.chart))
    return Entity("shape", key, _given("shape", properties), children)


def _line(line: Line | None) -> Properties:
    if line is None:
        return {}
    return {"line": line.colour, "line_width": _number(line.width), "line_dash": line.dash}


def _paragraphs(paragraphs: list[Paragraph], master: Master, role: Role | None) -> list[Entity]:
    if not any(map(_text, paragraphs)):
        return []
    return [_paragraph(paragraph, master, role) for paragraph in paragraphs]


def _text(paragraph: Paragraph) -> str:
    """The text of a paragraph; LibreOffice drops line breaks before and after it, or adds a space to them."""
    return _OUTER_BREAKS.sub("", paragraph.text)


def _paragraph(paragraph: Paragraph, master: Master, role: Role | None) -> Entity:
    """A paragraph; one without text is nothing but that, whatever is said about it."""
    text = _text(paragraph)
    looks = looks_of(paragraph, master, role) if text else None
    if looks is None:
        return Entity("paragraph", None, {}, (), ("",))
    base, stretches = looks
    bullet = paragraph.bullet if paragraph.bullet is not None else master.bullet(role, paragraph.level)
    style = master.style(role)
    before = paragraph.before if paragraph.before is not None else master.before if role == "body" else 0
    properties: Properties = {
        "text": text,
        "level": paragraph.level if bullet != NO_BULLET else 1,
        "alignment": paragraph.alignment if paragraph.alignment is not None else style.alignment,
        "bullet": bullet if bullet != NO_BULLET else None,
        "line_spacing": _number(paragraph.line_spacing if paragraph.line_spacing is not None else 100),
        "before": _number(before),
        "after": _number(paragraph.after or 0),
        **_look(base),
    }
    children = [Entity("stretch", item.key, _given("stretch", _look(item.look))) for item in stretches]
    return Entity(
        "paragraph", None, _given("paragraph", properties), children, tuple(text.split()) or (text,)
    )


def _look(look: Look) -> Properties:
    properties: Properties = {name: getattr(look, name) for name in _LOOK}
    properties["size"] = _number(look.size)
    return properties


def _table(table: Table, master: Master) -> list[Entity]:
    columns = [
        Entity(
            "column", letters(at), _given("column", {"width": _number(width)}), (), _column_tokens(table, at)
        )
        for at, width in enumerate(table.widths, 1)
    ]
    return columns + [_row(row, master) for row in table.rows]


def _column_tokens(table: Table, number: int) -> tuple[Value, ...]:
    return tuple(row[number - 1].text for row in table.rows if number <= len(row) and row[number - 1].text)


def _row(row: list[TableCell], master: Master) -> Entity:
    cells = [
        Entity(
            "cell",
            letters(at),
            _given("cell", {"fill": cell.fill, "anchor": cell.anchor}),
            _paragraphs(cell.paragraphs, master, None),
            (),
        )
        for at, cell in enumerate(row, 1)
    ]
    return Entity("row", None, {}, cells, tuple(cell.text for cell in row if cell.text))


def _chart(chart: Chart) -> Entity:
    properties: Properties = {
        "type": chart.type,
        "grouping": chart.grouping,
        "title": chart.title,
        "x_title": chart.x_title,
        "y_title": chart.y_title,
        "legend": chart.legend,
        "categories": tuple(chart.categories) or None,
    }
    children = [
        Entity(
            "series",
            None,
            {
                "name": series.name,
                "values": tuple(value if value is not None else "" for value in series.values),
            },
            (),
            (series.name, *(value for value in series.values if value is not None)),
        )
        for series in chart.series
    ]
    return Entity("chart", "chart", _given("chart", properties), children)
