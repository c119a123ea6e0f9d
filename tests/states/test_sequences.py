"""Which member of one sequence is which of another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from forge.states.sequences import GONE, in_order, likeness, match_contents, match_sequence

words = st.lists(st.text("abcde", min_size=1, max_size=2), max_size=4).map(tuple)
sequences = st.lists(words, max_size=8)


def of(text: str) -> list[tuple[str, ...]]:
    """Members written as words between bars: `a b|c` has two members; an empty one is blank."""
    return [tuple(part.split()) for part in text.split("|")]


@given(sequences, sequences)
def test_a_matching_pairs_each_member_once_and_equals_before_anything_else(olds, news):
    forward = match_sequence(olds, news)
    taken = [new for new in forward if new != GONE]
    assert len(forward) == len(olds)
    assert len(set(taken)) == len(taken)
    assert all(0 <= new < len(news) for new in taken)
    for old, new in enumerate(forward):
        if new == GONE and olds[old]:
            assert olds[old] not in [news[j] for j in range(len(news)) if j not in taken]


@given(sequences)
def test_a_sequence_is_itself(members):
    assert match_sequence(members, list(members)) == list(range(len(members)))


@given(sequences, sequences)
def test_what_is_equal_in_the_end_has_kept_its_order(olds, news):
    forward = match_sequence(olds, news)
    for member in news:
        assert in_order([new for new in forward if new != GONE and news[new] == member])


@given(sequences, words, st.data())
def test_one_inserted_is_one_that_is_new(members, extra, data):
    at = data.draw(st.integers(0, len(members)))
    forward = match_sequence(members, [*members[:at], extra, *members[at:]])
    assert GONE not in forward
    assert in_order(forward)


@given(sequences.filter(bool), st.data())
def test_one_deleted_is_one_that_is_gone(members, data):
    at = data.draw(st.integers(0, len(members) - 1))
    forward = match_sequence(members, members[:at] + members[at + 1 :])
    assert forward.count(GONE) == 1
    assert in_order(forward)


@given(sequences.filter(bool), words, st.data())
def test_one_edited_stays_where_it_is(members, edited, data):
    at = data.draw(st.integers(0, len(members) - 1))
    others = [*members[:at], edited, *members[at + 1 :]]
    forward = match_sequence(members, others)
    if edited not in members and members[at] not in others:
        assert forward == list(range(len(members)))


@given(st.lists(words.filter(bool), unique=True, min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_what_was_put_in_another_order_is_followed(members, random):
    order = list(range(len(members)))
    random.shuffle(order)
    forward = match_sequence(members, [members[index] for index in order])
    assert [order[new] for new in forward] == list(range(len(members)))
    assert in_order(forward) == (order == sorted(order))


def test_many_equal_members():
    assert match_sequence(of("a|a|a"), of("a|a")) == [0, 1, GONE]
    assert match_sequence(of("x|a|y|a|z"), of("x|y|a|z")) == [0, GONE, 1, 2, 3]
    assert match_sequence(of("a|b|a"), of("a|b|a|b|a")) == [0, 1, 2]
    assert match_sequence(of("a a|a|b"), of("a|a")) == [0, 1, GONE]


def test_blank_members_are_told_by_what_is_around_them():
    assert match_sequence(of("a||b"), of("a|c||b")) == [0, 2, 3]
    assert match_sequence(of("a|||b"), of("a||b")) == [0, 1, GONE, 2]
    assert match_sequence(of("|a"), of("a|")) == [GONE, 0]


def test_what_was_moved_and_edited_is_known_by_what_only_it_holds():
    olds = of("id1 north open|id2 south open|id3 north paid")
    news = of("id3 north paid total|id1 north open total|id2 south open total")
    assert match_sequence(olds, news) == [1, 2, 0]


def test_a_column_filled_in_every_member_and_one_deleted():
    olds = [(f"id{n}", "north", n % 3) for n in range(200)]
    news = [(*content, "total") for content in olds]
    del news[77]
    forward = match_sequence(olds, news)
    assert forward[77] == GONE
    assert [new for new in forward if new != GONE] == list(range(199))


def test_an_edit_in_place_is_not_called_a_move_where_two_exchanged_a_token():
    assert match_sequence(of("a x|b y"), of("a y|b x")) == [0, 1]


def test_a_long_stretch_of_different_length_is_matched_from_its_ends():
    olds = [("same", "text", n % 2) for n in range(90)]
    news = [("same", "text", 5 + n % 2) for n in range(100)]
    forward = match_sequence(olds, news)
    assert forward == list(range(90))


def test_a_million_pairs_take_no_time():
    olds = [(n,) for n in range(1000)]
    news = [(n, "x") for n in range(1000)][::-1]
    assert len(match_sequence(olds, news)) == 1000


def test_contents_match_whatever_their_order():
    assert match_contents(of("a b|c d"), of("c d e|a b")) == [1, 0]
    assert match_contents(of("a b"), of("x y")) == [GONE]
    assert match_contents(of("|"), of("|")) == [GONE, GONE]
    assert match_contents(of("a b c|a b d"), of("a b d x|a b c x")) == [1, 0]


def test_likeness_is_the_share_in_common():
    assert likeness((), ()) == 1.0
    assert likeness(("a",), ()) == 0.0
    assert likeness(("a", "b"), ("b", "c")) == 0.5
    assert likeness(("a", "a"), ("a", "b")) == 0.5
