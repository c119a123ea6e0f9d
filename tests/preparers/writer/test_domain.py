"""What lies outside the domain is refused with a sentence that says where and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from forge.errors import PreparerError
from forge.preparers.base import preparer
from forge.preparers.writer.lists import arranged
from forge.preparers.writer.spec import (
    Border,
    Cell,
    Comment,
    Contents,
    Document,
    Layout,
    ListFormat,
    Look,
    Page,
    Paragraph,
    Picture,
    Revision,
    Row,
    Run,
    Section,
    Style,
    Table,
    TabStop,
)

from .rich import noted, rich
from .spec_texts import PICTURES

WRITER = preparer("writer")
Edit = Callable[[Document], Any]


def adding(*blocks: Any) -> Edit:
    return lambda document: document.add(*blocks, Paragraph.of("End"))


def running(*runs: Run) -> Edit:
    return adding(Paragraph([Run("x "), *runs]))


def laying(**changes: Any) -> Edit:
    return adding(Paragraph([Run("x")], layout=Layout(**changes)))


def styling(name: str, **changes: Any) -> Edit:
    return lambda document: document.styles.update({name: Style(**changes)})


def paging(**changes: Any) -> Edit:
    return lambda document: [setattr(document.sections[0].page, *item) for item in changes.items()]


REFUSED: dict[str, tuple[Edit, str]] = {
    "no section": (lambda document: document.sections.clear(), "at least one section"),
    "no paragraph": (lambda document: document.sections[-1].blocks.clear(), "ends with a paragraph"),
    "ends with a table": (lambda document: document.add(Table.of([["x"]], [3.0])), "ends with a paragraph"),
    "a break at the end": (
        lambda document: document.sections[0].blocks[-1].runs.append(Run("\n")), "ends with a line break"
    ),
    "a break at the end of a header": (
        lambda document: setattr(document.sections[0], "header", [Paragraph.of("Head\n")]), "ends with a line break"
    ),
    "an empty end": (lambda document: document.sections[0].blocks.append(Paragraph()), "must hold something"),
    "begins with a table": (
        lambda document: document.sections[0].blocks.insert(0, Table.of([["x"]], [3.0])), "begins with a paragraph"
    ),
    "two tables": (adding(Table.of([["x"]], [3.0]), Table.of([["x"]], [3.0])), "Between two tables"),
    "a first break": (
        lambda document: document.paragraphs()[0].lay_out(page_break=True), "or section begins a page anyway"
    ),
    "a control character": (running(Run("a\x01b")), r"holds '\\x01'"),
    "a sign of ours": (running(Run("\ufffc")), "cannot be stored"),
    "another script": (running(Run("日本")), "scripts of Asia"),
    "a text and a field": (running(Run("x", field="page")), "something else"),
    "an unknown font": (running(Run("x", Look(font="Papyrus"))), "the font 'Papyrus'"),
    "a size between": (running(Run("x", Look(size=10.3))), "steps of a half"),
    "an unknown line": (running(Run("x", Look(underline="zigzag"))), "underline='zigzag'"),  # type: ignore[arg-type]  # wrong
    "an unknown style": (adding(Paragraph.of("x", "Nowhere")), "the style 'Nowhere'"),
    "an odd alignment": (laying(alignment="middle"), "alignment 'middle'"),
    "an odd indent": (laying(left=1.2345), "left=1.2345"),
    "an odd distance": (laying(before=1.3), "before=1.3"),
    "an odd spacing": (laying(line=1.234), "line spacing of 1.234"),
    "a rule alone": (laying(rule="exactly"), "without a distance"),
    "an odd outline": (laying(outline=12), "outline level 12"),
    "a tab stop outside": (laying(tabs=(TabStop(-1.0),)), "tab stop at -1.0"),
    "two tab stops": (laying(tabs=(TabStop(1.0), TabStop(1.0, "right"))), "two tab stops"),
    "a link to a file": (running(Run("x", link="file:///etc/passwd")), "a link to"),
    "a link to a place there": (running(Run("x", link="https://example.org/a#b")), "without #"),
    "a high header": (
        adding(Table([1.0], [Row([Cell([Paragraph.of("word " * 60)])], header=True)])), "would not repeat it"
    ),
    "a tab in a cell": (adding(Table.of([["x\ty"]], [3.0])), "A cell holds a tab"),
    "a tab stop in a cell": (
        adding(Table([3.0], [Row([Cell([Paragraph.of("x", tabs=(TabStop(1.0),))])])])),
        "tab stops, over which",
    ),
    "a link on nothing": (running(Run(footnote="x", link="https://example.org/")), "a link to"),
    "two fields side by side": (running(Run(field="page"), Run(field="pages")), "side by side"),
    "a field behind a link": (running(Run("x", link="https://example.org/"), Run(field="page")), "right behind a link"),
    "a picture behind a change": (
        running(Run("x", change=Revision("inserted")), Run(picture=Picture(PICTURES[0], 1.0, 1.0))), "right behind"
    ),
    "a field that begins": (adding(Paragraph([Run("", Look(bold=True), field="page")])), "drops where the document"),
    "a link and an anchored picture": (
        running(Run(picture=Picture(PICTURES[0], 1.0, 1.0, "", "left")), Run("x", link="https://example.org/")),
        "a link and an anchored picture",
    ),
    "a break of nothing": (adding(Paragraph(layout=Layout(page_break=True))), "begins a page and has no text"),
    "an empty footnote": (running(Run(footnote=" ")), "must hold something"),
    "a table and a footnote in columns": (
        lambda document: document.sections.append(
            Section(
                [
                    Paragraph([Run("x"), Run(footnote="y")]),
                    Table.of([["x"]], [3.0]),
                    Paragraph.of("End"),
                ],
                Page(columns=3),
            )
        ),
        "several columns holds a table and a footnote",
    ),
    "footnotes and comments": (running(Run(footnote="x")), "mixes up footnotes"),
    "comments and bookmarks": (
        running(Run("a", comments=(Comment("x"),)), Run("b", bookmarks=("B",))), "comments and bookmarks"
    ),
    "a bookmark at the end": (
        lambda document: document.sections[0].blocks.append(Paragraph([Run("x", bookmarks=("B",))])), "ends a section"
    ),
    "a bookmark twice": (running(Run("x", bookmarks=("Total",))), "a bookmark 'Total'"),
    "an odd bookmark": (running(Run("x", bookmarks=("a b",))), "cannot name a bookmark"),
    "no picture": (running(Run(picture=Picture(b"GIF89a", 1.0, 1.0))), "neither PNG nor JPEG"),
    "a picture anywhere": (running(Run(picture=Picture(PICTURES[0], 1.0, 1.0, "", "free"))), "free place"),
    "a picture without size": (running(Run(picture=Picture(PICTURES[0], 0.0, 1.0))), "measures 0.0"),
    "a list too deep": (adding(Paragraph([Run("x")], list_format=ListFormat(level=10))), "at level 10"),
    "a number without %n": (adding(Paragraph([Run("x")], list_format=ListFormat("decimal", 1, "#"))), "need %n once"),
    "a bullet that begins": (adding(Paragraph([Run("x")], list_format=ListFormat(start=2))), "only numbers begin"),
    "a tab stop in a list": (
        adding(Paragraph([Run("x")], layout=Layout(tabs=(TabStop(1.0),)), list_format=ListFormat())), "mixed with those"
    ),
    "a table that overlaps": (
        adding(Table([1.0, 1.0], [Row([Cell(rows=2), Cell()]), Row([Cell(columns=2)])])), "no more and no less|overlap"
    ),
    "a table with a hole": (adding(Table([1.0, 1.0], [Row([Cell()])])), "no more and no less"),
    "a column of nothing": (adding(Table([1.0, 1.0], [Row([Cell(columns=2)])])), "a cell begins"),
    "a row of nothing": (
        adding(Table([1.0], [Row([Cell(rows=2)]), Row([])])), "In every row"
    ),
    "a narrow column": (adding(Table.of([["x"]], [0.1])), "0.5 to 50"),
    "an odd border": (adding(Table.of([["x"]], [3.0], Border("single", 7.3))), "cannot be written"),
    "a cell without paragraph": (adding(Table([1.0], [Row([Cell([])])])), "at least one paragraph"),
    "a comment in a table": (
        adding(Table([1.0], [Row([Cell([Paragraph([Run("x", comments=(Comment("y"),))])])])])), "only the body can"
    ),
    "a page break in a table": (
        adding(Table([1.0], [Row([Cell([Paragraph([Run("x")], layout=Layout(page_break=True))])])])), "begins a page"
    ),
    "deep contents": (adding(Contents("Contents", 12)), "down to level 12"),
    "a style of nothing": (styling("Mine", based_on="Nowhere"), "names 'Nowhere'"),
    "a style twice": (styling("HOUSE"), "upper and lower case only"),
    "a ring of styles": (styling("House", based_on="House"), "based on itself"),
    "a style that highlights": (styling("Mine", layout=Layout(page_break=True)), "say them at the paragraphs"),
    "a missing style": (lambda document: document.styles.pop("Quote"), "'Quote' is missing"),
    "no room": (paging(left=12.0, right=12.0), "leave no room"),
    "no room for the header": (paging(top=1.0), "no room for a header"),
    "too many columns": (paging(columns=20), "20 columns"),
    "large paper": (paging(width=99.0), "width is 99.0"),
    "an empty header": (lambda document: setattr(document.sections[0], "header", []), "None is none"),
    "another first page": (
        lambda document: [setattr(document.sections[0], f"first_{part}", []) for part in ("header", "footer")],
        "several sections",
    ),
    "half a first page": (
        lambda document: setattr(document.sections[0], "first_header", []), "both a header and a footer"
    ),
    "a continuous section": (lambda document: setattr(document.sections[1], "continuous", True), "only read"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_lies_outside_is_refused(name: str) -> None:
    edit, sentence = REFUSED[name]
    document = rich()
    edit(document)
    with pytest.raises(PreparerError, match=sentence):
        WRITER.write(document)


@pytest.mark.parametrize("make", [rich, noted, lambda: Document([Section([Paragraph()], Page(columns=2))])])
def test_what_lies_inside_is_written(make: Callable[[], Document]) -> None:
    assert WRITER.write(make())[""].startswith(b"PK")


def numbered(*entries: tuple[str, int, int | None]) -> list[ListFormat]:
    return [ListFormat(kind, level, start=start) for kind, level, start in entries]  # type: ignore[arg-type]  # a kind


@pytest.mark.parametrize(
    ("entries", "lists"),
    [
        ([("decimal", 1, None), ("decimal", 1, None)], [0, 0]),
        ([("decimal", 1, None), ("decimal", 2, None), ("decimal", 1, None)], [0, 0, 0]),
        ([("decimal", 1, None), ("bullet", 1, None), ("decimal", 1, None)], [0, 1, 0]),
        ([("decimal", 1, None), ("decimal", 1, 1), ("decimal", 1, None)], [0, 1, 1]),
        ([("decimal", 2, None), ("decimal", 1, None)], [0, 1]),
    ],
)
def test_a_file_has_as_many_lists_as_the_numbers_need(
    entries: list[tuple[str, int, int | None]], lists: list[int]
) -> None:
    assert arranged(numbered(*entries))[1] == lists


def test_an_entry_that_is_inserted_does_not_renumber_the_others() -> None:
    document = rich()
    new = Paragraph([Run("East")], "List Paragraph", list_format=ListFormat("decimal", 1))
    document.insert(new, document.paragraphs()[8])
    entries = WRITER.read(WRITER.write(document)).root.of_kind("paragraph")
    assert [item.properties.get("list_start") for item in entries[6:10]] == [None] * 4


def test_a_line_spacing_alone_counts_lines_whatever_the_style_says() -> None:
    document = rich()
    document.styles["Normal"].layout = Layout(line=14.0, rule="exactly")
    document.paragraphs()[3].lay_out(line=1.5)
    for tree in (WRITER.tree(document), WRITER.read(WRITER.write(document))):
        own, usual = (tree.root.of_kind("paragraph")[at].properties.get("line_rule") for at in (3, 2))
        assert (own, usual) == (None, "exactly")
