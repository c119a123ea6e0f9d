from __future__ import annotations

import io
import json
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from pydantic import BaseModel

from forge.cli import output
from forge.cli.output import (
    Progress,
    note,
    print_json,
    print_table,
    print_text,
    verification,
    write_file,
)
from forge.errors import StorageError


class Model(BaseModel):
    name: str


@dataclass
class Record:
    where: Path
    when: date


class Terminal(io.StringIO):
    def isatty(self):
        return True


class TestJson:
    def test_everything_that_commands_return_can_be_printed(self, capsys):
        print_json([Model(name="Łódź"), Record(Path("a/b"), date(2026, 3, 1)), {"share": None}])
        out, err = capsys.readouterr()
        assert json.loads(out) == [{"name": "Łódź"}, {"where": "a/b", "when": "2026-03-01"}, {"share": None}]
        assert "Łódź" in out
        assert err == ""

    def test_what_json_does_not_know_is_refused(self):
        with pytest.raises(ValueError, match="JSON"):
            print_json({"share": float("nan")})


class TestTable:
    def table(self, capsys, columns, rows):
        print_table(columns, rows)
        out, err = capsys.readouterr()
        assert err == ""
        return [line.rstrip() for line in out.splitlines()]

    def test_fits_eighty_columns_and_keeps_the_first_column_whole(self, capsys):
        identity = "calc.conditional_formatting.highlight_below"
        lines = self.table(capsys, ("skill", "title"), [(identity, "many words " * 20)])
        assert max(len(line) for line in lines) <= 80
        assert any(identity in line for line in lines)
        assert sum(line.count("many") for line in lines) == 20

    def test_a_first_column_that_cannot_fit_is_folded_not_cut(self, capsys):
        lines = self.table(capsys, ("name", "n"), [("x" * 200, 1)])
        assert max(len(line) for line in lines) <= 80
        assert sum(line.count("x") for line in lines) == 200

    def test_numbers_are_never_cut_however_long_the_names_are(self, capsys):
        columns = ("skill", "accepted", "rejected", "failed", "tokens each")
        row = ("calc.conditional_formatting.highlight_below", 123456, 0, 0, 1330)
        lines = self.table(capsys, columns, [row])
        assert max(len(line) for line in lines) <= 80
        assert lines[0].split() == ["skill", "accepted", "rejected", "failed", "tokens", "each"]
        assert lines[2].split() == ["calc.conditional_formatting.", "123456", "0", "0", "1330"]
        assert lines[3].split() == ["highlight_below"]

    def test_a_column_can_be_set_to_the_right_where_some_amounts_are_words(self, capsys):
        print_table(("what", "US$"), [("a", "0.1000"), ("b", "unknown"), ("c", None)], right=("US$",))
        lines = capsys.readouterr().out.splitlines()[2:]
        assert len({len(line) for line in lines}) == 1

    def test_lines_within_a_cell_stay_lines(self, capsys):
        lines = self.table(capsys, ("task", "about"), [("a", "one\ntwo"), ("b", "three")])
        assert [line.split() for line in lines[2:]] == [["a", "one"], ["two"], ["b", "three"]]

    def test_numbers_stand_to_the_right_and_nothing_is_a_dash(self, capsys):
        lines = self.table(capsys, ("gate", "rejected"), [("tight", 7), ("fair", 12), ("sealed", None)])
        assert [line.split() for line in lines[2:]] == [["tight", "7"], ["fair", "12"], ["sealed", "–"]]
        assert len({len(line) for line in lines[2:]}) == 1

    def test_content_is_neither_markup_nor_a_command_to_the_terminal(self, capsys):
        lines = self.table(capsys, ("name",), [("[bold]Q1[/bold]",), ("red\x1b[31m",)])
        assert "[bold]Q1[/bold]" in lines[2]
        assert "\x1b" not in "".join(lines)

    def test_an_empty_table_still_names_its_columns(self, capsys):
        assert self.table(capsys, ("task", "skill"), [])[0].split() == ["task", "skill"]


def test_a_text_is_wrapped_with_an_indent_and_cannot_steer_a_terminal(capsys):
    print_text("many words " * 20 + "\n\x1b[31mred", indent=4)
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert all(line.startswith("    ") for line in lines)
    assert lines[-1] == "    \N{REPLACEMENT CHARACTER}[31mred"


def test_what_verified_a_task_in_words():
    assert verification("An Office 1.0") == "verified by An Office 1.0"
    assert verification(False) == "NOT verified by its application"
    assert verification(None) == "NOT verified by its application"


class TestWritingFiles:
    def test_a_file_is_replaced_and_nothing_is_left_beside_it(self, tmp_path):
        (tmp_path / "a.png").write_bytes(b"old")
        write_file(tmp_path / "a.png", b"new")
        assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.png", b"new")]

    def test_a_place_that_cannot_be_written_is_named(self, tmp_path):
        (tmp_path / "file").touch()
        for place in (tmp_path / "gone/a.png", tmp_path / "file/a.png", tmp_path):
            with pytest.raises(StorageError, match="cannot be written"):
                write_file(place, b"new")
        assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_notes_go_to_standard_error(capsys):
    note("half way")
    assert capsys.readouterr() == ("", "half way\n")


class TestProgress:
    def work(self, monkeypatch, stream, seconds):
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(output, "PATIENCE", 0.05)
        with Progress("Making tasks", total=4) as progress:
            progress.advance(3)
            progress.describe("Proving tasks")
            time.sleep(seconds)
        return stream.getvalue()

    def test_is_shown_on_a_terminal_when_work_lasts(self, monkeypatch):
        shown = self.work(monkeypatch, Terminal(), 0.5)
        assert "Proving tasks" in shown
        assert "3/4" in shown

    def test_stays_away_when_work_is_short(self, monkeypatch):
        assert "tasks" not in self.work(monkeypatch, Terminal(), 0)

    def test_is_told_in_lines_where_there_is_no_terminal(self, monkeypatch):
        assert self.work(monkeypatch, io.StringIO(), 0.2) == ""
        monkeypatch.setattr(output, "TELLING", 0.05)
        told = self.work(monkeypatch, io.StringIO(), 0.5).splitlines()
        assert len(told) > 1
        assert set(told) == {"Proving tasks: 3 of 4"}

    def test_an_error_inside_passes_through(self, monkeypatch):
        monkeypatch.setattr(sys, "stderr", Terminal())
        with pytest.raises(RuntimeError, match="broke"), Progress("Making tasks"):
            raise RuntimeError("broke")
