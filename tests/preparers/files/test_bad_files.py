"""What nobody can read is refused, and the reason names the file."""

from __future__ import annotations

import io
import os
import socket
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from forge.errors import PreparerError, UnreadableError
from forge.preparers import trees_on_disk
from forge.preparers.attributes import ATTRIBUTES, HOME
from forge.preparers.base import preparer
from forge.preparers.files.formats import archive
from forge.preparers.files.spec import File, FileTree, Folder, Link
from forge.preparers.results import Mounted, observe_home, read_mount

FILES = preparer("files")
MOUNT = Mounted("~/Work", "files", folder=True)


def tar(*members: tuple[str, bytes, str]) -> bytes:
    """A tar archive of names with a type and the target of a link."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as held:
        for name, sort, target in members:
            item = tarfile.TarInfo(name)
            item.type, item.linkname = sort, target
            held.addfile(item)
    return buffer.getvalue()


def bomb() -> bytes:
    """A zip of 100 KB that holds 100 MB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as held:
        for number in range(10):
            held.writestr(f"{number}.txt", bytes(10_000_000))
    return buffer.getvalue()


def locked() -> bytes:
    """A zip whose entry says that it needs a password."""
    data = bytearray(archive.build(FileTree({"a.txt": File(b"x")}), "zip"))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


BAD = {
    "settings.json": (b'{"a": 1,}', "line 1, column"),
    "comments.json": (b'{"a": 1} // why', "is not JSON"),
    "twice.json": (b'{"a": 1, "a": 2}', "'a' occurs twice"),
    "nan.json": (b"[NaN]", "NaN is no value"),
    "deep.json": (b"[" * 100_000 + b"]" * 100_000, "nests deeper"),
    "half.json": (b'"\\ud800"', "half of a character"),
    "empty.json": (b"", "is not JSON"),
    "image.json": (b"\x00\xff\x00", "is not"),
    "tabs.yaml": (b"a:\n\t- b\n", "is not YAML"),
    "tag.yaml": (b"!!python/object:os.system x", "is not YAML"),
    "laugh.yaml": (
        b"a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (n, n, b",".join([b"*%c" % (n - 1)] * 10)) for n in range(98, 104)),
        "more than",
    ),
    "head.ini": (b"no section\n", "is not a file of settings"),
    "marked.json": (b"\xef\xbb\xbf{}", "is not JSON: it is written in utf-8 with mark"),
    "wide.json": ("{}".encode("utf-16"), "is not JSON: it is written in utf-16"),
    "junk.desktop": (b"[A]\nx=1\nsome words\n", "line 3 is no entry"),
    "colon.desktop": (b"[A]\nx: 1\n", "line 2 is no entry"),
    "indented.desktop": (b"[A]\nx=1\n  more\n", "line 3 is no entry"),
    "semicolon.trashinfo": (b"; by hand\n[A]\nx=1\n", "line 1 is no entry"),
    "mimeapps.list": (b"[Default Applications]\ntext/plain=a.desktop;\nopens with a\n", "line 3 is no entry"),
    "twice.desktop": (b"[A]\nx=1\nx=2\n", "already exists"),
    "open.xml": (b"<a><b></a>", "is not XML"),
    "laugh.xml": (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "document type"),
    "quote.csv": (b'a,b\n"1,2\n', "is not a table"),
    "crontab": (b"61 * * * * x\n", "line 1 is no job"),
    "short.crontab": (b"# fine\n* * * x\n", "line 2 is no job"),
    "bomb.zip": (bomb(), "holds too much"),
    "locked.zip": (locked(), "password"),
    "cut.zip": (archive.build(FileTree({"a": File(b"x" * 100)}), "zip")[:60], "is not an archive"),
    "text.zip": (b"no archive", "is not an archive"),
    "escape.tar": (tar(("../x", tarfile.REGTYPE, "")), "leaves the folder"),
    "root.tar": (tar(("/etc/x", tarfile.REGTYPE, "")), "leaves the folder"),
    "link.tar": (tar(("a", tarfile.SYMTYPE, "../../x")), "leads out of the folder"),
    "loop.tar": (tar(("a", tarfile.SYMTYPE, "b"), ("b", tarfile.SYMTYPE, "a")), "in a circle"),
    "hard.tar": (tar(("a", tarfile.LNKTYPE, "/etc/passwd")), "does not hold"),
    "device.tar": (tar(("a", tarfile.CHRTYPE, "")), "no file, folder or link"),
    "twice.tar": (tar(("a", tarfile.REGTYPE, ""), ("a/b", tarfile.REGTYPE, "")), "in one place"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_not_what_its_name_says(name: str) -> None:
    content, why = BAD[name]
    with pytest.raises(UnreadableError) as caught:
        FILES.read({f"deep/{name}": content, "other.txt": b"fine\n"})
    assert f"deep/{name}" in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("listed", "why"),
    [(b"mode\t755\tnowhere\n", "not there"), (b"nonsense", "not a list"), (b"link\t..\tx\n", "leads out")],
)
def test_a_list_of_attributes_that_is_wrong(listed: bytes, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        FILES.read({"a.txt": b"", ATTRIBUTES: listed})


@pytest.mark.parametrize(
    ("path", "entry"),
    [
        ("a\nb", File()),
        (ATTRIBUTES, File()),
        ("../a", File()),
        ("a\\b", File()),
        ("x" * 300, File()),
        ("\ud800", File()),
        ("a.json", File(b"{,}")),
        ("a.txt", File(mode=0o200)),
        ("a", Folder(0o500)),
        ("a", Link("/etc")),
        ("a", Link("../..")),
        ("a", Link("a")),
        ("missing/a", File()),
    ],
)
def test_what_lies_outside_the_domain_is_not_written(path: str, entry: File | Folder | Link) -> None:
    with pytest.raises(PreparerError):
        FILES.write(FileTree({path: entry}))


def socket_at(place: Path) -> None:
    before = Path.cwd()
    os.chdir(place.parent)  # a socket's path may have a hundred bytes
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(place.name)
    finally:
        os.chdir(before)


ON_DISK: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (lambda folder: os.mkfifo(folder / "bad"), "is a pipe"),
    "socket": (lambda folder: socket_at(folder / "bad"), "is a socket"),
    "outside": (lambda folder: (folder / "bad").symlink_to("/etc/passwd"), "leads out of the folder"),
    "upwards": (lambda folder: (folder / "bad").symlink_to("../../.."), "leads out of the folder"),
    "circle": (lambda folder: (folder / "bad").symlink_to("bad"), "in a circle"),
    "bytes": (lambda folder: Path(os.fsdecode(os.fsencode(folder) + b"/\xff")).write_text("x"), "not UTF-8"),
    "control": (lambda folder: (folder / "a\nb").write_text("x"), "control character"),
    "reserved": (lambda folder: (folder / ATTRIBUTES).write_text("x"), "taken"),
    "broken": (lambda folder: (folder / "bad.json").write_text("[1,]"), "bad.json is not JSON"),
}


@pytest.mark.parametrize("sort", ON_DISK)
def test_what_somebody_left_on_the_disk(sort: str, tmp_path: Path) -> None:
    make, why = ON_DISK[sort]
    folder = tmp_path / "Work" / "sub"
    folder.mkdir(parents=True)
    make(folder)
    found = observe_home(tmp_path, [MOUNT], engines=False)
    assert why in found.troubles["~/Work"]
    assert "sub" in found.troubles["~/Work"]


@pytest.mark.parametrize(("limit", "value"), [("MOST_FILES", 3), ("LARGEST_FOLDER", 5), ("LARGEST_FILE", 4)])
def test_too_much(limit: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees_on_disk, limit, value)
    for name in ("a", "b", "c", "d"):
        (tmp_path / "Work" / name).mkdir(parents=True)
        (tmp_path / "Work" / name / "x.txt").write_text("12345")
    with pytest.raises(UnreadableError, match="at most"):
        read_mount(tmp_path, MOUNT)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "Work").mkdir()
    (tmp_path / "Work" / "x").write_text("x")
    (tmp_path / "Work" / "x").chmod(0)
    with pytest.raises(UnreadableError, match=r"~/Work/x cannot be read: Permission denied"):
        read_mount(tmp_path, MOUNT)


def test_a_mount_that_is_a_link_or_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "Other").mkdir()
    (tmp_path / "Work").symlink_to("Other")
    with pytest.raises(UnreadableError, match="not a folder"):
        read_mount(tmp_path, MOUNT)
    with pytest.raises(UnreadableError, match="one file"):
        FILES.read({"": b"x"})


def test_a_link_spelt_out_in_full_leads_where_a_short_one_does(tmp_path: Path) -> None:
    (tmp_path / "Work" / "a").mkdir(parents=True)
    (tmp_path / "Work" / "a" / "x.txt").write_text("x")
    (tmp_path / "Work" / "full").symlink_to(f"{HOME}/Work/a/x.txt")
    (tmp_path / "Work" / "here").symlink_to(tmp_path / "Work" / "a" / "x.txt")
    (tmp_path / "Work" / "short").symlink_to("./a/x.txt")
    tree = FILES.read(read_mount(tmp_path, MOUNT))
    assert {link.properties["target"] for link in tree.root.of_kind("link")} == {"a/x.txt"}


def test_an_empty_folder_is_there(tmp_path: Path) -> None:
    (tmp_path / "Work").mkdir()
    files = read_mount(tmp_path, MOUNT)
    assert files == {ATTRIBUTES: b""}
    assert FILES.read(files).digest() == FILES.tree(FileTree()).digest()


def test_what_programs_keep_while_a_file_is_open_is_not_seen(tmp_path: Path) -> None:
    folder = tmp_path / "Work"
    (folder / "empty").mkdir(parents=True)
    (folder / "list.csv").write_text("a,b\n")
    before = FILES.read(read_mount(tmp_path, MOUNT))
    for name in (".~lock.list.csv#", ".list.csv.swp", "empty/.goutputstream-A1B2C3", ".nfs00000001"):
        (folder / name).write_bytes(b",me,here;")
    assert FILES.read(read_mount(tmp_path, MOUNT)).digest() == before.digest()
    (folder / "lock.list.csv").write_text("mine")
    assert FILES.read(read_mount(tmp_path, MOUNT)).digest() != before.digest()
