"""Clean files, tables of contents, near misses and places: what the preparer tells gates and skills."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from random import Random

import pytest

from forge.errors import PreparerError
from forge.preparers.base import Problem, preparer, preparer_for
from forge.preparers.office.file_types import DOCUMENT
from forge.preparers.office.package import pack, unpack
from forge.preparers.writer import places
from forge.preparers.writer.spec import Contents, Document, Look, Paragraph, Run, Table
from forge.states.changes import Comparison, own_changes
from forge.states.entities import State, Tree
from forge.states.mutants import Attack
from forge.states.resolve import values

from .rich import rich

WRITER = preparer("writer")
MOUNT = "~/report.docx"
BODY = "word/document.xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> dict[str, bytes]:
    parts = unpack(WRITER.write(rich())[""], "it", DOCUMENT)
    parts[name] = change(parts.get(name, b""))
    return {"": pack(parts)}


def replaced(name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return with_part(name, change)


def problems(files: dict[str, bytes]) -> list[Problem]:
    return WRITER.problems(files, WRITER.read(files))


RELATIONS = "word/_rels/document.xml.rels"


def pointing(kind: str) -> dict[str, bytes]:
    """A document with a relation that leads outside."""
    relation = (
        f'<Relationship Id="x" Type="http://a/{kind}" TargetMode="External" Target="https://example.org/a"/>'
    )
    return replaced(RELATIONS, b"</Relationships>", relation.encode() + b"</Relationships>")


UNCLEAN: dict[str, tuple[Callable[[], dict[str, bytes]], str, str]] = {
    "macros": (lambda: with_part("word/vbaProject.bin", lambda _: b"x"), "word/vbaProject.bin", "code or controls"),
    "an embedded file": (
        lambda: with_part("word/embeddings/a.xlsx", lambda _: b"x"), "word/embeddings/a.xlsx", "embedded objects"
    ),
    "a machine": (lambda: with_part("customXml/item1.xml", lambda _: b"<a/>"), "customXml/item1.xml", "traces"),
    "a path": (lambda: replaced(BODY, b"Annual report", b"see /home/user/x"), BODY, "absolute path"),
    "an author": (
        lambda: replaced("docProps/core.xml", b"</cp:core", b"<dc:creator>Ann</dc:creator></cp:core"),
        "docProps/core.xml",
        "who made it",
    ),
    "a time": (lambda: replaced("docProps/core.xml", b"2026-01-05T08", b"2026-01-06T08"), "docProps/core.xml", "when"),
    "a time of a comment": (
        lambda: replaced("word/comments.xml", b"2026-01-05T08", b"2026-01-06T08"), "word/comments.xml", "when"
    ),
    "an outside picture": (lambda: pointing("image"), RELATIONS, "image lies outside"),
    "an outside template": (lambda: pointing("attachedTemplate"), RELATIONS, "attachedTemplate lies outside"),
    "a living link": (
        lambda: replaced(RELATIONS, b"https://example.org/list", b"https://some.site/list"),
        "paragraph 3, word 8.link",
        "leads outside",
    ),
    "a dead bookmark": (
        lambda: with_part(BODY, lambda xml: re.sub(rb"(?<=<w:hyperlink )r:id=[^>]*", b'w:anchor="Nowhere"', xml)),
        "paragraph 3, word 8.link",
        "no bookmark 'Nowhere'",
    ),
}  # fmt: skip


def test_what_is_written_is_clean() -> None:
    assert problems(WRITER.write(rich())) == []


@pytest.mark.parametrize("name", UNCLEAN)
def test_what_is_not_clean_is_found(name: str) -> None:
    make, where, what = UNCLEAN[name]
    found = problems(make())
    assert any(item.where == where and what in item.what for item in found), found


def test_a_table_of_contents_must_say_what_the_headings_say() -> None:
    tree = WRITER.tree(rich())
    assert WRITER.miscalculated(tree, None) == []
    stale = rich()
    stale.paragraphs()[1].runs[0].text = "Turnover"
    (found,) = WRITER.miscalculated(WRITER.tree(stale), None)
    assert (found.where, found.expected) == ("contents 1", "Turnover; By region")


def states(edit: Callable[[Document], None]) -> tuple[State, State]:
    start = rich()
    golden = deepcopy(start)
    edit(golden)
    return State({MOUNT: WRITER.tree(start)}), State({MOUNT: WRITER.tree(golden)})


def embolden(document: Document) -> None:
    for run in document.paragraphs()[3].find("check this"):
        run.restyle(italic=True)


def justify(document: Document) -> None:
    for number in (2, 3):
        document.paragraphs()[number - 1].lay_out(alignment="justify")


def capitals(document: Document) -> None:
    document.paragraphs()[1].runs[0].text = "SALES"


def insert(document: Document) -> None:
    document.insert(Paragraph.of("A new one."), document.paragraphs()[3])


def insert_table(document: Document) -> None:
    document.insert(Table.of([["x"]], [3.0]), document.paragraphs()[3])


@pytest.mark.parametrize(
    ("edit", "names"),
    [
        (embolden, {"last left out", "whole paragraph"}),
        (justify, {"last left out", "next paragraph too"}),
        (capitals, {"other case", "shown in capitals"}),
        (insert, {"one place off"}),
        (insert_table, {"one place off"}),
    ],
)
def test_near_misses_are_other_states_than_the_golden_one(
    edit: Callable[[Document], None], names: set[str]
) -> None:
    start, golden = states(edit)
    found = WRITER.near_misses(start, golden, MOUNT)
    assert {patch.name for patch in found} == names
    for patch in found:
        assert own_changes(Comparison(golden, patch.apply(start, golden)).changes()), patch.name


@pytest.mark.parametrize("edit", [embolden, justify, capitals, insert, insert_table])
def test_every_change_can_be_attacked(edit: Callable[[Document], None]) -> None:
    start, golden = states(edit)
    attack = Attack(start, golden, [], additions=False, random=Random(1))
    mutants = list(attack.mutants())
    coverage = attack.coverage()
    assert coverage.changes > 0
    assert coverage.unattacked == ()
    assert {"word.bold", "paragraph.alignment", "cell.fill", "style.size", "section.margin_top"} <= set(
        coverage.classes
    )
    for mutant in mutants:
        assert own_changes(Comparison(golden, mutant.state).changes()), mutant.what


def tree() -> Tree:
    return WRITER.tree(rich())


def read(selector: object) -> list[object]:
    return list(values(selector, State({MOUNT: tree()})))  # type: ignore[arg-type]  # a selector


def test_places_lead_where_they_say() -> None:
    spec = rich()
    assert read(places.paragraphs(MOUNT, 1, prop="text")) == ["Annual report"]
    assert read(places.paragraph_run(MOUNT, 7, 8, "list_level")) == [1, 2]
    assert read(places.styled(MOUNT, "Heading 1", "text")) == ["Sales"]
    assert read(places.words(MOUNT, 3, 3, 4, prop="bold")) == [True, True]
    assert read(places.phrase(MOUNT, spec, 3, "Q3", prop="text")) == ["Q", "3"]
    assert read(places.document(MOUNT, "title")) == ["Report"]
    assert read(places.cell(MOUNT, 1, "A1", "fill"))[0] is not None
    assert read(places.cell_paragraphs(MOUNT, 1, "A2:B3", "text")) == ["North", "120", "South", "80"]
    assert read(places.cell_words(MOUNT, 1, "A2", "text")) == ["North"]
    assert read(places.column(MOUNT, 1, "B", "width")) == [3]
    assert read(places.row(MOUNT, 1, 1, 3, "header")) == [True, False, False]
    assert read(places.table(MOUNT, 1, "alignment")) == ["left"]
    assert read(places.section(MOUNT, 2, "orientation")) == ["landscape"]
    assert read(places.header(MOUNT).below("paragraph").of("text")) == ["Report"]
    assert read(places.footer(MOUNT).below("paragraph").below("word").of("field")) == [None, "page"]
    assert read(places.style(MOUNT, "House", "font")) == ["Georgia"]
    assert read(places.contents(MOUNT, prop="title")) == ["Contents"]
    assert read(places.pictures(MOUNT, 11, "alternative")) == ["A map"]
    assert read(places.comments(MOUNT, prop="on")) == ["check this"]
    assert read(places.bookmark(MOUNT, 5, "Total", "on")) == ["total"]


def test_every_occurrence_of_a_phrase_is_found() -> None:
    spec = Document()
    split = [Run("the Q"), Run("3", Look(bold=True)), Run(" and Q3, not Q34")]
    spec.add(Paragraph.of("Q3 first"), Paragraph.of("none"), Paragraph(split))
    found = [str(selector) for selector in places.occurrences(MOUNT, spec, "Q3", "italic")]
    assert found == [
        f"{MOUNT}#paragraph[1]/word[1..2].italic",
        f"{MOUNT}#paragraph[3]/word[2..3,5..6].italic",
    ]
    with pytest.raises(PreparerError, match="2 times"):
        places.phrase(MOUNT, spec, 3, "Q3", occurrence=3)
    with pytest.raises(PreparerError, match="no 9"):
        places.phrase(MOUNT, spec, 9, "Q3")


def test_phrases_are_found_and_replaced_across_runs() -> None:
    paragraph = Paragraph([Run("The big "), Run("red", Look(bold=True)), Run(" box")])
    assert [run.text for run in paragraph.find("big red")] == ["big ", "red"]
    paragraph.replace("red box", "thing")
    assert [(run.text, run.look.bold) for run in paragraph.runs if run.text] == [
        ("The ", None),
        ("big ", None),
        ("thing", True),
    ]
    with pytest.raises(PreparerError, match="does not hold"):
        paragraph.find("blue")


def test_the_preparer_is_found_by_the_ending() -> None:
    assert preparer_for("~/Letters/A.DOCX") is WRITER
    assert preparer_for("~/a.odt") is WRITER


def test_a_table_of_contents_without_lines_is_written_and_read() -> None:
    document = Document()
    document.add(Contents("Contents", 2), Paragraph.of("x"))
    again = WRITER.parse(WRITER.write(document))
    assert [block for block in again.blocks() if isinstance(block, Contents)] == [Contents("Contents", 2)]
