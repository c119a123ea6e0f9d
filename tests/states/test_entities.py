"""Entities, trees, their digests and what two trees share."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from forge.errors import StateError
from forge.states.changes import diff
from forge.states.entities import Entity, Kind, Property, Schema, State, Tree, share
from forge.tests.states.worlds import (
    DATABASE,
    GRID,
    GRID_SCHEMA,
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

PLAIN = Schema(
    "plain",
    {
        kind.name: kind
        for kind in (
            Kind.of("root"),
            Kind.of("item", Property("a"), Property("b", 0), Property("stamp", volatile=True)),
            Kind.of("line", Property("text"), align="sequence"),
            Kind.of("spot", Property("a"), sparse=True),
            Kind.of("shelf", Property("a"), align="sequence", sparse=True),
        )
    },
)


def tree(*children: Entity) -> Tree:
    return Tree(PLAIN, Entity("root", children=children))


class TestEntity:
    def test_children_are_found_by_key_and_by_position(self):
        first, second, line = Entity("item", "x"), Entity("item", "y"), Entity("line")
        root = Entity("root", children=[first, line, second])
        assert root.child("item", "y") is second
        assert root.child("line", 1) is line
        assert root.child("line", 2) is None
        assert root.child("line", 0) is None
        assert root.child("item", "z") is None
        assert root.kinds() == ("item", "line")
        assert root.of_kind("item") == (first, second)

    def test_two_siblings_with_one_key_are_a_fault_of_the_reader(self):
        root = Entity("root", children=[Entity("item", "x"), Entity("item", "x")])
        with pytest.raises(StateError, match="Two children of root  are item 'x'"):
            root.child("item", "x")
        with pytest.raises(StateError, match="Two children"):
            diff(State({"m": Tree(PLAIN, root)}), State({"m": tree(Entity("item", "x", {"a": 1}))}))

    def test_properties_are_set_and_removed_in_a_copy(self):
        entity = Entity("item", "x", {"a": 1, "b": 2}, (), ("t",))
        other = entity.with_properties(a=None, b=3)
        assert other.properties == {"b": 3}
        assert other.tokens == ("t",)
        assert entity.properties == {"a": 1, "b": 2}

    def test_a_child_is_replaced_where_it_stands(self):
        root = Entity("root", children=[Entity("item", "x"), Entity("line"), Entity("item", "y")])
        assert root.child("item", "y") is not None  # the index is there when the copy is made
        other = root.with_child(2, Entity("item", "y", {"a": 1}))
        assert [child.kind for child in other.children] == ["item", "line", "item"]
        assert other.child("item", "y") is other.children[2]
        gone = root.with_child(0, None)
        assert gone.child("item", "x") is None
        renamed = root.with_child(0, Entity("item", "z"))
        assert renamed.child("item", "z") is renamed.children[0]
        assert renamed.child("item", "x") is None

    def test_one_object_may_stand_at_several_places_of_a_sequence(self):
        blank = Entity("line", None, {"text": "same"})
        state = State({"m": tree(blank, blank, blank)})
        edited = State(
            {"m": state.trees["m"].with_entity((("line", 2),), Entity("line", None, {"text": "x"}))}
        )
        (change,) = diff(state, edited)
        assert change.path == (("line", 2),)
        assert [entity.properties["text"] for entity in edited.trees["m"].root.children] == [
            "same",
            "x",
            "same",
        ]

    def test_entities_survive_pickling(self):
        entity = Entity("item", "x", {"a": 1}, [Entity("line")], ("t",))
        other = pickle.loads(pickle.dumps(entity))  # noqa: S301 - what was just written
        assert repr(other) == repr(entity)
        assert other.tokens == ("t",)


class TestTree:
    def test_an_entity_is_put_removed_and_added(self):
        start = tree(Entity("item", "x"), Entity("line", None, {"text": "a"}))
        put = start.with_entity((("item", "x"),), Entity("item", "x", {"a": 1}))
        assert put.at((("item", "x"),)).properties == {"a": 1}
        added = start.with_entity((("item", "y"),), Entity("item", "y"))
        assert [child.key for child in added.root.of_kind("item")] == ["x", "y"]
        last = start.with_entity((("line", 2),), Entity("line", None, {"text": "b"}))
        assert len(last.root.of_kind("line")) == 2
        assert start.with_entity((("item", "x"),), None).root.of_kind("item") == ()
        assert start.with_entity((("item", "none"),), None).root is start.root

    @pytest.mark.parametrize("path", [(("line", 3),), (("item", "none"), ("line", 1)), (("line", 0),)])
    def test_what_has_no_place_is_refused(self, path):
        with pytest.raises(StateError, match="There is no"):
            tree(Entity("line")).with_entity(path, Entity(path[-1][0]))

    def test_the_root_stays(self):
        with pytest.raises(StateError, match="drop the mount"):
            tree().with_entity((), None)

    def test_what_is_sparse_is_filled_with_blanks_on_the_way(self):
        grown = tree().with_entity((("shelf", 3),), Entity("shelf", None, {"a": 1}))
        assert [child.properties for child in grown.root.children] == [{}, {}, {"a": 1}]

    def test_several_entities_are_replaced_at_once_and_keep_their_children(self):
        start = tree(Entity("item", "x", {}, [Entity("line"), Entity("line")]), Entity("item", "y"))
        edited = start.with_entities(
            {
                (("item", "x"),): Entity("item", "x", {"a": 1}),
                (("item", "x"), ("line", 2)): Entity("line", None, {"text": "b"}),
                (("item", "y"),): Entity("item", "y", {"a": 2}),
            }
        )
        assert edited.at((("item", "x"),)).properties == {"a": 1}
        assert edited.at((("item", "x"), ("line", 2))).properties == {"text": "b"}
        assert edited.at((("item", "y"),)).properties == {"a": 2}
        with pytest.raises(StateError, match="There is no item 'z'"):
            start.with_entities({(("item", "z"),): Entity("item", "z")})

    def test_what_is_told_apart_by_key_needs_one(self):
        with pytest.raises(StateError, match="has no key"):
            list(tree(Entity("item")).walk())


class TestSchema:
    def test_a_value_is_effective(self):
        assert PLAIN.value(Entity("item", "x", {"a": 1}), "item", "a") == 1
        assert PLAIN.value(Entity("item", "x"), "item", "b") == 0
        assert PLAIN.value(None, "item", "b") is None
        assert GRID_SCHEMA.value(None, "cell", "bold") is False

    def test_what_it_has_not_is_named_with_what_it_has(self):
        with pytest.raises(StateError, match="no kind 'cell'; it has item, line, root, shelf, spot"):
            PLAIN.kind("cell")
        with pytest.raises(StateError, match="no property 'c'; it has a, b, stamp"):
            PLAIN.value(Entity("item", "x", {"c": 1}), "item", "c")

    def test_tokens_are_what_the_reader_gave_or_what_counts(self):
        assert PLAIN.tokens(Entity("item", "x", {}, (), ("t",))) == ("t",)
        assert PLAIN.tokens(Entity("item", "x", {"stamp": 9, "b": 2, "a": 1})) == (1, 2)


class TestDigest:
    def test_the_order_of_properties_and_keyed_siblings_does_not_count(self):
        one = tree(Entity("item", "x", {"a": 1, "b": 2}), Entity("item", "y"), Entity("line"))
        other = tree(Entity("line"), Entity("item", "y"), Entity("item", "x", {"b": 2, "a": 1}))
        assert one.digest() == other.digest()

    def test_defaults_volatile_properties_labels_and_blanks_do_not_count(self):
        one = tree(Entity("item", "x", {"b": 0, "stamp": 1}), Entity("spot", "s"), Entity("line", "label"))
        other = tree(Entity("item", "x", {"stamp": 2}), Entity("line"), Entity("shelf"))
        assert one.digest() == other.digest()

    def test_whole_numbers_have_one_form(self):
        assert tree(Entity("item", "x", {"a": 3})).digest() == tree(Entity("item", "x", {"a": 3.0})).digest()

    @pytest.mark.parametrize(
        "other",
        [
            tree(Entity("item", "x", {"a": True})),
            tree(Entity("item", "x", {"a": "1"})),
            tree(Entity("item", "y", {"a": 1})),
            tree(Entity("item", "x", {"a": 1}), Entity("line")),
            tree(Entity("item", "x", {"a": (1,)})),
        ],
    )
    def test_everything_else_does(self, other):
        assert tree(Entity("item", "x", {"a": 1})).digest() != other.digest()

    def test_blanks_between_others_of_a_sequence_count(self):
        shelf = Entity("shelf", None, {"a": 1})
        assert tree(Entity("shelf"), shelf).digest() != tree(shelf).digest()
        assert tree(shelf, Entity("shelf")).digest() == tree(shelf).digest()

    def test_texts_of_any_script_and_broken_ones(self):
        assert tree(Entity("item", "Ünï", {"a": "\ud800"})).digest()

    def test_it_is_the_same_under_every_hash_seed(self):
        code = (
            "from forge.tests.states.worlds import *\n"
            "state = mailbox({'Inbox': {'<1>': Message('a'), '<2>': Message('b', True)}, 'Sent': {}})\n"
            "print(state.trees[MAIL].digest())"
        )
        found = {
            subprocess.run(
                [sys.executable, "-c", code],
                env={
                    **os.environ,
                    "PYTHONHASHSEED": seed,
                    "PYTHONPATH": str(Path(__file__).parents[2] / ".dev"),
                },
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            for seed in ("1", "2")
        }
        state = mailbox({"Sent": {}, "Inbox": {"<2>": Message("b", True), "<1>": Message("a")}})
        assert found == {state.trees[MAIL].digest() + "\n"}


class TestShare:
    def test_what_is_equal_is_one_object(self):
        old = database(Database({"a": {"1": Record("x"), "2": Record("y")}, "b": {"1": Record("z")}}))
        new = database(Database({"a": {"1": Record("x"), "2": Record("w")}, "b": {"1": Record("z")}}))
        found = share(old.trees[DATABASE], new.trees[DATABASE]).root
        before = old.trees[DATABASE].root
        assert found.child("table", "b") is before.child("table", "b")
        assert found.child("table", "a").child("record", "1") is before.child("table", "a").child(
            "record", "1"
        )
        assert found.child("table", "a").child("record", "2").properties["name"] == "w"

    def test_a_row_that_moved_is_found_by_its_content(self):
        rows = [[Cell("x"), Cell(n)] for n in range(5)]
        old, new = grid({"S": rows}), grid({"S": [[Cell("new")], *rows[::-1]]})
        found = share(old.trees[GRID], new.trees[GRID]).root.children[0]
        before = old.trees[GRID].root.children[0].of_kind("row")
        assert found.of_kind("row")[1:] == before[::-1]

    @pytest.mark.parametrize(("first", "second"), [(1, True), (1, 1.0), (0.1 + 0.2, 0.3), ((1,), (True,))])
    def test_what_only_looks_equal_is_not_shared(self, first, second):
        old, new = tree(Entity("item", "x", {"a": first})), tree(Entity("item", "x", {"a": second}))
        value = share(old, new).root.children[0].properties["a"]
        assert value is second

    def test_volatile_values_and_tokens_are_those_of_the_new_one(self):
        old = tree(Entity("item", "x", {"stamp": 1}, (), ("a",)))
        new = tree(Entity("item", "x", {"stamp": 2}, (), ("b",)))
        found = share(old, new).root.children[0]
        assert found.properties["stamp"] == 2
        assert found.tokens == ("b",)

    def test_another_kind_of_thing_shares_nothing(self):
        old, new = document([Paragraph([("a", False)])]), tree(Entity("line"))
        assert share(old.trees["~/report.doc"], new).root is new.root
