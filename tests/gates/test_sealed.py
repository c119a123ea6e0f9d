"""Private values, answers and files that an agent could see are found, defect by defect."""

import hashlib
from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.gates import sealed
from forge.gates.sealed import Sealed
from forge.gates.secrets import Search, Secret, secrets, tells
from forge.skills.contract import Fact
from forge.tests.gates.ledger import (
    BOOK,
    HIGHLIGHT_TEMPLATE,
    MOUNT,
    ORDERS,
    PREPARER,
    LedgerCase,
    Task,
    ask,
    book,
    highlight_facts,
    with_public,
)

GATE = Sealed()
DELIVERIES = BOOK.below("sheet", "Deliveries")
NAMES = DELIVERIES.run("row", 2, 6).below("cell", "A").of("value")


@pytest.fixture(autouse=True)
def ledgers_are_read(monkeypatch):
    """Documents of the tests' own application are known by their ending."""
    monkeypatch.setattr(sealed, "preparer_for", lambda path: PREPARER if path.endswith(".ledger") else None)


def assert_fails(found, why, **evidence):
    assert found.outcome == "fail", found.reason
    matching = [item for item in found.evidence if why in item["why"]]
    assert matching, found.evidence
    for name, value in evidence.items():
        assert any(value in item.get(name, "") for item in matching), matching


@pytest.mark.parametrize("task", [Task(), ask()], ids=["highlight", "ask"])
def test_good_tasks_pass(task):
    found = GATE.run(task.case)
    assert (found.outcome, found.evidence) == ("pass", ())


# The answer stands in the instruction, on the first place, or in a label (defect 35); twice (28)


def test_35_the_answer_stands_in_the_instruction():
    task = ask(
        instruction="Is it Rivera Ltd whose delivery is the heaviest? Please do not change anything else."
    )
    assert_fails(GATE.run(task.case), "the answer answer can be read there", address="instruction.md")


def moved(*rows, **sheets):
    return book({**ORDERS, "Deliveries": [["Customer", "Net weight", "Status"], *rows], **sheets})


def test_35_the_answer_is_the_first_of_its_list():
    rows = ORDERS["Deliveries"]
    start = moved(rows[3], rows[1], rows[2], *rows[4:])
    assert_fails(GATE.run(ask(start=start).case), "first of the entries", fact="answer")


@pytest.mark.parametrize(
    ("start", "why", "where"),
    [
        (book({**ORDERS, "Rivera Ltd": [["Topic"]]}), "stands in a label", "Rivera Ltd"),
        (book({**ORDERS, "Best: Rivera Ltd": [["Topic"]]}), "stands in a label", "Best"),
        (book(ORDERS, Remarks="Rivera Ltd leads again"), "stands in a label", "Remarks"),
        (book({**ORDERS, "Totals": [["Heaviest"], ["rivera ltd"]]}), "not declared", "Totals"),
        (
            book({**ORDERS, "Deliveries": [*ORDERS["Deliveries"], ["Rivera Ltd", 3, "open"]]}),
            "not declared",
            "row[7]",
        ),
    ],
)
def test_35_and_28_the_answer_stands_elsewhere_too(start, why, where):
    assert_fails(GATE.run(ask(start=start).case), why, address=where)


def test_a_longer_text_of_the_same_column_does_not_give_the_answer_away():
    start = book({**ORDERS, "Deliveries": [*ORDERS["Deliveries"], ["Rivera Ltd North", 3, "open"]]})
    assert GATE.run(ask(start=start).case).outcome == "pass"


def test_the_answer_in_the_name_of_a_file():
    elsewhere = [
        fact.model_copy(update={"refers": None, "worked_out_from": fact.worked_out_from})
        for fact in ask().facts
    ]
    task = ask(mount="~/Documents/Rivera Ltd.ledger", facts=tuple(elsewhere))
    assert_fails(GATE.run(task.case), "can be read there", address="Rivera Ltd.ledger")


def test_an_answer_to_choose_from_a_list_may_be_listed():
    choices = ("open", "paid", "late")
    column = DELIVERIES.run("row", 2, 6).below("cell", "C").of("value")
    answer = Fact(name="answer", value="paid", public=False, worked_out_from=(column,))
    listed = Fact(name="choices", value=choices, says=("open, paid or late",))
    base = ask()
    facts = (*base.facts[:-1], listed, answer)
    template = base.template.replace("Please", "Answer with {{choices}}. Please")
    assert GATE.run(ask(facts=facts, template=template, answer="paid").case).outcome == "pass"
    alone = listed.model_copy(update={"value": "paid", "says": ("paid",)})
    facts = (*base.facts[:-1], alone, answer)
    assert_fails(
        GATE.run(ask(facts=facts, template=template).case), "can be read there", address="instruction.md"
    )


# Private values in the instruction, in names, metadata and scripts


def with_private(value, **more):
    place = DELIVERIES.run("row", 2, 6).below("cell", "B").of("value")
    hidden = Fact(name="hidden", value=value, public=False, worked_out_from=(place,))
    return Task(facts=(*highlight_facts(), hidden), **more)


FORMS = [
    (1234.5, ["1234.5", "1,234.5", "1,234.50", "1.234,5", "1 234,50", "1’234.5", "$1,234.50", "€1234.5", "(1234.5)"]),
    (0.125, ["0.125", "12.5%", "12.5 %", "12,5 %"]),
    (-2400, ["2400", "2,400", "-2,400.00", "−2400"]),
    (date(2026, 3, 4), ["2026-03-04", "04.03.2026", "3/4/2026", "4/3/26", "4 March", "March 4, 2026", "Mar 4"]),
    (date(2026, 3, 4), ["4th of March", "4. March"]),
    (time(14, 30), ["14:30", "2:30 pm", "2:30 p.m."]),
    (timedelta(hours=2, minutes=5), ["2:05"]),
    ("Okafor Traders", ["Okafor Traders", "okafor traders", "OKAFOR-TRADERS"]),
    ("LN-2041", ["LN-2041", "ln 2041"]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "written"), [(value, form) for value, forms in FORMS for form in forms])
def test_a_private_value_is_found_in_every_usual_form(value, written):
    task = with_private(
        value, instruction=f"Please fill the cells that come to {written} with yellow, and save."
    )
    assert_fails(GATE.run(task.case), "the private fact hidden can be read", address="instruction.md")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234.5, "Please use 11234.5, 1234.56, 234.5, A1234.5 and version 1.2.34."),
        (date(2026, 3, 4), "Please use 14 March, 2026-03-14 and 3/4/2025, thank you."),
        ("Okafor Traders", "Please ask Okafor, the traders, or the Okafors."),
        ("of", "Please fill the cells of the sheet."),
        ("B-12", "Please fill the cells from B-12 on."),
        ("LN-2041", "Please ask LN, not 2041, and not LN-20411."),
        (12, "Please fill the 12 cells of the sheet."),
        (True, "Please fill the cells of the sheet, true or not."),
    ],
)
def test_other_values_and_those_that_tell_nothing_are_left_alone(value, text):
    assert GATE.run(with_private(value, instruction=text).case).outcome == "pass"


def test_what_a_public_fact_holds_is_no_secret():
    hidden = with_private(("low", "high", 50, "Net"))
    label = Fact(name="label", value=("low", "high"), says=("low or high",))
    task = Task(
        facts=(*hidden.facts, label),
        template=HIGHLIGHT_TEMPLATE.replace("with {{fill}}", "with {{label}}, {{fill}}"),
    )
    assert GATE.run(task.case).outcome == "pass"


def test_words_that_say_more_than_their_fact_are_found():
    task = with_private(1182.5)
    facts = tuple(
        fact.model_copy(update={"says": ("below (in all 1,182.50)",)}) if fact.name == "below" else fact
        for fact in task.facts
    )
    assert_fails(GATE.run(Task(facts=facts).case), "private fact hidden", actual="1,182.50")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("task_dot_toml", 'schema_version = "1.4"\n[metadata]\nhint = "see Okafor Traders"\n'),
        ("task_dot_toml", "[metadata]\nx = 1\n# Okafor Traders\n"),
        ("task_dot_toml", "not toml at all: Okafor Traders"),
        ("environment__setup_dot_sh", "#!/bin/sh\necho Okafor Traders\n"),
        ("environment__notes_dot_json", '{"okafor_traders": 1}'),
        ("environment__files__home__Okafor_Traders_dot_txt", "x"),
        ("environment__files__home__readme_dot_txt", "It is Okafor Traders."),
    ],
)
def test_35_private_values_in_names_metadata_and_scripts(name, content):
    case = with_public(with_private("Okafor Traders").case, **{name: content})
    assert_fails(GATE.run(case), "the private fact hidden can be read")


def test_numbers_that_forge_itself_writes_into_the_metadata_give_nothing_away():
    for value in (1800, 600, 4096, 2026):
        assert GATE.run(with_private(value).case).outcome == "pass", value


def test_keys_that_every_bundle_has_give_nothing_away():
    toml = '[metadata]\nverified = true\nkeywords = ["calc"]\n'
    assert GATE.run(with_public(with_private("Verified").case, task_dot_toml=toml)).outcome == "pass"


def test_a_number_in_the_metadata_is_found():
    toml = "[metadata]\nhint = 975\n[agent]\ntimeout_sec = 1800.0\n"
    assert_fails(
        GATE.run(with_public(with_private(975).case, task_dot_toml=toml)), "hidden", address="task.toml"
    )


# Nothing of golden, tests or contract in the public part (defect 36)


def test_36_the_golden_lies_in_the_public_part():
    task = Task()
    golden = task.bundle.private["solution/files/home/Documents/orders.ledger"]
    assert_fails(
        GATE.run(with_public(task.case, environment__files__home__spare_dot_ledger=golden)),
        "it is a private file",
    )


def test_36_the_start_is_the_golden_written_in_other_bytes():
    task = Task()
    place = "environment/files/home/Documents/orders.ledger"
    golden = task.bundle.private["solution/files/home/Documents/orders.ledger"] + b"\n"
    case = LedgerCase(replace(task.bundle, public={**task.bundle.public, place: golden}))
    assert_fails(GATE.run(case), "the document is the golden", address=MOUNT)


@pytest.mark.parametrize("name", ["spare", "Documents__old"])
def test_36_the_golden_written_in_other_bytes_beside_the_start(name):
    task = Task()
    golden = task.bundle.private["solution/files/home/Documents/orders.ledger"] + b"\n"
    case = with_public(task.case, **{f"environment__files__home__{name}_dot_ledger": golden})
    assert_fails(GATE.run(case), "the document is the golden", actual=MOUNT)


def test_other_documents_beside_the_start_are_harmless():
    case = with_public(
        Task().case,
        environment__files__home__spare_dot_ledger=PREPARER.write(book({"Other": [["Topic"]]}))[""],
        environment__files__home__broken_dot_ledger=b"not a ledger",
    )
    assert GATE.run(case).outcome == "pass"


@pytest.mark.parametrize(
    "name", ["rubric.json", "golden.json", "near_misses.json", "solve.sh", "contract.json"]
)
def test_36_a_file_bears_the_name_of_a_private_one(name):
    case = with_public(Task().case, **{f"environment__{name.replace('.', '_dot_')}": "{}"})
    assert_fails(GATE.run(case), "the name of a private file", actual=name)


def test_36_a_private_file_under_another_name():
    task = Task()
    case = with_public(task.case, environment__x_dot_bin=task.bundle.private["tests/rubric.json"])
    assert_fails(GATE.run(case), "it is a private file", actual="tests/rubric.json")


def test_36_the_digest_of_the_golden():
    task = Task()
    golden = task.bundle.private["solution/files/home/Documents/orders.ledger"]
    for digest in (hashlib.sha256(golden).hexdigest(), task.golden.digest()[:20], task.bundle.private_digest):
        case = with_public(task.case, environment__check_dot_sh=f"echo {digest}")
        assert_fails(GATE.run(case), "the digest of something private")


@pytest.mark.parametrize("text", ["the light deliveries are yellow", '{"predicate": "equals"}', "SELECT"])
def test_36_texts_of_the_rubric(text):
    task = Task()
    text = str(task.requirement.checks()[0].select) if text == "SELECT" else text
    for content in (f"# {text}\n", text.replace('"', '\\"') if text.startswith("~") else text):
        case = with_public(task.case, environment__run_dot_sh=content)
        assert_fails(GATE.run(case), "it holds", address="environment/run.sh")


def test_36_the_start_holds_the_results_in_their_order():
    weights = DELIVERIES.run("row", 2, 6).below("cell", "B").of("value")

    def judged(values, *rows):
        shares = Fact(name="shares", value=values, public=False, worked_out_from=(weights,))
        start = book({**ORDERS, "Key": rows or [["Topic"]]})
        return GATE.run(Task(start=start, facts=(*highlight_facts(), shares)).case)

    shares = (12.5, 4.75, 97.5, 5.25, 6.5)
    down = [["Row", "Share"], *([number, share] for number, share in enumerate(shares, 1))]
    for rows in (down, [["Shares", *shares]]):
        assert_fails(judged(shares, *rows), "in their order", fact="shares", address="Key")
    assert judged(shares).outcome == "pass"
    assert judged(shares, *down[::-1]).outcome == "pass"
    assert judged(shares[:4], *down).outcome == "pass", "a few numbers may stand anywhere"
    assert judged((120, 38, 975, 49.5, 50)).outcome == "pass", "they may stand where they are worked out from"


# The search itself


def found_in(value, text, *, answer=False):
    return list(Search([Secret("x", value, answer)]).within(text))


@given(st.integers(-(10**7), 10**7).filter(lambda number: abs(number) >= 100))
def test_every_telling_whole_number_is_found_however_it_is_grouped(number):
    size = abs(number)
    for text in (
        f"{size}",
        f"{size:,}",
        f"{size:,}".replace(",", "."),
        f"{size:,}".replace(",", " "),
        f"{size:,}.00",
    ):
        assert found_in(number, f"It is {text}, they say."), text
    assert not found_in(number, f"It is {size + 1}, they say.")


@given(st.decimals(100, 10**6, places=2).map(float).filter(lambda number: not number.is_integer()))
def test_an_answer_is_found_rounded_for_people_and_another_value_is_not(number):
    assert found_in(number, f"It is {number:,.1f}, they say.", answer=True)
    assert not found_in(number, f"It is {number + 1:,.2f}, they say.", answer=True)
    if round(number, 1) != number:
        assert not found_in(number, f"It is {number:,.1f}, they say.")


@given(st.dates(date(1950, 1, 1), date(2050, 12, 31)))
def test_every_date_is_found_in_words_and_numbers(day):
    for text in (
        day.isoformat(),
        f"{day.day} {day:%B %Y}",
        f"{day:%B} {day.day}",
        f"{day:%d.%m.%Y}",
        f"{day:%m/%d/%y}",
    ):
        assert found_in(day, f"On {text}, they say."), text
    assert not found_in(day, f"On {day.replace(year=day.year + 1, day=1)}, they say.") or day.day == 1


@given(
    st.text("abcdefgh ", min_size=3, max_size=20).filter(lambda text: tells(text) and text.strip() == text)
)
def test_every_telling_text_is_found_as_whole_words(text):
    assert found_in(text, f"It is {text.upper()}, they say.")
    assert not found_in(text, f"It is x{text}x, they say.")


def test_only_private_values_are_secrets_and_each_once():
    place = BOOK.below("sheet", "Deliveries")
    facts = [
        Fact(name="told", value="Marlow Foods", says=("Marlow Foods",)),
        Fact(
            name="hidden",
            value=("Marlow Foods", "Marlow", 975, 975.0, 3),
            public=False,
            worked_out_from=(place,),
        ),
        Fact(name="answer", value="Marlow Foods", public=False, worked_out_from=(place,)),
    ]
    assert secrets(facts, ["answer"]) == [
        Secret("hidden", 975, answer=False),
        Secret("answer", "Marlow Foods", answer=True),
    ]


def test_the_preparer_of_these_tests_reads_what_it_writes():
    tree = book(ORDERS)
    assert PREPARER.read(PREPARER.write(tree)).digest() == tree.digest()
    assert NAMES.path() is None
