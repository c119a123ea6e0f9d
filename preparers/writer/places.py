"""The selectors that name places of a document: paragraphs, words, tables, sections, styles."""

from __future__ import annotations

from forge.errors import PreparerError
from forge.preparers.calc.places import column_number, letters, place_of, range_of
from forge.preparers.writer.resolving import Resolver
from forge.preparers.writer.spec import Document, Paragraph
from forge.preparers.writer.words import positions
from forge.states.selectors import Keys, Positions, Selector, SelectorStep


def document(mount: str, prop: str) -> Selector:
    """A property of the document as a whole, such as its title."""
    return Selector(mount).of(prop)


def paragraphs(mount: str, *numbers: int, prop: str | None = None) -> Selector:
    """Paragraphs of the body by their numbers from 1, or all of them; those in tables have places of their own."""
    return Selector(mount).below("paragraph", *numbers).of(prop)


def paragraph_run(mount: str, first: int, last: int, prop: str | None = None) -> Selector:
    """The paragraphs of the body from one number to another."""
    return Selector(mount).run("paragraph", first, last).of(prop)


def styled(mount: str, style: str, prop: str | None = None) -> Selector:
    """The paragraphs of the body that have a style."""
    return Selector(mount).below("paragraph", style=style).of(prop)


def words(mount: str, paragraph: int | None = None, *numbers: int, prop: str | None = None) -> Selector:
    """Words of one paragraph of the body, or of all; by their numbers from 1, or all of them."""
    found = paragraphs(mount) if paragraph is None else paragraphs(mount, paragraph)
    return found.below("word", *numbers).of(prop)


def phrase(
    mount: str, spec: Document, number: int, text: str, *, occurrence: int = 1, prop: str | None = None
) -> Selector:
    """The words of one occurrence of a phrase in a paragraph of the body.

    Raises:
        PreparerError: the paragraph does not hold it so often as whole words.
    """
    found = _found(spec, number, text)
    if len(found) < occurrence:
        raise PreparerError(f"Paragraph {number} holds {text!r} {len(found)} times as whole words.")
    first, last = found[occurrence - 1]
    return paragraphs(mount, number).run("word", first, last).of(prop)


def occurrences(mount: str, spec: Document, text: str, prop: str | None = None) -> list[Selector]:
    """The words of every occurrence of a phrase in the paragraphs of the body, one selector for a paragraph."""
    selectors = []
    for number in range(1, len(spec.paragraphs()) + 1):
        runs = tuple(_found(spec, number, text))
        if runs:
            step = SelectorStep("word", Positions(runs))
            selectors.append(Selector(mount, (*paragraphs(mount, number).steps, step), prop))
    return selectors


def _found(spec: Document, number: int, text: str) -> list[tuple[int, int]]:
    body = spec.paragraphs()
    if not 1 <= number <= len(body):
        raise PreparerError(f"The document has {len(body)} paragraphs in its body, so there is no {number}.")
    paragraph: Paragraph = body[number - 1]
    return positions(paragraph, Resolver(spec).look(paragraph), text)


def pictures(mount: str, paragraph: int | None = None, prop: str | None = None) -> Selector:
    """The pictures of one paragraph of the body, or of all."""
    return (
        (paragraphs(mount) if paragraph is None else paragraphs(mount, paragraph)).below("picture").of(prop)
    )


def comments(mount: str, paragraph: int | None = None, prop: str | None = None) -> Selector:
    """The comments in one paragraph of the body, or in all."""
    return (
        (paragraphs(mount) if paragraph is None else paragraphs(mount, paragraph)).below("comment").of(prop)
    )


def bookmark(mount: str, paragraph: int, name: str, prop: str | None = None) -> Selector:
    """A bookmark in a paragraph of the body."""
    return paragraphs(mount, paragraph).below("bookmark", name).of(prop)


def table(mount: str, number: int = 1, prop: str | None = None) -> Selector:
    """A table by its number from 1, with all that stands in it, or one property of it."""
    return Selector(mount).below("table", number).of(prop)


def row(mount: str, number: int, first: int, last: int | None = None, prop: str | None = None) -> Selector:
    """A row of a table, or the rows from one to another."""
    return table(mount, number).run("row", first, first if last is None else last).of(prop)


def column(mount: str, number: int, letter: str, prop: str | None = None) -> Selector:
    """A column of a table: its width."""
    return table(mount, number).below("column", column_number(letter)).of(prop)


def cell(mount: str, number: int, where: str, prop: str | None = None) -> Selector:
    """A cell of a table by its place as in `B2`, with its paragraphs, or one property of it."""
    at_row, at_column = place_of(where)
    return row(mount, number, at_row).below("cell", letters(at_column)).of(prop)


def cells(mount: str, number: int, where: str, prop: str | None = None) -> Selector:
    """The cells of a range of a table, as in `A1:C1`."""
    top, left, bottom, right = range_of(where)
    step = SelectorStep("cell", Keys(tuple(letters(at) for at in range(left, right + 1))))
    rows = SelectorStep("row", Positions(((top, bottom),)))
    return Selector(mount, (*table(mount, number).steps, rows, step), prop)


def cell_paragraphs(mount: str, number: int, where: str, prop: str | None = None) -> Selector:
    """The paragraphs in the cells of a range of a table."""
    return cells(mount, number, where).below("paragraph").of(prop)


def cell_words(mount: str, number: int, where: str, prop: str | None = None) -> Selector:
    """The words in the cells of a range of a table."""
    return cell_paragraphs(mount, number, where).below("word").of(prop)


def section(mount: str, number: int = 1, prop: str | None = None) -> Selector:
    """A section by its number from 1: its page set-up, and its headers and footers."""
    return Selector(mount).below("section", number).of(prop)


def header(mount: str, number: int = 1, page: str = "default") -> Selector:
    """The header of a section, on its `first` page or by `default` on all."""
    return section(mount, number).below("header", page)


def footer(mount: str, number: int = 1, page: str = "default") -> Selector:
    """The footer of a section, on its `first` page or by `default` on all."""
    return section(mount, number).below("footer", page)


def style(mount: str, name: str, prop: str | None = None) -> Selector:
    """A paragraph style."""
    return Selector(mount).below("style", name).of(prop)


def contents(mount: str, number: int = 1, prop: str | None = None) -> Selector:
    """A table of contents by its number from 1."""
    return Selector(mount).below("contents", number).of(prop)
