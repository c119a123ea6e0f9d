"""What the Impress preparer can write: everything else is refused with the reason.

The limits come from trying: what a save by LibreOffice 7.4 changes or drops is outside (`docs/states.md`).
"""

from __future__ import annotations

from collections.abc import Iterable

from forge.errors import PreparerError
from forge.preparers.impress.domain_text import FONTS, check_paragraphs, check_style, text_fault
from forge.preparers.impress.frames import SMALL, layout_of
from forge.preparers.impress.parts import Chart, Line, Table
from forge.preparers.impress.pictures import ending
from forge.preparers.impress.shapes_in import MAX_CELLS, MAX_SHAPES
from forge.preparers.impress.spec import Presentation, Shape, Slide
from forge.preparers.impress.vocabulary import (
    ANCHORS,
    CHART_TYPES,
    DASHES,
    GEOMETRIES,
    GROUPINGS,
    LEGENDS,
    ROLES,
    SPEEDS,
    TRANSITIONS,
)
from forge.states.values import Colour

__all__ = ["FONTS", "check"]

MAX_SLIDES = 100
_LARGEST = 140.0
"""Centimetres."""
_MOST_POINTS = 200


def check(deck: Presentation) -> None:
    """Make sure that a presentation lies within the domain.

    Raises:
        PreparerError: it does not; the message says where and what would be.
    """
    if not 1 <= len(deck.slides) <= MAX_SLIDES:
        raise PreparerError(f"A presentation needs 1 to {MAX_SLIDES} slides; it has {len(deck.slides)}.")
    if deck.more_masters or any(slide.master != 1 for slide in deck.slides):
        raise PreparerError("A presentation with several masters can be read, not written.")
    for what, length in (("width", deck.width), ("height", deck.height)):
        if not 2.6 <= length <= _LARGEST or not _whole(length):
            raise PreparerError(
                f"The {what} of slides is {length} cm; 2.6 to {_LARGEST} in hundredths can be."
            )
    places = [("The master", deck.master.shapes)]
    places += [(f"Slide {number}", slide.shapes) for number, slide in enumerate(deck.slides, 1)]
    for where, shapes in places:
        try:
            _check_shapes(shapes)
        except PreparerError as error:
            raise PreparerError(f"{where}: {error}", hint=error.hint) from error
    _check_master(deck)
    for number, slide in enumerate(deck.slides, 1):
        try:
            _check_slide(slide)
        except PreparerError as error:
            raise PreparerError(f"Slide {number}: {error}", hint=error.hint) from error


def _whole(length: float) -> bool:
    """Whether a length is a whole number of tenths of a millimetre."""
    return abs(length * 100 - round(length * 100)) < 1e-6


def _check_master(deck: Presentation) -> None:
    master = deck.master
    for role, style in (
        ("titles", master.title),
        ("subtitles", master.subtitle),
        ("bodies", master.body),
        ("other texts", master.other),
        ("small texts", master.small),
    ):
        check_style(f"the master's style of {role}", style)
    if any(shape.role is not None for shape in master.shapes):
        raise PreparerError("The master makes its placeholders itself; its shapes can have no role.")
    if any(shape.kind in ("table", "chart") for shape in master.shapes):
        raise PreparerError("Tables and charts on the master do not survive saving.")
    if len(master.level_sizes) != 4 or len(master.bullets) != 5:
        raise PreparerError("The master needs the sizes of levels 2 to 5 and the bullets of levels 1 to 5.")
    _check_background(master.background)


def _check_background(background: Colour | bytes | str | None) -> None:
    if isinstance(background, str):
        raise PreparerError(
            f"A background of {background!r} can be read, not written; a colour or a picture can."
        )
    if isinstance(background, bytes):
        ending(background)


def _check_slide(slide: Slide) -> None:
    if layout_of(slide) is None:
        found = [shape.role for shape in slide.shapes if shape.role is not None and shape.role not in SMALL]
        roles = ", ".join(found) or "none"
        raise PreparerError(f"no layout has just these placeholders: {roles}; see `frames.LAYOUTS`.")
    for role in SMALL:
        if sum(shape.role == role for shape in slide.shapes) > 1:
            raise PreparerError(f"it has more than one {role}.")
    _check_background(slide.background)
    if fault := text_fault(slide.notes):
        raise PreparerError(f"its notes cannot be stored: {fault}.")
    if slide.notes != slide.notes.strip("\n"):
        raise PreparerError("its notes begin or end with an empty line, which does not survive saving.")
    transition = slide.transition
    if transition is None:
        return
    if transition.type not in TRANSITIONS or transition.speed not in SPEEDS:
        raise PreparerError(
            f"the transition {transition.type!r}, {transition.speed} does not survive saving; "
            f"{', '.join(TRANSITIONS)} do, {', '.join(SPEEDS)}."
        )
    if transition.after is not None and not (
        0 <= transition.after <= 3600 and float(transition.after).is_integer()
    ):
        raise PreparerError(
            f"a slide cannot give way after {transition.after} seconds; whole ones to 3600 can be."
        )


def _check_shapes(shapes: list[Shape]) -> None:
    if len(shapes) > MAX_SHAPES:
        raise PreparerError(f"there are {len(shapes)} shapes, at most {MAX_SHAPES} can be.")
    seen: set[str] = set()
    for shape in shapes:
        if shape.role is None:
            if (
                not shape.name
                or shape.name in seen
                or shape.name in ROLES
                or shape.name != shape.name.strip()
            ):
                raise PreparerError(
                    f"the shape name {shape.name!r} is empty, taken twice or that of a placeholder."
                )
            seen.add(shape.name)
        try:
            _check_shape(shape)
        except PreparerError as error:
            named = shape.role or f"shape {shape.name!r}"
            raise PreparerError(f"{named}: {error}", hint=error.hint) from error


def _check_shape(shape: Shape) -> None:
    for what in ("left", "top", "width", "height"):
        length = getattr(shape, what)
        if not _whole(length) or not -_LARGEST <= length <= _LARGEST:
            raise PreparerError(f"{what} is {length} cm; hundredths to {_LARGEST} can be.")
    least = 0.0 if shape.kind == "line" else 0.1
    if shape.width < least or shape.height < least:
        raise PreparerError(f"it is {shape.width} cm by {shape.height} cm, which is too small.")
    for text, what in ((shape.name, "name"), (shape.description or "", "description")):
        if fault := text_fault(text):
            raise PreparerError(f"its {what} cannot be stored: {fault}.")
    if shape.anchor is not None and shape.anchor not in ANCHORS:
        raise PreparerError(f"its text cannot stand {shape.anchor!r}; {', '.join(ANCHORS)} can be.")
    if isinstance(shape.fill, str):
        raise PreparerError(f"a fill of {shape.fill!r} can be read, not written; a colour can.")
    if not 0 <= shape.rotation < 360 or not float(shape.rotation).is_integer():
        raise PreparerError(f"it is turned by {shape.rotation} degrees; whole ones from 0 to 359 can be.")
    _check_line(shape.line)
    _check_kind(shape)
    check_paragraphs(shape.paragraphs)


def _check_line(line: Line | None) -> None:
    if line is None:
        return
    if line.dash not in DASHES:
        raise PreparerError(f"a line cannot be {line.dash!r}; {', '.join(DASHES)} can be.")
    if not 0.25 <= line.width <= 20 or not float(line.width * 4).is_integer():
        raise PreparerError(f"a line of {line.width} points cannot be kept; quarters from 0.25 to 20 can.")


def _check_kind(shape: Shape) -> None:
    held = [name for name in ("picture", "table", "chart") if getattr(shape, name) is not None]
    if len(held) > 1 or (held and (shape.paragraphs or shape.fill is not None)):
        raise PreparerError("a picture, a table or a chart is that alone, without text and fill.")
    if shape.role is not None and (held or shape.geometry != "rectangle"):
        raise PreparerError("a placeholder is a rectangle with text; another form gets lost.")
    if shape.flipped and shape.kind != "line":
        raise PreparerError("only lines rise.")
    if shape.description is not None and shape.picture is None:
        raise PreparerError("only the alternative text of pictures survives saving.")
    if shape.picture is not None:
        ending(shape.picture)
    elif shape.table is not None:
        _check_flat(shape)
        _check_table(shape, shape.table)
    elif shape.chart is not None:
        _check_flat(shape)
        check_chart(shape.chart)
    elif shape.geometry not in GEOMETRIES:
        raise PreparerError(
            f"the form {shape.geometry!r} does not survive saving; {', '.join(GEOMETRIES)} do."
        )
    elif shape.kind == "line" and (
        shape.line is None or shape.paragraphs or shape.fill is not None or shape.rotation
    ):
        raise PreparerError("a line has a colour and a width, and nothing else.")


def _check_flat(shape: Shape) -> None:
    if shape.line is not None or shape.rotation:
        raise PreparerError(f"the outline and the rotation of a {shape.kind} get lost.")


def _check_table(shape: Shape, table: Table) -> None:
    if not table.rows or not table.widths or len(table.rows) * len(table.widths) > MAX_CELLS:
        raise PreparerError(f"a table has 1 to {MAX_CELLS:,} cells.")
    if any(len(row) != len(table.widths) for row in table.rows):
        raise PreparerError("each row of a table has as many cells as there are columns.")
    if any(width < 0.5 or not _whole(width) for width in table.widths):
        raise PreparerError("a column is at least 0.5 cm wide, in hundredths.")
    if round(sum(table.widths), 2) != round(shape.width, 2):
        raise PreparerError(
            f"the columns are {sum(table.widths):.2f} cm wide, but the table is {shape.width} cm."
        )
    for cell in (cell for row in table.rows for cell in row):
        if isinstance(cell.fill, str):
            raise PreparerError(f"a fill of {cell.fill!r} can be read, not written; a colour can.")
        if cell.anchor not in ANCHORS:
            raise PreparerError(
                f"the text of a cell cannot stand {cell.anchor!r}; {', '.join(ANCHORS)} can be."
            )
        check_paragraphs(cell.paragraphs)


def check_chart(chart: Chart) -> None:
    """Make sure that a chart comes back as it was.

    Raises:
        PreparerError: it does not.
    """
    if chart.type not in CHART_TYPES:
        raise PreparerError(
            f"a chart of type {chart.type!r} cannot be written; {', '.join(CHART_TYPES)} can."
        )
    if chart.grouping not in GROUPINGS or (chart.type in ("line", "pie") and chart.grouping != "clustered"):
        raise PreparerError(f"the series of a {chart.type} chart cannot be {chart.grouping!r}.")
    if chart.legend is not None and chart.legend not in LEGENDS:
        raise PreparerError(f"a legend cannot stand {chart.legend!r}; {', '.join(LEGENDS)} can be.")
    if chart.type == "pie" and (len(chart.series) != 1 or chart.x_title or chart.y_title):
        raise PreparerError("a pie has one series and no axes.")
    if not chart.series or not 1 <= len(chart.categories) <= _MOST_POINTS or len(chart.series) > 24:
        raise PreparerError(f"a chart needs 1 to {_MOST_POINTS} categories and 1 to 24 series.")
    if any(len(series.values) != len(chart.categories) for series in chart.series):
        raise PreparerError("each series has a number, or None, for each category.")
    if all(value is None for series in chart.series for value in series.values):
        raise PreparerError("a chart needs a number.")
    _check_chart_texts(
        [*chart.categories, *(series.name for series in chart.series)],
        [chart.title, chart.x_title, chart.y_title],
    )


def _check_chart_texts(labels: Iterable[str], titles: Iterable[str | None]) -> None:
    for text in [*labels, *(title for title in titles if title is not None)]:
        if not text or text != text.strip() or "\n" in text or text_fault(text):
            raise PreparerError(
                f"the text {text!r} of a chart is empty, has spaces around it or cannot be stored."
            )
