from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from forge.errors import SkillError, UnavailableError
from forge.skills.taxonomy import TAXONOMY_FILE, SkillEntry, Taxonomy, dump_taxonomy, join, load_taxonomy

LIBREOFFICE = ("calc", "writer", "impress")
REGISTRY = Path("/usr/lib/libreoffice/share/registry")


@pytest.fixture(scope="module")
def taxonomy():
    return load_taxonomy()


def small(**entry):
    entry = {"title": "Merge cells", "status": "planned", "demand": 3} | entry
    areas = {"cells": {"title": "Cells", "skills": {"merge": entry}}}
    return {"version": 1, "applications": {"calc": {"title": "Calc", "areas": areas}}}


def test_the_file_is_valid_and_in_its_canonical_form(taxonomy):
    assert dump_taxonomy(taxonomy) == TAXONOMY_FILE.read_text(encoding="utf-8")


def test_it_covers_all_applications_and_the_plan_for_spreadsheets(taxonomy):
    by_application = Counter(skill_id.split(".")[0] for skill_id in taxonomy.entries())
    assert set(by_application) == {
        *("calc", "writer", "impress", "mail", "files", "browser", "editor", "image", "player", "multi")
    }
    assert by_application["calc"] >= 73
    assert sum(by_application.values()) >= 304


def test_titles_tell_skills_of_an_area_apart(taxonomy):
    for app in taxonomy.applications.values():
        for area in app.areas.values():
            assert len({entry.title for entry in area.skills.values()}) == len(area.skills)


def test_every_calc_skill_that_can_be_done_has_evidence(taxonomy):
    # `revise_as_listed` is a mixture of the others, so no one place in the application shows it.
    bare = {i for i, entry in taxonomy.entries().items() if i.startswith("calc.") and not entry.evidence}
    assert bare == {"calc.sheets.revise_as_listed", "calc.infeasible.missing_feature"}


@pytest.mark.libreoffice
def test_libreoffice_knows_every_command_that_is_evidence(taxonomy):
    registered = set()
    for file in REGISTRY.glob("*.xcd"):
        registered |= set(re.findall(r'oor:name="(\.uno:\w+)"', file.read_text(encoding="utf-8")))
    claimed = {
        item["command"]
        for skill_id, entry in taxonomy.entries().items()
        for item in entry.evidence
        if "command" in item and skill_id.split(".")[0] in {*LIBREOFFICE, "multi"}
    }
    assert len(claimed) > 60
    assert claimed <= registered


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (small(status="done"), "status"),
        (small(status="certified"), "certificate"),
        (small(certificate="sha256:" + "0" * 64), "certificate"),
        (small(demand=-1), "demand"),
        (small(evidence=[{"rumour": "someone said so"}]), "evidence"),
        (small(evidence=[{"menu": "File ▸ Save", "function": "SUM"}]), "evidence"),
        (small(owner="me"), "owner"),
        ({"version": 2, "applications": {}}, "version"),
    ],
)
def test_what_contradicts_the_schema_is_refused_by_name(tmp_path, data, says):
    file = tmp_path / "taxonomy.yaml"
    file.write_text(yaml.safe_dump(data))
    with pytest.raises(SkillError, match=says):
        load_taxonomy(file)


def test_a_file_that_is_missing_or_broken_is_told(tmp_path):
    with pytest.raises(UnavailableError, match="cannot be read"):
        load_taxonomy(tmp_path / "nowhere.yaml")
    broken = tmp_path / "broken.yaml"
    broken.write_text("applications: [")
    with pytest.raises(SkillError, match="not YAML"):
        load_taxonomy(broken)


def test_an_entry_can_be_changed_and_written_back(taxonomy, tmp_path):
    digest = "sha256:" + "a" * 64
    entry = taxonomy.entries()["calc.cells.merge"]
    certified = SkillEntry.model_validate(entry.model_dump() | {"status": "certified", "certificate": digest})
    changed = taxonomy.with_entry("calc.cells.merge", certified)

    file = tmp_path / "taxonomy.yaml"
    file.write_text(dump_taxonomy(changed), encoding="utf-8")
    assert load_taxonomy(file).entries()["calc.cells.merge"] == certified
    assert taxonomy.entries()["calc.cells.merge"] == entry, "the original stays as it was"

    old, new = dump_taxonomy(taxonomy).splitlines(), dump_taxonomy(changed).splitlines()
    assert {line.strip() for line in set(new) - set(old)} == {"status: certified", f"certificate: {digest}"}
    assert len(new) == len(old) + 1

    with pytest.raises(SkillError, match="no skill calc"):
        taxonomy.with_entry("calc.cells.melt", certified)


class TestJoin:
    def listing(self, status, code, certified=(), **entry):
        taxonomy = Taxonomy.model_validate(small(status=status, **entry))
        skills = {i: SimpleNamespace(id=i, title="From the code") for i in code}
        return join(taxonomy, skills, certified)

    def test_planned_without_code(self):
        (row,) = self.listing("planned", [])
        assert (row.app, row.area, row.status, row.title, row.demand) == (
            "calc",
            "cells",
            "planned",
            "Merge cells",
            3,
        )
        assert row.disagreement == ""

    def test_implemented_with_code_takes_the_title_of_the_code(self):
        (row,) = self.listing("implemented", ["calc.cells.merge"])
        assert (row.status, row.title, row.disagreement) == ("implemented", "From the code", "")

    def test_certified_with_code(self):
        code = ["calc.cells.merge"]
        (row,) = self.listing("certified", code, code, certificate="sha256:" + "0" * 64)
        assert (row.status, row.disagreement) == ("certified", "")

    def test_certified_in_a_workspace(self):
        (row,) = self.listing("implemented", ["calc.cells.merge"], ["calc.cells.merge"])
        assert (row.status, row.disagreement) == ("certified", "")

    def test_a_certificate_that_is_void(self):
        (row,) = self.listing("certified", ["calc.cells.merge"], certificate="sha256:" + "0" * 64)
        assert row.status == "implemented"
        assert "forge certify calc.cells.merge" in row.disagreement

    def test_code_that_the_taxonomy_still_plans(self):
        (row,) = self.listing("planned", ["calc.cells.merge"])
        assert row.status == "implemented"
        assert "still planned" in row.disagreement

    @pytest.mark.parametrize("status", ["implemented", "certified"])
    def test_a_claim_without_code_is_not_believed(self, status):
        certificate = {"certificate": "sha256:" + "0" * 64} if status == "certified" else {}
        (row,) = self.listing(status, [], **certificate)
        assert row.status == "planned"
        assert "no code" in row.disagreement

    def test_code_without_a_place_in_the_taxonomy(self):
        rows = self.listing("planned", ["calc.cells.melt"])
        assert [row.id for row in rows] == ["calc.cells.merge", "calc.cells.melt"]
        assert "not in the taxonomy" in rows[1].disagreement

    def test_code_from_elsewhere_needs_no_place(self):
        taxonomy = Taxonomy.model_validate(small())
        skills = {"shop.orders.refund": SimpleNamespace(id="shop.orders.refund", title="Refund an order")}
        row = join(taxonomy, skills, foreign={"shop.orders.refund"})[-1]
        assert (row.id, row.status, row.disagreement) == ("shop.orders.refund", "implemented", "")
