"""What one part adds that the rule of another catches: what is added comes first, or the two are refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from forge.errors import RefusedError, SkillError
from forge.pipeline.seeds import stream
from forge.preparers.desktop import Desktop
from forge.preparers.mail import places as mail_places
from forge.skills.catching import altered, mentions
from forge.skills.compose import Joint, joined
from forge.skills.composite import composite
from forge.skills.contract import Attempt, Company, Skill
from forge.skills.identities import joint_id
from forge.skills.joint import joint_contract
from forge.skills.mail.support.story import MOUNT
from forge.skills.parts import Member
from forge.skills.registry import skill
from forge.skills.writer.support.base import WriterParameters
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.marking import Spot, runs_of
from forge.skills.writer.support.new_lines import Scene as Lines
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.type_text import TypeText
from forge.states.changes import Comparison, own_changes
from forge.states.overlap import overlapping

from .test_compose import Put, put_together

HARMLESS = "Nothing else has to be decided for now."


class Typing(TypeText):
    """Types one paragraph that says something given, perhaps in a look of its own."""

    id = "made_up.content.typing"

    def __init__(self, text: str = HARMLESS, **look: Any) -> None:
        self.text, self.look = text, look

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Lines:
        found = super().scene(parameters, paper, random)
        text = self.text.format(
            people=" and ".join(paper.prose.people), terms=" and ".join(sorted(paper.terms(most=1)))
        )
        place = next(fact for fact in found.told if fact.name == "place")
        return replace(found, texts=(text,), told=(place, text_fact("text", text)))

    def solve(self, scene: Lines, desktop: Desktop) -> None:
        super().solve(scene, desktop)
        for run in scene.paper.paragraph(desktop, scene.after + 1).runs:
            run.restyle(**self.look)


def together(skills: Sequence[Skill[Any, Any]], seed: int, difficulty: Any = "hard") -> Joint:
    """Skills of one application on one desktop, tried in the order given."""
    drawn = [item.sample(Random(f"{seed} {item.id}"), difficulty) for item in skills]
    common = {name: value for name, value in dict(drawn[0]).items() if name in ("domain", "form", "locale")}
    drawn = [parameters.model_copy(update=common) for parameters in drawn]
    kits = {
        node.name: node.offline(Random(f"{seed} {node.name}"), item.variables(parameters))
        for item, parameters in zip(skills, drawn, strict=True)
        for node in item.nodes
    }
    desktop = Desktop()
    for item in skills:
        item.furnish(Company(skills, drawn, kits), desktop, Random(f"{seed} furnish"))
    members = [Member(item, drawn[n], seed) for n, item in enumerate(skills)]
    return joined(members, kits, desktop)


def order_of(skills: Sequence[Skill[Any, Any]], seed: int) -> list[str]:
    return [part.skill.id for part in together(skills, seed).parts]


PLANTED = {
    "writer.content.replace": Typing("We told {people} so."),
    "writer.links.insert": Typing("The {terms} are meant."),
    "writer.text.color_by_rule": Typing("In 2036 it was 45% at 9:30 and $300 more."),
    "writer.text.effects": Typing("It takes 30 m2 and less CO2 than before."),
    "writer.text.font_family": Typing(),
}
"""What a part types that the rule of another one catches."""


@pytest.mark.parametrize("identity", PLANTED)
def test_what_a_rule_catches_is_typed_before_or_the_two_are_refused(identity: str) -> None:
    rule, typing = skill(identity), PLANTED[identity]
    for skills in ([rule, typing], [typing, rule]):
        try:
            assert order_of(skills, 1) == [typing.id, rule.id]
        except RefusedError as error:
            assert error.sort in ("cycle", "collision")  # noqa: PT017 - either is right, never the other order


def test_text_of_the_format_that_another_part_asks_for_is_caught() -> None:
    from forge.preparers.writer.spec import Colour  # noqa: PLC0415 - only here

    rule = skill("writer.text.select_by_format")
    look = {
        "underline": "single",
        "highlight": Colour("#FFFF00"),
        "strike": True,
        "bold": True,
        "italic": True,
    }
    for skills in ([rule, Typing(**look)], [Typing(**look), rule]):
        try:
            assert order_of(skills, 1) == [Typing.id, rule.id]
        except RefusedError as error:
            assert error.sort in ("cycle", "collision")  # noqa: PT017 - as above


@pytest.mark.parametrize("identity", [name for name in PLANTED if name != "writer.text.font_family"])
def test_text_that_no_rule_catches_is_typed_whenever_it_comes(identity: str) -> None:
    rule = skill(identity)
    joint = together([rule, Typing()], 1)
    assert {part.skill.id for part in joint.parts} == {rule.id, Typing.id}


def of_two(one: str, other: str, seed: int) -> list[str]:
    """The order of the parts of a composite."""
    made = composite(joint_id((one, other)))
    parameters = made.sample(stream(seed, made.id, 0, "sample"), "medium")
    variables = made.variables(parameters)
    kits = {node.name: node.offline(stream(seed, made.id, 0, node.name), variables) for node in made.nodes}
    scene = made.prepare(parameters, kits, Desktop(), stream(seed, made.id, 0, "prepare"))
    return [part.skill.id for part in scene.joint.parts]


APPEND = "calc.rows.append_record"


@pytest.mark.parametrize(
    "identity",
    [
        "calc.conditional_formatting.highlight_below",
        "calc.formulas.aggregate",
        "calc.formulas.arithmetic",
        "calc.formulas.conditional_aggregate",
        "calc.names.define",
        "calc.validation.dropdown",
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_is_appended_before_all_are_taken_together_or_the_two_are_refused(
    identity: str, seed: int
) -> None:
    try:
        assert of_two(APPEND, identity, seed) == [APPEND, identity]
    except RefusedError as error:
        assert error.sort in ("cycle", "collision")  # noqa: PT017 - either is right, never the other order


@pytest.mark.parametrize(
    "identity", ["calc.formatting.number_format", "calc.formatting.alignment", "calc.view.zoom"]
)
def test_what_does_not_rest_on_all_records_goes_with_one_more(identity: str) -> None:
    assert of_two(APPEND, identity, 1) == [identity, APPEND]


def test_a_message_that_another_part_puts_into_the_folder_is_reached_by_what_the_rule_reads() -> None:
    for identity in (
        "mail.messages.count",
        "mail.messages.star",
        "mail.messages.tag",
        "mail.messages.last_date",
    ):
        (part,) = together([skill(identity)], 1).parts
        inbox = part.scene.story.inbox
        new = mail_places.messages(MOUNT, inbox, "<another@example.org>")
        assert overlapping([new], part.needs), identity


def test_the_same_mentions_in_another_look_are_not_caught() -> None:
    rule = skill("writer.content.replace")
    (part,) = together([rule], 1).parts
    before = together([rule], 1).start
    looks, more = before.copy(), before.copy()
    number = part.scene.numbers[0]
    for run in part.scene.paper.paragraph(looks, number).runs:
        run.restyle(bold=True)
    part.scene.paper.paragraph(more, number).runs[0].text += f" Ask {part.scene.old.upper()}."
    for after, caught in ((looks, False), (more, True)):
        changes = own_changes(Comparison(before.state(), after.state()).changes())
        assert changes
        assert any(altered(change, mentions(part.scene.old)) for change in changes) == caught
        assert (part.ranging_over({}, changes) is not None) == caught


def test_an_attempt_that_misses_what_another_part_took_away_is_a_refusal() -> None:
    def missing(error: Exception, desktop: Desktop) -> None:
        raise error

    for error in (
        KeyError("Data"),
        IndexError("list index"),
        StopIteration(),
        ValueError(),
        SkillError("gone"),
    ):
        careless = Put("A1")
        wrong = replace(careless.contract(None), near_misses=(Attempt("misses", partial(missing, error)),))
        careless.contract = lambda scene, wrong=wrong: wrong  # type: ignore[method-assign,misc]
        joint = put_together(careless, Put("B1"))
        (attempt, *_) = [item for item in joint_contract(joint).near_misses if item.name.endswith("misses")]
        with pytest.raises(RefusedError, match=r"nothing to work on: made\.up\.a1 cannot be done"):
            attempt.act(joint.start.copy())


def test_words_that_a_paragraph_no_longer_says_are_named() -> None:
    (part,) = together([skill("writer.text.highlight")], 1).parts
    paper, (spot, *_) = part.scene.paper, part.scene.spots
    desktop = together([skill("writer.text.highlight")], 1).start
    assert runs_of(paper, desktop, spot)
    with pytest.raises(SkillError, match=r"should say 'nothing of it' 1 times, but it does 0 times"):
        runs_of(paper, desktop, Spot(spot.number, "nothing of it", 1, 1, 3))
