"""What a selector names in one state is the same as when the state is compared with itself."""

import pytest

from forge.errors import StateError
from forge.gates.standing import standing, stands
from forge.states.entities import State
from forge.states.resolve import find
from forge.states.selectors import Selector
from forge.tests.gates.ledger import BOOK, MOUNT, ORDERS, book

STATE = State({MOUNT: book(ORDERS, Remarks="for the drivers")})
ROWS = BOOK.below("sheet", "Deliveries").below("row")


@pytest.mark.parametrize(
    "selector",
    [
        BOOK,
        BOOK.below("sheet"),
        BOOK.below("sheet", "Deliveries", "Nowhere"),
        BOOK.below("sheet", remark="for the drivers"),
        BOOK.below("sheet", **{"@key": "Remarks"}),
        ROWS,
        ROWS.below("cell", "B").of("value"),
        ROWS.below("cell", value="paid"),
        BOOK.below("sheet", "Deliveries").run("row", 2, 40).below("cell", "A", "Z"),
        BOOK.below("sheet").below("row", 1).below("cell"),
        Selector("~/nowhere").below("sheet"),
    ],
    ids=str,
)
def test_it_finds_what_a_comparison_finds(selector):
    assert list(standing(selector, STATE)) == find(selector, STATE)
    assert stands(selector, STATE) == bool(find(selector, STATE))


@pytest.mark.parametrize("selector", [BOOK.below("shet"), BOOK.below("sheet", colour="red")], ids=str)
def test_what_the_schema_has_not_is_said(selector):
    with pytest.raises(StateError, match="has no"):
        list(standing(selector, STATE))
