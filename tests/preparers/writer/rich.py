"""One document that has something of every kind, for tests that change it."""

from __future__ import annotations

from forge.preparers.writer.spec import (
    Border,
    Comment,
    Contents,
    Document,
    Entry,
    Layout,
    ListFormat,
    Look,
    Page,
    Paragraph,
    Picture,
    Revision,
    Run,
    Section,
    Style,
    Table,
    TabStop,
)
from forge.states.values import Colour

from .spec_texts import PICTURES

RED, YELLOW = Colour("#C00000"), Colour("#FFFF00")


def rich() -> Document:
    """The document; each call gives a new one."""
    document = Document(title="Report")
    document.styles["House"] = Style(look=Look(font="Georgia"), layout=Layout(alignment="justify"))
    document.add(
        Paragraph.of("Annual report", "Title"),
        Contents("Contents", 2, [Entry("Sales", 1, "1"), Entry("By region", 2, "2")]),
        Paragraph.of("Sales", "Heading 1"),
        Paragraph(
            [
                Run("Sales of "),
                Run("Q3", Look(bold=True)),
                Run(" rose, see "),
                Run("the list", link="https://example.org/list"),
                Run(" and"),
                Run(" more", change=Revision("inserted", "Ann")),
                Run(" here."),
            ]
        ),
        Paragraph(
            [Run("Please "), Run("check this", comments=(Comment("Is it so?", "Ann"),)), Run(" soon.")]
        ),
        Paragraph([Run("The "), Run("total", bookmarks=("Total",)), Run(" is right.")], "House"),
        Paragraph.of("By region", "Heading 2"),
    )
    for text, level in (("North", 1), ("Harbour", 2), ("South", 1)):
        document.add(Paragraph([Run(text)], "List Paragraph", list_format=ListFormat("decimal", level)))
    table = Table.of([["Region", "Sum"], ["North", "120"], ["South", "80"]], [5.0, 3.0])
    table.rows[0].header = True
    table.rows[0].cells[0].fill = Colour("#DDEBF7")
    document.add(
        table,
        Paragraph([Run("Name\tSum")], layout=Layout(tabs=(TabStop(5.0, "right", "dots"),), line=1.5)),
        Paragraph([Run(picture=Picture(PICTURES[0], 4.0, 3.0, "A map")), Run("A map of it.")]),
        Paragraph.of("The end of the first part."),
    )
    section = document.sections[0]
    section.header = [Paragraph.of("Report", "Header")]
    section.footer = [Paragraph([Run("Page "), Run(field="page")], "Footer")]
    wide = Section([Paragraph.of("A wide page."), Paragraph.of("Its last line.")])
    wide.page.turn()
    document.sections.append(wide)
    return document


def noted() -> Document:
    """A document with a footnote and a first page of its own; comments and sections do not go with these."""
    document = Document()
    document.add(
        Paragraph([Run("As they say"), Run(footnote="In 2025."), Run(" it is.")]), Paragraph.of("More.")
    )
    section = document.sections[0]
    section.header, section.first_header, section.first_footer = (
        [Paragraph.of("All")],
        [Paragraph.of("First")],
        [],
    )
    return document


def framed(border: Border | None) -> Table:
    """A table of one cell with a line around it."""
    return Table.of([["x"]], [3.0], border)


__all__ = ["RED", "YELLOW", "Page", "framed", "noted", "rich"]
