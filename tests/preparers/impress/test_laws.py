"""The two laws that keep the preparer honest, and that a spec comes back as it was."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings

from forge.preparers.base import preparer
from forge.preparers.impress.spec import Presentation
from forge.states.changes import diff
from forge.states.entities import State, Tree

from .rich import rich
from .specs import presentations

IMPRESS = preparer("impress")
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def differences(before: Tree, after: Tree) -> list[str]:
    """What differs between two trees, a line each."""
    states = State({"deck": before}), State({"deck": after})
    return [change.describe(before.schema) for change in diff(*states)]


@settings(max_examples=200, suppress_health_check=SLOW)
@given(presentations())
def test_faithful(deck: Presentation) -> None:
    files = IMPRESS.write(deck)
    again = IMPRESS.parse(files)
    assert differences(IMPRESS.tree(deck), IMPRESS.tree(again)) == []
    assert IMPRESS.tree(deck).digest() == IMPRESS.tree(again).digest()


@settings(max_examples=30, suppress_health_check=SLOW)
@given(presentations())
def test_what_was_read_can_be_written_again(deck: Presentation) -> None:
    again = IMPRESS.parse(IMPRESS.write(deck))
    assert differences(IMPRESS.tree(again), IMPRESS.read(IMPRESS.write(again))) == []


@pytest.mark.libreoffice
@settings(max_examples=int(os.environ.get("FORGE_STABLE_EXAMPLES", "40")), suppress_health_check=SLOW)
@given(presentations())
def test_stable(deck: Presentation) -> None:
    files = IMPRESS.write(deck)
    observed = IMPRESS.observe(files)
    assert differences(IMPRESS.read(files), observed.tree) == []
    assert differences(observed.tree, IMPRESS.read(observed.files)) == []


@pytest.mark.libreoffice
def test_four_saves_one_after_the_other_change_nothing() -> None:
    """LibreOffice stores every shape a hundredth of a millimetre smaller than it was."""
    files = IMPRESS.write(rich())
    before = IMPRESS.read(files)
    for _ in range(4):
        files = IMPRESS.observe(files).files
    assert differences(before, IMPRESS.read(files)) == []


@settings(max_examples=20, suppress_health_check=SLOW)
@given(presentations())
def test_the_same_spec_gives_the_same_bytes(deck: Presentation) -> None:
    assert IMPRESS.write(deck) == IMPRESS.write(deck)
