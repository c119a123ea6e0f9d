"""Generated documents over the whole declared domain of the Writer preparer."""

from __future__ import annotations

from itertools import takewhile

from hypothesis import strategies as st

from forge.preparers.writer.looks import FLOWING, PLAIN, Style
from forge.preparers.writer.spec import (
    Border,
    Cell,
    Comment,
    Contents,
    Document,
    Entry,
    ListFormat,
    Page,
    Paragraph,
    Picture,
    Revision,
    Row,
    Run,
    Section,
    Table,
)
from forge.preparers.writer.vocabulary import PAPERS

from .spec_texts import PICTURES, colours, layouts, looks, plain_texts, texts

STYLES = ("Heading 1", "Heading 2", "Heading 4", "Title", "Subtitle", "Quote", "Caption", "Body Text", "Mine")
LINKS = ("https://example.org", "https://example.org/a?b=c&d=e", "mailto:ann@example.org", "#Place")


@st.composite
def runs(draw: st.DrawFn, notes: str, *, body: bool) -> list[Run]:
    """The runs of a paragraph."""
    found: list[Run] = []
    for _ in range(draw(st.integers(0, 4))):
        run = Run(draw(texts), draw(looks()))
        what = draw(st.integers(0, 11))
        if what == 0:
            run.link = draw(st.sampled_from(LINKS))
        elif what == 1 and body and notes == "footnotes":
            run = Run(footnote=draw(plain_texts))
        elif what == 2:
            run = Run("", draw(looks()), field=draw(st.sampled_from(["page", "pages"])))
        elif what == 3 and body and notes == "comments":
            run.comments = (Comment(draw(plain_texts), draw(st.sampled_from(["Ann", "Ben B.", ""]))),)
        elif what == 4 and body:
            run.change = Revision(draw(st.sampled_from(["inserted", "deleted"])), "Ann")
        elif what == 5 and body:
            place = draw(st.sampled_from(["inline", "left", "right", "centre"]))
            size = st.integers(5, 60).map(lambda tenths: tenths / 10)
            alternative = draw(st.sampled_from(["", "A chart", "<&>"]))
            run = Run(
                picture=Picture(draw(st.sampled_from(PICTURES)), draw(size), draw(size), alternative, place)
            )
        if not run.text and found and (found[-1].link or found[-1].change or (found[-1].field and run.field)):
            found.append(Run(" and "))
        found.append(run)
    return found


@st.composite
def paragraphs(draw: st.DrawFn, notes: str, *, body: bool = True) -> Paragraph:
    """A paragraph of the body, or of a table, header or footer."""
    style = draw(st.just("Normal") | st.sampled_from(STYLES)) if body else "Normal"
    paragraph = Paragraph(draw(runs(notes, body=body)), style, draw(layouts()))
    if any(run.picture is not None for run in paragraph.runs):
        for run in paragraph.runs:
            run.link = None
    if not any(run.text for run in paragraph.runs):
        paragraph.lay_out(page_break=None)
    if not body:
        paragraph.lay_out(page_break=None)
    elif draw(st.integers(0, 3)) == 0:
        paragraph.style = draw(st.sampled_from(["List Paragraph", "Normal"]))
        paragraph.list_format = draw(list_formats())
        paragraph.lay_out(left=None, first=None, tabs=None)
    return paragraph


@st.composite
def list_formats(draw: st.DrawFn) -> ListFormat:
    """A place in a list."""
    kind = draw(st.sampled_from(["bullet", "decimal", "decimal", "lower letter", "upper roman"]))
    text = draw(st.sampled_from([None, "–", "✓"] if kind == "bullet" else [None, "%n)", "(%n)", "No. %n"]))
    start = draw(st.none() | st.sampled_from([1, 3])) if kind != "bullet" else None
    return ListFormat(kind, draw(st.integers(1, 3)), text, start)


borders = st.none() | st.builds(
    Border,
    st.sampled_from(["single", "double", "dotted", "dashed"]),
    st.sampled_from([0.5, 1.0, 1.5, 2.25]),
    colours,
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table with merged cells."""
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    widths = draw(st.lists(st.integers(10, 40).map(lambda t: t / 10), min_size=columns, max_size=columns))
    table = Table(widths, [], draw(st.sampled_from(["left", "center", "right"])))
    frame = draw(borders)
    for number in range(rows):
        row = Row([], number == 0 and draw(st.booleans()))
        if draw(st.integers(0, 3)) == 0:
            row.height = draw(st.integers(6, 30)) / 10
        for _ in range(columns):
            cell = Cell([draw(paragraphs("", body=False)) for _ in range(draw(st.integers(1, 2)))])
            for paragraph in cell.paragraphs:
                paragraph.lay_out(tabs=None)
                for run in paragraph.runs:
                    run.text = run.text.replace("\t", " ")
            cell.frame(frame)
            if draw(st.integers(0, 2)) == 0:
                cell.fill = draw(colours)
            cell.vertical = draw(st.sampled_from(["top", "center", "bottom"]))
            row.cells.append(cell)
        if row.header:
            row.cells = [Cell([Paragraph.of(draw(plain_texts)[:12])]) for _ in range(columns)]
        table.rows.append(row)
    merge = draw(st.integers(0, 4))
    if merge == 0 and columns > 1 and rows > 1:
        table.rows[0].cells[0].columns = 2
        del table.rows[0].cells[1]
    elif merge == 1 and rows > 1 and columns > 1:
        table.rows[0].cells[0].rows = 2
        del table.rows[1].cells[0]
    return table


contents = st.builds(
    Contents,
    st.sampled_from(["Contents", "In this report"]),
    st.integers(1, 4),
    st.lists(st.builds(Entry, plain_texts, st.integers(1, 3), st.integers(1, 99).map(str)), max_size=3),
)


@st.composite
def pages(draw: st.DrawFn) -> Page:
    """A page set-up."""
    width, height = draw(st.sampled_from([*PAPERS.values(), (20.0, 25.0)]))
    margins = st.integers(10, 40).map(lambda tenths: tenths / 10)
    page = Page(width, height, draw(margins), draw(margins), draw(margins), draw(margins))
    if draw(st.booleans()):
        page.turn()
    page.columns = draw(st.sampled_from([1, 1, 2, 3]))
    page.gap = draw(st.sampled_from([0.5, 1.0, 1.3]))
    page.first_number = draw(st.sampled_from([None, None, 1, 5]))
    return page


@st.composite
def sections(draw: st.DrawFn, notes: str) -> Section:
    """A section with a few blocks."""
    section = Section(page=draw(pages()) if draw(st.booleans()) else Page())
    for _ in range(draw(st.integers(1, 5))):
        if draw(st.integers(0, 7)) == 0:
            section.blocks += [draw(tables()), draw(paragraphs(notes))]
        else:
            section.blocks.append(draw(paragraphs(notes)))
    section.blocks = section.blocks[isinstance(section.blocks[0], Table) :]
    if isinstance(section.blocks[0], Paragraph):
        section.blocks[0].lay_out(page_break=None)
    section.blocks.append(Paragraph.of(draw(plain_texts)))
    if notes == "footnotes" and any(isinstance(block, Table) for block in section.blocks):
        section.page.columns = 1
    for name, margin in (("header", section.page.top), ("footer", section.page.bottom)):
        if margin >= 2 and draw(st.integers(0, 2)) == 0:
            setattr(section, name, [Paragraph.of("Head"), draw(paragraphs("", body=False))])
    return section


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A document with some of everything."""
    notes = draw(st.sampled_from(["footnotes", "comments"]))
    document = Document(sections=[draw(sections(notes))])
    document.styles["Mine"] = Style(
        look=draw(looks()), layout=draw(layouts()).but(tabs=None, page_break=None)
    )
    document.styles["Mine"].look = document.styles["Mine"].look.but(highlight=None)
    if draw(st.integers(0, 2)) == 0:
        heading = document.styles[draw(st.sampled_from(["Heading 1", "Normal", "Title"]))]
        heading.look = draw(looks()).over(heading.look).but(highlight=None)
        heading.layout = draw(layouts()).but(tabs=None, page_break=None).over(heading.layout)
    if draw(st.integers(0, 2)) == 0:
        for story in (document.sections[0].header, document.sections[0].footer):
            if story is not None and story[-1].text.endswith("\n"):
                story[-1].runs.append(Run("."))
        document.sections.append(draw(sections(notes)))
    elif draw(st.integers(0, 3)) == 0:
        section = document.sections[0]
        section.page.top = section.page.bottom = 3.0
        section.first_header = draw(st.sampled_from([[], [Paragraph.of("First")]]))
        section.first_footer = draw(st.sampled_from([[], [Paragraph.of("First foot")]]))
    _begin(draw, document)
    document.title, document.subject = draw(plain_texts | st.just("")), draw(plain_texts | st.just(""))
    document.keywords = draw(st.sampled_from(["", "a, b"]))
    document.description = draw(st.sampled_from(["", "A <draft> & more"]))
    document.tracking = draw(st.booleans())
    return document


def _begin(draw: st.DrawFn, document: Document) -> None:
    """Perhaps a bookmark, and a table of contents at the beginning."""
    section = document.sections[0]
    if draw(st.booleans()):
        marked = Run(draw(plain_texts), bookmarks=("Place",))
        section.blocks.insert(0, Paragraph([Run("See "), marked, Run(" there")], "Normal", FLOWING))
    if section.page == Page() and isinstance(section.blocks[0], Paragraph) and draw(st.integers(0, 3)) == 0:
        section.blocks.insert(0, draw(contents))
        for paragraph in document.everywhere():
            for run in takewhile(lambda run: not run.text, paragraph.runs):
                run.look = PLAIN
