"""The sum that a mail task asks for stands nowhere in the profile, so that it must be added up."""

from __future__ import annotations

from random import Random

import pytest

from forge.preparers.desktop import Desktop
from forge.skills.contract import DIFFICULTIES
from forge.skills.mail.support.story import standing_numbers
from forge.skills.mail.total_amount import Scene, TotalAmount


def a_scene(seed: int) -> Scene:
    skill, random, desktop = TotalAmount(), Random(seed), Desktop()
    parameters = skill.sample(random, DIFFICULTIES[seed % 3])
    variables = skill.variables(parameters)
    kits = {node.name: node.offline(Random(seed), variables) for node in skill.nodes}
    return skill.prepare(parameters, kits, desktop, random)


@pytest.mark.parametrize("seed", range(30))
def test_the_sum_stands_nowhere_not_even_rounded(seed: int) -> None:
    scene = a_scene(seed)
    standing = standing_numbers(scene.story)
    assert not standing & {f"{scene.total:.2f}", f"{scene.total:.1f}", f"{scene.total:.0f}"}


def test_numbers_of_telephones_and_groups_of_digits_are_seen() -> None:
    story = a_scene(1).story
    card = next(card for book in story.profile.books for card in book.cards)
    card.work_phone = "+1 (212) 555-0198, or 1 234,50"
    assert {"212", "555", "0198", "234.50", "1234.50"} <= standing_numbers(story)
