"""Defects of published task sets, planted into tasks on file trees and into tasks over several applications.

no  what is planted                                                      found by
 4  a file lies where it should go; one of two requirements is true      solvable
 6  the golden holds a file that nothing scores, or that was changed     tight, solvable
 7  a file that is not there, in a tree or beside a workbook             grounded
13  a name or folder that nobody told                                    grounded
14  one right way of writing an answer is taken for the only one         fair
15  two files, or files of two mounts, of one name                       grounded
21  damage in another mount goes unnoticed                               tight
24  names that break a set-up                                            clean; hostile names as such pass
25  a document that should be open is not there                          set up
28  a second file of which what is asked for is true as well              grounded, solvable
29  a clock that was not declared, a file of the day on which it is made  set up, reproducible
32  a sum that the reference solution does not have                      solvable
35  the answer stands in the name of a file, or in the instruction       sealed
36  the result lies in the tree; what is moved or copied may lie there     sealed
37  a link to the outside world                                          clean
"""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from forge.gates.base import Case
from forge.gates.sealed import Sealed, private_files
from forge.pipeline.rebuild import end_rebuilders
from forge.preparers.files.spec import FileTree
from forge.skills.files.column_total import ColumnTotal
from forge.skills.files.copy_to_several import CopyToSeveral
from forge.skills.files.find_duplicate import FindDuplicate
from forge.skills.files.find_largest import FindLargest
from forge.skills.files.find_mention import FindMention
from forge.skills.files.join_files import JoinFiles
from forge.skills.files.rename import Rename
from forge.skills.multi.attachment_to_sheet import AttachmentToSheet
from forge.skills.multi.csv_totals import CsvTotals
from forge.skills.multi.files_by_list import FilesByList
from forge.skills.registry import select
from forge.skills.setup import Setup
from forge.states.selectors import Selector
from forge.storage.bundle import ENVIRONMENT

from ..tasks import made
from .planting import Parts, assert_every_defect_is_planted, assert_found, assert_good, edited, judged


def tree_of(parts: Parts) -> str:
    """The first mount of a task that is a folder of files."""
    return next(item.mount for item in parts.record.mounts if item.preparer == "files")


def book_of(parts: Parts) -> str:
    """The first mount of a task that is a workbook."""
    return next(item.mount for item in parts.record.mounts if item.preparer == "calc")


def plant(parts: Parts, path: str, content: bytes = b"something\n", *sides: str) -> str:
    """Put a file into the tree of a task, on both sides where none is named; gives the mount."""
    mount = tree_of(parts)
    with parts.spec(mount, *sides) as trees:
        for tree in trees:
            tree.add(path, content)
    return mount


def new_files(parts: Parts) -> dict[str, bytes]:
    """What the golden holds in its tree that the start has not."""
    mount = tree_of(parts)
    start, golden = (parts.files[side][mount] for side in ("start", "golden"))
    return {
        path: content
        for path, content in golden.items()
        if path not in start and not path.startswith(".forge")
    }


def test_every_defect_is_planted():
    assert_every_defect_is_planted(sys.modules[__name__])


@pytest.mark.parametrize("kind", [AttachmentToSheet, CsvTotals, FilesByList, JoinFiles, Rename])
def test_the_untouched_bundles_pass(kind, tmp_path):
    assert Parts(made(kind)).together().id == made(kind).id
    assert_good(made(kind), tmp_path)


def test_4_a_file_lies_where_it_should_go(tmp_path):
    parts = Parts(made(JoinFiles))
    parts.files["start"] = dict(parts.files["golden"])
    assert_found(parts.together(), tmp_path, "solvable", "true before anything is done")


def test_4_one_of_two_requirements_is_true_at_the_start(tmp_path):
    parts = Parts(made(AttachmentToSheet))
    mount = tree_of(parts)
    parts.files["start"][mount] = parts.files["golden"][mount]
    assert_found(parts.together(), tmp_path, "solvable", "made", "true before anything is done")


def test_6_the_golden_holds_a_file_that_nothing_scores(tmp_path):
    parts = Parts(made(JoinFiles))
    mount = plant(parts, "approved.txt", b"Approved by the board.\n", "golden")
    writes = parts.rubric.invariants[0].writes
    parts.change_invariant(writes=(*writes, Selector(mount).below("file", "approved.txt")))
    assert_found(parts.together(), tmp_path, "tight", "approved.txt")


def test_6_the_golden_comes_from_other_files(tmp_path):
    parts = Parts(made(FilesByList))
    with parts.spec(tree_of(parts), "golden") as (tree,):
        path, file = next(iter(tree.files()))
        file.data += b"One more line.\n"
    assert_found(parts.together(), tmp_path, "solvable", path)


@pytest.mark.parametrize(("kind", "fact"), [(CopyToSeveral, "file"), (FilesByList, "book")])
def test_7_a_file_that_is_not_there(tmp_path, kind, fact):
    parts = Parts(made(kind))
    told = parts.fact(fact)
    parts.change_fact(fact, value="minutes of 2019.txt", says=('"minutes of 2019.txt"',))
    assert_found(parts.together(), tmp_path, "grounded", fact, "names what is not there", str(told.value))


@pytest.mark.parametrize("kind", [JoinFiles, AttachmentToSheet])
def test_13_a_name_that_nobody_told(tmp_path, kind):
    parts = Parts(made(kind))
    facts = tuple(name for name in parts.requirement("made").facts if name in ("folder", "message"))
    parts.change_requirement("made", facts=facts, reason="")
    assert_found(parts.together(), tmp_path, "grounded", "made", "is in no fact")


def test_14_one_way_of_writing_the_answer(tmp_path):
    parts = Parts(made(ColumnTotal))
    parts.change_requirement("answer", any_of=parts.requirement("answer").any_of[:1])
    assert_found(parts.together(), tmp_path, "fair", "answer")


def test_15_two_files_of_one_name(tmp_path):
    parts = Parts(made(CopyToSeveral))
    name = str(parts.fact("file").value)
    twin = name.upper() if name.upper() != name else name.lower()
    plant(parts, twin, b"{}\n")
    assert_found(parts.together(), tmp_path, "grounded", "file", "called the same", twin)


def test_21_damage_in_another_mount(tmp_path):
    parts = Parts(made(CsvTotals))
    parts.change_invariant(mounts=(book_of(parts),))
    assert_found(parts.together(), tmp_path, "tight", "disturb", tree_of(parts))


@pytest.mark.parametrize("name", ["a:b.txt", "con.txt", "ends with a space .txt ", "what?.txt"])
def test_24_names_that_break_a_set_up(tmp_path, name):
    parts = Parts(made(FilesByList))
    plant(parts, name)
    assert_found(parts.together(), tmp_path, "clean", name.strip())


def test_24_hostile_names_pass(tmp_path):
    parts = Parts(made(FilesByList))
    for name in ("-rf.txt", "it's $HOME & more.txt", "100% Größe, 日程.txt"):
        plant(parts, name, f"about {name}\n".encode())
    assert_good(parts.together(), tmp_path)


def test_25_a_document_that_should_be_open_is_not_there(tmp_path):
    parts = Parts(made(CsvTotals))
    missing = "~/Documents/plan of last year.xlsx"
    parts.record = parts.record.model_copy(
        update={"setup": parts.record.setup.model_copy(update={"open": (missing,)})}
    )
    assert isinstance(parts.record.setup, Setup)
    assert_found(parts.together(), tmp_path, "set up", "plan of last year.xlsx")


TWINS = {
    FindLargest: ("grounded", "single", "2 things"),
    FindMention: ("grounded", "single", "2 things"),
    FindDuplicate: ("solvable", "answer", "3"),
}
"""Questions that have one answer, and who sees that they have two."""


@pytest.mark.parametrize("kind", TWINS)
def test_28_two_right_answers(tmp_path, kind):
    """Among the files that lie about there is one more that is as large, says the same, or is a copy."""
    parts = Parts(made(kind))
    with parts.spec(tree_of(parts)) as trees:
        for tree in trees:
            name = str(parts.golden.answer).rpartition("/")[2]
            found = next(file for path, file in tree.files() if path.rpartition("/")[2] == name)
            tree.add(f"Set aside/one more{name[name.rindex('.') :]}", replace(found))
    assert_found(parts.together(), tmp_path, *TWINS[kind])


@pytest.mark.parametrize(("field", "value"), [("clock", "2031-01-01T00:00:00"), ("timezone", "Asia/Tokyo")])
def test_29_an_environment_that_was_not_declared(tmp_path, field, value):
    bundle = edited(made(FindLargest), ENVIRONMENT, **{field: value})
    assert_found(bundle, tmp_path, "set up", field, value)


DATED = """
from datetime import UTC, datetime

from forge.preparers.files.spec import File
from forge.skills.files.find_mention import FindMention


class Honest(FindMention):
    id = "files.faulty.honest"


class Dated(FindMention):
    id = "files.faulty.dated"

    def scene(self, parameters, ground, desktop, random):
        today = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
        ground.tree(desktop).add("backup.bin", File(b"0", modified=today))
        return super().scene(parameters, ground, desktop, random)
"""


def test_29_a_file_of_the_day_on_which_it_is_made(tmp_path, monkeypatch):
    (tmp_path / "faulty.py").write_text(DATED)
    monkeypatch.setenv("FORGE_SKILLS_PATH", str(tmp_path))
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    end_rebuilders()
    try:
        kinds = {item.id.rpartition(".")[2]: type(item) for item in select("files.faulty.*")}
        checked = judged(made(kinds["honest"]), tmp_path / "a", rebuild=True)
        assert checked.ok, [item for item in checked.verdicts if item.outcome == "fail"]
        bundle = made(kinds["dated"])
        assert_found(bundle, tmp_path / "b", "reproducible", bundle.id, "2031-12-31", rebuild=True)
    finally:
        end_rebuilders()


def test_32_a_sum_that_was_worked_out_otherwise(tmp_path):
    parts = Parts(made(CsvTotals))
    wrong = parts.fact("entries").value[0]
    check = parts.requirement("entries").checks()[0]
    parts.change_requirement("entries", any_of=((check.model_copy(update={"expected": wrong + 1}),),))
    parts.change_fact("entries", value=(wrong + 1, *parts.fact("entries").value[1:]))
    assert_found(parts.together(), tmp_path, "solvable", "entries")


def test_35_the_answer_is_the_name_of_a_file(tmp_path):
    parts = Parts(made(ColumnTotal))
    answer = parts.fact("answer").value
    plant(parts, f"sum {answer}.txt")
    parts.template += f" It should be {answer}."
    assert_found(parts.together(), tmp_path, "sealed", "answer", "instruction.md")


@pytest.mark.parametrize("path", ["Old/chapters.bak", "chapters.txt", ".cache/x"])
def test_36_the_result_lies_in_the_tree(tmp_path, path):
    """What a task makes out of files stands ready in the folder, under whatever name."""
    parts = Parts(made(JoinFiles))
    (content,) = new_files(parts).values()
    mount = plant(parts, path, content)
    assert_found(parts.together(), tmp_path, "sealed", "it is a private file", f"{mount[2:]}/{path}")


def test_36_the_attachment_lies_in_the_tree(tmp_path):
    parts = Parts(made(AttachmentToSheet))
    (content,) = new_files(parts).values()
    plant(parts, "ready.csv", content)
    assert_found(parts.together(), tmp_path, "sealed", "it is a private file", "ready.csv")


@pytest.mark.parametrize("kind", [FilesByList, Rename, CopyToSeveral])
def test_36_what_is_moved_or_copied_is_no_leak(kind):
    bundle = made(kind)
    assert list(private_files(bundle, ())), (
        "without knowing what is moved, every file of the golden looks like one"
    )
    assert Sealed().run(Case(bundle)).outcome == "pass"


def test_37_a_link_to_the_outside_world(tmp_path):
    parts = Parts(made(FilesByList))
    with parts.spec(tree_of(parts)) as trees:
        for tree in trees:
            assert isinstance(tree, FileTree)
            tree.add("settings.json", b'{"home": "https://www.wikipedia.org/"}\n')
    assert_found(parts.together(), tmp_path, "clean", "wikipedia")
