"""One act is one change, in every sort of state."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Change, Comparison, diff, own_changes
from forge.states.entities import Entity, State, Tree
from forge.states.places import NEW
from forge.states.probes import probe_tree
from forge.states.values import Formula, Reference
from forge.tests.states.strategies import documents, mailboxes, paragraphs
from forge.tests.states.worlds import (
    DATABASE_SCHEMA,
    DOCUMENT,
    DOCUMENT_SCHEMA,
    GRID,
    GRID_SCHEMA,
    MAIL,
    MAIL_SCHEMA,
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

LINES = [Paragraph([(text, False)]) for text in ("One thing.", "Two things.", "Three.", "Four more.")]
ROWS = [
    [Cell(name), Cell(n), Cell(n * 2, f"=B{n}*2")] for n, name in enumerate(("ann", "bob", "cid", "dan"), 1)
]


def told(before: State, after: State) -> list[str]:
    """The changes as people read them, without the mount."""
    lines = []
    for change in diff(before, after):
        tree = after.trees.get(change.mount) or before.trees[change.mount]
        lines.append(change.describe(tree.schema).replace(f"{change.mount}#", ""))
    return lines


class TestSequence:
    @given(documents, paragraphs, st.data())
    def test_an_inserted_paragraph_is_one_change(self, lines, extra, data):
        assume(all(line.refers is None for line in lines))
        at = data.draw(st.integers(0, len(lines)))
        (change,) = diff(document(lines), document([*lines[:at], extra, *lines[at:]]))
        assert (change.type, change.kind) == ("added", "paragraph")

    @given(documents, st.data())
    def test_a_deleted_paragraph_is_one_change(self, lines, data):
        assume(lines and all(line.refers is None for line in lines))
        at = data.draw(st.integers(0, len(lines) - 1))
        (change,) = diff(document(lines), document(lines[:at] + lines[at + 1 :]))
        assert (change.type, change.kind) == ("removed", "paragraph")

    @given(documents, st.data())
    def test_a_moved_paragraph_is_one_change(self, lines, data):
        told_apart = {" ".join(text for text, _ in line.runs).strip(): line.runs for line in lines}
        lines = [Paragraph(runs) for text, runs in told_apart.items() if text]
        assume(len(lines) > 1)
        start, end = data.draw(st.permutations(range(len(lines))))[:2]
        moved = lines[:start] + lines[start + 1 :]
        moved.insert(end, lines[start])
        changes = diff(document(lines), document(moved))
        assert [change.type for change in changes if change.kind == "paragraph" and change.name is None] == [
            "order"
        ]

    @given(documents, st.data())
    def test_an_edited_property_is_one_change(self, lines, data):
        assume(lines)
        at = data.draw(st.integers(0, len(lines) - 1))
        edited = deepcopy(lines)
        edited[at].style = "Heading 1"
        (change,) = diff(document(lines), document(edited))
        assert (change.type, change.name, change.path) == ("set", "style", (("paragraph", at + 1),))
        assert (change.before, change.after) == (lines[at].style, "Heading 1")

    def test_a_rewritten_paragraph_is_an_edit_of_its_run(self):
        edited = deepcopy(LINES)
        edited[1] = Paragraph([("Nothing like it was.", False)])
        assert told(document(LINES), document(edited)) == [
            'paragraph[2]/run[1].text: "Two things." → "Nothing like it was."'
        ]

    def test_the_address_of_an_insertion_names_nothing_of_the_start(self):
        (change,) = diff(document(LINES), document([LINES[0], Paragraph([("New.", False)]), *LINES[1:]]))
        assert change.place.origin == ("paragraph", NEW)
        (change,) = diff(document(LINES), document([*LINES, Paragraph([("New.", False)])]))
        assert change.place.origin == ("paragraph", 5)

    def test_equal_siblings_are_told_apart_by_their_place(self):
        same = [Paragraph([("Same.", False)]) for _ in range(3)]
        edited = deepcopy(same)
        edited[1].runs = [("Same.", True)]
        assert told(document(same), document(edited)) == ["paragraph[2]/run[1].bold: false → true"]


class TestKeyed:
    def test_properties_of_one_record(self):
        before = database(Database({"orders": {"1": Record("x", 1), "2": Record("y", 2)}}))
        after = database(Database({"orders": {"2": Record("y", 2, 99), "1": Record("x", 5, 98)}}))
        assert told(before, after) == ["table[orders]/record[1].amount: 1 → 5"]

    def test_a_number_within_the_last_bits_is_no_change(self):
        before = database(Database({"orders": {"1": Record("x", 0.3)}}))
        assert told(before, database(Database({"orders": {"1": Record("x", 0.1 + 0.2)}}))) == []
        assert told(before, database(Database({"orders": {"1": Record("x", True)}}))) != []

    def test_what_lost_its_key_is_known_by_its_content(self):
        records = {"1": Record("x", 1), "2": Record("y", 2)}
        before = database(Database({"orders": records, "people": {"1": Record("z")}}))
        after = database(Database({"sales": records, "people": {"1": Record("z")}}))
        assert told(before, after) == ['table[sales]: was named "orders"']
        (change,) = diff(before, after)
        assert (change.before, change.after) == ("orders", "sales")

    def test_what_has_nothing_in_common_came_and_went(self):
        before = database(Database({"orders": {"1": Record("x")}}))
        after = database(Database({"sales": {"1": Record("q")}}))
        assert sorted(told(before, after)) == ["table[orders]: removed", "table[sales]: added"]

    def test_an_order_that_means_something(self):
        before = database(Database({}, {"a": "1", "b": "2", "c": "3"}))
        after = database(Database({}, {"b": "2", "a": "1", "c": "3"}))
        assert told(before, after) == [": the view entries stand in another order"]
        assert told(before, database(Database({}, {"a": "1", "c": "3"}))) == ["view[b]: removed"]

    def test_an_order_that_means_nothing(self):
        before = mailbox({"A": {"<1>": Message("x"), "<2>": Message("y")}, "B": {}})
        after = mailbox({"B": {}, "A": {"<2>": Message("y"), "<1>": Message("x")}})
        assert told(before, after) == []


class TestRoaming:
    @given(mailboxes(), st.data())
    def test_a_message_that_was_moved_is_one_change(self, folders, data):
        full = sorted(name for name, messages in folders.items() if messages)
        assume(full and len(folders) > 1)
        source = data.draw(st.sampled_from(full))
        target = data.draw(st.sampled_from(sorted(folders.keys() - {source})))
        key = data.draw(st.sampled_from(sorted(folders[source])))
        moved = deepcopy(folders)
        moved[target][key] = moved[source].pop(key)
        (change,) = diff(mailbox(folders), mailbox(moved))
        assert change.type == "moved"
        assert change.path == (("folder", target), ("message", key))
        assert change.old_path == (("folder", source), ("message", key))

    def test_what_changed_on_the_way_is_told_as_well(self):
        before = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
        after = mailbox({"In": {}, "Out": {"<1>": Message("x", starred=True)}})
        assert told(before, after) == [
            "folder[Out]/message[<1>]: stood at folder[In]/message[<1>]",
            "folder[Out]/message[<1>].starred: false → true",
        ]

    def test_into_a_folder_that_is_new_and_out_of_one_that_is_gone(self):
        before = mailbox({"In": {"<1>": Message("x")}, "Keep": {"<2>": Message("y")}})
        assert sorted(
            told(before, mailbox({"In": {}, "Keep": {"<2>": Message("y")}, "New": {"<1>": Message("x")}}))
        ) == [
            "folder[New]/message[<1>]: stood at folder[In]/message[<1>]",
            "folder[New]: added",
        ]
        after = mailbox({"Keep": {"<2>": Message("y"), "<1>": Message("x")}})
        assert sorted(told(before, after)) == [
            "folder[In]: removed",
            "folder[Keep]/message[<1>]: stood at folder[In]/message[<1>]",
        ]

    def test_a_copy_is_no_move(self):
        before = mailbox({"In": {"<1>": Message("x")}, "Out": {}, "Else": {}})
        copied = mailbox({"In": {"<1>": Message("x")}, "Out": {"<1>": Message("x")}, "Else": {}})
        assert told(before, copied) == ["folder[Out]/message[<1>]: added"]
        twice = mailbox({"In": {}, "Out": {"<1>": Message("x")}, "Else": {"<1>": Message("x")}})
        assert sorted(told(before, twice)) == [
            "folder[Else]/message[<1>]: added",
            "folder[In]/message[<1>]: removed",
            "folder[Out]/message[<1>]: added",
        ]

    def test_a_renamed_folder_takes_its_messages_along(self):
        messages = {"<1>": Message("x"), "<2>": Message("y")}
        after = mailbox({"Inbox": messages, "B": {}})
        assert told(mailbox({"In": messages, "B": {}}), after) == ['folder[Inbox]: was named "In"']


class TestAxis:
    def test_an_inserted_column_moves_the_keys_of_cells(self):
        wider = [[row[0], Cell(), *row[1:]] for row in deepcopy(ROWS)]
        for number, row in enumerate(wider, 1):
            row[3].formula = f"=C{number}*2"
        assert told(grid({"S": ROWS}), grid({"S": wider})) == ["sheet[S]/column[2]: added"]

    def test_what_stands_in_it_is_told_cell_by_cell(self):
        wider = [[row[0], Cell(n * 7 if n else None), *row[1:2]] for n, row in enumerate(deepcopy(ROWS))]
        narrow = [row[:2] for row in ROWS]
        assert told(grid({"S": narrow}), grid({"S": wider})) == [
            "sheet[S]/column[2]: added",
            "sheet[S]/row[2]/cell[B].value: nothing → 7",
            "sheet[S]/row[3]/cell[B].value: nothing → 14",
            "sheet[S]/row[4]/cell[B].value: nothing → 21",
        ]

    def test_a_deleted_column_takes_its_cells_along(self):
        before = grid({"S": [[*row[:2], Cell(f"c{n}")] for n, row in enumerate(ROWS)]})
        after = grid({"S": [[row[0], Cell(f"c{n}")] for n, row in enumerate(ROWS)]})
        assert told(before, after) == ["sheet[S]/column[2]: removed"]

    def test_a_column_filled_behind_the_last_is_told_cell_by_cell(self):
        filled = [[*row, Cell(f"new {n}")] for n, row in enumerate(ROWS)]
        changes = diff(grid({"S": ROWS}), grid({"S": filled}))
        assert [change.path[1:] for change in changes] == [(("row", n), ("cell", "D")) for n in range(1, 5)]
        assert all(change.fresh and change.place.origin == ("cell", "D") for change in changes)


class TestSparse:
    def test_columns_that_nothing_tells_apart_any_more_have_kept_their_order(self):
        before = grid({"S": [[Cell(1), Cell(), Cell(2.5)], [Cell(1), Cell(1)]]})
        after = grid({"S": [[], [Cell(1), Cell(1)]]})
        assert told(before, after) == [
            "sheet[S]/row[1]/cell[A].value: 1 → nothing",
            "sheet[S]/row[1]/cell[C].value: 2.5 → nothing",
        ]

    def test_an_absent_entity_has_the_defaults(self):
        before = grid({"S": [[Cell("x"), Cell(bold=True)]]})
        assert told(before, grid({"S": [[Cell("x"), Cell()]]})) == [
            "sheet[S]/row[1]/cell[B].bold: true → false"
        ]
        assert told(before, grid({"S": [[Cell("x")]]})) == ["sheet[S]/row[1]/cell[B].bold: true → false"]

    def test_rows_behind_the_last_are_written_and_emptied(self):
        longer = [*ROWS, [Cell(), Cell("total")]]
        assert told(grid({"S": ROWS}), grid({"S": longer})) == [
            'sheet[S]/row[5]/cell[B].value: nothing → "total"'
        ]
        assert told(grid({"S": longer}), grid({"S": ROWS})) == [
            'sheet[S]/row[5]/cell[B].value: "total" → nothing'
        ]
        assert told(grid({"S": [*ROWS, []]}), grid({"S": ROWS})) == []

    def test_a_row_in_between_comes_and_goes_as_one(self):
        plain = [row[:2] for row in ROWS]
        longer = [plain[0], [Cell("eve"), Cell(9)], *plain[1:]]
        assert told(grid({"S": plain}), grid({"S": longer})) == ["sheet[S]/row[2]: added"]
        assert told(grid({"S": longer}), grid({"S": plain})) == ["sheet[S]/row[2]: removed"]


class TestDerived:
    def test_a_value_follows_its_formula(self):
        before = grid({"S": [[Cell(2), Cell(4, "=A1*2")]]})
        after = grid({"S": [[Cell(3), Cell(6, "=A1*2")]]})
        changes = diff(before, after)
        assert [(change.path[-1], change.derived) for change in changes] == [
            (("cell", "A"), False),
            (("cell", "B"), True),
        ]
        assert own_changes(changes) == changes[:1]

    def test_a_value_that_takes_the_place_of_its_formula_is_an_act(self):
        before = grid({"S": [[Cell(2), Cell(4, "=A1*2")]]})
        changes = diff(before, grid({"S": [[Cell(2), Cell(5)]]}))
        assert {(change.name, change.derived) for change in changes} == {("value", False), ("formula", False)}

    def test_what_probes_saw_is_nobodys_act(self):
        before = State({"probe:p": probe_tree({"a#.x": 1})})
        for after in (State({"probe:p": probe_tree({"a#.x": 2})}), State({})):
            assert own_changes(diff(before, after)) == []


class TestRewrite:
    """Values that point at places follow them."""

    def test_formulas_follow_rows_that_moved_on(self):
        inserted = [[Cell("new"), Cell(0)], *deepcopy(ROWS)]
        for number, row in enumerate(inserted[1:], 2):
            row[2].formula = f"=B{number}*2"
        assert told(grid({"S": ROWS}), grid({"S": inserted})) == ["sheet[S]/row[1]: added"]

    def test_a_formula_that_did_not_follow_now_points_elsewhere(self):
        inserted = [[Cell("new"), Cell(0)], *ROWS]
        lines = told(grid({"S": ROWS}), grid({"S": inserted}))
        assert lines[0] == "sheet[S]/row[1]: added"
        assert lines[1:] == [
            f"sheet[S]/row[{n + 1}]/cell[C].formula: =B{n + 1}*2 → =B{n}*2" for n in range(1, 5)
        ]

    def test_what_is_shared_is_looked_at_as_well(self):
        before = grid({"S": ROWS})
        sheet = before.trees[GRID].root.children[0]
        row = Entity("row", None, {}, [Entity("cell", "A", {"value": "new"})], ("new",))
        after = State({GRID: Tree(GRID_SCHEMA, Entity("book", None, {}, [
            Entity("sheet", "S", {}, [*sheet.of_kind("column"), row, *sheet.of_kind("row")], sheet.tokens)
        ]))})  # fmt: skip
        assert len(diff(before, after)) == 5

    def test_rows_put_in_another_order_leave_formulas_as_they_are_or_take_them_along(self):
        turned = deepcopy(ROWS[::-1])
        assert told(grid({"S": ROWS}), grid({"S": turned})) == [
            "sheet[S]: the row entries stand in another order"
        ]
        for number, row in enumerate(turned, 1):
            row[2].formula = f"=B{number}*2"
        assert told(grid({"S": ROWS}), grid({"S": turned})) == [
            "sheet[S]: the row entries stand in another order"
        ]
        turned[0][2].formula = "=B3*2"
        assert len(told(grid({"S": ROWS}), grid({"S": turned}))) == 2

    def test_a_reference_to_what_is_gone_reads_so(self):
        lines = [*LINES, Paragraph([("See above.", False)], refers=2)]
        shorter = deepcopy([lines[0], *lines[2:]])
        shorter[-1].refers = 0
        assert told(document(lines), document(shorter)) == ["paragraph[2]: removed"]

    def test_a_place_beyond_the_end_moves_with_what_is_before_it(self):
        follower = Comparison(grid({"S": ROWS}), grid({"S": [[Cell("new")], *ROWS]})).follower
        sheet = ("sheet", "S")
        assert follower.follow(GRID, (sheet, ("row", 9))) == (sheet, ("row", 10))
        assert follower.follow(GRID, (sheet, ("row", 2), ("cell", "Z"))) == (sheet, ("row", 3), ("cell", "Z"))
        assert follower.follow("elsewhere", (sheet,)) == (sheet,)
        gone = Comparison(grid({"S": ROWS}), grid({"S": ROWS[1:]})).follower
        assert gone.follow(GRID, (sheet, ("row", 1), ("cell", "A"))) is None


class TestMounts:
    def test_they_come_and_go(self):
        before, after = State({"a": answer_tree("x"), "b": answer_tree("y")}), State({"b": answer_tree("z")})
        assert told(before, after) == ["answer: removed".replace("answer", ""), '.value: "y" → "z"']
        assert [change.type for change in diff(after, before)] == ["added", "set"]

    def test_another_type_of_document_takes_the_place_of_one(self):
        before = State({"m": document(LINES).trees[DOCUMENT]})
        after = State({"m": grid({"S": ROWS}).trees[GRID]})
        assert [(change.type, change.kind) for change in diff(before, after)] == [
            ("removed", "document"),
            ("added", "book"),
        ]

    def test_an_answer_is_a_state(self):
        assert told(State({}), State({ANSWER_MOUNT: answer_tree(3)})) == [": added"]


def test_changes_are_told_in_plain_words_or_in_the_applications_own():
    change = Change("set", "m", "x", (("a", "k"), ("b", 2)), None, "p", None, 1)
    assert change.describe(DATABASE_SCHEMA) == "m#a[k]/b[2].p: nothing → 1"
    assert Change("removed", "m", "x", (("a", "k"),), None).describe(MAIL_SCHEMA) == "m#a[k]: removed"


@pytest.mark.parametrize(
    "value", [Formula("=A1"), Reference("A1"), (Reference("A1"), 1), ((Formula("=A1"),),)]
)
def test_what_may_point_is_known_of_an_entity_and_all_below(value):
    assert Entity("x", None, {}, [Entity("y", None, {"p": value})]).points
    assert not Entity("x", None, {"p": 1}, [Entity("y")]).points


def test_comparisons_keep_what_they_found():
    comparison = Comparison(document(LINES), document(LINES[1:]))
    assert comparison.changes() is comparison.changes()
    assert comparison.at(DOCUMENT, (("paragraph", 1),)).old_path == (("paragraph", 2),)
    assert DOCUMENT_SCHEMA.name == "document"
    assert MAIL not in comparison.alignments
