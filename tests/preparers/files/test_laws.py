"""The two laws that keep the preparer honest, and that a tree comes back as it was."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.preparers.base import preparer
from forge.preparers.files.observing import lay_out
from forge.preparers.files.spec import FileTree
from forge.preparers.trees_on_disk import read_tree

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
