from __future__ import annotations

from datetime import date, datetime, time

import pytest

from forge.errors import UnreadableError
from forge.pipeline.answers import asked_kinds, read_answer, typed
from forge.states.answers import ANSWER
from forge.states.rubric import Close, Equals, Exists, OneOf, Requirement, Rubric


def rubric(*checks):
    return Rubric(requirements=(Requirement(id="answer", says="It is right.", any_of=(checks,)),))


NUMBER = rubric(Equals(select=ANSWER, expected=1250))
TEXT = rubric(Equals(select=ANSWER, expected="0042"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1250", 1250),
        (" 1250.\n", 1250),
        ("1,250.00", 1250.0),
        ("1 250", 1250),
        ("1\u202f250", 1250),
        ("1'250", 1250),
        ("$1,250", 1250),
        ("-$3.50", -3.5),
        ("€ 12", 12),
        ("12 €", 12),
        ("\u22123", -3),
        ("1.5e3", 1500.0),
        (".5", 0.5),
    ],
)
def test_a_number_is_read_in_the_ways_that_people_write_it(text, value):
    read = typed(text, {"number"})
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    "text", ["impossible", "21 inches", "12,50", "1,2,3", "$1$", "1 2", "--3", "1e9999999"]
)
def test_what_is_no_number_stays_a_text(text):
    assert typed(text, {"number"}) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"offer.txt"', "offer.txt"),
        ('"offer.txt".', "offer.txt"),
        ("`offer.txt`", "offer.txt"),
        ("**offer.txt**", "offer.txt"),
        ("\u201coffer.txt\u201d", "offer.txt"),
        ('"one" and "two"', '"one" and "two"'),
        ("**one** and **two**", "**one** and **two**"),
        ('""', '""'),
    ],
)
def test_what_stands_around_a_whole_answer_is_no_part_of_it(text, value):
    assert typed(text, {"text"}) == value


def test_a_number_in_bold_type_is_a_number():
    assert typed("**12**", {"number"}) == 12


def test_a_text_is_typed_only_as_what_is_asked_for():
    assert typed("0042", {"text"}) == "0042"
    assert typed("2026-03-16", {"number", "text"}) == "2026-03-16"
    assert typed("2026-03-16", {"date"}) == date(2026, 3, 16)
    assert typed("2026-03-16 09:30", {"date and time"}) == datetime.fromisoformat("2026-03-16T09:30")
    assert typed("09:30", {"time"}) == time(9, 30)
    assert (typed("Yes.", {"boolean"}), typed("false", {"boolean"})) == (True, False)
    assert typed("perhaps", {"boolean"}) == "perhaps"
    assert typed(" \n", {"text"}) is None
    assert typed(7, {"text"}) == 7


def test_the_rubric_says_what_is_asked_for():
    assert asked_kinds(NUMBER) == {"number"}
    assert asked_kinds(rubric(OneOf(select=ANSWER, options=("two", 2)))) == {"text", "number"}
    assert asked_kinds(rubric(Close(select=ANSWER, expected=date(2026, 3, 1), absolute=60))) == {"date"}
    assert asked_kinds(rubric(Exists(select=ANSWER))) == set()


class TestFiles:
    def test_no_file_is_no_answer(self, tmp_path):
        assert read_answer((tmp_path,), NUMBER) is None

    def test_json_comes_before_text_and_the_first_folder_first(self, tmp_path):
        (tmp_path / "home").mkdir()
        (tmp_path / "answer.txt").write_text("1")
        assert read_answer((tmp_path, tmp_path / "home"), NUMBER) == 1
        (tmp_path / "home/answer.json").write_text("2")
        assert read_answer((tmp_path, tmp_path / "home"), NUMBER) == 2
        (tmp_path / "answer.json").write_text('{"date": "2026-03-01"}')
        assert read_answer((tmp_path, tmp_path / "home"), NUMBER) == date(2026, 3, 1)

    def test_a_number_written_as_text_in_json_is_the_number(self, tmp_path):
        (tmp_path / "answer.json").write_text('"1,250"')
        assert read_answer((tmp_path,), NUMBER) == 1250
        assert read_answer((tmp_path,), TEXT) == "1,250"

    def test_a_byte_order_mark_is_no_part_of_the_answer(self, tmp_path):
        (tmp_path / "answer.txt").write_bytes("\ufeff0042".encode())
        assert read_answer((tmp_path,), TEXT) == "0042"

    @pytest.mark.parametrize(
        ("name", "content", "why"),
        [
            ("answer.json", b"{", "no value in JSON"),
            ("answer.json", b"NaN", "no value in JSON"),
            ("answer.json", b'{"colour": 1, "x": 2}', "no value in JSON"),
            ("answer.json", b"[" * 90_000, "no value in JSON"),
            ("answer.txt", b"\xff\xfe", "not UTF-8"),
            ("answer.txt", b"1" * 100_001, "at most"),
        ],
    )
    def test_what_is_no_answer_says_why(self, tmp_path, name, content, why):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(UnreadableError, match=why):
            read_answer((tmp_path,), NUMBER)

    def test_a_link_is_not_followed_out_of_the_folder(self, tmp_path):
        (tmp_path / "secret").write_text("1250")
        (tmp_path / "left").mkdir()
        (tmp_path / "left/answer.txt").symlink_to(tmp_path / "secret")
        with pytest.raises(UnreadableError, match="leaves the folder"):
            read_answer((tmp_path / "left",), NUMBER)
