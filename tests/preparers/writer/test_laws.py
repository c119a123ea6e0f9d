"""The two laws that keep the preparer honest, and that a spec comes back as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from forge.preparers.base import preparer
from forge.preparers.writer.spec import Document
from forge.states.changes import diff
from forge.states.entities import State, Tree

from .specs import documents

WRITER = preparer("writer")
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def differences(before: Tree, after: Tree) -> list[str]:
    """What differs between two trees, a line each."""
    states = State({"text": before}), State({"text": after})
    return [change.describe(before.schema) for change in diff(*states)]


@settings(max_examples=200, suppress_health_check=SLOW)
@given(documents())
def test_faithful(document: Document) -> None:
    files = WRITER.write(document)
    again = WRITER.parse(files)
    assert differences(WRITER.tree(document), WRITER.tree(again)) == []
    assert WRITER.tree(document).digest() == WRITER.tree(again).digest()


@settings(max_examples=40, suppress_health_check=SLOW)
@given(documents())
def test_what_was_read_can_be_written_again(document: Document) -> None:
    again = WRITER.parse(WRITER.write(document))
    assert differences(WRITER.tree(again), WRITER.read(WRITER.write(again))) == []


@pytest.mark.libreoffice
@settings(max_examples=int(os.environ.get("FORGE_STABLE_EXAMPLES", "40")), suppress_health_check=SLOW)
@given(documents())
def test_stable(document: Document) -> None:
    files = WRITER.write(document)
    observed = WRITER.observe(files)
    assert differences(WRITER.read(files), observed.tree) == []
    assert differences(observed.tree, WRITER.read(observed.files)) == []


@settings(max_examples=20, suppress_health_check=SLOW)
@given(documents())
def test_the_same_spec_gives_the_same_bytes(document: Document) -> None:
    assert WRITER.write(document) == WRITER.write(document)


PROGRAM = """
import hashlib
from forge.preparers.base import preparer
from forge.preparers.writer.spec import *
document = Document(title="Report")
document.add(Paragraph.of("Report", "Title"), Contents(entries=[Entry("Sales", 1, "1")]))
document.add(Paragraph.of("Sales", "Heading 1"))
for number, look in enumerate([Look(bold=True), Look(colour=Colour("#C00000")), Look(underline="single")]):
    comment = Comment(f"Remark {number}", "Ann")
    document.add(Paragraph([Run("a "), Run("b", look, comments=(comment,))], list_format=ListFormat("decimal")))
    document.add(Paragraph([Run("link", link=f"https://example.org/{number}")]))
document.add(Table.of([["a", "b"]], [3.0, 3.0]), Paragraph.of("End"))
document.sections[0].header = [Paragraph.of("Head")]
print(hashlib.sha256(preparer("writer").write(document)[""]).hexdigest())
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
