"""A reader that sees nothing would be stable: every documented property, changed, changes what is read."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from forge.preparers import office
from forge.preparers.base import preparer
from forge.preparers.office.file_types import DOCUMENT
from forge.preparers.office.installation import installation, interpreters
from forge.preparers.writer.schema import SCHEMA
from forge.preparers.writer.spec import Cell, Document, Paragraph, Row, Run
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree

from .edits import ADDED, EXAMPLES_OF_ONE, NOT_IN_STYLES, OF_NOTES, PROPERTIES
from .rich import noted, rich

WRITER = preparer("writer")


def changes(before: Tree, after: Tree) -> list[Change]:
    return diff(State({"text": before}), State({"text": after}))


@cache
def untouched(make: Callable[[], Document]) -> tuple[bytes, Tree]:
    """The file of a document and what is read from it."""
    files = WRITER.write(make())
    return files[""], WRITER.read(files)


def test_every_documented_property_has_a_change() -> None:
    documented = {
        f"{kind.name}.{item.name}"
        for kind in SCHEMA.kinds.values()
        for item in kind.properties.values()
        if not item.volatile
    }
    of_styles = {f"style.{name}" for name in NOT_IN_STYLES}
    elsewhere = of_styles | {"word.field", "section.continuous"}
    assert documented - elsewhere == set(PROPERTIES) | set(OF_NOTES)
    assert set(SCHEMA.kinds) - {"document"} == set(ADDED)


@pytest.mark.parametrize("name", [*PROPERTIES, *OF_NOTES])
def test_a_changed_property_is_read(name: str) -> None:
    kind, _, prop = name.partition(".")
    make = noted if name in OF_NOTES else rich
    after = make()
    (PROPERTIES | OF_NOTES)[name](after)
    content, old = untouched(make)
    files = WRITER.write(after)
    assert files[""] != content
    found = changes(old, WRITER.read(files))
    assert (kind, prop) in {(change.kind, change.name) for change in found if change.type == "set"}


def test_a_typed_number_is_no_field() -> None:
    after = rich()
    footer = after.sections[0].footer
    assert footer is not None
    footer[0].runs[1] = Run("1")
    found = changes(untouched(rich)[1], WRITER.read(WRITER.write(after)))
    assert ("word", "field") in {(change.kind, change.name) for change in found}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("highlight", b'<w:rPr><w:highlight w:val="yellow"/>'),
        ("page_break_before", b"<w:pPr><w:pageBreakBefore/>"),
        ("tab_stops", b'<w:pPr><w:tabs><w:tab w:val="left" w:pos="1701"/></w:tabs>'),
    ],
)
def test_what_only_others_write_into_a_style_is_read(name: str, said: bytes) -> None:
    from forge.preparers.office.package import pack, unpack  # noqa: PLC0415 - here only

    parts = unpack(untouched(rich)[0], "it", DOCUMENT)
    styles = parts["word/styles.xml"]
    at = styles.index(b'w:styleId="House"')
    opening = said[: said.index(b">") + 1]
    parts["word/styles.xml"] = styles[:at] + styles[at:].replace(opening, said, 1)
    found = changes(untouched(rich)[1], WRITER.read({"": pack(parts)}))
    assert ("style", name) in {(change.kind, change.name) for change in found}


def test_a_continuous_section_is_read() -> None:
    from forge.preparers.office.package import pack, unpack  # noqa: PLC0415 - here only

    parts = unpack(untouched(rich)[0], "it", DOCUMENT)
    head, mark, tail = parts["word/document.xml"].rpartition(b'<w:type w:val="nextPage"/>')
    assert mark
    parts["word/document.xml"] = head + b'<w:type w:val="continuous"/>' + tail
    found = changes(untouched(rich)[1], WRITER.read({"": pack(parts)}))
    assert ("section", "continuous") in {(change.kind, change.name) for change in found}


@pytest.mark.parametrize("kind", sorted(set(ADDED) - EXAMPLES_OF_ONE))
def test_an_added_and_a_removed_thing_is_read(kind: str) -> None:
    after = rich()
    ADDED[kind](after)
    old, new = untouched(rich)[1], WRITER.read(WRITER.write(after))
    assert ("added", kind) in {(change.type, change.kind) for change in changes(old, new)}
    assert ("removed", kind) in {(change.type, change.kind) for change in changes(new, old)}


def test_an_inserted_paragraph_is_one_change() -> None:
    after = rich()
    ADDED["paragraph"](after)
    found = changes(untouched(rich)[1], WRITER.read(WRITER.write(after)))
    assert [change.describe(SCHEMA) for change in found] == ["text#paragraph 3: added"]


def test_an_inserted_row_is_one_change() -> None:
    after = rich()
    new = Row([Cell([Paragraph.of("East")]), Cell([Paragraph.of("1")])])
    after.tables()[0].rows.insert(1, new)
    found = changes(untouched(rich)[1], WRITER.read(WRITER.write(after)))
    assert [change.describe(SCHEMA) for change in found] == ["text#table 1, row 2: added"]


def test_exchanged_paragraphs_are_a_change_of_order() -> None:
    after = rich()
    blocks = after.sections[0].blocks
    blocks[3], blocks[4] = blocks[4], blocks[3]
    found = changes(untouched(rich)[1], WRITER.read(WRITER.write(after)))
    assert [(change.type, change.kind) for change in found] == [("order", "paragraph")]


def test_runs_that_look_alike_are_one() -> None:
    apart = rich()
    first = apart.paragraphs()[3].runs[0]
    apart.paragraphs()[3].runs[:1] = [first.like("Ple"), first.like("ase ")]
    assert changes(untouched(rich)[1], WRITER.read(WRITER.write(apart))) == []


def test_direct_and_style_formatting_that_look_alike_are_told_apart_by_the_style_only() -> None:
    direct = rich()
    for item in direct.paragraphs()[2].runs:
        item.restyle(italic=True)
    direct.paragraphs()[2].lay_out(left=1.0, right=1.0)
    styled = rich()
    styled.paragraphs()[2].style = "Quote"
    found = changes(WRITER.tree(direct), WRITER.tree(styled))
    assert [change.describe(SCHEMA) for change in found] == ['text#paragraph 3.style: "Normal" → "Quote"']


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents as LibreOffice stores them after edits of its own."""
    found = installation()
    assert found is not None
    targets = tmp_path_factory.mktemp("edited")
    source = targets / "source.docx"
    source.write_bytes(WRITER.write(rich())[""])
    script = Path(__file__).with_name("uno_edits.py")
    environment = {**os.environ, "PYTHONPATH": str(Path(office.__file__).parent)}
    for interpreter in interpreters(found.program):
        with tempfile.TemporaryDirectory(prefix="forge-office-test-") as folder:
            command = [interpreter, str(script), str(found.program), folder, str(source), str(targets)]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=120
            )
        if done.returncode == 0:
            return targets
    pytest.fail(f"no interpreter could edit the document: {done.stderr[-2000:]}")


LIBREOFFICE_EDITS = {
    "paragraph.text", "paragraph.style", "paragraph.alignment", "paragraph.indent_left", "paragraph.space_after",
    "paragraph.line_spacing", "paragraph.page_break_before", "paragraph", "word.bold", "word.italic", "word.underline",
    "word.colour", "word.font", "word.size", "word.highlight", "word.link", "word", "table", "bookmark",
    "comment", "section.margin_left", "section.orientation", "header", "style.size", "cell.fill", "document.title",
    "paragraph.list",
}  # fmt: skip


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", sorted(LIBREOFFICE_EDITS))
def test_what_libreoffice_changed_is_read(edited: Path, name: str) -> None:
    before = WRITER.read({"": (edited / "untouched.docx").read_bytes()})
    kind, _, prop = name.partition(".")
    after = WRITER.read(
        {"": (edited / f"{'inserted' if name == 'paragraph' else 'edited'}.docx").read_bytes()}
    )
    found = changes(before, after)
    if prop:
        assert ("set", kind, prop) in {(change.type, change.kind, change.name) for change in found}
    else:
        assert {("added", kind), ("removed", kind)} & {(change.type, change.kind) for change in found}


@pytest.mark.libreoffice
def test_an_untouched_save_changes_nothing(edited: Path) -> None:
    assert changes(WRITER.tree(rich()), WRITER.read({"": (edited / "untouched.docx").read_bytes()})) == []


@pytest.mark.libreoffice
def test_a_paragraph_that_libreoffice_inserted_is_one_change(edited: Path) -> None:
    before = WRITER.read({"": (edited / "untouched.docx").read_bytes()})
    after = WRITER.read({"": (edited / "inserted.docx").read_bytes()})
    assert [change.describe(SCHEMA) for change in changes(before, after)] == ["text#paragraph 3: added"]
