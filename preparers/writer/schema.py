"""The kinds of entity of a document and their properties: what can be graded in a text.

document
├── style                    a paragraph style, by name
├── section                  a stretch with a page set-up of its own
│   ├── header               `default` or `first`
│   │   └── paragraph …
│   └── footer               likewise
├── paragraph
│   ├── word                 a stretch of letters, digits or signs of one look
│   ├── picture
│   ├── comment
│   └── bookmark             by name
├── table
│   ├── column               by position; its key is its letter, the axis of cells
│   └── row
│       └── cell             by the letter of its column
│           └── paragraph …
└── contents                 a table of contents
    └── entry
"""

from __future__ import annotations

from typing import get_args

from forge.preparers.writer.following import pretty, rewrite
from forge.preparers.writer.looks import Alignment, Caps, LineRule, Script, Underline
from forge.preparers.writer.spec import Line, ListKind, Page
from forge.preparers.writer.stock import BASE_LAYOUT, BASE_LOOK, built_in_styles
from forge.preparers.writer.vocabulary import FIELDS, PAPERS
from forge.states.entities import Entity, Kind, Property, Schema
from forge.states.values import Colour, Reference

_RED = Colour("#C00000")
_PAGE = Page()
_SIDES = ("left", "right", "top", "bottom")
_BLACK = Colour("#000000")


def _look_properties() -> tuple[Property, ...]:
    base = BASE_LOOK
    return (
        Property("font", base.font, choices=("Calibri", "Arial", "Times New Roman"), says="the font family"),
        Property("size", base.size, says="the font size in points"),
        Property("bold", False, says="bold text"),
        Property("italic", False, says="italic text"),
        Property("underline", choices=get_args(Underline), says="the kind of underline; nothing for none"),
        Property("strike", False, says="struck through"),
        Property(
            "script", choices=get_args(Script), says="superscript or subscript; nothing for the line itself"
        ),
        Property("colour", _BLACK, says="the colour of the text; what is automatic is black"),
        Property("highlight", example=Colour("#FFFF00"), says="the colour behind the text; nothing for none"),
        Property("caps", choices=get_args(Caps), says="shown in capitals or small capitals"),
    )


def _layout_properties() -> tuple[Property, ...]:
    base = BASE_LAYOUT
    return (
        Property("alignment", "left", choices=get_args(Alignment), says="how the lines are aligned"),
        Property("indent_left", 0, says="the left indent in centimetres"),
        Property("indent_right", 0, says="the right indent in centimetres"),
        Property(
            "first_line", 0, says="how much further in the first line begins, in centimetres; negative hangs"
        ),
        Property("space_before", 0, says="the space above in points, to a half"),
        Property("space_after", base.after, says="the space below in points, to a half"),
        Property("line_spacing", base.line, says="in lines, or in points under another `line_rule`"),
        Property("line_rule", "multiple", choices=get_args(LineRule), says="what `line_spacing` means"),
        Property("keep_with_next", False, says="stays on one page with the next paragraph"),
        Property("keep_together", False, says="is not parted between two pages"),
        Property("page_break_before", False, says="begins a new page"),
        Property("outline_level", 0, says="the level in the outline; 0 for body text"),
        Property("fill", example=_RED, says="the colour behind the paragraph; nothing for none"),
        Property(
            "tab_stops",
            example=((5.0, "left", "none"),),
            says="each with its place in centimetres, its kind and what leads to it",
        ),
    )


_PARAGRAPH = Kind.of(
    "paragraph",
    Property("text", "", example="x", says="what it says; a field is one sign, tabs and line breaks too"),
    Property("style", "Normal", choices=tuple(built_in_styles()), says="the name of its style"),
    *_layout_properties(),
    Property("list", choices=get_args(ListKind), says="that it is an entry of a list, and how it is marked"),
    Property("list_level", 1, says="its level in the list"),
    Property("list_sign", example="%n)", says="the bullet, or what is written, with `%n` for the number"),
    Property("list_start", example=1, says="its number, where it does not go on from the entries above"),
    align="sequence",
    within=("document", "cell", "header", "footer"),
    example=Entity("paragraph", None, {"text": "Another paragraph"}, (), ("Another", "paragraph")),
)

_WORD = Kind.of(
    "word",
    Property("text", volatile=True, says="what it says, to find it by; it is compared in the paragraph"),
    *_look_properties(),
    Property(
        "link", example="https://example.org/", says="where it leads: an address, or `#` and a bookmark"
    ),
    Property("field", choices=tuple(FIELDS), says="what is filled in: the number of the page, or of pages"),
    Property("footnote", example="See there.", says="the text of the footnote whose mark stands here"),
    Property("change", choices=("inserted", "deleted"), says="a tracked change that nobody has accepted"),
    align="sequence",
)

_CELL = Kind.of(
    "cell",
    Property("fill", example=_RED, says="the background; nothing for none"),
    Property("vertical", "top", choices=("top", "center", "bottom"), says="where its content stands"),
    Property("columns", 1, says="over how many columns it reaches"),
    Property("rows", 1, says="over how many rows it reaches"),
    *(
        Property(
            f"border_{side}", choices=get_args(Line), says=f"the line on the {side} side; nothing for none"
        )
        for side in _SIDES
    ),
    *(
        Property(f"border_{side}_width", 0.5, says=f"the width of the line on the {side} side in points")
        for side in _SIDES
    ),
    *(
        Property(f"border_{side}_colour", _BLACK, says=f"the colour of the line on the {side} side")
        for side in _SIDES
    ),
    align="axis",
    axis="column",
)

_BEFORE = Property(
    "before", example=Reference("paragraph 1"), says="the paragraph of the body that comes after it"
)

_KINDS = (
    Kind.of(
        "document",
        Property("title", "", example="Report", says="the title among the document's properties"),
        Property("subject", "", example="Sales", says="likewise the subject"),
        Property("keywords", "", example="sales", says="likewise the keywords"),
        Property("description", "", example="Draft", says="likewise the comments"),
        Property("track_changes", False, says="changes are recorded from now on"),
    ),
    Kind.of(
        "style",
        Property("based_on", example="Normal", says="the style that says what this one does not"),
        Property("next_style", example="Normal", says="the style of the paragraph typed after it"),
        *_look_properties(),
        *_layout_properties(),
        within=("document",),
        example=Entity("style", "Another style", {"based_on": "Normal", "bold": True}),
    ),
    Kind.of(
        "section",
        Property(
            "first",
            example=Reference("paragraph 1"),
            says="its first paragraph; nothing for the first section",
        ),
        Property("continuous", False, says="goes on where the section before ends"),
        Property(
            "paper", "A4", choices=tuple(PAPERS), says="the size of the paper, by name or in centimetres"
        ),
        Property("orientation", "portrait", choices=("portrait", "landscape"), says="of the paper"),
        *(
            Property(
                f"margin_{side}",
                getattr(_PAGE, side),
                says=f"the {side} margin in centimetres, to a millimetre",
            )
            for side in _SIDES
        ),
        Property("columns", 1, says="of text"),
        Property("column_gap", _PAGE.gap, says="the room between columns in centimetres, to a millimetre"),
        Property("different_first", False, says="its first page has a header and footer of its own, or none"),
        Property("first_number", example=1, says="the number of its first page; nothing goes on"),
        align="sequence",
    ),
    Kind.of(
        "header",
        within=("section",),
        example=Entity("header", "default", {}, [Entity("paragraph", None, {"text": "x"}, (), ("x",))]),
    ),
    Kind.of(
        "footer",
        within=("section",),
        example=Entity("footer", "default", {}, [Entity("paragraph", None, {"text": "x"}, (), ("x",))]),
    ),
    _PARAGRAPH,
    _WORD,
    Kind.of(
        "picture",
        Property("image", example="0" * 16, says="what tells the picture from others"),
        Property("width", 1.0, says="in centimetres, to a millimetre"),
        Property("height", 1.0, says="in centimetres, to a millimetre"),
        Property("alternative", "", example="A chart", says="the text for those who cannot see it"),
        Property(
            "place",
            "inline",
            choices=("inline", "left", "right", "centre", "free"),
            says="in the line, or anchored to the paragraph at one side, in the middle or elsewhere",
        ),
        align="sequence",
        within=("paragraph",),
        example=Entity("picture", None, {"image": "0" * 16, "width": 2.0, "height": 2.0}),
    ),
    Kind.of(
        "comment",
        Property("text", "", example="Check.", says="what it says"),
        Property("on", "", example="x", says="the words that it is on"),
        Property("author", volatile=True, says="who wrote it"),
        align="sequence",
        within=("paragraph",),
        example=Entity("comment", None, {"text": "Another comment", "on": "x"}),
    ),
    Kind.of(
        "bookmark",
        Property("on", "", example="x", says="the words that it covers"),
        within=("paragraph",),
        example=Entity("bookmark", "Another_bookmark", {}),
    ),
    Kind.of(
        "table",
        _BEFORE,
        Property("alignment", "left", choices=("left", "center", "right"), says="where it stands"),
        align="sequence",
        within=("document",),
        example=Entity(
            "table",
            None,
            {"before": Reference("paragraph 1")},
            [
                Entity("column", "A", {"width": 3.0}, (), ("x",)),
                Entity(
                    "row",
                    None,
                    {},
                    [Entity("cell", "A", {}, [Entity("paragraph", None, {"text": "x"}, (), ("x",))])],
                    ("x",),
                ),
            ],
            ("x",),
        ),
    ),
    Kind.of(
        "column",
        Property("width", 1.0, says="in centimetres, to a millimetre"),
        align="sequence",
    ),
    Kind.of(
        "row",
        Property("header", False, says="is repeated at the top of every page"),
        Property("height", example=1.5, says="at least so many centimetres; nothing fits the content"),
        align="sequence",
        within=("table",),
        example=Entity(
            "row",
            None,
            {},
            [Entity("cell", "A", {}, [Entity("paragraph", None, {"text": "x"}, (), ("x",))])],
            ("x",),
        ),
    ),
    _CELL,
    Kind.of(
        "contents",
        _BEFORE,
        Property("title", "", example="Contents", says="the heading above it"),
        Property("levels", 3, says="down to which level of the outline it goes"),
        align="sequence",
        within=("document",),
        example=Entity("contents", None, {"before": Reference("paragraph 1"), "title": "Contents"}),
    ),
    Kind.of(
        "entry",
        Property("text", "", example="x", says="what it says"),
        Property("level", 1, says="its level"),
        Property("page", volatile=True, says="the number of the page"),
        align="sequence",
    ),
)

SCHEMA = Schema(
    "writer",
    {kind.name: kind for kind in _KINDS},
    rewrite=rewrite,
    pretty=pretty,
    targets=("paragraph",),
)
"""The schema of documents."""
