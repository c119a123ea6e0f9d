"""The catalog on a real SQLite file and a real PostgreSQL server: the same tests, the same answers."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import text

from forge.errors import StorageError, UsageError
from forge.storage import catalog as catalog_module
from forge.storage.catalog import Catalog, TaskFilter
from forge.storage.database import reading, writing
from forge.storage.models import CertificateRow

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)


def keep(catalog, rows, count=4, **changes):
    catalog.start_run(rows.run())
    candidates = [rows.candidate(index, **changes) for index in range(count)]
    catalog.record(candidates, [rows.task(index) for index in range(count)])
    return candidates


class TestRuns:
    def test_come_back_as_they_were_kept(self, catalog, rows):
        catalog.start_run(rows.run(parameters={"count": 8, "skills": ["text.*"]}))
        catalog.end_run("r1", "finished", NOON + timedelta(minutes=5))
        run = catalog.run("r1")
        assert (run.status, run.parameters, run.seed) == ("finished", {"count": 8, "skills": ["text.*"]}, 7)
        assert run.finished - run.started == timedelta(minutes=5)

    def test_taken_up_again_keeps_the_time_of_the_first_start(self, catalog, rows):
        catalog.start_run(rows.run())
        catalog.end_run("r1", "stopped", NOON)
        catalog.start_run(rows.run(started=NOON + timedelta(days=1)))
        assert (catalog.run("r1").started, catalog.run("r1").status) == (NOON, "running")

    def test_the_latest_is_first_and_zones_do_not_matter(self, catalog, rows):
        early = datetime(2026, 3, 16, 20, 0, tzinfo=timezone(timedelta(hours=9)))  # 11:00 UTC
        catalog.start_run(rows.run("early", started=early))
        catalog.start_run(rows.run("late", started=NOON))
        assert [run.id for run in catalog.runs()] == ["late", "early"]
        assert catalog.run("early").started == early
        assert catalog.run("early").started.tzinfo is UTC

    def test_a_time_without_a_zone_is_refused(self, catalog, rows):
        with pytest.raises(StorageError, match="no zone"):
            catalog.start_run(rows.run(started=datetime(2026, 3, 16)))  # noqa: DTZ001 - the fault under test

    def test_what_is_not_there_is_none(self, catalog):
        assert catalog.run("r1") is None


class TestRecording:
    def test_a_batch_is_all_or_nothing(self, catalog, rows):
        catalog.start_run(rows.run())
        with pytest.raises(StorageError):
            catalog.record([rows.candidate(0)], [rows.task(0, run="unknown")])
        assert list(catalog.candidates()) == []

    def test_again_replaces_the_candidate_and_its_verdicts_and_keeps_the_task(self, catalog, rows):
        catalog.start_run(rows.run())
        first = rows.candidate(0)
        catalog.record([first], [rows.task(0)], [rows.verdict(first, "tight"), rows.verdict(first, "fair")])
        catalog.start_run(rows.run("r2"))
        catalog.record([first], [rows.task(0, run="r2")], [rows.verdict(first, "tight", "fail")])
        assert [task.run for task in catalog.tasks()] == ["r1"]
        assert [(row.gate, row.outcome) for row in catalog.verdicts(rows.id(0))] == [("tight", "fail")]

    def test_text_that_no_database_holds_is_marked_and_not_lost(self, catalog, rows):
        catalog.start_run(rows.run())
        evidence = [{"expected": "a\0b", "actual": "\ud800"}]
        catalog.record([rows.candidate(0, "rejected", reason="NUL \0, half \ud800, ü", evidence=evidence)])
        kept = next(catalog.candidates())
        assert kept.reason == "NUL \N{REPLACEMENT CHARACTER}, half ?, ü"
        assert kept.evidence == evidence

    def test_the_rest_of_a_task_comes_back(self, catalog, rows):
        keep(catalog, rows, 1)
        task = catalog.task(rows.id(0))
        assert task.fingerprint == (1, 2**32 - 1)
        assert (task.engine, task.hostile, task.skills) == ("Some Office 7.4", False, ["text.lines.replace"])


class TestTasks:
    def test_are_found_by_glob_of_any_of_their_skills(self, catalog, rows):
        catalog.start_run(rows.run())
        skills = [
            ["text.lines.replace"],
            ["text.lines.sort"],
            ["text.lines.replace", "text.lines.sort"],
            ["mail.x.y"],
        ]
        tasks = [rows.task(index, skills=of_task) for index, of_task in enumerate(skills)]
        catalog.record([rows.candidate(index) for index in range(4)], tasks)
        expected = {
            "text.lines.replace": [0, 2],
            "text.*": [0, 1, 2],
            "*": [0, 1, 2, 3],
            "*.sort": [1, 2],
            "text.?ines.*": [0, 1, 2],
            "text": [],
            "TEXT.*": [],
            "text_lines*": [],
            "%": [],
        }
        found = {
            glob: [task.bundle for task in catalog.tasks(TaskFilter(skills=(glob,)))] for glob in expected
        }
        assert found == {glob: [rows.id(index) for index in indices] for glob, indices in expected.items()}

    def test_many_are_found_as_few_are(self, catalog, rows, monkeypatch):
        monkeypatch.setattr(catalog_module, "MANY", 3)
        catalog.start_run(rows.run())
        tasks = [rows.task(index, skills=["a.b.c", "d.e.f"][: 1 + index % 2]) for index in range(10)]
        catalog.record([rows.candidate(index) for index in range(10)], tasks)
        for glob, expected in (("a.*", range(10)), ("d.e.f", range(1, 10, 2)), ("*", range(10)), ("x.*", [])):
            found = [task.bundle for task in catalog.tasks(TaskFilter(skills=(glob,)))]
            assert found == [rows.id(index) for index in expected]

    def test_several_globs_are_joined(self, catalog, rows):
        catalog.start_run(rows.run())
        tasks = [
            rows.task(0, skills=["a.b.c"]),
            rows.task(1, skills=["d.e.f"]),
            rows.task(2, skills=["g.h.i"]),
        ]
        catalog.record([rows.candidate(index) for index in range(3)], tasks)
        found = list(catalog.tasks(TaskFilter(skills=("a.*", "g.h.i"))))
        assert [task.bundle for task in found] == [rows.id(0), rows.id(2)]

    def test_are_found_by_everything_else(self, catalog, rows):
        catalog.start_run(rows.run())
        catalog.start_run(rows.run("r2"))
        tasks = [rows.task(0, engine=None), rows.task(1, difficulty="hard"), rows.task(2, run="r2")]
        catalog.record([rows.candidate(index) for index in range(3)], tasks)

        def found(**wanted):
            return [task.bundle for task in catalog.tasks(TaskFilter(**wanted))]

        assert found(verified=False) == [rows.id(0)]
        assert found(verified=True) == [rows.id(1), rows.id(2)]
        assert found(difficulty="hard") == [rows.id(1)]
        assert found(run="r2") == [rows.id(2)]
        assert found(since=NOON + timedelta(seconds=1), before=NOON + timedelta(seconds=2)) == [rows.id(1)]

    def test_come_page_by_page_in_both_directions(self, catalog, rows):
        count = 1003  # two pages and a bit; many kept at the same second
        catalog.start_run(rows.run())
        tasks = [rows.task(index, created=NOON + timedelta(seconds=index // 300)) for index in range(count)]
        catalog.record([rows.candidate(index) for index in range(count)], tasks)
        ids = [rows.id(index) for index in range(count)]
        assert [task.bundle for task in catalog.tasks()] == ids
        assert [task.bundle for task in catalog.tasks(newest=True)] == ids[::-1]
        assert len(list(catalog.candidates("r1"))) == count

    def test_a_name_finds_the_one_that_begins_so(self, catalog, rows):
        keep(catalog, rows, 3)
        assert catalog.task("0002").bundle == rows.id(2)
        with pytest.raises(UsageError, match=r"Several tasks begin with '000'"):
            catalog.task("000")
        with pytest.raises(UsageError, match="no task 'ffff'") as caught:
            catalog.task("ffff")
        assert "nearest" in caught.value.hint
        with pytest.raises(UsageError, match="no task"):
            catalog.task("%")

    def test_an_empty_catalog_says_what_to_do(self, catalog):
        with pytest.raises(UsageError) as caught:
            catalog.task("0002")
        assert "forge run" in caught.value.hint


class TestCandidatesAndCertificates:
    def test_candidates_are_found_by_run_skill_and_status(self, catalog, rows):
        catalog.start_run(rows.run())
        catalog.record(
            [
                rows.candidate(0),
                rows.candidate(1, "rejected", gate="tight"),
                rows.candidate(2, skill="mail.a.b"),
            ]
        )
        assert [row.index for row in catalog.candidates(status="rejected")] == [1]
        assert [row.index for row in catalog.candidates(skills=["mail.*"])] == [2]
        assert list(catalog.candidates(run="r2")) == []

    def test_the_latest_certificate_of_a_skill_is_first(self, catalog):
        for number, skill in enumerate(["b.c.d", "a.b.c", "a.b.c"]):
            catalog.certify(
                CertificateRow(
                    digest=f"{number}" * 64,
                    skill=skill,
                    content={"gates": 1},
                    seeds=20,
                    run="r1",
                    issued=NOON + timedelta(days=number),
                )
            )
        assert [row.digest[0] for row in catalog.certificates()] == ["2", "1", "0"]
        assert [row.digest[0] for row in catalog.certificates(["b.*"])] == ["0"]


def write_ten_batches(url, rows, name):
    catalog = Catalog.open(url)
    catalog.start_run(rows.run(name))
    for batch in range(10):
        indices = range(batch * 8, batch * 8 + 8)
        candidates = [rows.candidate(index, run=name) for index in indices]
        verdicts = [rows.verdict(candidate, gate) for candidate in candidates for gate in ("tight", "fair")]
        catalog.record(candidates, [rows.task(index, run=name) for index in indices], verdicts)
    catalog.close()


def test_processes_write_at_once_from_the_first_moment_on(empty_database, rows):
    fork = multiprocessing.get_context("fork")
    writers = [
        fork.Process(target=write_ten_batches, args=(empty_database, rows, name))
        for name in ("r1", "r2", "r3")
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    catalog = Catalog.open(empty_database)
    try:
        assert len(list(catalog.candidates())) == 3 * 80
        assert [task.bundle for task in catalog.tasks()] == [rows.id(index) for index in range(80)]
        assert len(catalog.verdicts(rows.id(5))) == 3 * 2
    finally:
        catalog.close()


def test_readers_and_writers_do_not_wait_for_each_other(catalog, rows):
    keep(catalog, rows, 2)
    with writing(catalog.engine) as writer:
        writer.execute(text("DELETE FROM task_skills"))
        assert len(list(catalog.tasks())) == 2
    with reading(catalog.engine) as reader:
        assert reader.execute(text("SELECT count(*) FROM task_skills")).scalar() == 0
        catalog.record([rows.candidate(9)])
