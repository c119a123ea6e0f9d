"""Drawing from what was filtered: never from nothing, and a story that leaves something to draw from."""

from random import Random

import pytest

from forge.errors import SkillError
from forge.pipeline.seeds import stream
from forge.preparers.desktop import Desktop
from forge.skills.contract import DIFFICULTIES
from forge.skills.drawing import one_of, some_of
from forge.skills.mail.support.base import profile_on
from forge.skills.registry import all_skills


def test_what_is_drawn_is_one_of_the_things():
    assert one_of(Random(1), ["a"], "letters") == "a"
    assert sorted(some_of(Random(1), "abc", 3, "letters")) == ["a", "b", "c"]
    assert one_of(Random(3), "abcdef", "letters") == Random(3).choice("abcdef")


def test_too_little_is_said_not_stumbled_over():
    with pytest.raises(SkillError, match="needs 1 of the letters, but there are only 0"):
        one_of(Random(1), [], "letters")
    with pytest.raises(SkillError, match="needs 3 of the letters, but there are only 2"):
        some_of(Random(1), "ab", 3, "letters")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_somebody_is_left_whose_mail_begins_no_folder(difficulty):
    """In the third draw of this seed, each person's mail began some folder."""
    skill = all_skills()["mail.messages.find_writer"]
    for index in range(9):
        parameters = skill.sample(stream(7, skill.id, index, "sample"), difficulty)
        kits = {
            node.name: node.offline(stream(7, skill.id, index, node.name), skill.variables(parameters))
            for node in skill.nodes
        }
        desktop = Desktop()
        scene = skill.prepare(parameters, kits, desktop, stream(7, skill.id, index, "prepare"))
        folders = [folder for _, folder in profile_on(desktop).folders() if folder.messages]
        assert all(not folder.messages[0].sender.startswith(f"{scene.writer} <") for folder in folders)
        oldest = [min(folder.messages, key=lambda item: item.date) for folder in folders]
        assert all(not message.sender.startswith(f"{scene.writer} <") for message in oldest)
