"""Folders that are called after people have names that every system takes."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.gates.clean import unportable
from forge.pipeline.seeds import stream
from forge.preparers.desktop import Desktop
from forge.skills.content.names import HARD_NAMES
from forge.skills.files.support.ground import Ground
from forge.skills.registry import all_skills

GROUND = Ground("~/x", None)


@pytest.mark.parametrize("name", HARD_NAMES)
def test_a_folder_can_be_called_after_anybody(name):
    assert not unportable(GROUND.folder_name(name))


def test_a_full_stop_at_the_end_is_left_out():
    assert GROUND.folder_name("Ann Lee, Jr.") == "Ann Lee Jr"
    assert GROUND.folder_name("...") == "item"


@given(st.text(st.sampled_from('ab. ,:"/?é'), max_size=12))
def test_whatever_a_name_holds_a_folder_name_is_portable(name):
    assert not unportable(GROUND.folder_name(name))


def test_copies_go_into_folders_that_every_system_takes():
    skill = all_skills()["files.copy.to_several"]
    parameters = skill.sample(Random(1), "hard")
    kits = {
        node.name: node.offline(stream(1, skill.id, 0, node.name), skill.variables(parameters))
        for node in skill.nodes
    }
    desktop = Desktop(cast=("Ann Lee, Jr.", *HARD_NAMES[:9]))
    scene = skill.prepare(parameters, kits, desktop, Random(3))
    paths = [path for path in desktop.spec(scene.mount).entries if path.startswith("Staff/")]
    assert "Staff/Ann Lee Jr" in paths
    assert not [part for path in paths for part in path.split("/") if unportable(part)]
