"""What the Writer preparer can write: everything else is refused with the reason.

The limits come from trying: what a save by LibreOffice 7.4 changes or drops is outside (`docs/states.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from forge.errors import PreparerError
from forge.preparers.writer.domain_tables import check_table
from forge.preparers.writer.domain_texts import check_layout, check_look, check_paragraph, check_text
from forge.preparers.writer.lists import LEVELS
from forge.preparers.writer.spec import PLAIN, Block, Contents, Document, Page, Paragraph, Section, Table
from forge.preparers.writer.stock import built_in_styles
from forge.preparers.writer.trees import is_shown

MAX_PARAGRAPHS = 5_000
HEADER_ROOM = 2.0
"""Centimetres that a margin needs at least to hold a header or footer."""


def check(document: Document) -> None:
    """Make sure that a document lies within the domain.

    Raises:
        PreparerError: it does not; the message says where and what would be.
    """
    if not document.sections:
        raise PreparerError("A document needs at least one section.")
    _check_styles(document)
    for name in ("title", "subject", "keywords", "description"):
        check_text(getattr(document, name), f"The {name}")
    if sum(1 for _ in document.everywhere()) > MAX_PARAGRAPHS:
        raise PreparerError(f"A document has at most {MAX_PARAGRAPHS:,} paragraphs.")
    _check_fields(document)
    previous: Section | None = None
    for section in document.sections:
        _check_section(section, previous, document)
        previous = section
    _check_marks(document)


def _check_styles(document: Document) -> None:
    for name in built_in_styles():
        if name not in document.styles:
            raise PreparerError(f"The style {name!r} is missing; every document has it.")
    if document.styles["Normal"].based_on is not None:
        raise PreparerError("The style 'Normal' must be based on none.")
    folded: set[str] = set()
    for name, style in document.styles.items():
        what = f"The style {name!r}"
        check_text(name, what, empty=False)
        if name.casefold() in folded:
            raise PreparerError(f"{what} differs from another one in upper and lower case only.")
        folded.add(name.casefold())
        for other in (style.based_on, style.following):
            if other is not None and other not in document.styles:
                raise PreparerError(f"{what} names {other!r}, which the document does not have.")
        if is_shown(name):
            check_look(style.look, what)
            check_layout(style.layout, what)
        if style.layout.tabs or style.layout.page_break or style.look.highlight not in (None, "none"):
            raise PreparerError(
                f"{what} has tab stops, page breaks or a highlight; say them at the paragraphs."
            )
        _check_chain(name, document)


def _check_chain(name: str, document: Document) -> None:
    seen = [name]
    based = document.styles[name].based_on
    while based is not None:
        if based in seen:
            raise PreparerError(f"The style {name!r} is based on itself: {' → '.join([*seen, based])}.")
        seen.append(based)
        based = document.styles[based].based_on


def _check_section(section: Section, previous: Section | None, document: Document) -> None:
    if not section.blocks or not isinstance(section.blocks[-1], Paragraph):
        raise PreparerError(
            "A section ends with a paragraph; add one, which may be empty in the last section."
        )
    last = section is document.sections[-1]
    if not last and not section.blocks[-1].runs:
        raise PreparerError("The paragraph that ends a section must hold something, unless it is the last.")
    if not last and any(
        _ends_with_a_break(story) for story in (section.blocks, section.header, section.footer)
    ):
        raise PreparerError(
            "A section that others follow, or its header or footer, ends with a line break, which LibreOffice drops."
        )
    first = section.blocks[0]
    plain = previous is None and section.page.columns == 1 and section.page.first_number is None
    if not isinstance(first, Paragraph) and not (plain and isinstance(first, Contents)):
        raise PreparerError(
            "A section begins with a paragraph, only the first may begin with a table of contents, unless it has "
            "columns or a number."
        )
    for block, following in pairwise(section.blocks):
        if not isinstance(block, Paragraph) and not isinstance(following, Paragraph):
            raise PreparerError("Between two tables a paragraph is needed, else they become one.")
    if isinstance(first, Paragraph) and first.layout.page_break:
        raise PreparerError("The first paragraph of a document or section begins a page anyway.")
    if (
        section.page.columns > 1
        and _has_footnote(section)
        and any(isinstance(b, Table) for b in section.blocks)
    ):
        raise PreparerError(
            "A section of several columns holds a table and a footnote: LibreOffice may never finish laying it out."
        )
    for block in section.blocks:
        _check_block(block, document)
    _check_page(section.page)
    _check_headers(section, document)


def _ends_with_a_break(story: Sequence[Block] | None) -> bool:
    last = story[-1] if story else None
    return isinstance(last, Paragraph) and bool(last.runs) and last.runs[-1].text.endswith("\n")


def _has_footnote(section: Section) -> bool:
    paragraphs = (block for block in section.blocks if isinstance(block, Paragraph))
    return any(run.footnote is not None for paragraph in paragraphs for run in paragraph.runs)


def _check_headers(section: Section, document: Document) -> None:
    parts = {name: getattr(section, name) for name in ("header", "footer", "first_header", "first_footer")}
    if section.continuous:
        raise PreparerError(
            "Continuous sections are only read: LibreOffice drops links and tracked changes in them."
        )
    if (parts["first_header"] is None) != (parts["first_footer"] is None):
        raise PreparerError("A first page has both a header and a footer of its own; an empty list is none.")
    if parts["first_header"] is not None and len(document.sections) > 1:
        raise PreparerError(
            "LibreOffice drops the first page's header where a document has several sections."
        )
    for name, paragraphs in parts.items():
        margin = section.page.top if "header" in name else section.page.bottom
        if paragraphs and margin < HEADER_ROOM:
            raise PreparerError(f"A margin of {margin} cm has no room for a {name}; it needs {HEADER_ROOM}.")
        if paragraphs is not None and name in ("header", "footer") and not any(p.runs for p in paragraphs):
            raise PreparerError(f"A {name} must hold something; None is none.")
        for paragraph in paragraphs or ():
            check_paragraph(paragraph, document, body=False)


def _check_page(page: Page) -> None:
    for name in ("width", "height"):
        if not 5 <= getattr(page, name) <= 55:
            raise PreparerError(f"The paper's {name} is {getattr(page, name)} cm; it is 5 to 55.")
    for name in ("top", "bottom", "left", "right", "gap"):
        own = getattr(page, name)
        if own < 0 or (round(own, 1) != own and name != "gap"):
            raise PreparerError(f"The page has {name}={own}; expected centimetres with at most one decimal.")
    if page.left + page.right > page.width - 2 or page.top + page.bottom > page.height - 2:
        raise PreparerError("The margins leave no room for the text.")
    if not 1 <= page.columns <= 10:
        raise PreparerError(f"The page has {page.columns} columns of text; it has 1 to 10.")


def _check_block(block: Block, document: Document) -> None:
    if isinstance(block, Paragraph):
        check_paragraph(block, document, body=True)
    elif isinstance(block, Table):
        check_table(block, document)
    else:
        check_text(block.title, "The title of a table of contents", empty=False)
        if not 1 <= block.levels <= LEVELS:
            raise PreparerError(f"A table of contents goes down to level {block.levels}; 1 to {LEVELS} are.")
        for entry in block.entries:
            check_text(entry.text, "A line of a table of contents", empty=False)
            if "\t" in entry.text or not 1 <= entry.level <= 6:
                raise PreparerError(f"The line {entry.text!r} has a tab, or a level that is not 1 to 6.")


def _check_fields(document: Document) -> None:
    """Beside a table of contents, a field before which its paragraph has no text keeps no look of its own."""
    if not any(isinstance(block, Contents) for block in document.blocks()):
        return
    for paragraph in document.everywhere():
        leading = takewhile(lambda run: not run.text, paragraph.runs)
        if any(run.field is not None and run.look != PLAIN for run in leading):
            raise PreparerError(
                "A field at the beginning of a paragraph has a look of its own, which LibreOffice drops where the "
                "document has a table of contents; put text before it, or let the style say the look."
            )


def _check_marks(document: Document) -> None:
    """Bookmarks are told apart by their names, and comments and footnotes do not go together."""
    seen: set[str] = set()
    comments = footnotes = False
    for section in document.sections:
        for paragraph in section.blocks:
            if not isinstance(paragraph, Paragraph):
                continue
            names = {name for run in paragraph.runs for name in run.bookmarks}
            if names & seen:
                raise PreparerError(f"Two paragraphs have a bookmark {min(names & seen)!r}.")
            seen |= names
            ends = paragraph is section.blocks[-1] and section is not document.sections[-1]
            if names and ends:
                raise PreparerError("LibreOffice shifts a bookmark in the paragraph that ends a section.")
            comments = comments or any(run.comments for run in paragraph.runs)
            footnotes = footnotes or any(run.footnote is not None for run in paragraph.runs)
    if comments and footnotes:
        raise PreparerError(
            "LibreOffice mixes up footnotes where a document also has comments; leave out one."
        )
