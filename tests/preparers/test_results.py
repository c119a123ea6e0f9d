"""Files that somebody left below a home folder, as far as no preparer is needed; scoring tests the rest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from forge.errors import UnreadableError
from forge.preparers import results
from forge.preparers.results import MissingError, Mounted, home_in, read_mount

FILE = Mounted("~/Documents/a.txt", "calc")
FOLDER = Mounted("~/notes", "calc", folder=True)


@pytest.fixture
def home(tmp_path):
    (tmp_path / "Documents").mkdir()
    (tmp_path / "Documents/a.txt").write_text("one")
    (tmp_path / "notes/old").mkdir(parents=True)
    (tmp_path / "notes/b").write_text("two")
    (tmp_path / "notes/old/c").write_text("three")
    return tmp_path


def test_a_file_and_a_folder(home):
    assert read_mount(home, FILE) == {"": b"one"}
    assert read_mount(home, FOLDER) == {"b": b"two", "old/c": b"three"}


def test_the_home_folder_may_lie_below(home, tmp_path_factory):
    outer = tmp_path_factory.mktemp("outer")
    home.rename(outer / "home")
    assert home_in(outer, [FILE, FOLDER]) == outer / "home"
    assert home_in(outer / "home", [FILE, FOLDER]) == outer / "home"
    (outer / "notes").mkdir()
    assert home_in(outer, [FILE, FOLDER]) == outer


def test_what_is_missing_names_what_is_there(home):
    (home / "Documents/a.txt").rename(home / "Documents/b.txt")
    with pytest.raises(MissingError, match=r"~/Documents holds b\.txt\.$"):
        read_mount(home, FILE)
    (home / "Documents/b.txt").unlink()
    (home / "Documents").rmdir()
    with pytest.raises(MissingError, match="the home folder holds notes"):
        read_mount(home, FILE)


def test_many_neighbours_are_not_all_named(home):
    for number in range(14):
        (home / f"Documents/{number:02}").touch()
    with pytest.raises(MissingError, match=r"00, .*09 and 5 more\.$"):
        read_mount(home, Mounted("~/Documents/zz", "calc"))


def test_what_lies_behind_a_link_is_not_named(home, tmp_path_factory):
    secret = tmp_path_factory.mktemp("secret")
    (secret / "password").touch()
    (home / "gone").symlink_to(secret)
    with pytest.raises(MissingError) as caught:
        read_mount(home, Mounted("~/gone/a.txt", "calc"))
    assert "password" not in str(caught.value)


def test_a_file_where_a_folder_should_be(home):
    with pytest.raises(UnreadableError, match="not a folder"):
        read_mount(home, Mounted("~/Documents/a.txt", "calc", folder=True))


@pytest.mark.parametrize("place", ["notes", "notes/more"])
def test_folders_behind_links_are_not_followed(home, tmp_path_factory, place):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "d").write_text("four")
    if place == "notes":
        (home / "notes").rename(home / "other")
    (home / place).symlink_to(outside)
    with pytest.raises(UnreadableError, match=r"not a folder below|link more to a folder"):
        read_mount(home, FOLDER)


def test_links_and_pipes_among_the_files_of_a_folder(home):
    os.mkfifo(home / "notes/pipe")
    with pytest.raises(UnreadableError, match="notes/pipe is not a file"):
        read_mount(home, FOLDER)
    (home / "notes/pipe").unlink()
    (home / "notes/link").symlink_to("/etc/passwd")
    with pytest.raises(UnreadableError, match="notes/link is a link that leaves the folder"):
        read_mount(home, FOLDER)


@pytest.mark.parametrize(("limit", "value"), [("MOST_FILES", 1), ("LARGEST_FOLDER", 5), ("LARGEST_FILE", 4)])
def test_too_much_is_refused(home, monkeypatch, limit, value):
    monkeypatch.setattr(results, limit, value)
    with pytest.raises(UnreadableError, match="at most"):
        read_mount(home, FOLDER)


def test_what_nobody_can_look_for_is_not_missing(home, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "lstat", refuse)
    with pytest.raises(UnreadableError, match="cannot be read: Permission denied") as caught:
        read_mount(home, FILE)
    assert not isinstance(caught.value, MissingError)
