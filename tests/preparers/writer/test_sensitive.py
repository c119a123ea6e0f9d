"""A reader that sees nothing would be stable: every documented property, changed, changes what is read."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from forge.preparers import office
from forge.preparers.base import preparer
from forge.preparers.office.installation import installation, interpreters
from forge.preparers.writer.schema import SCHEMA
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
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree

from .rich import RED, YELLOW, framed, noted, rich
from .spec_texts import PICTURES

WRITER = preparer("writer")
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
    "paragraph.list": paragraph(7, list=ListFormat("upper roman")),
    "paragraph.list_level": paragraph(7, list=ListFormat("decimal", 2)),
    "paragraph.list_sign": paragraph(7, list=ListFormat("decimal", 1, "%n)")),
    "paragraph.list_start": paragraph(7, list=ListFormat("decimal", 1, start=4)),
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
    from forge.preparers.calc.package import pack, unpack  # noqa: PLC0415 - here only

    parts = unpack(untouched(rich)[0], "it")
    styles = parts["word/styles.xml"]
    at = styles.index(b'w:styleId="House"')
    opening = said[: said.index(b">") + 1]
    parts["word/styles.xml"] = styles[:at] + styles[at:].replace(opening, said, 1)
    found = changes(untouched(rich)[1], WRITER.read({"": pack(parts)}))
    assert ("style", name) in {(change.kind, change.name) for change in found}


def test_a_continuous_section_is_read() -> None:
    from forge.preparers.calc.package import pack, unpack  # noqa: PLC0415 - here only

    parts = unpack(untouched(rich)[0], "it")
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
