"""The two laws that keep the preparer honest, and that a tree comes back as it was."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.preparers.base import preparer
from forge.preparers.files.formats import text
from forge.preparers.files.observing import lay_out
from forge.preparers.files.spec import File, FileTree
from forge.preparers.trees_on_disk import read_tree
from forge.states.changes import Comparison
from forge.states.entities import State

from ..laws import SLOW, differences, stable_examples
from .specs import trees

FILES = preparer("files")


def beside_one_another(several: list[FileTree]) -> FileTree:
    """Trees as folders of one: laying one out takes a dozen processes, whatever its size."""
    tree = FileTree()
    for number, part in enumerate(several):
        tree.folder(f"{number}")
        tree.entries.update({f"{number}/{path}": entry for path, entry in part.entries.items()})
    return tree


@settings(max_examples=50, suppress_health_check=SLOW)
@given(trees())
def test_entries_and_bytes_come_back(tree: FileTree) -> None:
    again = FILES.parse(FILES.write(tree))
    assert again.entries == tree.entries
    assert FILES.write(again) == FILES.write(tree)


@pytest.mark.skipif(FILES.engine() is None, reason="GNU tar is not installed")
@settings(max_examples=stable_examples(50), suppress_health_check=SLOW)
@given(st.lists(trees(), min_size=4, max_size=4))
def test_stable(four: list[FileTree]) -> None:
    tree = beside_one_another(four)
    files = FILES.write(tree)
    observed = FILES.observe(files)
    assert differences(FILES.read(files), observed.tree) == []
    assert differences(observed.tree, FILES.read(observed.files)) == []
    times = {path: entry.modified for path, entry in tree.files() if entry.modified is not None}
    stored = {path: entry.modified for path, entry in FILES.parse(observed.files).files()}
    assert {path: stored[path] for path in times} == times


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
def test_a_folder_on_a_disk_reads_as_the_files_that_were_laid_out() -> None:
    tree = FileTree()
    tree.add("a/b.txt", b"one\n")
    tree.folder("empty/deep")
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work, "laid")
        lay_out(FILES.write(tree), folder)
        before = FILES.read(read_tree(folder, "~/x"))
        assert before.digest() == FILES.tree(tree).digest()
        lay_out_twice = FILES.write(FILES.parse(read_tree(folder, "~/x")))
        lay_out(lay_out_twice, Path(work, "again"))
        assert FILES.read(read_tree(Path(work, "again"), "~/x")).digest() == before.digest()


def crontab(*lines: str) -> State:
    """The state of a tree that holds a cron table."""
    return State({"~/x": FILES.tree(FileTree({"crontab": File(text.encode(lines))}))})


JOBS = ("0 3 * * * backup.sh", "30 4 * * 6 report.sh  -v", "@daily check.sh")


@given(st.permutations(JOBS), st.integers(0, 2))
def test_jobs_of_a_cron_table_are_known_by_their_command(jobs: list[str], place: int) -> None:
    start = crontab("SHELL=/bin/sh", *JOBS)
    assert list(Comparison(start, crontab("SHELL=/bin/sh", *jobs)).changes()) == []
    jobs.insert(place, "5 5 5 5 5 new.sh")
    (added,) = Comparison(start, crontab("SHELL=/bin/sh", *jobs)).changes()
    assert (added.type, added.path[-1]) == ("added", ("job", "new.sh"))


def test_jobs_that_run_the_same_are_told_apart() -> None:
    start, end = crontab("0 3 * * * x", "0 9 * * * x"), crontab("0 3 * * * x", "5 9 * * * x", "@reboot x")
    minute, added = sorted(Comparison(start, end).changes(), key=lambda change: change.type, reverse=True)
    assert (minute.path[-1], minute.name, minute.after) == (("job", "x #2"), "minute", "5")
    assert (added.type, added.path[-1]) == ("added", ("job", "x #3"))
    assert end.trees["~/x"].at(added.path).properties == {"minute": "@reboot", "command": "x"}
