"""The second law: every documented property, changed in the files, changes what is read."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from forge.preparers.base import preparer
from forge.preparers.files.formats import archive, html, ini, pdf_out, table, text, values
from forge.preparers.files.schema import SCHEMA
from forge.preparers.files.spec import File, FileTree, Folder, Link
from forge.states.changes import Comparison
from forge.states.entities import Entity, State

from .specs import trees

FILES = preparer("files")
Edit = Callable[[FileTree], None]


def rich() -> FileTree:
    """A tree that has something of every kind."""
    tree = FileTree()
    tree.add(
        "notes/plan.txt",
        File(text.encode(["Grüße", "two", "three"]), modified=datetime(2025, 5, 1, tzinfo=UTC)),
    )
    tree.add("notes/latest", Link("plan.txt"))
    tree.add("stock.csv", table.build(["Name", "Name", "Pieces"], [["a", "b", "3"], ["c", "d", "4"]]))
    tree.add("app.json", values.build_json({"size": 4, "tags": ["x", "y"], "off": None}))
    tree.add("five.json", values.build_json(5))
    tree.add("ci.yaml", b"# checks\non: push\njobs: [a, b]\n")
    tree.add(
        "viewer.desktop", ini.build({"Desktop Entry": {"Name": "Viewer", "Exec": "view %f"}}, "made by hand")
    )
    tree.add("menu.xml", b"<menu a='1'><i>one</i> tail <!-- note --></menu>")
    tree.add(".bashrc", text.encode(["export EDITOR=vim", "PAGER=less", "alias ll='ls -l'", "umask 022"]))
    tree.add("crontab", text.encode(["MAILTO=me", "# nightly", "5 4 3 2 1 backup", "6 * * * * backup"]))
    tree.add(
        "old.zip",
        archive.build(FileTree({"a.txt": File(b"inside\n"), "l": Link("a.txt"), "f": Folder()}), "zip"),
    )
    tree.add("logo.bin", b"\x00\x01\x02")
    tree.add("plan.pdf", pdf_out.build(PAGES, title="Plan"))
    tree.add("page.html", html.build(BLOCKS, title="Page"))
    return tree


PAGES = (pdf_out.Page(("one", "two")), pdf_out.Page(("three",)))
BLOCKS = (
    ("h1", "Stock"),
    ("h2", "Now"),
    ("p", "one"),
    ("p", "two"),
    (("Name", "No."), ("a", "1"), ("b", "2")),
)


def drawn(*pages: pdf_out.Page, title: str = "Plan") -> Edit:
    return put("plan.pdf", pdf_out.build(pages, title=title))


def swap(path: str, old: bytes, new: bytes) -> Edit:
    def edit(tree: FileTree) -> None:
        assert tree.file(path).data.count(old) == 1
        tree.file(path).data = tree.file(path).data.replace(old, new)

    return edit


def put(path: str, data: bytes) -> Edit:
    return lambda tree: setattr(tree.file(path), "data", data)


def repacked(packing: str, **contents: bytes) -> Edit:
    inner = FileTree({"a.txt": File(b"inside\n"), "l": Link("a.txt"), "f": Folder()})
    inner.entries.update({f"{name}.txt": File(data) for name, data in contents.items()})
    return put("old.zip", archive.build(inner, packing))


def link(target: str) -> Edit:
    return lambda tree: tree.entries.update({"notes/latest": Link(target)})


EDITS: dict[str, Edit] = {
    "folder.mode": lambda tree: tree.entries.update(notes=Folder(0o700)),
    "link.target": link("missing.txt"),
    "file.mode": lambda tree: setattr(tree.file("notes/plan.txt"), "mode", 0o600),
    "file.format": put("logo.bin", b"now a text\n"),
    "file.encoding": put("notes/plan.txt", text.encode(["Grüße", "two", "three"], "latin-1")),
    "file.line_ends": put("notes/plan.txt", text.encode(["Grüße", "two", "three"], line_ends="crlf")),
    "file.final_break": put("notes/plan.txt", text.encode(["Grüße", "two", "three"], final_break=False)),
    "file.delimiter": put(
        "stock.csv", table.build(["Name", "Name", "Pieces"], [["a", "b", "3"], ["c", "d", "4"]], ";")
    ),
    "file.packing": repacked("tar.gz"),
    "file.type": put("five.json", b"null"),
    "file.value": put("five.json", b"6"),
    "file.content": put("logo.bin", b"\x00\x01\x03"),
    "file.size": swap("notes/plan.txt", b"two", b"twos"),
    "file.modified": lambda tree: setattr(
        tree.file("notes/plan.txt"), "modified", datetime(2025, 5, 2, tzinfo=UTC)
    ),
    "line.text": swap("notes/plan.txt", b"two", b"too"),
    "column.header": put(
        "stock.csv", table.build(["Word", "Word", "Pieces"], [["a", "b", "3"], ["c", "d", "4"]])
    ),
    "field.value": swap("stock.csv", b"d,4", b"d,5"),
    "member.type": swap("app.json", b'"off": null', b'"off": {}'),
    "member.value": swap("app.json", b'"size": 4', b'"size": "4"'),
    "item.type": swap("app.json", b'"y"', b"null"),
    "item.value": swap("app.json", b'"y"', b'"z"'),
    "entry.value": swap("viewer.desktop", b"view %f", b"view %u"),
    "element.name": put("menu.xml", b"<menu a='1'><j>one</j> tail <!-- note --></menu>"),
    "element.text": swap("menu.xml", b"one", b"two"),
    "element.tail": swap("menu.xml", b"tail", b"end"),
    "attribute.value": swap("menu.xml", b"'1'", b"'2'"),
    "definition.value": swap(".bashrc", b"vim", b"nano"),
    "definition.exported": swap(".bashrc", b"PAGER", b"export PAGER"),
    "file.title": drawn(*PAGES, title="Plans"),
    "page.width": drawn(pdf_out.Page(("one", "two"), width=216), PAGES[1]),
    "page.height": drawn(pdf_out.Page(("one", "two"), height=279), PAGES[1]),
    "page.letters": drawn(pdf_out.Page(("one", "too")), PAGES[1]),
    "page.text": drawn(pdf_out.Page(("one", "t wo")), PAGES[1]),
    "heading.level": swap("page.html", b"<h2>Now</h2>", b"<h3>Now</h3>"),
    "heading.text": swap("page.html", b"Now", b"Then"),
    "paragraph.text": swap("page.html", b"two", b"too"),
    "job.minute": swap("crontab", b"5 4 3 2 1", b"6 4 3 2 1"),
    "job.hour": swap("crontab", b"5 4 3 2 1", b"5 * 3 2 1"),
    "job.day": swap("crontab", b"5 4 3 2 1", b"5 4 2,3 2 1"),
    "job.month": swap("crontab", b"5 4 3 2 1", b"5 4 3 aug 1"),
    "job.weekday": swap("crontab", b"5 4 3 2 1", b"5 4 3 2 sun"),
    "job.command": swap("crontab", b"1 backup\n6 * * * * backup", b"1 restore\n6 * * * * restore"),
    "comment.text": swap("crontab", b"nightly", b"weekly"),
    "file added": lambda tree: tree.add("new.txt", b""),
    "file removed": lambda tree: tree.remove("stock.csv"),
    "file renamed": lambda tree: tree.move("stock.csv", "notes/stock.csv"),
    "folder added": lambda tree: tree.folder("empty"),
    "folder renamed": lambda tree: tree.move("notes", "remarks"),
    "link added": lambda tree: tree.add("link", Link("notes")),
    "link removed": lambda tree: tree.remove("notes/latest"),
    "line added": swap("notes/plan.txt", b"two", b"two\nmore"),
    "line order": swap("notes/plan.txt", b"two\nthree", b"three\ntwo"),
    "column added": swap("stock.csv", b"Pieces", b"Pieces,More"),
    "record removed": swap("stock.csv", b"c,d,4\n", b""),
    "field removed": swap("stock.csv", b"c,d,4", b"c,d"),
    "member added": swap("app.json", b'"size": 4', b'"size": 4, "n": 1'),
    "item removed": swap("ci.yaml", b"[a, b]", b"[a]"),
    "section added": swap("viewer.desktop", b"view %f", b"view %f\n[More]"),
    "entry removed": swap("viewer.desktop", b"Name=Viewer\n", b""),
    "element added": swap("menu.xml", b"<i>", b"<k/><i>"),
    "attribute removed": swap("menu.xml", b" a='1'", b""),
    "definition removed": swap(".bashrc", b"alias ll='ls -l'\n", b""),
    "job renamed": swap("crontab", b"6 * * * * backup", b"6 * * * * restore"),
    "job removed": swap("crontab", b"5 4 3 2 1 backup\n", b""),
    "comment removed": swap("ci.yaml", b"# checks\n", b""),
    "page removed": drawn(PAGES[0]),
    "page order": drawn(*PAGES[::-1]),
    "heading added": swap("page.html", b"<h2>", b"<h3>More</h3><h2>"),
    "paragraph removed": swap("page.html", b"<p>one</p>", b""),
    "table added": swap("page.html", b"<p>one", b"<table><tr><td>x</td></tr></table><p>one"),
    "record added": swap("page.html", b"<td>2</td></tr>", b"<td>2</td></tr><tr><td>c</td></tr>"),
    "file added in an archive": repacked("zip", b=b"more\n"),
}


def seen(edit: Edit) -> set[str]:
    """The classes of what differs after an edit, volatile properties among them."""
    before, tree = FILES.read(FILES.write(rich())), rich()
    edit(tree)
    after = FILES.read(FILES.write(tree))
    found = set()
    for change in Comparison(State({"t": before}), State({"t": after})).changes():
        found.add(f"{change.kind}.{change.name}" if change.type == "set" else f"{change.kind} {change.type}")
    for entity in before.root.of_kind("file"):
        now = after.root.child("file", entity.key or "")
        if now is not None:
            found |= volatile_between(entity, now)
            for old, new in zip(entity.of_kind("page"), now.of_kind("page"), strict=False):
                found |= volatile_between(old, new)
    return found


def volatile_between(old: Entity, new: Entity) -> set[str]:
    """The volatile properties in which two entities of a kind differ."""
    names = [item.name for item in SCHEMA.kind(old.kind).properties.values() if item.volatile]
    return {f"{old.kind}.{name}" for name in names if old.properties.get(name) != new.properties.get(name)}


@pytest.mark.parametrize("what", EDITS)
def test_every_change_of_the_files_is_seen(what: str) -> None:
    assert what.removesuffix(" in an archive") in seen(EDITS[what])


def test_every_documented_property_is_changed_by_an_edit() -> None:
    documented = {f"{kind.name}.{name}" for kind in SCHEMA.kinds.values() for name in kind.properties}
    assert documented <= set(EDITS)


def _rewritten(tree: FileTree, path: str) -> None:
    tree.file(path).data = b"\x00" + tree.file(path).data


GENERAL: dict[str, Callable[[FileTree, str], None]] = {
    "removed": lambda tree, path: tree.remove(path),
    "renamed": lambda tree, path: tree.move(path, f"{path} moved"),
    "copied": lambda tree, path: tree.copy(path, f"{path} copied"),
    "mode": lambda tree, path: setattr(tree.file(path), "mode", tree.file(path).mode ^ 0o011),
    "link instead": lambda tree, path: tree.entries.update({path: Link("elsewhere")}),
}


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(trees(), st.sampled_from(sorted(GENERAL)), st.randoms(use_true_random=False))
def test_whatever_happens_to_a_file_is_seen(tree: FileTree, act: str, random: object) -> None:
    paths = [path for path, _ in tree.files() if not path.endswith((".moved", ".copied"))]
    assume(paths)
    before = FILES.tree(tree)
    GENERAL[act](tree, random.choice(paths))  # type: ignore[attr-defined]
    assert FILES.read(FILES.write(tree)).digest() != before.digest()


@settings(max_examples=200)
@given(st.text("abc $'\"\\;&|#()", min_size=1, max_size=12))
def test_a_quoted_value_is_what_the_shell_makes_of_it(value: str) -> None:
    assume(not {"$", "\\"} & set(value))
    tree = FileTree()
    tree.add(".bashrc", text.encode([f"alias x={shlex.quote(value)}"]))
    entity = FILES.tree(tree).at((("file", ".bashrc"), ("definition", "alias x")))
    assert entity is not None
    assert entity.properties["value"] == value
