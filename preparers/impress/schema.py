"""The kinds of entity of a presentation and their properties: what can be graded on slides.

presentation
├── master                   what slides share, in the order in which they are used
│   └── shape                likewise below a slide
└── slide                    by its content, in order
    ├── shape                by its role or its name, from the back to the front
    │   ├── paragraph        by its text, in order
    │   │   └── stretch      words that look unlike the rest, by those words
    │   ├── column           of a table; its letter is the axis of cells
    │   ├── row
    │   │   └── cell         by the letter of its column
    │   │       └── paragraph
    │   └── chart
    │       └── series
    └── transition
"""

from __future__ import annotations

from forge.preparers.impress.following import pretty
from forge.preparers.impress.vocabulary import (
    ALIGNMENTS,
    ANCHORS,
    CHART_TYPES,
    DASHES,
    GEOMETRIES,
    GROUPINGS,
    LEGENDS,
    ROLES,
    SPEEDS,
    TRANSITIONS,
    UNDERLINES,
)
from forge.states.entities import Entity, Kind, Property, Schema
from forge.states.values import Colour

_BLACK, _WHITE, _RED = Colour("#000000"), Colour("#FFFFFF"), Colour("#C00000")

_LOOK = (
    Property("bold", False, says="bold text"),
    Property("italic", False, says="italic text"),
    Property("underline", choices=tuple(UNDERLINES), says="the kind of underline; nothing for none"),
    Property("strike", False, says="struck through"),
    Property("colour", _BLACK, says="the colour of the text"),
    Property("font", "Arial", choices=("Arial", "Calibri", "Times New Roman"), says="the font family"),
    Property("size", 18, says="the font size in points"),
    Property("script", choices=("superscript", "subscript"), says="raised or lowered; nothing for neither"),
    Property("link", example="https://example.org/", says="the address where it leads"),
)
_PLACE = (
    ("left", "from the left edge of the slide, in centimetres"),
    ("top", "from the top of the slide, in centimetres"),
    ("width", "in centimetres"),
    ("height", "in centimetres; of a table nothing, for its rows grow with their text"),
)

_SHAPE = Kind.of(
    "shape",
    Property(
        "kind",
        "rectangle",
        choices=(*GEOMETRIES, "picture", "table", "chart"),
        says="the form of its outline, or `picture`, `table`, `chart`",
    ),
    Property("role", choices=tuple(ROLES), says="what it is the placeholder of; nothing for other shapes"),
    *(Property(name, 0, says=says) for name, says in _PLACE),
    Property("rotation", 0, says="in degrees clockwise"),
    Property("flipped", False, says="of a line: it rises from left to right"),
    Property("fill", example=_RED, says="the colour inside; nothing for none, a word for other fills"),
    Property("line", example=_RED, says="the colour of the outline; nothing for none"),
    Property("line_width", 1, says="in points, to a quarter"),
    Property("line_dash", "solid", choices=tuple(DASHES), says="how the outline is broken"),
    Property("anchor", "top", choices=tuple(ANCHORS), says="where in it the text stands"),
    Property("description", example="A picture.", says="of a picture, the alternative text"),
    Property(
        "picture", example="0123456789abcdef", says="the first digits of the SHA-256 of a picture's bytes"
    ),
    ordered=True,
    arbitrary=True,
    within=("slide", "master"),
    example=Entity("shape", "Another shape", {"left": 1, "top": 1, "width": 3, "height": 2, "fill": _RED}),
)

_PARAGRAPH = Kind.of(
    "paragraph",
    Property("text", "", says="the text; a line break in it is one"),
    Property("level", 1, says="of the list, from 1; 1 where it has no bullet"),
    Property("alignment", "left", choices=tuple(ALIGNMENTS), says="the alignment"),
    Property(
        "bullet", example="•", says="the sign before it, or how it is counted, as in `1.`; nothing for none"
    ),
    Property("line_spacing", 100, says="in per cent of a single line"),
    Property("before", 0, says="the space before it in points"),
    Property("after", 0, says="the space after it in points"),
    *_LOOK,
    align="sequence",
    within=("shape", "cell"),
    example=Entity("paragraph", None, {"text": "Another paragraph."}),
)

_STRETCH = Kind.of(
    "stretch",
    *_LOOK,
    within=("paragraph",),
    example=Entity("stretch", "other words", {"bold": True}),
)

_TABLE = (
    Kind.of(
        "column",
        Property("width", 0, says="in centimetres"),
        align="sequence",
    ),
    Kind.of(
        "row",
        align="sequence",
        within=("shape",),
        example=Entity("row", None, {}, [Entity("cell", "A")]),
    ),
    Kind.of(
        "cell",
        Property("fill", example=_RED, says="the background; nothing for none"),
        Property("anchor", "top", choices=tuple(ANCHORS), says="where in it the text stands"),
        align="axis",
        axis="column",
    ),
)

_CHART = (
    Kind.of(
        "chart",
        Property("type", "column", choices=CHART_TYPES, says="the kind of chart"),
        Property("grouping", "clustered", choices=tuple(GROUPINGS), says="how columns and bars go together"),
        Property("title", example="Chart", says="the text of its title"),
        Property("x_title", example="Month", says="the title of the axis of categories"),
        Property("y_title", example="Amount", says="the title of the axis of values"),
        Property("legend", choices=tuple(LEGENDS), says="where the legend stands"),
        Property("categories", example=("x",), says="what the numbers are about"),
    ),
    Kind.of(
        "series",
        Property("name", example="x", says="its name"),
        Property("values", example=(1,), says="its numbers, an empty text where one is missing"),
        align="sequence",
        within=("chart",),
        example=Entity("series", None, {"name": "Another series", "values": (1,)}),
    ),
)

_KINDS = (
    Kind.of(
        "presentation",
        Property("width", 33.86, says="of a slide, in centimetres"),
        Property("height", 19.05, says="of a slide, in centimetres"),
    ),
    Kind.of(
        "master",
        Property(
            "background", _WHITE, says="what is behind everything: a colour, or of a picture its digits"
        ),
        align="sequence",
    ),
    Kind.of(
        "slide",
        Property("hidden", False, says="it is left out when the slides are shown"),
        Property("notes", example="Say this.", says="the speaker's notes"),
        Property(
            "background",
            _WHITE,
            says="what is behind everything, its own or its master's: a colour, or of a picture its digits",
        ),
        Property("master", 1, says="the number of its master"),
        align="sequence",
        within=("presentation",),
        example=Entity("slide", None, {"notes": "Another slide."}, (), ("Another slide.",)),
    ),
    _SHAPE,
    _PARAGRAPH,
    _STRETCH,
    *_TABLE,
    *_CHART,
    Kind.of(
        "transition",
        Property("type", "fade", choices=tuple(TRANSITIONS), says="how the slide comes in"),
        Property("speed", "medium", choices=tuple(SPEEDS), says="how fast"),
        Property("after", example=5, says="the next slide comes by itself after so many seconds"),
        within=("slide",),
        example=Entity("transition", "transition"),
    ),
)

SCHEMA = Schema("impress", {kind.name: kind for kind in _KINDS}, pretty=pretty)
"""The schema of presentations."""
