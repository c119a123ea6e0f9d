"""A new table in UTF-8 may begin with a byte order mark, unless the task asks for an encoding."""

from codecs import BOM_UTF8

import pytest

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.spec import FileTree
from forge.skills.trees.made import Made
from forge.states.changes import Comparison
from forge.states.predicates import judge

MOUNT = "~/Documents"
ROWS = table.build(["Name", "Sum"], [["Ä", "1"], ["b", "2"]])


def holds(made: bytes, *, golden: bytes = ROWS, marked: bool = True, name: str = "new.csv") -> bool:
    """Whether a file wins where the reference solution made another one."""
    desktop, right = Desktop(), FileTree()
    desktop.add(MOUNT, "files", FileTree())
    right.add(name, golden)
    start = desktop.state()
    requirement = Made(Place(), right, (name,), marked=marked).requirement("It is there.")
    desktop.spec(MOUNT).add(name, made)
    return all(judge(check, Comparison(start, desktop.state())).holds for check in requirement.any_of[0])


class Place:
    """A folder in which a task lies."""

    mount = MOUNT

    def tree(self, desktop: Desktop) -> FileTree:
        """What is in it on a desktop."""
        return desktop.spec(MOUNT)


def test_a_mark_is_up_to_whoever_makes_a_table():
    assert holds(ROWS)
    assert holds(BOM_UTF8 + ROWS)
    assert holds(ROWS, golden=BOM_UTF8 + ROWS)


def test_a_mark_is_none_where_an_encoding_is_asked_for():
    assert not holds(BOM_UTF8 + ROWS, marked=False)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_another_encoding_is_another_file(encoding):
    assert not holds(table.build(["Name", "Sum"], [["Ä", "1"], ["b", "2"]], encoding=encoding))


def test_other_content_behind_a_mark_loses():
    assert not holds(BOM_UTF8 + ROWS.replace(b"2", b"3"))
