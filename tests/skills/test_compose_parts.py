"""What one part tells, changes or leaves free that matters to another one, and in which order attempts are played."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from forge.errors import RefusedError
from forge.skills.compose import require_joint_end, require_untold_answers
from forge.skills.contract import Fact
from forge.skills.instruction import REGISTERS
from forge.skills.instruction.weaving import LONGEST, weave
from forge.skills.joint import MOST_TOLD, in_few_words, joint_contract, put_late
from forge.states.answers import ANSWER
from forge.states.rubric import Equals

from .test_compose import Put, order_of, put_together


def test_an_answer_that_another_part_tells_is_refused() -> None:
    asking = Put("B1")
    contract = asking.contract(None)
    checks = ((Equals(select=ANSWER, expected="To A1"),),)
    asked = contract.requirements[0].model_copy(update={"any_of": checks})
    asking.contract = lambda scene: replace(contract, requirements=(asked,))  # type: ignore[method-assign,misc]
    with pytest.raises(RefusedError, match=r"given away: made\.up\.a1 names what made\.up\.b1 asks for"):
        require_untold_answers(put_together(Put("A1"), asking))
    require_untold_answers(put_together(Put("C1"), asking))


def test_more_changes_than_the_parts_say_are_refused() -> None:
    careless = Put("B1")
    careless.solve = lambda scene, desktop: [  # type: ignore[method-assign,return-value,misc] - writes more than it says
        Put.solve(Put("B1"), None, desktop),
        Put.solve(Put("C1"), None, desktop),
    ]
    joint = put_together(Put("A1"), careless)
    with pytest.raises(RefusedError, match="joint end: more changes than the parts say"):
        require_joint_end(joint, joint_contract(joint))


def test_what_one_is_judged_by_is_not_left_free_by_a_later_one() -> None:
    scaling, fitting = Put("A1"), Put("B1")
    contract = scaling.contract(None)
    free = contract.footprint.model_copy(update={"free": (fitting.at("B1"),)})
    scaling.contract = lambda scene: replace(contract, footprint=free)  # type: ignore[method-assign,misc]
    for skills in ([fitting, scaling], [scaling, fitting]):
        assert order_of(put_together(*skills)) == [scaling.id, fitting.id]


def test_an_attempt_is_played_after_all_that_do_not_rest_on_it() -> None:
    joint = put_together(Put("A1"), Put("B1", ["A1"]), Put("C1"), Put("D1", ["B1"]))
    first, second, third, fourth = joint.parts
    assert put_late(joint.parts, first) == [third, first, second, fourth]
    assert put_late(joint.parts, second) == [first, third, second, fourth]
    assert put_late(joint.parts, fourth) == [first, second, third, fourth]


def variables_of(register: str, phrasing: str, parts: int) -> dict[str, Any]:
    """What the instruction node is told of parts that are alike, each with a file that no phrasing tells."""
    prefixes = [f"p{number}_" for number in range(1, parts + 1)]
    return {
        "register": register,
        "named": [],
        "facts": [
            {"name": prefix + name, "says": [f"the {name}"], "required": True}
            for prefix in prefixes
            for name in ("file", "text")
        ],
        "parts": [
            {
                "prefix": prefix,
                "known": ["file", "text"],
                "required": ["file", "text"],
                "leading": ["file"],
                "told": [],
                "phrasings": [phrasing],
            }
            for prefix in prefixes
        ],
    }


@pytest.mark.parametrize("register", REGISTERS)
def test_no_part_is_led_in_as_another_one_was(register: str) -> None:
    for seed in range(10):
        text = weave(Random(seed), variables_of(register, "put {{text}} there", 5))
        leads = [sentence for sentence in text.replace(":", "").split(".") if "_file}}" in sentence]
        said = [" ".join(word for word in lead.split() if "{{" not in word) for lead in leads]
        assert len(said) == 5
        assert len(set(said)) == 5, said


@pytest.mark.parametrize("register", REGISTERS)
def test_of_many_instructions_a_short_one_is_taken(register: str) -> None:
    phrasing = f"put {{{{text}}}} there[[ {'and take your time ' * 15}with it|]]"
    for seed in range(10):
        assert len(weave(Random(seed), variables_of(register, phrasing, 4)).split()) <= LONGEST


def test_facts_that_would_take_many_words_are_told_in_the_shortest() -> None:
    fact = Fact(name="text", value="x", says=("the text that stands there", "that text"))
    few = MOST_TOLD // 5
    assert in_few_words([fact] * few) == [fact] * few
    assert in_few_words([fact] * (few + 1))[0].says == ("that text",)
