"""Rubrics, changes and states in words, with states of an application that does not exist."""

from __future__ import annotations

from datetime import date

import pytest

from forge.pipeline.wording import Names, check_in_words, grouped, listed, outline, ways_in_words
from forge.states.changes import diff
from forge.states.entities import Entity, Kind, Property, Schema, State, Tree
from forge.states.rubric import (
    Absent,
    Before,
    Close,
    Count,
    Equals,
    Exists,
    Matches,
    OneOf,
    Ordered,
    Requirement,
    SameMultiset,
    SortKey,
    Unchanged,
)
from forge.states.selectors import Selector

BOX = Schema(
    "box",
    {
        kind.name: kind
        for kind in (
            Kind.of("box"),
            Kind.of("folder", Property("colour"), ordered=True),
            Kind.of("letter", Property("subject"), Property("read", False), within=("folder",)),
        )
    },
)
MOUNT = "~/post.box"
LETTER = Selector(MOUNT).below("folder", "Inbox").below("letter", "a")


def box(**folders):
    return Tree(BOX, Entity("box", children=[_folder(name, letters) for name, letters in folders.items()]))


def _folder(name, letters):
    return Entity("folder", name, children=[Entity("letter", key, dict(own)) for key, own in letters.items()])


def test_an_outline_counts_what_is_there_and_shows_what_comes_first():
    tree = box(
        Inbox={"a": {"subject": "Rent"}, "b": {"subject": "Lunch?", "read": True}},
        **{f"F{n}": {} for n in range(9)},
    )
    found = outline(MOUNT, tree)
    assert (found.mount, found.kind, found.counts) == (MOUNT, "box", {"folder": 10, "letter": 2})
    assert (found.parts[0].name, found.parts[0].counts) == ('folder "Inbox"', {"letter": 2})
    assert found.parts[0].first == ('"Rent"', '"Lunch?"')
    assert (len(found.parts), found.more) == (8, 2)


def test_changes_of_one_sort_stand_together_and_long_lists_are_cut():
    before = State({MOUNT: box(Inbox={f"m{n}": {"subject": "x"} for n in range(7)})})
    changed = {f"m{n}": {"subject": "x", "read": n < 5} for n in range(6)}
    after = State({MOUNT: box(Inbox={**changed, "new": {"subject": "Hi"}})})
    groups = {group.says: group for group in grouped(diff(before, after), (before, after), Names(MOUNT))}
    assert {says: group.count for says, group in groups.items()} == {
        "read of letter set": 5,
        "letter added": 1,
        "letter removed": 1,
    }
    assert groups["read of letter set"].examples[0] == "folder[Inbox]/letter[m0].read: false → true"
    assert len(groups["read of letter set"].examples) == 3
    assert groups["letter added"].examples == ('folder[Inbox]/letter[new]: added with subject "Hi"',)


def test_the_only_mount_is_left_out_and_others_are_named():
    assert Names(MOUNT).of(LETTER.of("read")) == 'folder "Inbox" / letter "a".read'
    assert Names().of(LETTER) == '~/post.box / folder "Inbox" / letter "a"'
    assert Names(MOUNT).of(Selector(MOUNT)) == MOUNT


def test_every_filter_has_words():
    rows = Selector(MOUNT)
    shown = [
        Names(MOUNT).of(selector)
        for selector in (
            rows.below("row"),
            rows.new("row"),
            rows.run("row", 2, 41),
            rows.below("row", 3, 7),
            rows.below("folder", "A", "B"),
            rows.below("letter", subject="Rent", read=True),
        )
    ]
    assert shown == [
        "every row",
        "every new row",
        "row 2–41",
        "row 3, 7",
        'folder "A" or "B"',
        'letter with subject "Rent", read true',
    ]


def test_what_an_experiment_read_is_called_by_its_place():
    reading = Selector("probe:inputs").below("reading", str(LETTER.of("subject"))).of("value")
    assert Names(MOUNT).of(reading) == 'after the experiment \'inputs\': folder "Inbox" / letter "a".subject'


def test_places_of_several_properties_stand_in_one_line():
    places = [LETTER.of("read"), LETTER.of("subject"), LETTER.below("part", "x")]
    assert Names(MOUNT).places(places) == (
        'folder "Inbox" / letter "a": read, subject',
        'folder "Inbox" / letter "a" / part "x"',
    )
    assert listed(["a", "b", "c", "d"]) == "a, b, c, d"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


ENTRIES = Selector(MOUNT).below("letter")
SUBJECT = Selector("").below("part", "x").of("value")


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (Equals(select=LETTER.of("subject"), expected="Rent"), 'is "Rent"'),
        (Equals(select=LETTER.of("when"), expected=date(2026, 3, 1)), "is 2026-03-01"),
        (Close(select=LETTER.of("size"), expected=2, absolute=0.5), "is 2 (within 0.5)"),
        (Close(select=LETTER.of("size"), expected=2, relative=0.01), "is 2 (within 1.000% of it)"),
        (Matches(select=LETTER.of("subject"), pattern="R.*"), "is a text like /R.*/"),
        (OneOf(select=LETTER.of("subject"), options=("a", "b")), 'is one of "a", "b"'),
        (Exists(select=LETTER), "is there"),
        (Absent(select=LETTER), "is not there"),
        (Count(select=ENTRIES, expected=3), "is there 3 times"),
        (Unchanged(select=LETTER), "is what it was"),
        (Before(select=LETTER.of("size"), relation="less", by=2), "is less than before by 2"),
        (
            Ordered(select=ENTRIES, by=(SortKey(value=SUBJECT), SortKey(value=SUBJECT, descending=True))),
            'is sorted by part "x".value upwards, then part "x".value downwards',
        ),
        (
            SameMultiset(select=ENTRIES, columns=(SUBJECT,)),
            'has the same entries in any order, compared by part "x".value',
        ),
        (
            SameMultiset(select=LETTER.of("subject"), expected=("a", "b")),
            "has the 2 given entries in any order",
        ),
    ],
)
def test_every_check_has_words(check, words):
    assert check_in_words(check) == words


def test_the_ways_of_a_requirement():
    first = (Exists(select=LETTER), Equals(select=LETTER.of("read"), expected=True))
    second = (Absent(select=Selector(MOUNT).below("folder", "Inbox")),)
    item = Requirement(id="x", says="It is read or gone.", any_of=(first, second))
    assert ways_in_words(item, Names(MOUNT)) == (
        ('folder "Inbox" / letter "a": it is there, read is true',),
        ('folder "Inbox" is not there',),
    )
