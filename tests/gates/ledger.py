"""A small application for judging instructions: books of sheets, read from JSON, and two good tasks on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from pydantic import TypeAdapter

from forge.errors import UnreadableError
from forge.gates.base import Case
from forge.preparers.base import Files, Observation, Preparer, Problem
from forge.skills.contract import Fact, Footprint
from forge.skills.instruction import keep_fact, render, save_fact
from forge.skills.setup import Setup
from forge.states.answers import ANSWER
from forge.states.entities import Entity, Kind, Property, Schema, Tree
from forge.states.patches import EntityData
from forge.states.rubric import Equals, Invariant, ProbeSpec, Requirement, Rubric
from forge.states.selectors import Selector
from forge.states.values import Colour, Value
from forge.storage.bundle import Bundle, ContractRecord, MountRecord, PartRecord, instruction_sha256

STORED = TypeAdapter(EntityData)
LEDGER = Schema(
    "ledger",
    {
        kind.name: kind
        for kind in (
            Kind.of("book"),
            Kind.of("sheet", Property("remark", says="a note on it"), ordered=True),
            Kind.of("column", align="sequence"),
            Kind.of("row", align="sequence"),
            Kind.of(
                "cell",
                Property("value"),
                Property("fill"),
                Property("align", "general", choices=("general", "left", "center")),
                align="axis",
                axis="column",
                sparse=True,
            ),
        )
    },
)
MOUNT = "~/Documents/orders.ledger"
BOOK = Selector(MOUNT)
YELLOW = Colour("#FFFF99")

Sheets = Mapping[str, Sequence[Sequence[Value]]]
ORDERS: Sheets = {
    "Deliveries": [
        ["Customer", "Net weight", "Status"],
        ["Brook & Sons", 120, "open"],
        ["Marlow Foods", 38, "open"],
        ["Rivera Ltd", 975, "paid"],
        ["Okafor Traders", 49.5, "paid"],
        ["Lindqvist", 50, "late"],
    ],
    "Remarks": [["Topic", "Remark"], ["Pallets", "Count them twice"], ["Drivers", "Ask for the rota"]],
}
LETTERS = "ABCDEFGH"


def book(sheets: Sheets, fills: Mapping[tuple[str, int, str], Colour] | None = None, **remarks: str) -> Tree:
    """The tree of a book.

    Args:
        sheets: the rows of each sheet.
        fills: backgrounds by sheet, row and column letter.
        remarks: the note on each sheet.
    """
    return Tree(
        LEDGER,
        Entity("book", children=[_sheet(name, rows, fills or {}, remarks) for name, rows in sheets.items()]),
    )


def _sheet(
    name: str,
    rows: Sequence[Sequence[Value]],
    fills: Mapping[tuple[str, int, str], Colour],
    remarks: Mapping[str, str],
) -> Entity:
    columns = [Entity("column", LETTERS[place]) for place in range(len(rows[0]))]
    children = [
        Entity(
            "row",
            children=[
                Entity("cell", letter, _cell(value, fills.get((name, number, letter))))
                for letter, value in zip(LETTERS, row, strict=False)
                if value is not None
            ],
        )
        for number, row in enumerate(rows, 1)
    ]
    remark = {"remark": remarks[name]} if name in remarks else {}
    return Entity("sheet", name, remark, [*columns, *children])


def _cell(value: Value, fill: Colour | None) -> dict[str, Value]:
    return {"value": value, "fill": fill} if fill is not None else {"value": value}


class Ledgers(Preparer[Tree]):
    """Books as JSON files; nothing else can open them."""

    name = "ledger"
    schema = LEDGER
    suffixes = (".ledger",)

    def write(self, spec: Tree) -> Files:
        return {"": STORED.dump_json(EntityData.of(spec.root))}

    def parse(self, files: Files) -> Tree:
        try:
            return Tree(LEDGER, STORED.validate_json(files[""]).entity())
        except (KeyError, ValueError) as error:
            raise UnreadableError(f"Not a ledger: {error}.") from error

    def tree(self, spec: Tree) -> Tree:
        return spec

    def engine(self) -> str | None:
        return None

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        raise NotImplementedError

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        return []

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:
        return []


PREPARER = Ledgers()


class LedgerCase(Case):
    """A case whose mounts are all ledgers."""

    def preparer(self, mount: str) -> Preparer[Any]:
        return PREPARER


class Task:
    """A task that can be made with one thing wrong, by setting the attribute in question before `case` is asked for."""

    def __init__(self, **changed: Any) -> None:
        self.start = book(ORDERS)
        self.golden = book(ORDERS, {("Deliveries", 3, "B"): YELLOW, ("Deliveries", 5, "B"): YELLOW})
        self.facts: tuple[Fact, ...] = highlight_facts()
        self.requirement = highlight_requirement()
        self.template = HIGHLIGHT_TEMPLATE
        self.instruction: str | None = None
        self.setup = Setup(open=(MOUNT,))
        self.additions = "forbid"
        self.answer: Value = None
        self.mount = MOUNT
        for name, value in changed.items():
            assert hasattr(self, name), f"a task has no {name}"
            setattr(self, name, value)

    @cached_property
    def rubric(self) -> Rubric:
        guard = Invariant(writes=(self.requirement.checks()[0].select,), additions=self.additions)
        return Rubric(requirements=(self.requirement,), invariants=(guard,))

    @cached_property
    def text(self) -> str:
        return self.instruction or render(self.template, self.facts, Random(1))

    @cached_property
    def bundle(self) -> Bundle:
        record = ContractRecord(
            parts=(PartRecord(skill="ledger.cells.highlight", version=1),),
            applications=("ledger",),
            seed=1,
            index=0,
            difficulty="easy",
            domain="haulage",
            locale="en",
            facts=self.facts,
            footprint=Footprint(writes=(self.requirement.checks()[0].select,), additions=self.additions),
            setup=self.setup,
            template=self.template,
            instruction_sha256=instruction_sha256(self.text),
            mounts=(
                MountRecord(
                    mount=self.mount,
                    preparer="ledger",
                    start=self.start.digest(),
                    golden=self.golden.digest(),
                ),
            ),
            forge="0.1.0",
        )
        return Bundle.assemble(
            record,
            self.text,
            rubric=self.rubric,
            near_misses=(),
            variants=(),
            start={self.mount: PREPARER.write(self.start)},
            golden={self.mount: PREPARER.write(self.golden)},
            answer=self.answer,
        )

    @property
    def case(self) -> LedgerCase:
        return LedgerCase(self.bundle)


def with_public(case: LedgerCase, **files: str | bytes) -> LedgerCase:
    """The case with public files put beside or in place of its own; `__` in a name stands for `/`, `_dot_` for `.`."""
    named = {name.replace("__", "/").replace("_dot_", "."): content for name, content in files.items()}
    added = {name: text.encode() if isinstance(text, str) else text for name, text in named.items()}
    return LedgerCase(replace(case.bundle, public={**case.bundle.public, **added}))


HIGHLIGHT_TEMPLATE = (
    "Could you fill every cell of {{column}} on {{sheet}} that is {{below}} {{threshold}} with {{fill}}? "
    "Please {{keep}}, and {{save}}."
)


def header(letter: str, *, sheet: str = "Deliveries", row: int = 1) -> Selector:
    """Where a header stands."""
    return BOOK.below("sheet", sheet).below("row", row).below("cell", letter).of("value")


def highlight_facts() -> tuple[Fact, ...]:
    """The facts of the highlighting task."""
    return (
        Fact(
            name="sheet",
            value="Deliveries",
            says=('the "Deliveries" sheet', 'the sheet "Deliveries"'),
            refers=BOOK.below("sheet", "Deliveries"),
        ),
        Fact(
            name="column",
            value="Net weight",
            says=('the "Net weight" column', 'the column "Net weight"'),
            refers=header("B"),
        ),
        Fact(name="below", value="less", says=("below", "less than")),
        Fact(name="threshold", value=50, says=("50",)),
        Fact(name="fill", value=YELLOW, says=("light yellow",)),
        keep_fact(),
        save_fact(),
    )


def highlight_requirement() -> Requirement:
    """What the highlighting task asks for."""
    place = BOOK.below("sheet", "Deliveries").below("row", 3, 5).below("cell", "B").of("fill")
    return Requirement(
        id="filled",
        says="the light deliveries are yellow",
        any_of=((Equals(select=place, expected=YELLOW),),),
        facts=("sheet", "column", "below", "threshold", "fill"),
    )


def changed(facts: tuple[Fact, ...], name: str, **values: Any) -> tuple[Fact, ...]:
    """The facts with one of them changed."""
    return tuple(fact.model_copy(update=values) if fact.name == name else fact for fact in facts)


def ask(**changed_attributes: Any) -> Task:
    """A task to answer with the customer whose delivery is the heaviest."""
    names = BOOK.below("sheet", "Deliveries").run("row", 2, 6).below("cell", "A").of("value")
    weights = BOOK.below("sheet", "Deliveries").run("row", 2, 6).below("cell", "B").of("value")
    sheet, column = highlight_facts()[:2]
    facts = (
        sheet,
        column,
        Fact(name="extreme", value="highest", says=("highest", "largest")),
        keep_fact(),
        Fact(name="answer", value="Rivera Ltd", public=False, worked_out_from=(names, weights)),
    )
    requirement = Requirement(
        id="answered",
        says="the answer is the customer with the heaviest delivery",
        any_of=((Equals(select=ANSWER, expected="Rivera Ltd", text="folded"),),),
        facts=("sheet", "column", "extreme", "answer"),
    )
    attributes = {
        "golden": book(ORDERS),
        "facts": facts,
        "requirement": requirement,
        "template": "Which entry on {{sheet}} has the {{extreme}} value in {{column}}? Please {{keep}}.",
        "answer": "Rivera Ltd",
    }
    return Task(**{**attributes, **changed_attributes})
