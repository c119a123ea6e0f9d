"""Contracts and instructions that do not fit their start state or their rubric are found, defect by defect."""

import pytest

from forge.gates.grounded import Grounded, freedom_faults
from forge.gates.references import near
from forge.skills.contract import Fact
from forge.skills.setup import Setup
from forge.states.answers import ANSWER
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
)
from forge.states.selectors import Selector
from forge.states.values import Colour, Formula, Reference
from forge.tests.gates.ledger import (
    BOOK,
    HIGHLIGHT_TEMPLATE,
    MOUNT,
    ORDERS,
    YELLOW,
    Task,
    ask,
    book,
    changed,
    header,
    highlight_facts,
    highlight_requirement,
)

GATE = Grounded()


def verdict(**attributes):
    return GATE.run(Task(**attributes).case)


def whys(found):
    return [item["why"] for item in found.evidence]


def assert_fails(found, why, **evidence):
    assert found.outcome == "fail", found.reason
    matching = [item for item in found.evidence if why in item["why"]]
    assert matching, whys(found)
    for name, value in evidence.items():
        assert any(value == item.get(name) for item in matching), matching


@pytest.mark.parametrize("task", [Task(), ask()], ids=["highlight", "ask"])
def test_good_tasks_pass(task):
    found = GATE.run(task.case)
    assert (found.outcome, found.evidence) == ("pass", ())
    assert found.digest == task.bundle.id


# What the instruction names must be there (defect 7), once (defect 15), and be called so


def test_7_a_column_that_is_not_there():
    facts = changed(highlight_facts(), "column", value="Gross weight", says=('the "Gross weight" column',))
    assert_fails(
        verdict(facts=facts),
        "names what is not there",
        fact="column",
        expected='"Gross weight"',
        actual='"Net weight"',
    )


def test_7_a_sheet_that_is_not_there():
    facts = changed(highlight_facts(), "sheet", value="Orders", refers=BOOK.below("sheet", "Orders"))
    assert_fails(verdict(facts=facts), "refers to nothing at the start", fact="sheet")


def test_7_a_file_that_is_not_there():
    elsewhere = Selector("~/Documents/other.ledger").below("sheet", "Deliveries")
    facts = changed(highlight_facts(), "sheet", refers=elsewhere)
    assert_fails(verdict(facts=facts), "a file that is not there")


def test_7_a_header_with_a_space_more():
    rows = [["Customer", "Net weight ", "Status"], *ORDERS["Deliveries"][1:]]
    start = book({**ORDERS, "Deliveries": rows})
    assert_fails(verdict(start=start), "names what is not there", fact="column")


def test_15_two_columns_with_one_header():
    rows = [["Customer", "Net weight", "Net weight"], *ORDERS["Deliveries"][1:]]
    start = book({**ORDERS, "Deliveries": rows})
    assert_fails(verdict(start=start), "something else that is called the same", fact="column")


def test_15_two_sheets_whose_names_nobody_can_tell_apart():
    start = book({**ORDERS, "DELIVERIES ": [["Topic"]]})
    assert_fails(verdict(start=start), "something else that is called the same", fact="sheet")


def test_15_one_reference_to_several_things():
    place = BOOK.below("sheet", "Deliveries").below("row", 1).below("cell").of("value")
    assert_fails(verdict(facts=changed(highlight_facts(), "column", refers=place)), "refers to 3 things")


def test_15_the_same_header_on_another_sheet_only_matters_when_the_sheet_is_not_told():
    start = book({**ORDERS, "Returns": [["Customer", "Reason", "Net weight"], ["Lindqvist", "broken", 12]]})
    assert verdict(start=start).outcome == "pass"
    facts = tuple(fact for fact in highlight_facts() if fact.name != "sheet")
    requirement = highlight_requirement().model_copy(
        update={"facts": ("column", "below", "threshold", "fill")}
    )
    template = HIGHLIGHT_TEMPLATE.replace(" on {{sheet}}", "")
    untold = verdict(start=start, facts=facts, requirement=requirement, template=template)
    assert_fails(untold, "something else that is called the same", fact="column")
    alone = verdict(facts=facts, requirement=requirement, template=template)
    assert alone.outcome == "pass", alone.evidence


def test_15_a_row_that_is_called_as_another_one():
    name = header("A", row=4)
    facts = (*highlight_facts(), Fact(name="row", value="Rivera Ltd", says=("Rivera Ltd",), refers=name))
    requirement = highlight_requirement()
    requirement = requirement.model_copy(update={"facts": (*requirement.facts, "row")})
    template = HIGHLIGHT_TEMPLATE.replace("every cell", "every cell of {{row}}")
    assert verdict(facts=facts, requirement=requirement, template=template).outcome == "pass"
    rows = [*ORDERS["Deliveries"], ["RIVERA LTD", 3, "open"]]
    twice = verdict(
        start=book({**ORDERS, "Deliveries": rows}), facts=facts, requirement=requirement, template=template
    )
    assert_fails(twice, "something else that is called the same", fact="row")


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("Orders", "orders ", True),
        ("Q1 Sales", "Q1-Sales", True),
        ("Orders", "Order", False),
        ("Läufe", "LÄUFE", True),
        ("ﬁle", "file", True),
        ("-", "–", False),
        (5, 5.0, True),
        (5, "5", False),
        (None, None, False),
    ],
)
def test_names_are_near_when_a_reader_would_take_them_for_one(first, second, alike):
    assert near(first, second) is alike


# What the rubric asks for must be told or follow (defects 8 and 13), and what is told must be checked (19)


def requirement(*checks, facts=("sheet", "column", "below", "threshold", "fill"), **more):
    return Requirement(
        id="filled", says="the light deliveries are yellow", any_of=(checks,), facts=facts, **more
    )


CELLS = BOOK.below("sheet", "Deliveries").below("row", 3, 5).below("cell", "B")


@pytest.mark.parametrize(
    "check",
    [
        Equals(select=CELLS.of("fill"), expected=Colour("#FF0000")),
        Equals(select=CELLS.of("value"), expected="Approved"),
        Equals(select=CELLS.of("value"), each=(50, 51)),
        Equals(select=CELLS.of("align"), expected="center"),
        Close(select=CELLS.of("value"), expected=49, absolute=5),
        OneOf(select=CELLS.of("value"), options=(50, 60)),
        Matches(select=CELLS.of("value"), pattern="Approved .*"),
        Count(select=CELLS, expected=3),
        Before(select=CELLS.of("value"), relation="less", by=7),
        SameMultiset(select=CELLS.of("value"), expected=("x", "y")),
        Exists(select=BOOK.below("sheet", "Summary")),
        Equals(select=BOOK.below("sheet", "Deliveries").below("row", 1).below("cell", "H").of("value"), expected=50),
        Exists(select=Selector("~/Documents/copy.ledger").below("sheet", "Deliveries")),
        Equals(select=BOOK.below("sheet", remark="urgent").of("remark"), expected=50),
        Equals(select=CELLS.of("value"), expected=Formula('=IF(B3<60,"low",1)')),
        Equals(select=CELLS.of("value"), expected=Reference("B2:B6")),
        Ordered(
            select=BOOK.below("sheet", "Deliveries").run("row", 2, 6),
            by=(SortKey(value=Selector("").below("cell", "Z").of("value")),),
        ),
    ],
    ids=lambda check: check.predicate,
)  # fmt: skip
def test_13_what_no_fact_holds(check):
    assert_fails(verdict(requirement=requirement(check)), "is in no fact of the requirement", item="filled")


@pytest.mark.parametrize(
    "check",
    [
        Equals(select=CELLS.of("fill"), expected=YELLOW),
        Equals(select=CELLS.of("value"), expected="50"),
        Equals(select=CELLS.of("align"), expected="general"),
        Equals(select=CELLS.of("value"), expected=True),
        Close(select=CELLS.of("value"), expected=50.0, absolute=0.5),
        Count(select=CELLS, expected=50),
        Equals(select=CELLS.of("value"), expected=Formula("=IF(B3<50,1,0)")),
        Absent(select=CELLS.of("fill")),
        Matches(select=CELLS.of("value"), pattern="(?i)less"),
        Equals(select=CELLS.of("value"), expected="net weight", text="folded"),
    ],
    ids=lambda check: check.predicate,
)  # fmt: skip
def test_what_a_fact_holds_is_grounded(check):
    found = verdict(requirement=requirement(check))
    assert found.outcome == "pass", found.evidence


def test_13_a_worked_out_fact_accounts_for_many_values_at_once():
    place = BOOK.below("sheet", "Deliveries").run("row", 2, 6).below("cell", "B").of("value")
    sums = Fact(name="sums", value=(240, 76.0, 1950), public=False, worked_out_from=(place,))
    check = Equals(select=CELLS.of("value"), each=(76, 1950))
    names = ("sheet", "column", "below", "threshold", "fill", "sums")
    good = verdict(facts=(*highlight_facts(), sums), requirement=requirement(check, facts=names))
    assert good.outcome == "pass", good.evidence
    unlisted = verdict(facts=(*highlight_facts(), sums), requirement=requirement(check))
    assert_fails(unlisted, "is in no fact of the requirement", actual="76")


def test_33_what_is_worked_out_must_be_worked_out_from_something():
    nowhere = Fact(name="sums", value=76, public=False, worked_out_from=(BOOK.below("sheet", "Sums"),))
    assert_fails(
        verdict(facts=(*highlight_facts(), nowhere)), "worked out from what is not there", fact="sums"
    )


def test_33_a_typing_error_in_the_answer():
    slip = ask().requirement.model_copy(
        update={"any_of": ((Equals(select=ANSWER, expected="Riviera Ltd", text="folded"),),)}
    )
    assert_fails(GATE.run(ask(requirement=slip).case), "is in no fact", actual='"Riviera Ltd"')


def test_28_an_answer_that_refers_to_something_refers_to_one_thing():
    answer = ask().facts[-1]
    one = BOOK.below("sheet", "Deliveries").below("row", 4).below("cell", "A").of("value")
    good = ask(facts=(*ask().facts[:-1], answer.model_copy(update={"refers": one})))
    assert GATE.run(good.case).outcome == "pass"
    late = BOOK.below("sheet", "Deliveries").below("row").below("cell", value="paid").of("value")
    two = ask(facts=(*ask().facts[:-1], answer.model_copy(update={"refers": late})))
    assert_fails(GATE.run(two.case), "refers to 2 things", fact="answer")


def test_golden_values_need_a_reason():
    check = Equals(select=CELLS.of("value"), expected="Approved")
    assert (
        verdict(requirement=requirement(check, reason="only the reference solution gives it")).outcome
        == "pass"
    )


def test_a_requirement_rests_on_something_told():
    place = BOOK.below("sheet", "Deliveries").run("row", 2, 6).below("cell", "B").of("value")
    hidden = Fact(name="hidden", value=YELLOW, public=False, worked_out_from=(place,))
    check = Equals(select=CELLS.of("fill"), expected=YELLOW)
    facts = tuple(
        fact.model_copy(update={"waiver": "it says where"}) if fact.public else fact
        for fact in highlight_facts()
    )
    found = verdict(facts=(*facts, hidden), requirement=requirement(check, facts=("hidden",)))
    assert_fails(found, "rests on nothing that the instruction tells")


def test_a_requirement_names_facts_that_there_are():
    check = Equals(select=CELLS.of("fill"), expected=YELLOW)
    names = (*highlight_requirement().facts, "ghost")
    assert_fails(
        verdict(requirement=requirement(check, facts=names)), "the fact ghost, which the contract has not"
    )


def test_19_a_constraint_that_nothing_checks():
    unchecked = Fact(name="means", value="filter", says=("with a filter",))
    template = HIGHLIGHT_TEMPLATE.replace("with {{fill}}", "with {{fill}}, {{means}}")
    found = verdict(facts=(*highlight_facts(), unchecked), template=template)
    assert_fails(found, "no requirement checks it", fact="means")
    waived = unchecked.model_copy(update={"waiver": "the state does not show by which means it was done"})
    assert verdict(facts=(*highlight_facts(), waived), template=template).outcome == "pass"


def test_a_place_is_checked_when_a_requirement_looks_there():
    names = (
        "column",
        "below",
        "threshold",
        "fill",
    )  # the sheet is not among them, but the check looks into it
    check = Equals(select=CELLS.of("fill"), expected=YELLOW)
    assert verdict(requirement=requirement(check, facts=names)).outcome == "pass"


# What must be said (defect 12 and the saving), and what only slots may say


def without(slot):
    return HIGHLIGHT_TEMPLATE.replace(f"{{{{{slot}}}}}", "do it")


def test_12_a_strict_invariant_is_said():
    assert_fails(verdict(template=without("keep")), "nothing else may change", fact="keep")
    facts = tuple(fact for fact in highlight_facts() if fact.name != "keep")
    assert_fails(verdict(facts=facts, template=without("keep")), "nothing else may change", fact="keep")
    assert verdict(facts=facts, template=without("keep"), additions="allow").outcome == "pass"


def test_17_saving_is_asked_for_where_nobody_else_saves():
    facts = tuple(fact for fact in highlight_facts() if fact.name != "save")
    assert_fails(verdict(facts=facts, template=without("save")), "does not ask to save", fact="save")
    flushed = Setup(open=(MOUNT,), saving="flushed")
    assert verdict(facts=facts, template=without("save"), setup=flushed).outcome == "pass"


def test_a_required_fact_is_told_and_an_optional_one_need_not_be():
    template = HIGHLIGHT_TEMPLATE.replace("{{below}} ", "")
    assert_fails(verdict(template=template), "must be told", fact="below")
    facts = changed(highlight_facts(), "below", optional=True)
    assert verdict(template=template, facts=facts).outcome == "pass"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("every cell", "all 5 cells", "a number stands outside"),
        ("every cell", "every “light” cell", "something is quoted outside"),
        ("every cell", "every Remarks cell", "something of the start state is named outside"),
        ("every cell", "every cell of rivera ltd", "something of the start state is named outside"),
        ("every cell", "every cell of a customer", "something of the start state is named outside"),
        ("every cell", "every cell of orders.ledger", "something of the start state is named outside"),
    ],
)
def test_what_only_slots_may_say(old, new, why):
    assert_fails(verdict(template=HIGHLIGHT_TEMPLATE.replace(old, new)), why, address="template")


# A text that was edited by hand has no bindings


def test_an_edited_text_that_says_every_fact_is_not_judged():
    found = GATE.run(Task(instruction=Task().text.replace("Could you", "Would you")).case)
    assert found.outcome == "not run"
    assert "edited by hand" in found.reason


@pytest.mark.parametrize("edit", [("50", "60"), ("Net weight", "Gross weight")])
def test_an_edited_text_that_no_longer_says_a_fact_fails(edit):
    found = GATE.run(Task(instruction=Task().text.replace(*edit)).case)
    assert_fails(found, "no longer says the fact")


def test_an_edited_text_that_names_something_else_fails():
    found = GATE.run(Task(instruction=Task().text + " Then clear Remarks.").case)
    assert_fails(found, "names what no fact says", address="instruction.md", actual="Remarks")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"free": (BOOK.below("sheet", "Orders"),)}, "lets it change"),
        ({"writes": (BOOK.below("sheet"),)}, "lets it change"),
        ({"additions": "allow"}, "do not agree on new things"),
    ],
)
def test_a_rubric_that_lets_more_change_than_the_contract_says_fails(change, why):
    rubric = Task().case.rubric
    loose = rubric.model_copy(
        update={"invariants": tuple(item.model_copy(update=change) for item in rubric.invariants)}
    )
    evidence = list(freedom_faults(loose, Task().case.record.footprint))
    assert [why in item["why"] for item in evidence] == [True]
    assert list(freedom_faults(rubric, Task().case.record.footprint)) == []
    assert list(freedom_faults(rubric.model_copy(update={"invariants": ()}), Task().case.record.footprint))


def test_a_broken_contract_fails_even_when_the_text_was_edited():
    facts = changed(highlight_facts(), "sheet", value="Orders", refers=BOOK.below("sheet", "Orders"))
    assert_fails(
        verdict(facts=facts, instruction="Do it on the orders sheet, and save it."), "refers to nothing"
    )


def test_every_way_of_saying_a_fact_is_recognised():
    for says in ("below", "less than"):
        text = Task(facts=changed(highlight_facts(), "below", says=(says,))).text
        assert verdict(instruction=text).outcome == "pass"
