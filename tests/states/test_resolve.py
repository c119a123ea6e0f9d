"""What selectors name: in one state, and followed from one to another."""

from __future__ import annotations

import pytest
from hypothesis import given

from forge.errors import StateError
from forge.gates.base import shared_with
from forge.states.changes import Comparison
from forge.states.entities import State
from forge.states.places import KEY, NEW, PLACE, POSITION
from forge.states.predicates import rows_below
from forge.states.resolve import find, places_below, resolve, values
from forge.states.selectors import Keys, Selector, SelectorStep
from forge.tests.states.strategies import steps
from forge.tests.states.worlds import (
    DATABASE,
    DOCUMENT,
    GRID,
    MAIL,
    Cell,
    Database,
    Message,
    Paragraph,
    Record,
    database,
    document,
    grid,
    mailbox,
)

SHEET = Selector(GRID).below("sheet", "S")
ROWS = [[Cell(name), Cell(n)] for n, name in enumerate(("ann", "bob", "cid", "dan"), 1)]
LINES = [Paragraph([(text, False)]) for text in ("One thing.", "Two things.", "Three.", "Four more.")]


def after(selector: Selector, comparison: Comparison) -> list[object]:
    assert selector.property is not None
    return [place.after(selector.property) for place in resolve(selector, comparison)]


class TestOneState:
    state = grid({"S": ROWS})

    def test_by_key_position_run_and_property(self):
        assert values(SHEET.below("row", 2, 4).below("cell", "B").of("value"), self.state) == [2, 4]
        assert values(SHEET.run("row", 2, 3).below("cell", "A", "B").of("value"), self.state) == [
            "bob",
            2,
            "cid",
            3,
        ]
        assert values(SHEET.below("row").below("cell", value=3).of("value"), self.state) == [3]
        assert values(SHEET.below("row").below("cell", "Z").of("bold"), self.state) == [False] * 4

    def test_what_is_spelt_out_has_a_place_even_where_nothing_stands(self):
        assert values(SHEET.run("row", 4, 6).below("cell", "A").of("value"), self.state) == [
            "dan",
            None,
            None,
        ]
        assert values(Selector(GRID).below("sheet", "none").of("hidden"), self.state) == [None]
        assert find(Selector(GRID).below("sheet", "none"), self.state) == []

    def test_entities_come_with_their_paths(self):
        ((path, entity),) = find(SHEET.below("row", 3), self.state)
        assert path == (("sheet", "S"), ("row", 3))
        assert entity.children[0].properties["value"] == "cid"

    def test_a_mount_that_is_not_there(self):
        assert values(Selector("nowhere", property="x"), self.state) == []
        assert find(Selector("nowhere"), self.state) == []

    @pytest.mark.parametrize(
        "selector",
        [
            SHEET.below("row", "5"),
            SHEET.below("row", 1).below("cell", 1),
            Selector(GRID).below("sheet", 1),
            SHEET.below("chart"),
            SHEET.below("row", 1).below("cell", "A").of("colour"),
            SHEET.below("row", 99).below("cell", "A").of("colour"),
            SHEET.below("row", 1).of("@size"),
        ],
    )
    def test_what_the_schema_does_not_know_is_an_error(self, selector):
        with pytest.raises(StateError, match=r"is named by its|has no kind|has no property|can be asked"):
            values(selector if selector.property else selector.of("@key"), self.state)


class TestFollowed:
    def test_addresses_of_the_start_lead_to_what_stood_there(self):
        inserted = Comparison(grid({"S": ROWS}), grid({"S": [ROWS[0], [Cell("eve"), Cell(9)], *ROWS[1:]]}))
        assert after(SHEET.below("row", 2).below("cell", "A").of("value"), inserted) == ["bob"]
        assert [place.path[-1] for place in resolve(SHEET.below("row", 2, 4), inserted)] == [
            ("row", 3),
            ("row", 5),
        ]
        assert after(SHEET.new("row").below("cell", "A").of("value"), inserted) == ["eve"]
        assert after(SHEET.below("row").below("cell", "A").of("value"), inserted) == [
            "ann",
            "eve",
            "bob",
            "cid",
            "dan",
        ]

    def test_positions_behind_the_end_name_what_was_added_there(self):
        longer = [ROWS[0], [Cell("eve")], *ROWS[1:], [Cell("fay")], [Cell("gus")]]
        comparison = Comparison(grid({"S": ROWS}), grid({"S": longer}))
        assert after(SHEET.below("row", 5, 6, 7).below("cell", "A").of("value"), comparison) == [
            "fay",
            "gus",
            None,
        ]
        (beyond,) = resolve(SHEET.below("row", 8), comparison)
        assert beyond.path[-1] == ("row", 9)

    def test_positions_behind_the_end_never_name_what_was_there(self):
        shorter = Comparison(document(LINES), document([Paragraph([("New.", False)]), *LINES[:3]]))
        (gone, beyond) = resolve(Selector(DOCUMENT).below("paragraph", 4, 5), shorter)
        assert gone.new is None
        assert beyond.new is None

    def test_what_is_gone_has_its_place_and_no_value(self):
        comparison = Comparison(grid({"S": ROWS}), grid({"S": ROWS[1:]}))
        (place,) = resolve(SHEET.below("row", 1).below("cell", "B"), comparison)
        assert place.before("value") == 1
        assert place.after("value") is None
        assert place.after("bold") is None
        assert not place.there

    def test_a_sparse_entity_that_is_absent_has_its_defaults(self):
        (place,) = resolve(
            SHEET.below("row", 1).below("cell", "F"), Comparison(grid({"S": ROWS}), grid({"S": ROWS}))
        )
        assert place.before("bold") is False
        assert place.after("bold") is False
        assert not place.present

    def test_keys_of_the_start_follow_a_new_name(self):
        records = {"1": Record("x", 1), "2": Record("y", 2)}
        comparison = Comparison(
            database(Database({"orders": records})), database(Database({"sales": records}))
        )
        (place,) = resolve(Selector(DATABASE).below("table", "orders"), comparison)
        assert (place.before(KEY), place.after(KEY)) == ("orders", "sales")
        assert resolve(Selector(DATABASE).below("table", "sales"), comparison) == [place]
        assert after(
            Selector(DATABASE).below("table", "orders").below("record", "2").of("amount"), comparison
        ) == [2]

    def test_a_message_is_followed_to_another_folder(self):
        before = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
        comparison = Comparison(before, mailbox({"In": {}, "Out": {"<1>": Message("x", starred=True)}}))
        message = Selector(MAIL).below("folder", "In").below("message", "<1>")
        (place,) = resolve(message, comparison)
        assert (place.before("starred"), place.after("starred")) == (False, True)
        assert (place.before(PLACE), place.after(PLACE)) == ("folder[In]", "folder[Out]")
        assert resolve(Selector(MAIL).below("folder", "Out").below("message", "<1>"), comparison) == [place]
        assert not place.fresh

    def test_where_it_stands_can_be_asked(self):
        turned = Comparison(document(LINES), document([LINES[1], LINES[0], *LINES[2:]]))
        assert after(Selector(DOCUMENT).run("paragraph", 1, 3).of(POSITION), turned) == [2, 1, 3]
        first = resolve(Selector(DOCUMENT).below("paragraph", 1), turned)[0]
        assert first.before(POSITION) == 1
        views = Comparison(
            database(Database({}, {"a": "1", "b": "2"})), database(Database({}, {"b": "2", "a": "1"}))
        )
        assert after(Selector(DATABASE).below("view", "a", "b").of(POSITION), views) == [2, 1]
        same = document(LINES)
        still = resolve(Selector(DOCUMENT).below("paragraph", 2), Comparison(same, same))[0]
        assert (still.before(POSITION), still.after(POSITION)) == (2, 2)

    def test_properties_choose_by_what_they_were_and_of_new_things_by_what_they_are(self):
        before = database(Database({"orders": {"1": Record("x", 1), "2": Record("y", 1)}}))
        later = {"1": Record("x", 2), "2": Record("y", 1), "3": Record("z", 1), "4": Record("w", 2)}
        comparison = Comparison(before, database(Database({"orders": later})))
        chosen = Selector(DATABASE).below("table", "orders").below("record", amount=1)
        assert [place.path[-1][1] for place in resolve(chosen, comparison)] == ["1", "2", "3"]

    def test_along_a_column_that_was_inserted(self):
        wider = [[row[0], Cell(f"n{n}" if n != 2 else None), row[1]] for n, row in enumerate(ROWS)]
        comparison = Comparison(grid({"S": ROWS}), grid({"S": wider}))
        cells = SHEET.run("row", 1, 4)
        assert after(cells.below("cell", "B").of("value"), comparison) == [1, 2, 3, 4]
        assert after(cells.new("cell").of("value"), comparison) == ["n0", "n1", None, "n3"]

    def test_another_type_of_document_follows_nothing(self):
        before = document(LINES)
        other = type(before)({DOCUMENT: grid({"S": ROWS}).trees[GRID]})
        comparison = Comparison(before, other)
        (place,) = resolve(Selector(DOCUMENT).below("sheet", "S"), comparison)
        assert place.old is None
        assert place.new is not None


def test_a_row_that_is_as_it_was_beside_columns_that_moved_is_read_where_they_went() -> None:
    """Somebody put a column before the others and left one row as it was, so its values stand elsewhere now."""
    rows = [[Cell(name), Cell(number)] for number, name in enumerate("abcdefgh", 10)]
    kept = [Cell("z"), Cell(99)]
    start, end = grid({"S": [*rows, kept]}), grid({"S": [*([Cell("new"), *row] for row in rows), kept]})
    comparison = Comparison(start, shared_with(start, end))
    (row,) = resolve(SHEET.run("row", 9, 9), comparison)
    assert row.old is row.new
    first = Selector(GRID, (SelectorStep("cell", Keys(("A",))),)).of("value")
    assert rows_below([row], [first]) == [
        tuple(found.after("value") for found in places_below(row, first.steps))
    ]
    assert rows_below([row], [first]) == [(99,)]
    assert rows_below([row], [first], old=True) == [("z",)]


@given(steps())
def test_what_nothing_touched_is_read_at_once_as_it_is_read_by_following(
    pair: tuple[State, State],
) -> None:
    """`rows_below` has a short way for places where nothing changed; every check of order goes it."""
    comparison = Comparison(pair[0], shared_with(*pair))
    for mount in comparison.mounts():
        waiting = list(comparison.roots(mount))
        while waiting:
            place = waiting.pop()
            for kind in place.kinds():
                members = list(place.group(kind).places())
                waiting += members
                if place.trees.schema.kind(kind).align == "sequence":
                    continue
                for name in [item.name for item in place.trees.schema.kind(kind).compared]:
                    keys = [str(child.origin[1]) for child in members if child.origin[1] != NEW]
                    columns = [
                        Selector(mount, (SelectorStep(kind, Keys((key,))),)).of(name)
                        for key in [*keys, "not there"]
                    ]
                    for old in (False, True):
                        followed = tuple(
                            found.before(name) if old else found.after(name)
                            for column in columns
                            for found in places_below(place, column.steps)
                        )
                        assert rows_below([place], columns, old=old) == [followed]
                        assert rows_below([place], columns[:-1], old=old) == [followed[:-1]]
