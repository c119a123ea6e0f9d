"""The algebra of contracts: what goes together in which order, what does not and why, and one contract of all."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from forge.errors import RefusedError, SkillError, UsageError
from forge.pipeline.seeds import stream
from forge.preparers.calc import places
from forge.preparers.calc.spec import Workbook
from forge.preparers.desktop import Desktop
from forge.skills.compose import (
    Joint,
    joined,
    moves,
    require_joint_end,
    require_shared,
)
from forge.skills.composite import combined, composite, instruction_of
from forge.skills.contract import KEEP, Attempt, Contract, Fact, Footprint, Skill
from forge.skills.identities import joint_id
from forge.skills.instruction import REGISTERS, complaints, keep_fact
from forge.skills.joint import joint_contract
from forge.skills.parts import Member
from forge.skills.setup import Setup
from forge.states.changes import Comparison
from forge.states.overlap import overlap, overlapping
from forge.states.rubric import Equals, Invariant, Requirement
from forge.states.score import requirement_result, score
from forge.states.selectors import Selector

MOUNT, SHEET = "~/book.xlsx", "Data"
PLACES = ("A1", "B1", "C1", "D1", "E1")


class Nothing(BaseModel):
    """No parameters."""


class Put(Skill[Nothing, None]):
    """Puts a text into one cell, and looks at others for that."""

    title, applications, area = "Put a text", ("calc",), "made_up"
    parameters = Nothing
    phrasings = tuple(f"put {{{{text}}}} into {{{{cell}}}}{'!' * n}" for n in range(6))

    def __init__(
        self, cell: str, reads: Sequence[str] = (), *, edits: str = "", mount: str = MOUNT, text: str = ""
    ) -> None:
        self.id = f"made.up.{cell.lower()}{text}"  # type: ignore[misc] - one class stands for many skills here
        self.cell, self.sources, self.edits, self.mount, self.text = (
            cell,
            reads,
            edits,
            mount,
            text or f"to {cell}",
        )

    def at(self, cell: str) -> Selector:
        return places.cells(self.mount, SHEET, cell, "value")

    def sample(self, random: Random, difficulty: Any) -> Nothing:
        return Nothing()

    def variables(self, parameters: Nothing) -> dict[str, Any]:
        return {}

    def prepare(self, parameters: Nothing, kits: Any, desktop: Desktop, random: Random) -> None:
        if self.mount not in desktop.documents:
            raise SkillError("There is no table.")
        if self.edits:
            desktop.spec(self.mount).sheet(SHEET)[self.edits].value = f"prepared for {self.cell}"

    def describe(self, scene: None) -> tuple[str, str]:
        return "anything", "en"

    def solve(self, scene: None, desktop: Desktop) -> None:
        desktop.spec(self.mount).sheet(SHEET)[self.cell].value = self.text

    def contract(self, scene: None) -> Contract:
        text = Fact(name="text", value=self.text, says=(f'"{self.text}"',))
        cell = Fact(name="cell", value=self.cell, says=(f"cell {self.cell}",))
        required = Requirement(
            id="put",
            says="It is there.",
            any_of=((Equals(select=self.at(self.cell), expected=self.text),),),
            facts=("text", "cell"),
        )

        def other(desktop: Desktop) -> None:
            desktop.spec(self.mount).sheet(SHEET)[self.cell].value = "something else"

        return Contract(
            facts=(text, cell, keep_fact()),
            requirements=(required,),
            footprint=Footprint(reads=tuple(map(self.at, self.sources)), writes=(self.at(self.cell),)),
            setup=Setup(open=(self.mount,), saving="flushed"),
            variants=(),
            near_misses=(Attempt("other", other),),
        )


class Turn(Put):
    """Puts the rows of the sheet into another order."""

    def __init__(self) -> None:
        super().__init__("F1", text="turned")

    def solve(self, scene: None, desktop: Desktop) -> None:
        sheet = desktop.spec(self.mount).sheet(SHEET)
        last = max(row for row, _ in sheet.cells)
        sheet.cells = {(last + 1 - row, column): cell for (row, column), cell in sheet.cells.items()}

    def contract(self, scene: None) -> Contract:
        made = super().contract(scene)
        places_of_rows = places.sheet(self.mount, SHEET, "order:row")
        return Contract(**{**vars(made), "footprint": Footprint(writes=(places_of_rows,))})


def desktop_of(*mounts: str) -> Desktop:
    desktop = Desktop()
    for mount in mounts or (MOUNT,):
        workbook = Workbook()
        sheet = workbook.add_sheet(SHEET)
        for row in range(1, 5):
            for column in "ABCDE":
                sheet[f"{column}{row}"].value = f"{column} {row} at the start"
        desktop.add(mount, "calc", workbook)
    return desktop


def put_together(*skills: Put, desktop: Desktop | None = None) -> Joint:
    return joined([Member(skill, Nothing(), 1) for skill in skills], {}, desktop or desktop_of())


def order_of(joint: Joint) -> list[str]:
    return [part.skill.id for part in joint.parts]


def refused(*skills: Put, desktop: Desktop | None = None) -> str:
    with pytest.raises(RefusedError) as caught:
        put_together(*skills, desktop=desktop)
    return caught.value.sort


parts = st.lists(
    st.tuples(st.sampled_from(PLACES), st.lists(st.sampled_from(PLACES), max_size=2, unique=True)),
    min_size=2,
    max_size=4,
    unique_by=lambda part: part[0],
)


@given(parts)
@settings(max_examples=40, deadline=None)
def test_what_goes_together_is_one_contract_that_holds_in_the_end_and_not_before(
    drawn: list[tuple[str, list[str]]],
) -> None:
    skills = [Put(cell, [read for read in reads if read != cell]) for cell, reads in drawn]
    try:
        joint = put_together(*skills)
    except RefusedError as error:
        assert error.sort == "cycle"  # noqa: PT017 - which draws are refused is a property of its own
        return
    contract = joint_contract(joint)
    before, after = joint.start.state(), joint.solved().state()
    # the union of the writes, one invariant over its complement, one requirement a part
    assert set(contract.footprint.writes) == {skill.at(skill.cell) for skill in skills}
    (guard,) = contract.rubric().invariants
    assert isinstance(guard, Invariant)
    assert guard.writes == contract.footprint.writes
    assert len(contract.requirements) == len(skills)
    # every requirement is false on the start and true on the end; the changes are those of all parts
    for item in contract.requirements:
        assert not requirement_result(item, Comparison(before, before)).passed
        assert requirement_result(item, Comparison(before, after)).passed
    assert score(contract.rubric(), before, after).success
    assert len(Comparison(before, after).changes()) == len(skills)
    require_joint_end(joint, contract)
    # whoever reads a place comes after whoever writes it
    for place, part in enumerate(joint.parts):
        assert not any(overlapping(later.writes, part.reads) for later in joint.parts[place + 1 :])
    # one part left undone loses, whichever it is
    for attempt in contract.near_misses:
        wrong = joint.start.copy()
        attempt.act(wrong)
        assert not score(contract.rubric(), before, wrong.state()).success


@given(parts)
@settings(max_examples=40, deadline=None)
def test_what_has_no_order_is_refused_and_only_that(drawn: list[tuple[str, list[str]]]) -> None:
    reads = {cell: [read for read in reads if read != cell] for cell, reads in drawn}
    written = list(reads)
    reach = {cell: {read for read in reads[cell] if read in written} for cell in written}
    for _ in written:
        reach = {cell: found.union(*(reach[other] for other in found)) for cell, found in reach.items()}
    cyclic = any(cell in reach[cell] for cell in written)
    skills = [Put(cell, reads[cell]) for cell in written]
    if cyclic:
        assert refused(*skills) == "cycle"
    else:
        assert set(order_of(put_together(*skills))) == {skill.id for skill in skills}


def test_two_that_write_one_place_collide() -> None:
    assert refused(Put("A1"), Put("A1", text="again")) == "collision"


def test_a_writer_comes_before_its_reader_whichever_is_named_first() -> None:
    reader, writer = Put("B1", ["A1"]), Put("A1")
    assert order_of(put_together(reader, writer)) == order_of(put_together(writer, reader))
    assert order_of(put_together(reader, writer)) == [writer.id, reader.id]


def test_who_moves_things_comes_last_whichever_is_named_first() -> None:
    for skills in ([Turn(), Put("A1")], [Put("A1"), Turn()]):
        joint = put_together(*skills)
        assert joint.parts[-1].moved == {MOUNT}
        end = joint.solved().spec(MOUNT).sheet(SHEET)
        assert end["A4"].value == "to A1"  # it was put before the rows were turned


def test_who_hides_or_locks_things_comes_last_whichever_is_named_first() -> None:
    locking, plain = Put("A1"), Put("B1")
    locking.hinders = 2  # type: ignore[misc] - one class stands for many skills here
    for skills in ([locking, plain], [plain, locking]):
        assert order_of(put_together(*skills)) == [plain.id, locking.id]
    turning = Turn()
    assert refused(turning, locking) == "cycle"  # it must come before what moves its places, and after it


def test_what_one_finds_prepared_disturbs_nobody() -> None:
    editor, reader = Put("C1", edits="D1"), Put("B1", ["D1"])
    joint = put_together(reader, editor)
    assert order_of(joint) == [editor.id, reader.id]  # the reader samples on what was prepared
    assert joint.start.spec(MOUNT).sheet(SHEET)["D1"].value == "prepared for C1"
    assert refused(Put("C1", ["E1"], edits="D1"), Put("E1", ["D1", "C1"])) == "cycle"


def test_parts_that_share_nothing_are_refused() -> None:
    other = "~/other.xlsx"
    joint = put_together(Put("A1"), Put("B1", mount=other), desktop=desktop_of(MOUNT, other))
    with pytest.raises(RefusedError, match=r"nothing shared: made\.up\.b1"):
        require_shared(joint.parts)
    require_shared(joint.parts, links=[(1, 0)])


def test_who_finds_nothing_is_refused_with_what_it_missed() -> None:
    with pytest.raises(
        RefusedError, match=r"nothing to work on: made\.up\.b1 finds nothing: There is no table"
    ):
        put_together(Put("A1"), Put("B1", mount="~/missing.xlsx"))


def test_what_is_so_already_is_refused() -> None:
    joint = put_together(Put("A1", text="A 1 at the start"), Put("B1"))
    with pytest.raises(RefusedError, match="p1_put holds before anything is done"):
        require_joint_end(joint, joint_contract(joint))


def test_what_another_part_undoes_is_refused() -> None:
    careless = Put("B1")
    careless.solve = lambda scene, desktop: [  # type: ignore[method-assign,return-value,misc] - writes more than it says
        Put.solve(Put("B1"), None, desktop),
        Put.solve(Put("A1", text="overwritten"), None, desktop),
    ]
    joint = put_together(Put("A1"), careless)
    with pytest.raises(RefusedError, match="p1_put does not hold when all is done"):
        require_joint_end(joint, joint_contract(joint))


def test_facts_are_kept_apart_and_the_common_ones_told_once() -> None:
    contract = joint_contract(put_together(Put("A1"), Put("B1")))
    assert [fact.name for fact in contract.facts] == ["p1_text", "p1_cell", "p2_text", "p2_cell", KEEP]
    assert contract.requirements[1].facts == ("p2_text", "p2_cell")


def test_moving_is_told_from_adding() -> None:
    before = desktop_of()
    added, shifted = before.copy(), before.copy()
    added.spec(MOUNT).sheet(SHEET)["A9"].value = "new"
    sheet = shifted.spec(MOUNT).sheet(SHEET)
    sheet.cells = {(row + 1, column): cell for (row, column), cell in sheet.cells.items()}
    assert moves(before.state(), added.state()) == set()
    assert moves(before.state(), shifted.state()) == {MOUNT}


def test_variables_do_for_all() -> None:
    first = {"rows": 20, "needs": {"money": 2, "date": 1}, "lookup": False, "domain": "bakery sales"}
    second = {"rows": 50, "needs": {"money": 1, "status": 1}, "lookup": True, "domain": "payroll"}
    assert combined([first, second]) == {
        "rows": 50,
        "needs": {"money": 2, "date": 1, "status": 1},
        "lookup": True,
        "domain": "bakery sales",
    }


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ('m#sheet["A"]/row[2..9]/cell["C"].value', 'm#sheet["A"]/row[9]/cell["C"].value', True),
        ('m#sheet["A"]/row[2..9]/cell["C"].value', 'm#sheet["A"]/row[10]/cell["C"].value', False),
        ('m#sheet["A"]/row[2..9]/cell["C"].value', 'm#sheet["A"]/row[2..9]/cell["C"].bold', False),
        ('m#sheet["A"]/row[2..9]/cell["C"].value', 'n#sheet["A"]/row[2..9]/cell["C"].value', False),
        ('m#sheet["A"]', 'm#sheet["A"]/row[2]/cell["C"].value', True),
        ('m#sheet["A"].@key', 'm#sheet["A"]/row[2]/cell["C"].value', False),
        ('m#sheet["A"].order:row', 'm#sheet["A"]/row[2]/cell["C"].value', False),
        ('m#sheet["A"].order:row', 'm#sheet["A"]/row[2..9]', True),
        ('m#sheet["A"].order:row', 'm#sheet["A"]/row[1].@position', True),
        ('m#sheet["A"]/rule[new]', 'm#sheet["A"]/rule[new]', False),
        ('m#sheet["A"]/rule[new]', 'm#sheet["A"]/rule[*]', True),
        ('m#rule[kind="a"]', 'm#rule[kind="b"]', False),
        ('m#rule[kind="a"]', 'm#rule[name="b"]', True),
        ("m#", 'm#sheet["A"].hidden', True),
    ],
)
def test_selectors_overlap_where_they_can_name_one_place(one: str, other: str, expected: bool) -> None:
    first, second = Selector.parse(one), Selector.parse(other)
    assert overlap(first, second) is expected
    assert overlap(second, first) is expected


SKILLS = ("calc.formatting.number_format", "calc.conditional_formatting.highlight_below", "calc.rows.sort")


def composed(seed: int) -> tuple[Desktop, Contract, tuple[str, ...]]:
    skill = composite(joint_id(SKILLS))
    parameters = skill.sample(stream(seed, skill.id, 0, "sample"), "easy")
    variables = skill.variables(parameters)
    kits = {node.name: node.offline(stream(seed, skill.id, 0, node.name), variables) for node in skill.nodes}
    desktop = Desktop()
    scene = skill.prepare(parameters, kits, desktop, stream(seed, skill.id, 0, "prepare"))
    return desktop, skill.contract(scene), tuple(part.skill.id for part in scene.joint.parts)


def digests(desktop: Desktop) -> dict[str, str]:
    return {mount: tree.digest() for mount, tree in desktop.state().trees.items()}


def test_the_same_seed_gives_the_same_composite() -> None:
    first, second = composed(3), composed(3)
    assert digests(first[0]) == digests(second[0])
    assert first[1].facts == second[1].facts
    assert first[2] == second[2]
    assert digests(composed(4)[0]) != digests(first[0])


def test_instructions_tell_every_part_in_order_and_common_wishes_once() -> None:
    _, contract, order = composed(3)
    for register in REGISTERS:
        node, variables = instruction_of(order, contract.facts, register)
        for seed in range(6):
            text = node.offline(Random(seed), variables).text
            assert complaints(text, contract.facts) == []
            first = [text.index(f"{{{{p{number}_") for number in range(1, len(order) + 1)]
            assert first == sorted(first)
            assert text.count("{{keep}}") == 1


def test_a_composite_is_of_different_skills_that_exist() -> None:
    with pytest.raises(UsageError, match="no two different skills"):
        composite("calc.rows.sort+calc.rows.sort")
    with pytest.raises(UsageError, match=r"no skill 'calc.rows.sorted'"):
        composite("calc.rows.sort+calc.rows.sorted")
