"""For every documented property and kind, an edit of a document that changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from forge.preparers.writer.spec import (
    Border,
    Cell,
    Comment,
    Contents,
    Document,
    Entry,
    ListFormat,
    Paragraph,
    Picture,
    Revision,
    Row,
    Run,
    Section,
    Style,
    TabStop,
)

from .rich import RED, YELLOW, framed
from .spec_texts import PICTURES

Edit = Callable[[Document], Any]

LOOKS: dict[str, Any] = {
    "font": "Arial",
    "size": 14,
    "bold": True,
    "italic": True,
    "underline": "double",
    "strike": True,
    "script": "super",
    "colour": RED,
    "highlight": YELLOW,
    "caps": "small",
}
LAYOUTS: dict[str, dict[str, Any]] = {
    "alignment": {"alignment": "center"},
    "indent_left": {"left": 1.5},
    "indent_right": {"right": 1.5},
    "first_line": {"first": -0.5},
    "space_before": {"before": 7.5},
    "space_after": {"after": 3},
    "line_spacing": {"line": 2.0},
    "line_rule": {"line": 14.0, "rule": "exactly"},
    "keep_with_next": {"keep_next": True},
    "keep_together": {"keep_lines": True},
    "page_break_before": {"page_break": True},
    "outline_level": {"outline": 3},
    "fill": {"fill": RED},
    "tab_stops": {"tabs": (TabStop(3.0),)},
}
NOT_IN_STYLES = {"highlight", "page_break_before", "tab_stops"}
"""What a style cannot say in a document that we write; each is seen where the file says it nevertheless."""


def body(number: int) -> Callable[[Document], Paragraph]:
    return lambda document: document.paragraphs()[number - 1]


def laid_out(number: int, **changes: Any) -> Edit:
    return lambda document: body(number)(document).lay_out(**changes)


def restyled(number: int, run: int, **changes: Any) -> Edit:
    return lambda document: body(number)(document).runs[run].restyle(**changes)


def run(number: int, index: int, **changes: Any) -> Edit:
    return lambda document: [setattr(body(number)(document).runs[index], *item) for item in changes.items()]


def paragraph(number: int, **changes: Any) -> Edit:
    return lambda document: [setattr(body(number)(document), *item) for item in changes.items()]


def style(**changes: Any) -> Edit:
    return lambda document: document.styles.update(House=replace(document.styles["House"], **changes))


def style_look(**changes: Any) -> Edit:
    return lambda document: style(look=document.styles["House"].look.but(**changes))(document)


def style_layout(**changes: Any) -> Edit:
    return lambda document: style(layout=document.styles["House"].layout.but(**changes))(document)


def page(section: int = 1, **changes: Any) -> Edit:
    return lambda document: [setattr(document.sections[section - 1].page, *item) for item in changes.items()]


def on(**changes: Any) -> Edit:
    return lambda document: [setattr(document, *item) for item in changes.items()]


def table(edit: Callable[[Any], Any]) -> Edit:
    return lambda document: edit(document.tables()[0])


def cell(**changes: Any) -> Edit:
    return table(lambda item: [setattr(item.rows[1].cells[0], *change) for change in changes.items()])


def frame(**changes: Any) -> Edit:
    """Lines are shared by neighbours, so a table of one cell shows what becomes of each."""

    def edit(document: Document) -> None:
        document.insert(framed(Border(**changes) if changes else None), document.paragraphs()[3])

    return edit


def picture(**changes: Any) -> Edit:
    return lambda document: [setattr(body(11)(document).runs[0].picture, *item) for item in changes.items()]


def contents(**changes: Any) -> Edit:
    def edit(document: Document) -> None:
        block = next(block for block in document.blocks() if isinstance(block, Contents))
        for name, value in changes.items():
            setattr(block, name, value)

    return edit


def merged(*, down: bool) -> Edit:
    def edit(document: Document) -> None:
        rows = document.tables()[0].rows
        if down:
            rows[1].cells[0].rows = 2
            del rows[2].cells[0]
        else:
            rows[1].cells[0].columns = 2
            del rows[1].cells[1]

    return edit


def earlier_section(document: Document) -> None:
    """Let the second section begin one paragraph earlier."""
    document.sections[1].blocks.insert(0, document.sections[0].blocks.pop())


def moved(kind: type) -> Edit:
    """Let a table or the contents stand one paragraph later."""

    def edit(document: Document) -> None:
        blocks = document.sections[0].blocks
        at = next(index for index, block in enumerate(blocks) if isinstance(block, kind))
        blocks.insert(at + 1, blocks.pop(at))

    return edit


PROPERTIES: dict[str, Edit] = {
    "document.title": on(title="Another report"),
    "document.subject": on(subject="Sales"),
    "document.keywords": on(keywords="sales, north"),
    "document.description": on(description="A draft"),
    "document.track_changes": on(tracking=True),
    "style.based_on": style(based_on="Quote"),
    "style.next_style": style(following="Normal"),
    **{
        f"style.{name}": style_look(**{name: value})
        for name, value in LOOKS.items()
        if name not in NOT_IN_STYLES
    },
    **{f"style.{name}": style_layout(**said) for name, said in LAYOUTS.items() if name not in NOT_IN_STYLES},
    "section.first": earlier_section,
    "section.paper": page(width=21.59, height=27.94),
    "section.orientation": page(width=29.7, height=21.0),
    **{f"section.margin_{side}": page(**{side: 3.1}) for side in ("left", "right", "top", "bottom")},
    "section.columns": page(columns=2),
    "section.column_gap": page(columns=2, gap=0.8),
    "section.first_number": page(first_number=7),
    "paragraph.text": run(2, 0, text="Sale"),
    "paragraph.style": paragraph(3, style="Quote"),
    **{f"paragraph.{name}": laid_out(3, **said) for name, said in LAYOUTS.items()},
    "paragraph.list": paragraph(7, list_format=ListFormat("upper roman")),
    "paragraph.list_level": paragraph(7, list_format=ListFormat("decimal", 2)),
    "paragraph.list_sign": paragraph(7, list_format=ListFormat("decimal", 1, "%n)")),
    "paragraph.list_start": paragraph(7, list_format=ListFormat("decimal", 1, start=4)),
    **{f"word.{name}": restyled(3, 0, **{name: value}) for name, value in LOOKS.items()},
    "word.link": run(3, 3, link="https://example.org/other"),
    "word.change": run(3, 0, change=Revision("deleted", "Ann")),
    "picture.image": picture(data=PICTURES[1]),
    "picture.width": picture(width=5.0),
    "picture.height": picture(height=2.0),
    "picture.alternative": picture(alternative="A plan"),
    "picture.place": picture(place="left"),
    "comment.text": run(4, 1, comments=(Comment("It is so.", "Ann"),)),
    "comment.on": run(4, 2, comments=(Comment("Is it so?", "Ann"),)),
    "bookmark.on": run(5, 2, bookmarks=("Total",)),
    "table.before": moved(type(framed(None))),
    "table.alignment": table(lambda item: setattr(item, "alignment", "center")),
    "column.width": table(lambda item: item.widths.__setitem__(1, 3.5)),
    "row.header": table(lambda item: setattr(item.rows[0], "header", False)),
    "row.height": table(lambda item: setattr(item.rows[1], "height", 1.5)),
    "cell.fill": cell(fill=RED),
    "cell.vertical": cell(vertical="center"),
    "cell.columns": merged(down=False),
    "cell.rows": merged(down=True),
    "contents.before": moved(Contents),
    "contents.title": contents(title="In this report"),
    "contents.levels": contents(levels=3),
    "entry.text": contents(entries=[Entry("Sales", 1), Entry("By regions", 2)]),
    "entry.level": contents(entries=[Entry("Sales", 1), Entry("By region", 1)]),
}
for side in ("left", "right", "top", "bottom"):
    PROPERTIES[f"cell.border_{side}"] = cell(**{side: Border("double")})
    PROPERTIES[f"cell.border_{side}_width"] = cell(**{side: Border("single", 1.5)})
    PROPERTIES[f"cell.border_{side}_colour"] = cell(**{side: Border("single", 0.5, RED)})

OF_NOTES: dict[str, Edit] = {
    "word.footnote": run(1, 1, footnote="In 2026."),
    "section.different_first": lambda document: (
        setattr(document.sections[0], "first_header", None), setattr(document.sections[0], "first_footer", None)
    ),
}  # fmt: skip
"""Edits of the document with notes."""

ADDED: dict[str, Edit] = {
    "style": lambda document: document.styles.update(Mine=Style()),
    "section": lambda document: document.sections.append(Section([Paragraph.of("A third part.")])),
    "header": lambda document: setattr(document.sections[1], "header", [Paragraph.of("Wide")]),
    "footer": lambda document: setattr(document.sections[1], "footer", [Paragraph.of("Wide")]),
    "paragraph": lambda document: document.insert(Paragraph.of("Another one."), document.paragraphs()[2]),
    "word": run(2, 0, text="Sales today"),
    "picture": lambda document: body(6)(document).runs.append(Run(picture=Picture(PICTURES[2], 1.0, 1.0))),
    "comment": run(6, 0, comments=(Comment("Really?", "Ben"),)),
    "bookmark": run(6, 0, bookmarks=("Region",)),
    "table": lambda document: document.insert(framed(Border()), document.paragraphs()[2]),
    "column": table(
        lambda item: (
            item.widths.append(2.0),
            [row.cells.append(Cell([Paragraph.of("new")])) for row in item.rows],
        )
    ),
    "row": table(
        lambda item: item.rows.append(Row([Cell([Paragraph.of("East")]), Cell([Paragraph.of("1")])]))
    ),
    "cell": lambda document: None,
    "contents": lambda document: document.insert(Contents("Again"), document.paragraphs()[2]),
    "entry": contents(entries=[Entry("Sales", 1), Entry("By region", 2), Entry("More", 1)]),
}
EXAMPLES_OF_ONE = {"document", "cell"}
"""Kinds that cannot be added by themselves: the root, and cells, which come with rows and columns."""
