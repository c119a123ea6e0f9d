from __future__ import annotations

import csv
import io

import pytest

from forge.pipeline import finding
from forge.skills.calc.highlight_below import HighlightBelow

from ..tasks import CountAndDelete, answering, calculating, highlighting
from .conftest import OTHER, RUN

HIGHLIGHT, ANSWER = HighlightBelow.id, CountAndDelete.id


def named(report, by):
    return {row[by]: row for row in report["rows"]}


class TestCost:
    def test_by_skill_with_a_total(self, forge, narrow):
        out, err = forge("report", "cost")
        lines = narrow(out)
        assert lines[0].split() == ["skill", "kept", "of", "calls", "tokens", "each", "US$", "each"]
        assert lines[-1].split() == ["all", "3", "4", "4", "480", "160", "unknown", "unknown"]
        assert err == ""

    def test_rejected_work_counts_and_what_is_unknown_is_null_not_nothing(self, forge):
        report, _ = forge("report", "cost", "--json")
        rows = named(report, "skill")
        assert (rows[HIGHLIGHT]["accepted"], rows[HIGHLIGHT]["candidates"]) == (1, 2)
        assert (rows[HIGHLIGHT]["dollars"], rows[HIGHLIGHT]["dollars_per_accepted"]) == (0.5, 0.5)
        assert (rows[ANSWER]["dollars"], rows[ANSWER]["dollars_per_accepted"]) == (None, None)
        assert (report["total"]["dollars"], report["total"]["dollars_known"]) == (None, 0.75)
        assert report["total"]["unpriced"] == 1

    @pytest.mark.parametrize(
        ("by", "names"),
        [
            ("node", ["instruction", "table"]),
            ("model", ["openai/some-model", "openai/unpriced"]),
            ("run", [RUN, OTHER]),
        ],
    )
    def test_by_other_things_the_total_is_the_same(self, forge, by, names):
        report, _ = forge("report", "cost", "--by", by, "--json")
        assert [row[by] for row in report["rows"]] == names
        total = forge("report", "cost", "--json")[0]["total"]
        assert report["total"] == {by: total.pop("skill"), **total}

    def test_by_task_names_bundles(self, forge, narrow):
        report, _ = forge("report", "cost", "--by", "task", "--json")
        bundles = {row["bundle"]: row["tokens"] for row in report["rows"]}
        assert bundles == {
            None: 0,
            highlighting().id: 240,
            calculating().id: 120,
            answering().id: 120,
        }
        narrow(forge("report", "cost", "--by", "task")[0])

    def test_of_one_run_or_some_skills(self, forge):
        report, _ = forge("report", "cost", "--run", RUN, "--json")
        assert (report["total"]["accepted"], report["total"]["dollars"]) == (2, 0.75)
        report, _ = forge("report", "cost", "--skills", "calc.answers.*", "--json")
        assert list(named(report, "skill")) == [ANSWER]

    def test_csv(self, forge):
        out, err = forge("report", "cost", "--csv")
        rows = list(csv.DictReader(io.StringIO(out)))
        assert err == ""
        assert [row["skill"] for row in rows][-1] == "all"
        assert {row["skill"]: row["dollars"] for row in rows}[ANSWER] == "unknown"
        assert {row["skill"]: row["dollars_known"] for row in rows}["all"] == "0.75"


class TestGates:
    def test_in_the_order_in_which_they_judge(self, forge, narrow):
        out, _ = forge("report", "gates")
        lines = narrow(out)
        assert lines[0].split() == ["gate", "passed", "failed", "errors", "not", "run", "ms"]
        assert lines[2].split() == ["opens", "3", "0", "0", "0", "20"]
        assert lines[-1].split()[0] == "all"

    def test_by_skill_and_by_run(self, forge, narrow):
        report, _ = forge("report", "gates", "--by", "skill", "--json")
        stable = [row for row in report["rows"] if row["gate"] == "stable"]
        assert [(row["skill"], row["not_run"]) for row in stable] == [
            (skill, 1) for skill in sorted([HIGHLIGHT, calculating().contract.skills[0], ANSWER])
        ]
        report, _ = forge("report", "gates", "--by", "run", "--json")
        opens = {row["run"]: row["passed"] for row in report["rows"] if row["gate"] == "opens"}
        assert opens == {RUN: 2, OTHER: 1}
        narrow(forge("report", "gates", "--by", "skill")[0])

    def test_csv_has_a_total(self, forge):
        rows = list(csv.DictReader(io.StringIO(forge("report", "gates", "--csv")[0])))
        assert rows[-1]["gate"] == "all"
        assert int(rows[-1]["passed"]) == sum(int(row["passed"]) for row in rows[:-1])

    def test_by_what_verdicts_are_not_counted(self, forge):
        assert "--by skill" in forge("report", "gates", "--by", "node", code=2)[1]


def test_wrong_usage(forge, tmp_path, monkeypatch):
    monkeypatch.setattr(finding, "all_skills", dict)
    assert RUN in forge("report", "cost", "--run", "nonsense", code=2)[1]
    assert ANSWER in forge("report", "cost", "--skills", "calc.answers.count", code=2)[1]
    assert "either" in forge("report", "cost", "--csv", "--json", code=2)[1]
    assert "cost" in forge("report", "everything", code=2)[1]
    nowhere = tmp_path / "nowhere"
    assert "Nothing has been made" in forge("report", "gates", at=nowhere, code=2)[1]
    assert not nowhere.exists()
