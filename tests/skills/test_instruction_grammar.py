"""The grammar of phrasings: what it stands for, and what is said when it is broken."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.errors import SkillError
from forge.skills.instruction.grammar import parse, read_phrasing, slots, tidy

KNOWN = ("sheet", "key", "second")
TEXTS = st.text("abc ,.", max_size=6) | st.sampled_from([f"{{{{{name}}}}}" for name in KNOWN])
GRAMMARS = st.recursive(
    TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda pieces: f"[[{'|'.join(pieces)}]]")
    ),
    max_leaves=12,
)


@given(GRAMMARS, st.integers(0, 99))
def test_every_grammar_gives_plain_text_that_names_only_what_it_may(grammar, seed):
    body = parse(grammar)
    text = body.draw(Random(seed), KNOWN)
    assert "[[" not in text
    assert "]]" not in text
    assert "|" not in text
    assert set(slots(text)) <= body.reach()


@given(GRAMMARS, st.sets(st.sampled_from(KNOWN)), st.integers(0, 99))
def test_a_fact_that_is_not_there_is_never_named(grammar, known, seed):
    body = parse(grammar)
    if body.possible(known):
        assert set(slots(body.draw(Random(seed), known))) <= known
    else:
        assert set(slots(body.draw(Random(seed), KNOWN))) - known


def test_all_pieces_come_up_and_can_nest():
    body = parse("[[a|b[[1|2]]|]]!")
    assert {body.draw(Random(seed), ()) for seed in range(100)} == {"a!", "b1!", "b2!", "!"}


def test_the_same_stream_draws_the_same():
    body = parse("[[a|b|c]][[d|e|f]][[g|h|i]]")
    assert body.draw(Random(5), ()) == body.draw(Random(5), ())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sort [[it", r"'\[\[' is not closed"),
        ("sort it]]", r"'\]\]' closes nothing"),
        ("sort it|now", "stands outside"),
        ("[[a|[[b|c]]", r"'\[\[' is not closed"),
    ],
)
def test_a_broken_phrasing_says_where(text, says):
    with pytest.raises(SkillError, match=says) as caught:
        parse(text)
    assert "character" in str(caught.value)
    assert "[[one|another]]" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "register", "is_request"),
    [
        ("sort {{sheet}}", None, True),
        ("Sort {{sheet}}.", None, False),
        ("[[sort|order]] {{sheet}}", None, True),
        ("[[Sort|Order]] {{sheet}}.", None, False),
        ("{{sheet}}: sort it.", None, False),
        ("terse: {{sheet}}: sort it.", "terse", False),
        ("chatty: sort {{sheet}}", "chatty", True),
        ("note: sort {{sheet}}", None, True),
    ],
)
def test_register_and_form_are_read_from_the_beginning(text, register, is_request):
    phrasing = read_phrasing(text)
    assert (phrasing.register, phrasing.request) == (register, is_request)


def test_left_out_pieces_leave_no_gaps():
    assert tidy("Sort  it , please . ") == "Sort it, please."


@pytest.mark.parametrize(
    "text", ["Keep the .bashrc file.", "all .txt files", "every .{{ending}} file", "Is it 5 .5?"]
)
def test_a_name_that_begins_with_a_full_stop_keeps_the_space_before_it(text):
    assert tidy(text) == text
