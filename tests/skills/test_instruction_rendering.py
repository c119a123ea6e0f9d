"""Templates become text, are complained about, and are recognised in their text."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.errors import SkillError
from forge.skills.contract import Fact
from forge.skills.instruction import complaints, is_rendering, keep_fact, render, save_fact


def fact(name, *says, value=None, **more):
    return Fact(name=name, value=value if value is not None else says[0], says=says, **more)


def rendered(template, *facts):
    return render(template, facts, Random(1))


@pytest.mark.parametrize(
    ("template", "says", "text"),
    [
        ("{{x}} is full.", "the attic", "The attic is full."),
        ("It is. {{x}} is full.", "the attic", "It is. The attic is full."),
        ("It is in {{x}}.", "the attic", "It is in the attic."),
        ("In the {{x}} it is.", "the attic", "In the attic it is."),
        ("The {{x}} is full.", "the attic", "The attic is full."),
        ("Give it a {{x}} fill.", "orange", "Give it an orange fill."),
        ("Give it an {{x}} fill.", "red", "Give it a red fill."),
        ("A {{x}} is needed.", "unit", "A unit is needed."),
        ("It takes a {{x}}.", "hour", "It takes an hour."),
        ("It takes a {{x}} box.", "8-inch", "It takes an 8-inch box."),
        ("Send it to {{x}}.", "Acme Inc.", "Send it to Acme Inc."),
        ("Send it to {{x}}, please.", "Acme Inc.", "Send it to Acme Inc., please."),
        ("Hello.\n\n{{x}} is full.", "the attic", "Hello.\n\nThe attic is full."),
        ('{{x}} is "full".', '"A"', '"A" is "full".'),
    ],
)
def test_words_fit_where_they_stand(template, says, text):
    assert rendered(template, fact("x", says, value=1)) == text
    assert is_rendering(template, [fact("x", says, value=1)], text)


def test_a_name_keeps_its_small_letter_and_other_words_are_preferred_there():
    alone = fact("x", "iris", value="iris")
    assert rendered("{{x}} is full.", alone) == "iris is full."
    both = fact("x", "iris", "the sheet iris", value="iris")
    assert {render("{{x}} is full.", [both], Random(seed)) for seed in range(20)} == {
        "The sheet iris is full."
    }


def test_no_private_fact_is_ever_told():
    private = Fact(name="x", value=7, public=False, worked_out_from=("a#",))
    with pytest.raises(SkillError, match="no public fact"):
        rendered("It is {{x}}.", private)


WORDS = st.text("abcdefg", min_size=1, max_size=5)
FACTS = st.lists(
    st.lists(WORDS | WORDS.map(lambda word: f"the {word}"), min_size=1, max_size=4, unique=True),
    min_size=1,
    max_size=3,
).map(lambda groups: [fact(f"f{number}", *says, value=number) for number, says in enumerate(groups)])


@st.composite
def templates(draw):
    facts = draw(FACTS)
    pieces = draw(
        st.lists(
            WORDS
            | st.sampled_from([". ", ", ", " the ", " a ", "\n\n", "!"])
            | st.sampled_from([f"{{{{{item.name}}}}}" for item in facts]),
            min_size=1,
            max_size=10,
        )
    )
    return "".join(pieces), facts


@given(templates(), st.integers(0, 99))
def test_a_text_is_recognised_as_what_its_template_gives(pair, seed):
    template, facts = pair
    text = render(template, facts, Random(seed))
    assert is_rendering(template, facts, text)
    assert not is_rendering(template, facts, text + "x")
    assert not is_rendering(template, facts, "Q" + text)


def test_another_word_is_recognised_as_an_edit_by_hand():
    facts = [fact("sheet", "the Orders sheet", value="Orders"), fact("limit", "50", "fifty", value=50)]
    template = "Mark all below {{limit}} on {{sheet}}."
    assert is_rendering(template, facts, "Mark all below fifty on the Orders sheet.")
    assert not is_rendering(template, facts, "Mark all below 60 on the Orders sheet.")
    assert not is_rendering(template, facts, "Mark all under 50 on the Orders sheet.")


FULL = (
    fact("sheet", "the Orders sheet", value="Orders"),
    fact("limit", "50", value=50),
    fact("hint", "the list", value="the list", optional=True),
    keep_fact(),
    save_fact(),
)
GOOD = "Mark everything below {{limit}} on {{sheet}}. Please {{keep}}, and {{save}}."


def test_a_good_template_has_no_complaints():
    assert complaints(GOOD, FULL) == []


@pytest.mark.parametrize(
    ("template", "says"),
    [
        (
            GOOD.replace("{{limit}}", "{{limits}}"),
            r"\{\{limits\}\} is no slot \(did you mean \{\{limit\}\}\?\)",
        ),
        (GOOD.replace(" on {{sheet}}", ""), r"\{\{sheet\}\} must be mentioned"),
        (GOOD.replace("everything", "12 values"), "No digits outside of slots: 12"),
        (GOOD.replace("everything", '"all"'), "No quotation marks"),
        (GOOD.replace("everything", "‘all’"), "No quotation marks"),
        (GOOD.replace("everything", "[[all|each]]"), "Only prose and slots"),
        (GOOD.replace("everything", "None"), "Only prose and slots"),
        (GOOD.replace("everything", "**everything**"), "Only prose and slots"),
        (GOOD.replace("{{limit}}", "{{ limit | upper }}"), "Only prose and slots"),
        (GOOD.replace("on {{sheet}}", "on Orders, {{sheet}}"), "Orders is written out"),
        (GOOD.replace("Please {{keep}}", "Make sure to {{keep}}"), r"\{\{keep\}\} is a whole request"),
        ("{{limit}} {{sheet}}", "It has 2 words"),
        (GOOD + " very" * 200, "words; between"),
    ],
)
def test_each_fault_is_complained_about(template, says):
    found = complaints(template, FULL)
    assert any(re.search(says, complaint) for complaint in found), found


def test_apostrophes_are_no_quotation_marks():
    assert complaints(GOOD.replace("Please", "It's the boss's wish, so please"), FULL) == []
