"""Presentations as hypothesis makes them: everything that the domain allows, from small to strange."""

from __future__ import annotations

from io import BytesIO

from hypothesis import strategies as st
from PIL import Image

from forge.preparers.impress.domain import FONTS
from forge.preparers.impress.frames import LAYOUTS, SMALL, new_slide, placeholder_of
from forge.preparers.impress.spec import (
    STANDARD,
    WIDE,
    Chart,
    Line,
    Master,
    Paragraph,
    Presentation,
    Run,
    Series,
    Shape,
    Slide,
    Table,
    TableCell,
    TextStyle,
    Transition,
)
from forge.preparers.impress.vocabulary import (
    ALIGNMENTS,
    ANCHORS,
    CHARACTERS,
    CHART_TYPES,
    DASHES,
    DATE_FIELD,
    GEOMETRIES,
    GROUPINGS,
    LEGENDS,
    NO_BULLET,
    NUMBER_FIELD,
    NUMBERINGS,
    SPEEDS,
    TRANSITIONS,
    UNDERLINES,
)
from forge.states.values import Colour

WORDS = (
    "Sales",
    "of",
    "the",
    "north",
    "rose",
    "by",
    "12%",
    "in",
    "May,",
    "Q3",
    "Über",
    "naïve",
    "“so”",
    "a & b",
    "<x>",
    "—",
    "it’s",
    "東京",
    "Ω",
    "a",
    "a",
)
NAMES = ("Box", "Logo", "Chart 1", "My picture", "Ünï & <co>", "Arrow", "text", "It's")


def picture(colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    """The bytes of a PNG picture of one colour."""
    buffer = BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


PICTURES = tuple(picture(name) for name in ("red", "green", "blue"))

colours = st.sampled_from(["#000000", "#FFFFFF", "#C00000", "#00B050", "#1F4E79", "#FFC107", "#7F7F7F"]).map(
    Colour
)
lengths = st.integers(0, 1500).map(lambda tenths: tenths / 100)
sides = st.integers(50, 1500).map(lambda tenths: tenths / 100)
sizes = st.sampled_from([8, 10.5, 12, 18, 20, 24, 32, 40, 60])
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
fields = st.sampled_from([NUMBER_FIELD, DATE_FIELD]).map(Run)
links = st.builds(
    Run,
    text=phrases,
    link=st.sampled_from(["https://example.org/", "https://example.org/a?b=c&d", "mailto:ann@example.org"]),
    bold=st.none() | st.booleans(),
)
runs = (
    fields
    | links
    | st.builds(
        Run,
        text=phrases | phrases.map(lambda text: text + " ") | st.sampled_from(["\n", " ", "x\ny"]),
        bold=st.none() | st.booleans(),
        italic=st.booleans(),
        underline=st.none() | st.sampled_from(list(UNDERLINES)),
        strike=st.booleans(),
        colour=st.none() | colours,
        font=st.none() | st.sampled_from(FONTS),
        size=st.none() | sizes,
        script=st.none() | st.none() | st.sampled_from(["superscript", "subscript"]),
    )
)
plain_runs = phrases.map(Run)
bullets = st.none() | st.sampled_from([NO_BULLET, *CHARACTERS, *NUMBERINGS])
paragraphs = st.builds(
    Paragraph,
    runs=st.lists(runs | plain_runs, max_size=3),
    level=st.integers(1, 5),
    alignment=st.none() | st.sampled_from(list(ALIGNMENTS)),
    bullet=bullets,
    line_spacing=st.none() | st.sampled_from([80, 90, 100, 115, 150, 200]),
    before=st.none() | st.integers(0, 30),
    after=st.none() | st.integers(0, 30),
)
texts = st.lists(paragraphs, max_size=4)
lines = st.builds(
    Line,
    colour=colours,
    width=st.integers(1, 24).map(lambda quarters: quarters / 4),
    dash=st.sampled_from(list(DASHES)),
)
drawings = st.builds(
    Shape,
    left=lengths,
    top=lengths,
    width=sides,
    height=sides,
    geometry=st.sampled_from([name for name in GEOMETRIES if name != "line"]),
    paragraphs=texts,
    anchor=st.none() | st.sampled_from(list(ANCHORS)),
    fill=st.none() | colours,
    line=st.none() | lines,
    rotation=st.just(0) | st.integers(0, 359),
)
straight = st.builds(
    Shape,
    left=lengths,
    top=lengths,
    width=lengths,
    height=lengths,
    geometry=st.just("line"),
    line=lines,
    flipped=st.booleans(),
)
pictures = st.builds(
    Shape,
    left=lengths,
    top=lengths,
    width=sides,
    height=sides,
    picture=st.sampled_from(PICTURES),
    line=st.none() | lines,
    rotation=st.just(0) | st.integers(0, 359),
    description=st.none() | phrases,
)


@st.composite
def tables(draw: st.DrawFn) -> Shape:
    """A table of a few cells."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    widths = draw(
        st.lists(st.integers(100, 800).map(lambda tenths: tenths / 100), min_size=columns, max_size=columns)
    )
    cell = st.builds(
        TableCell,
        paragraphs=st.lists(paragraphs, max_size=2),
        fill=st.none() | colours,
        anchor=st.sampled_from(list(ANCHORS)),
    )
    cells = [[draw(cell) for _ in range(columns)] for _ in range(rows)]
    return Shape(
        "",
        draw(lengths),
        draw(lengths),
        round(sum(widths), 2),
        rows * 1.0,
        table=Table(cells, widths),
    )


@st.composite
def charts(draw: st.DrawFn) -> Shape:
    """A chart of a few numbers."""
    count = draw(st.integers(1, 5))
    kind = draw(st.sampled_from(CHART_TYPES))
    numbers = st.integers(1, 5000) | st.integers(1, 5000).map(lambda number: number / 4)
    if kind != "pie":
        numbers = st.none() | numbers | st.integers(-500, 0)
    many = 1 if kind == "pie" else draw(st.integers(1, 3))
    chart = Chart(
        kind,
        [f"{draw(st.sampled_from(WORDS))} {at}" for at in range(count)],
        [Series(f"{draw(phrases)} {at}", [draw(numbers) for _ in range(count)]) for at in range(many)],
        draw(st.sampled_from(list(GROUPINGS))) if kind in ("column", "bar") else "clustered",
        draw(st.none() | phrases),
        draw(st.none() | phrases) if kind != "pie" else None,
        draw(st.none() | phrases) if kind != "pie" else None,
        draw(st.none() | st.sampled_from(list(LEGENDS))),
    )
    if all(value is None for series in chart.series for value in series.values):
        chart.series[0].values[0] = 1
    return Shape("", draw(lengths), draw(lengths), draw(sides), draw(sides), chart=chart)


def named(shapes: list[Shape], names: list[str]) -> list[Shape]:
    """Shapes with different names."""
    for shape, name in zip(shapes, names, strict=False):
        shape.name = name
    return shapes


@st.composite
def slides(draw: st.DrawFn, deck: Presentation) -> Slide:
    """A slide of any layout with any shapes."""
    layout = draw(st.sampled_from(list(LAYOUTS)))
    slide = new_slide(deck, layout)
    for shape in slide.shapes:
        shape.paragraphs = draw(texts)
        if draw(st.booleans()):
            shape.left, shape.top = draw(lengths), draw(lengths)
        if draw(st.integers(0, 3)) == 0:
            shape.fill = draw(colours)
        if draw(st.integers(0, 3)) == 0:
            shape.line = draw(lines)
        if draw(st.integers(0, 3)) == 0:
            shape.rotation = draw(st.integers(0, 359))
        shape.anchor = draw(st.none() | st.sampled_from(list(ANCHORS)))
    for role in SMALL:
        if draw(st.integers(0, 3)) == 0:
            small = placeholder_of(deck, layout, role)
            small.write(draw(phrases) if role != "slide number" else NUMBER_FIELD)
            slide.shapes.append(small)
    others = draw(st.lists(drawings | straight | pictures | tables() | charts(), max_size=3))
    slide.shapes += named(others, draw(st.permutations(NAMES)))
    slide.shapes = draw(st.permutations(slide.shapes))
    slide.hidden = draw(st.booleans())
    slide.notes = draw(st.sampled_from(["", ""]) | st.lists(phrases, min_size=1, max_size=3).map("\n".join))
    slide.background = draw(st.none() | colours | st.sampled_from(PICTURES))
    slide.transition = draw(
        st.none()
        | st.builds(
            Transition,
            st.sampled_from(list(TRANSITIONS)),
            st.sampled_from(list(SPEEDS)),
            st.none() | st.integers(0, 100),
        )
    )
    return slide


@st.composite
def presentations(draw: st.DrawFn) -> Presentation:
    """A presentation."""
    width, height = draw(st.sampled_from([WIDE, STANDARD, STANDARD[::-1], (21.0, 29.7)]))
    style = st.builds(
        TextStyle,
        font=st.sampled_from(FONTS),
        size=sizes,
        colour=colours,
        bold=st.booleans(),
        alignment=st.sampled_from(list(ALIGNMENTS)),
        anchor=st.sampled_from(list(ANCHORS)),
    )
    master = (
        Master(draw(colours))
        if draw(st.booleans())
        else Master(draw(colours), [], draw(style), draw(style), draw(style), draw(style), draw(style))
    )
    if draw(st.integers(0, 3)) == 0:
        master.background = draw(st.sampled_from(PICTURES))
    master.shapes = named(draw(st.lists(drawings, max_size=1)), draw(st.permutations(NAMES)))
    deck = Presentation([], width, height, master)
    deck.slides = [draw(slides(deck)) for _ in range(draw(st.integers(1, 3)))]
    return deck
