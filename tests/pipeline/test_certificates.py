"""What voids a certificate, and what does not."""

from __future__ import annotations

import pytest

from forge.errors import SkillError
from forge.pipeline import sources
from forge.pipeline.certificates import (
    CERTIFICATES,
    certificate_of,
    code_of,
    read_certificates,
    standing,
    write_certificates,
)
from forge.pipeline.sources import closure, digest_of
from forge.skills.registry import all_skills, source_of

SORT = all_skills()["calc.rows.sort"]


@pytest.fixture
def certificate():
    return certificate_of(SORT, model="offline", seed=1, seeds=20, verified={"calc": 20})


def test_it_holds_while_nothing_changes(certificate):
    assert certificate.holds(SORT)
    assert standing([SORT], [certificate.model_dump()]) == {SORT.id}


@pytest.mark.parametrize("changed", [{"code": "0" * 64}, {"version": 99}, {"skill": "calc.rows.delete"}])
def test_it_is_void_for_other_code(certificate, changed):
    assert standing([SORT], [{**certificate.model_dump(), **changed}]) == set()


def test_one_of_another_version_of_forge_does_not_hold(certificate):
    assert standing([SORT], [{**certificate.model_dump(), "more": 1}, {"skill": SORT.id}, {}]) == set()


def test_every_part_counts_in_its_digest(certificate):
    changes = (
        {"model": "openai/x"},
        {"seed": 2},
        {"seeds": 3},
        {"applications": {"calc": "LibreOffice 1"}},
    )
    digests = {certificate.model_copy(update=change).digest for change in changes}
    assert len(digests | {certificate.digest}) == len(changes) + 1


def test_it_rests_on_all_that_makes_and_judges_the_tasks():
    files = closure([source_of(SORT)])
    names = {file.name for file in files}
    assert {"sort.py", "base.py", "tables.py", "contract.py", "entities.py"} <= names
    assert "number_format.py" not in names, "another skill"


@pytest.mark.parametrize(
    "part",
    ["gates/tight.py", "states/score.py", "preparers/office/worker/documents.py", "skills/calc/sort.py"],
)
def test_a_change_anywhere_in_it_changes_the_code(monkeypatch, part):
    before = code_of(SORT)
    line = sources._line
    monkeypatch.setattr(
        sources, "_line", lambda file: line(file) + ("changed" if file.as_posix().endswith(part) else "")
    )
    assert code_of(SORT) != before


@pytest.mark.parametrize(
    "part",
    [
        "storage/catalog.py",
        "cli/main.py",
        "skills/calc/number_format.py",
        "skills/compose.py",
        "skills/instruction/weaving.py",
    ],
)
def test_what_makes_no_tasks_of_it_does_not_count(monkeypatch, part):
    before = code_of(SORT)
    line = sources._line
    monkeypatch.setattr(
        sources, "_line", lambda file: line(file) + ("changed" if file.as_posix().endswith(part) else "")
    )
    assert code_of(SORT) == before


def test_names_and_contents_count_and_the_order_does_not(tmp_path):
    first, second, third = (tmp_path / name for name in ("a.py", "b.py", "c.py"))
    for file in (first, second, third):
        file.write_text("x = 1\n")
    assert digest_of([first, second]) == digest_of([second, first])
    assert digest_of([first, second]) != digest_of([first, third])


def test_they_are_read_as_they_were_written(tmp_path, certificate):
    file = tmp_path / "certificates.jsonl"
    assert read_certificates(file) == {}
    write_certificates({SORT.id: certificate}, file)
    assert read_certificates(file) == {SORT.id: certificate}
    file.write_text(file.read_text() + "{}\n")
    with pytest.raises(SkillError, match="no certificate in line 2"):
        read_certificates(file)


def test_those_of_the_package_name_skills_that_there_are():
    assert set(read_certificates(CERTIFICATES)) <= set(all_skills())
