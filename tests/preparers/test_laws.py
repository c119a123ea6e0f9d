"""The laws that every preparer keeps: a spec comes back as it was, and the same spec gives the same bytes.

Specs are drawn from the whole declared domain. That an application changes nothing (*stable*) is tested here for office
files; mail and file trees go through their applications in tests of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.preparers.base import preparer, preparer_names
from forge.preparers.calc.observing import observe

from .calc.specs import workbooks
from .files.specs import trees
from .impress.rich import rich as presentation
from .impress.specs import presentations
from .laws import SLOW, differences, stable_examples
from .mail.specs import profiles
from .writer.specs import documents

SPECS: dict[str, st.SearchStrategy[Any]] = {
    "calc": workbooks(),
    "files": trees(),
    "impress": presentations(),
    "mail": profiles,
    "writer": documents(),
}
OFFICE = ("calc", "impress", "writer")


def test_every_preparer_is_tried() -> None:
    assert set(SPECS) == set(preparer_names())


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=200, suppress_health_check=SLOW)
@given(data=st.data())
def test_faithful(name: str, data: st.DataObject) -> None:
    it, spec = preparer(name), data.draw(SPECS[name])
    files = it.write(spec)
    again = it.parse(files)
    assert differences(it.tree(spec), it.tree(again)) == []
    assert it.tree(spec).digest() == it.tree(again).digest()


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=40, suppress_health_check=SLOW)
@given(data=st.data())
def test_what_was_read_can_be_written_again(name: str, data: st.DataObject) -> None:
    it = preparer(name)
    again = it.parse(it.write(data.draw(SPECS[name])))
    assert differences(it.tree(again), it.read(it.write(again))) == []


@pytest.mark.parametrize("name", SPECS)
@settings(max_examples=20, suppress_health_check=SLOW)
@given(data=st.data())
def test_the_same_spec_gives_the_same_bytes(name: str, data: st.DataObject) -> None:
    spec = data.draw(SPECS[name])
    assert preparer(name).write(spec) == preparer(name).write(spec)


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", OFFICE)
@settings(max_examples=stable_examples(40), suppress_health_check=SLOW)
@given(data=st.data())
def test_stable(name: str, data: st.DataObject) -> None:
    it = preparer(name)
    files = it.write(data.draw(SPECS[name]))
    # Only a window stores how the sheets of a workbook lie before their reader; the gates do without.
    observed = observe(files[""], window=True) if name == "calc" else it.observe(files)
    assert differences(it.read(files), observed.tree) == []
    assert differences(observed.tree, it.read(observed.files)) == []
    if name == "calc":
        assert differences(observed.tree, it.observe(files).tree) == []


@pytest.mark.libreoffice
def test_four_saves_one_after_the_other_change_nothing() -> None:
    """LibreOffice stores every shape of a presentation a hundredth of a millimetre smaller than it was."""
    it = preparer("impress")
    files = it.write(presentation())
    before = it.read(files)
    for _ in range(4):
        files = it.observe(files).files
    assert differences(before, it.read(files)) == []


PROGRAM = """
import hashlib, sys
from importlib import import_module
from forge.preparers.base import preparer
for name in sys.argv[1:]:
    files = preparer(name).write(import_module(f"tests.preparers.{name}.rich").rich())
    print(name, hashlib.sha256(b"".join(part.encode() + data for part, data in sorted(files.items()))).hexdigest())
"""


def test_bytes_depend_on_no_hash_seed_time_or_zone_and_on_nothing_that_was_made_before(
    tmp_path: Path,
) -> None:
    """Libraries register prefixes of XML names for the whole process when they are loaded."""
    root = Path(__file__).parents[2]
    path = os.pathsep.join((str(root / ".dev"), str(root)))
    names, said = ("calc", "impress", "mail", "writer"), set()
    for seed, zone, order in (
        ("0", "UTC", names),
        ("1", "Asia/Tokyo", names[::-1]),
        ("2", "America/Los_Angeles", ("impress", "calc", "writer", "mail")),
    ):
        environment = {
            **os.environ,
            "PYTHONPATH": path,
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LC_ALL": "C.UTF-8",
        }
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *order],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(tuple(sorted(done.stdout.splitlines())))
    assert len(said) == 1
