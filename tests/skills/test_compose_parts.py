"""What one part tells, changes or leaves free that matters to another one, and in which order attempts are played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forge.errors import RefusedError
from forge.skills.compose import require_joint_end, require_untold_answers
from forge.skills.joint import joint_contract, put_late
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
