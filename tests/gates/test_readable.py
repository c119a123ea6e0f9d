"""Instructions that a person would not write, or that can be read in two ways, are found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.gates.readable import TASTE, Readable, faults
from forge.skills.contract import Fact
from forge.tests.gates.ledger import Task, ask

GOOD = 'Please fill the cells below 50 on the sheet "Deliveries" with light yellow, and save the file.'


def why(text, *facts):
    return [(fault["why"], fault["actual"]) for fault in faults(text, facts)]


def test_good_tasks_pass():
    for task in (Task(), ask()):
        verdict = Readable().run(task.case)
        assert (verdict.outcome, verdict.evidence) == ("pass", ())


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "Sort orders_2025.xlsx in ~/Documents/My_files by date (newest first), e.g. 4 March 2026 before 3 March 2026.",
        "Open report.final.docx at 5 p.m. and send it to ana.silva@example.org, please.",
        "The 10 rows of 2026-03-04 go to the top. That that is so is fine.",
        "Fill it with light yellow (#FFFF99), and keep 1,234.50 as it is…",
        "Hello.\n\nCould you sort the list by name?\n\nThank you!",
        "Ask Dr. smith of Acme Inc. whether 12.50 or 13/14/15 is right.",
        "Use the range C2:C40 of the sheet, and set the ratio to 16:9.",
        "It's the boss's wish: leave the customers' names as they are.",
        "Mark all readings above 380 kWh or 50 kHz in yellow.",
    ],
)
def test_what_people_write_is_left_alone(text):
    assert why(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GOOD.replace("50", "{{threshold}}"), "left over from a template"),
        (GOOD.replace("Please", "[[Please|Kindly]]"), "left over from a template"),
        (GOOD.replace("50", "<number>"), "left over from a template"),
        (GOOD.replace("50", "None"), "left over from a program"),
        (GOOD.replace("50", "nan"), "left over from a program"),
        (GOOD.replace("cells", "unit_price cells"), "an identifier of a program"),
        (GOOD.replace("cells", "bgColor of cells"), "an identifier of a program"),
        (GOOD.replace("cells", "cell.value entries"), "a property as a program writes it"),
        (GOOD.replace("cells", "cells() there"), "a call as a program writes it"),
        (GOOD.replace("light yellow", "#FFFF99"), "a colour without its name"),
        (GOOD.replace("the cells", "the the cells"), "a word stands twice"),
        (GOOD.replace("the cells", "the The cells"), "a word stands twice"),
        (GOOD.replace("the cells", "the  cells"), "two spaces"),
        (GOOD.replace("yellow, and", "yellow , and"), "a space before punctuation"),
        (GOOD.replace("yellow, and", "yellow,, and"), "doubled punctuation"),
        (GOOD + ".", "doubled punctuation"),
        (GOOD.replace("yellow, and", "yellow,and"), "no space behind punctuation"),
        (GOOD.replace("Please", "please"), "a sentence begins without a capital"),
        (GOOD + " then close it.", "a sentence begins without a capital"),
        (GOOD[:-1], "a sentence does not end"),
        ("Hello\n\n" + GOOD, "a sentence does not end"),
        (GOOD.replace("50", "3/2"), "a date that can be read in two ways"),
        (GOOD.replace("50", "03/02/2026"), "a date that can be read in two ways"),
        (GOOD.replace("50", "3.2.26"), "a date that can be read in two ways"),
        (GOOD.replace("50", "03-02-2026"), "a date that can be read in two ways"),
        (GOOD.replace("light yellow", "a nice colour"), "a matter of taste"),
        (GOOD.replace("light yellow", "a colour as you like"), "a matter of taste"),
        (GOOD.replace("light yellow", "an appropriate colour"), "a matter of taste"),
        (GOOD.replace("light yellow", "your favourite colour"), "a matter of taste"),
        (GOOD.replace("cells", "selector"), "a word of programs and file formats"),
        (GOOD.replace('Deliveries"', "Deliveries"), "brackets or quotation marks that do not pair"),
        (GOOD.replace("below 50", "(below 50"), "brackets or quotation marks that do not pair"),
        (GOOD.replace('"Deliveries"', "“Deliveries"), "brackets or quotation marks that do not pair"),
        ("Sort it.", "an instruction has 5 to 200 words"),
        (GOOD + " Really." * 200, "an instruction has 5 to 200 words"),
    ],
)
def test_each_fault_is_found(text, expected):
    assert expected in [reason for reason, _ in why(text)]


def test_names_and_texts_of_facts_may_be_as_they_are():
    for name in (
        "unit_price",
        'Bob "B',
        "Nice",
        "the the",
        "03/02/2026",
        "(x",
        "nice  one",
        "cell.value",
        "iris",
    ):
        fact = Fact(name="column", value=name, says=(name,))
        assert why(f"Sort the list by {name} for me, please.", fact) == [], name


def test_the_last_part_of_a_path_is_a_name_as_well():
    fact = Fact(name="file", value="Old/unit_price.csv", says=('the file "unit_price"',))
    assert why('Delete the file "unit_price" for me, please.', fact) == []
    assert why('Delete the file "unit_price" for me, please.') != []


@pytest.mark.parametrize("left", ["{{name}}", "[[a|b]]", "{% name %}"])
def test_quotes_in_the_words_of_a_fact_hide_no_residue(left):
    fact = Fact(name="folder", value="Reports", says=(f'the folder "{left}"',))
    assert "left over from a template" in [
        reason for reason, _ in why(f'Empty the folder "{left}", please.', fact)
    ]


def test_a_sentence_may_begin_with_a_name_in_small_letters_only_where_it_is_one():
    fact = Fact(name="sheet", value="iris", says=("iris", "the sheet iris"))
    assert why("Fine. iris comes first, then the others.", fact) == []
    assert why("Fine. the sheet iris comes first, then the others.", fact) != []


def test_a_fact_that_says_none_hides_no_residue():
    assert why("Set it to None and save the file.", Fact(name="x", value="None", says=("None",))) != []


@pytest.mark.parametrize("words", TASTE)
def test_every_word_of_taste_is_found(words):
    assert "a matter of taste" in [reason for reason, _ in why(f"Please make it {words} and save the file.")]


@given(st.dates())
def test_dates_in_words_and_of_iso_read_one_way(day):
    assert why(f"Filter by {day.isoformat()} and by {day.day} {day:%B %Y}, please.") == []


@given(st.dates().filter(lambda day: day.day <= 12 and day.day != day.month), st.sampled_from("/.-"))
def test_every_date_that_reads_two_ways_is_found(day, mark):
    text = f"Filter by {day.day:02}{mark}{day.month:02}{mark}{day.year:04}, please, and save it."
    assert "a date that can be read in two ways" in [reason for reason, _ in why(text)]


def test_the_verdict_shows_what_was_found():
    verdict = Readable().run(
        Task(instruction="Please make it look nice on the sheet, and save the file.").case
    )
    assert verdict.outcome == "fail"
    assert "nice" in verdict.reason
    assert verdict.evidence[0] == {"address": "instruction.md", "why": "a matter of taste", "actual": "nice"}
