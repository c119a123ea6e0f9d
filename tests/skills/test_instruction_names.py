"""Names outside of slots are told from ordinary words."""

import pytest

from forge.skills.instruction.names import Names


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Orders", "Look at Orders first.", True),  # an ordinary word, with its capital within a sentence
        ("Orders", "Look at the orders first.", False),
        ("Orders", "Orders come first.", False),
        ("Orders", "Fine. Orders come first.", False),
        ("open", "Keep the file open.", False),
        ("Deliverables", "Look at the deliverables.", True),
        ("Net weight", "Sort by net weight.", True),
        ("Net weight", "Sort by the net of its weight.", False),
        ("Order date", "Sort by the order date.", True),
        ("to do", "See what is to do here.", False),
        ("IT", "Do it now.", False),
        ("IT", "Send it to IT now.", True),
        ("C", "Sort C now.", False),
        ("2025", "Take it all.", False),
        ("Läufe", "Zeig mir die läufe.", True),
        ("orders.xlsx", "Open orders.xlsx please.", True),
        ("O'Neil", "Call O’Neil today.", False),  # another apostrophe is another text
        ("O'Neil", "Call O'Neil today.", True),
        ("A very long text that nobody would ever take for a name", "Take a very long text.", False),
    ],
)
def test_a_name_is_found_as_a_reader_would(name, text, found):
    assert Names([name]).within(text) == ([name] if found else [])


def test_what_stands_in_a_slot_is_no_name():
    assert Names(["sheet", "Deliverables"]).within("Look at {{deliverables}} in {{Deliverables}}.") == [
        "Deliverables"
    ]


def test_a_word_behind_a_slot_does_not_begin_a_sentence():
    assert Names(["Notes"]).within("{{sheet}} Notes are kept.") == ["Notes"]


def test_each_name_is_given_once_in_order():
    assert Names(["Kilometres", "Litres"]).within("Litres, kilometres and litres.") == [
        "Litres",
        "Kilometres",
    ]
