"""Facts as Writer skills tell them: files, headings, sections, paragraphs, phrases, sizes, each with natural words."""

from __future__ import annotations

from forge.preparers.writer import places
from forge.preparers.writer.lists import text_of
from forge.preparers.writer.trees import layout_properties, look_properties
from forge.skills.contract import Fact
from forge.skills.writer.support.papers import Paper
from forge.states.selectors import Selector
from forge.states.values import Value

_ORDINALS = ("first", "second", "third", "fourth")


def file_fact(paper: Paper) -> Fact:
    """The document; it need not be told where there is no other."""
    says = (f'"{paper.file}"', f'the document "{paper.file}"', f'the file "{paper.file}"')
    return Fact(
        name="file", value=paper.file, says=says, refers=Selector(paper.mount), optional=paper.only_file
    )


def heading_fact(name: str, paper: Paper, number: int, *, optional: bool = False) -> Fact:
    """A heading, by what it says."""
    text = paper.text(number)
    return Fact(
        name=name,
        value=text,
        says=(f'the heading "{text}"', f'the "{text}" heading'),
        refers=places.paragraphs(paper.mount, number, prop="text"),
        optional=optional,
    )


def section_fact(name: str, paper: Paper, number: int) -> Fact:
    """A section, by its heading."""
    text = paper.text(number)
    says = (f'the section "{text}"', f'the "{text}" section')
    return Fact(
        name=name, value=text, says=says, refers=places.paragraphs(paper.mount, number, prop="text")
    )


def paragraph_fact(name: str, paper: Paper, number: int) -> Fact:
    """A paragraph, by its first words or by its place below a heading."""
    opening = paper.opening(number)
    says = [
        f'the paragraph that begins "{opening}"',
        f'the paragraph beginning with "{opening}"',
        f'the paragraph starting "{opening}"',
    ]
    heading = paper.heading_of(number)
    if heading is not None:
        between = range(heading + 1, number)
        at = number - heading - 1
        if at < len(_ORDINALS) and len(paper.prose_numbers(between)) == len(between):
            says.append(f'the {_ORDINALS[at]} paragraph under "{paper.text(heading)}"')
    return Fact(
        name=name,
        value=paper.text(number),
        says=tuple(says),
        refers=places.paragraphs(paper.mount, number, prop="text"),
    )


def text_fact(name: str, text: str, *, optional: bool = False) -> Fact:
    """A text that is to be written or looked for, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',), optional=optional)


def word_fact(name: str, value: Value, *says: str) -> Fact:
    """What is asked for in plain words: an alignment, a colour, a kind of thing."""
    return Fact(name=name, value=value, says=says)


def size_fact(name: str, points: float) -> Fact:
    """A size of letters."""
    return Fact(name=name, value=points, says=(f"{points:g} pt", f"{points:g} points", f"{points:g}pt"))


def length_fact(name: str, centimetres: float) -> Fact:
    """A length in centimetres."""
    return Fact(name=name, value=centimetres, says=(f"{centimetres:g} cm", f"{centimetres:g} centimetres"))


def worked_out(name: str, value: Value, *found_in: Selector) -> Fact:
    """A private fact: what follows from places of the start."""
    return Fact(name=name, value=value, public=False, worked_out_from=found_in)


def manner_fact(name: str, paper: Paper, number: int, *more: Value) -> Fact:
    """A private fact: how a paragraph and its words look, and what else follows from it."""
    layout, look = layout_properties(paper.layout(number)), look_properties(paper.look(number))
    own = [value for value in (*layout.values(), *look.values()) if value is not None]
    like = paper.body[number - 1]
    entry = like.list_format
    listed = (entry.kind, entry.level, text_of(entry)) if entry is not None else ()
    return worked_out(name, (like.style, *listed, *own, *more), places.paragraphs(paper.mount, number))
