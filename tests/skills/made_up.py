"""Made-up skills and contracts of several applications, to write and judge instructions about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pydantic import BaseModel

from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract, Difficulty, Fact, Footprint, Skill
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.setup import Setup
from forge.states.answers import ANSWER
from forge.states.rubric import Equals, Ordered, Requirement, SortKey
from forge.states.selectors import Selector
from forge.states.values import Colour


class MadeUp(Skill[BaseModel, None]):
    """A skill of which only the title and the phrasings are used."""

    def sample(self, random: Random, difficulty: Difficulty) -> BaseModel:
        raise NotImplementedError

    def variables(self, parameters: BaseModel) -> Mapping[str, Any]:
        raise NotImplementedError

    def prepare(
        self, parameters: BaseModel, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> None:
        raise NotImplementedError

    def solve(self, scene: None, desktop: Desktop) -> None:
        raise NotImplementedError

    def contract(self, scene: None) -> Contract:
        raise NotImplementedError


class Highlight(MadeUp):
    id = "calc.formatting.highlight_matching"
    title = "Colour the cells of a column that meet a criterion"
    applications = ("calc",)
    area = "formatting"
    phrasings = (
        "[[highlight|mark|colour]] [[all cells|all the cells|the cells]] of {{column}} [[on|in]] {{sheet}} that "
        "[[are|come out]] {{below}} {{threshold}} in {{fill}}",
        "go through {{column}} on {{sheet}} and [[fill|shade]] [[everything|every value]] {{below}} {{threshold}} "
        "with {{fill}}",
        "give [[the cells|all cells]] of {{column}} [[on|in]] {{sheet}} a {{fill}} [[background|fill]] wherever the "
        "value is {{below}} {{threshold}}",
        "terse: {{sheet}}, {{column}}: {{fill}} [[background|fill]] for [[everything|all values]] {{below}} "
        "{{threshold}}.",
        "chatty: There are [[some|a few]] values {{below}} {{threshold}} in {{column}} on {{sheet}}, and I keep "
        "missing them. [[Can|Could]] you [[make|turn]] those cells {{fill}}?",
        "precise: In {{column}} of {{sheet}}, every cell whose value is {{below}} {{threshold}} gets {{fill}} as its "
        "background colour.",
    )


class SortRows(MadeUp):
    id = "calc.rows.sort"
    title = "Sort records by one or more columns"
    applications = ("calc",)
    area = "rows"
    phrasings = (
        "[[sort|order]] [[the rows|all rows|the records]] [[on|of]] {{sheet}} by {{key}}, {{order}}"
        "[[. Where two are equal, {{second}} decides, {{second_order}}|]]",
        "put [[the rows|all entries]] on {{sheet}} in order: by {{key}}, {{order}}"
        "[[, and within the same one by {{second}}, {{second_order}}|]]",
        "arrange {{sheet}} by {{key}}, {{order}}[[, then by {{second}}, {{second_order}}|]]",
        "terse: {{sheet}}: sort by {{key}}, {{order}}[[, then {{second}}, {{second_order}}|]].",
        "chatty: The rows on {{sheet}} are all over the place. I'd like them sorted by {{key}}, {{order}}"
        "[[, and by {{second}}, {{second_order}}, where that's the same|]].",
        "precise: The rows of {{sheet}} are to be sorted by {{key}}, {{order}}"
        "[[; rows that are equal there are sorted by {{second}}, {{second_order}}|]].",
    )


class MoveMessages(MadeUp):
    id = "mail.messages.move"
    title = "Move messages to another folder"
    applications = ("mail",)
    area = "messages"
    phrasings = (
        "move [[all messages|every message|everything]] from {{sender}} [[out of|from]] {{source}} to {{target}}",
        "put [[whatever|everything that]] {{sender}} sent me into {{target}}, as far as it is in {{source}}",
        "file the mail that {{sender}} sent: from {{source}} to {{target}}",
        "terse: Mail from {{sender}}: {{source}} to {{target}}.",
        "chatty: {{source}} is getting crowded. [[Can|Could]] you move what's from {{sender}} over to {{target}}?",
        "precise: Each message in {{source}} whose sender is {{sender}} belongs in {{target}}; move it there.",
    )


class Ask(MadeUp):
    id = "calc.answers.highest"
    title = "Find the record with the highest value and answer with its name"
    applications = ("calc",)
    area = "answers"
    phrasings = (
        "look up which {{thing}} on {{sheet}} has the {{extreme}} value in {{column}} and [[tell me|answer with]] "
        "its name",
        "find the {{thing}} with the {{extreme}} value in {{column}} on {{sheet}} and give me just its name",
        "Which {{thing}} on {{sheet}} has the {{extreme}} value in {{column}}? Answer with [[the|its]] name only.",
        "terse: {{extreme}} value in {{column}} on {{sheet}}: which {{thing}}? Just the name.",
        "chatty: I'm [[wondering|curious]] which {{thing}} on {{sheet}} has the {{extreme}} value in {{column}}. "
        "What's its name?",
        "precise: Determine the {{thing}} on {{sheet}} whose value in {{column}} is the {{extreme}}. The answer is its "
        "name and nothing else.",
    )


SHEETS = ("Deliveries", "Q3 Orders", "Läufe 2025", "Stock & Spares", "Crew's rota", "Beträge")
COLUMNS = ("Net weight", "Unit price", "Kilometres", "Arrived on", "Hours", "Étage")
FILLS = (("light yellow", "#FFFF99"), ("orange", "#FFA500"), ("pale green", "#CCFFCC"), ("red", "#FF0000"))
WORKBOOK = Selector("~/Documents/orders.xlsx")


def sheet_fact(random: Random) -> Fact:
    name = random.choice(SHEETS)
    says = (f'the "{name}" sheet', f'the sheet "{name}"')
    return Fact(name="sheet", value=name, says=says, refers=WORKBOOK.below("sheet", name))


def column_fact(random: Random, slot: str = "column", *, sheet: str, other: str = "") -> Fact:
    name = random.choice([column for column in COLUMNS if column != other])
    place = WORKBOOK.below("sheet", sheet).below("row", 1).below("cell", "C").of("value")
    return Fact(name=slot, value=name, says=(f'the "{name}" column', f'the column "{name}"'), refers=place)


def highlight(random: Random) -> Contract:
    sheet = sheet_fact(random)
    column = column_fact(random, sheet=sheet.value)
    colour, code = random.choice(FILLS)
    threshold = random.choice((50, 1200, 0.5, 99.9))
    place = WORKBOOK.below("sheet", sheet.value).below("row", 2, 5, 9).below("cell", "C").of("fill")
    facts = (
        sheet,
        column,
        Fact(name="below", value="less", says=("below", "less than", "under", "smaller than")),
        Fact(name="threshold", value=threshold, says=(f"{threshold:,}",)),
        Fact(name="fill", value=Colour(code), says=(colour,)),
        keep_fact(),
        save_fact(),
    )
    requirement = Requirement(
        id="filled",
        says="the cells below the threshold are filled",
        any_of=((Equals(select=place, expected=Colour(code)),),),
        facts=("sheet", "column", "below", "threshold", "fill"),
    )
    return contract(facts, requirement, place)


def sort_rows(random: Random) -> Contract:
    sheet = sheet_fact(random)
    key = column_fact(random, "key", sheet=sheet.value)
    orders = (
        ("ascending", ("in ascending order", "smallest first")),
        ("descending", ("in descending order", "largest first")),
    )
    order = random.choice(orders)
    facts = [sheet, key, Fact(name="order", value=order[0], says=order[1])]
    if random.random() < 0.5:
        second = column_fact(random, "second", sheet=sheet.value, other=key.value)
        other = random.choice(orders)
        facts += [second, Fact(name="second_order", value=other[0], says=other[1])]
    rows = WORKBOOK.below("sheet", sheet.value).run("row", 2, 30)
    requirement = Requirement(
        id="sorted",
        says="the rows are sorted",
        any_of=((Ordered(select=rows, by=(SortKey(value=Selector("").below("cell", "C").of("value")),)),),),
        facts=tuple(fact.name for fact in facts),
    )
    return contract((*facts, keep_fact(), save_fact()), requirement, rows)


def move_messages(random: Random) -> Contract:
    sender = random.choice(("Ines Faria", "Bob O'Neil", "Jürgen Groß", "orders@example.com"))
    source, target = random.sample(("Inbox", "Invoices", "To read", "Archive", "Suppliers"), 2)
    folders = Selector("mail")
    facts = (
        Fact(name="sender", value=sender, says=(sender,)),
        *(
            Fact(
                name=slot,
                value=name,
                says=(f"the {name} folder", f"my {name} folder"),
                refers=folders.below("folder", name),
            )
            for slot, name in (("source", source), ("target", target))
        ),
        keep_fact(),
    )
    place = folders.below("folder", target).below("message", "<a@example.org>")
    requirement = Requirement(
        id="moved",
        says="the message is in its folder",
        any_of=((Equals(select=place.of("sender"), expected=sender),),),
        facts=("sender", "source", "target"),
    )
    return contract(facts, requirement, place)


def ask(random: Random) -> Contract:
    sheet = sheet_fact(random)
    column = column_fact(random, sheet=sheet.value)
    thing = random.choice(("customer", "driver", "machine", "entry"))
    place = WORKBOOK.below("sheet", sheet.value).run("row", 2, 30).below("cell", "A").of("value")
    facts = (
        sheet,
        column,
        Fact(name="thing", value=thing, says=(thing,), waiver="it names what a row is"),
        Fact(name="extreme", value="highest", says=("highest", "largest")),
        Fact(name="keep", value=True, says=("do not change anything in the file", "leave the file as it is")),
        Fact(name="answer", value="Rivera Ltd", public=False, worked_out_from=(place,)),
    )
    requirement = Requirement(
        id="answer",
        says="the answer is the name",
        any_of=((Equals(select=ANSWER, expected="Rivera Ltd", text="folded"),),),
        facts=("sheet", "column", "extreme", "answer"),
    )
    return contract(facts, requirement, Selector("answer"))


def contract(facts: tuple[Fact, ...], requirement: Requirement, writes: Selector) -> Contract:
    return Contract(
        facts=facts,
        requirements=(requirement,),
        footprint=Footprint(writes=(writes,)),
        setup=Setup(),
        variants=(),
        near_misses=(),
    )


MADE_UP: dict[str, tuple[type[MadeUp], Callable[[Random], Contract]]] = {
    "highlight": (Highlight, highlight),
    "sort": (SortRows, sort_rows),
    "mail": (MoveMessages, move_messages),
    "ask": (Ask, ask),
}
