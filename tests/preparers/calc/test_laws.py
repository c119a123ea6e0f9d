"""The two laws that keep the preparer honest, and that a spec comes back as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from forge.preparers.base import preparer
from forge.preparers.calc.observing import observe
from forge.preparers.calc.spec import Workbook
from forge.states.changes import diff
from forge.states.entities import State, Tree

from .specs import workbooks

CALC = preparer("calc")
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def differences(before: Tree, after: Tree) -> list[str]:
    """What differs between two trees, a line each."""
    states = State({"book": before}), State({"book": after})
    return [change.describe(before.schema) for change in diff(*states)]


@settings(max_examples=100, suppress_health_check=SLOW)
@given(workbooks())
def test_faithful(book: Workbook) -> None:
    files = CALC.write(book)
    again = CALC.parse(files)
    assert differences(CALC.tree(book), CALC.tree(again)) == []
    assert CALC.tree(book).digest() == CALC.tree(again).digest()


@settings(max_examples=30, suppress_health_check=SLOW)
@given(workbooks())
def test_what_was_read_can_be_written_again(book: Workbook) -> None:
    again = CALC.parse(CALC.write(book))
    assert differences(CALC.tree(again), CALC.read(CALC.write(again))) == []


@pytest.mark.libreoffice
@settings(max_examples=int(os.environ.get("FORGE_STABLE_EXAMPLES", "40")), suppress_health_check=SLOW)
@given(workbooks())
def test_stable(book: Workbook) -> None:
    files = CALC.write(book)
    shown = observe(files[""], window=True)
    assert differences(CALC.read(files), shown.tree) == []
    assert differences(shown.tree, CALC.read(shown.files)) == []
    assert differences(shown.tree, CALC.observe(files).tree) == []


@settings(max_examples=20, suppress_health_check=SLOW)
@given(workbooks())
def test_the_same_spec_gives_the_same_bytes(book: Workbook) -> None:
    assert CALC.write(book) == CALC.write(book)


PROGRAM = """
import hashlib, sys
from datetime import date
from forge.preparers.base import preparer
from forge.preparers.calc.observing import observe
from forge.preparers.calc.spec import *
from forge.states.values import Colour
book = Workbook()
sheet = book.add_sheet("Orders")
sheet.put("A1", [["Name", "Due", "Amount"], ["Ann", date(2026, 3, 1), 5], ["Ben", date(2026, 3, 9), 7.5]])
for number, style in enumerate([PLAIN.but(bold=True), PLAIN.but(fill=Colour("#FFF2CC")), PLAIN.bordered("thin")]):
    sheet.cell(1, number + 1).style = style
sheet["C4"].put(12.5, "=SUM(C2:C3)")
sheet["A2"].comment = "Check."
sheet.charts.append(Chart("column", [Series("Orders!$C$2:$C$3", "Orders!$A$2:$A$3", "Orders!$C$1")], title="T"))
sheet.validations.append(Validation("A2:A3", options=("Ann", "Ben")))
print(hashlib.sha256(preparer("calc").write(book)[""]).hexdigest())
"""


def test_bytes_do_not_depend_on_hash_seed_time_or_zone(tmp_path: Path) -> None:
    digests = set()
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/Los_Angeles")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1
