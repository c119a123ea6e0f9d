"""Planting a fault into a good bundle, and judging it from its files as `forge check` does."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pydantic import BaseModel

from forge.gates.base import SIDES, Side, Verdict
from forge.pipeline.build import finish
from forge.pipeline.checking import Checked, check
from forge.preparers.base import Preparer, preparer
from forge.preparers.calc.spec import Workbook
from forge.preparers.office.file_types import DOCUMENT, PRESENTATION, WORKBOOK, FileType
from forge.preparers.office.package import pack, unpack
from forge.skills.contract import KEEP, Fact
from forge.states.rubric import AnyCheck, Requirement
from forge.states.selectors import Selector
from forge.storage.bundle import Bundle, instruction_sha256

from ..tasks import with_file

M = TypeVar("M", bound=BaseModel)

SHEET = r"xl/worksheets/sheet\d+\.xml"
"""The parts of a workbook's package that hold its sheets."""


class Parts:
    """A bundle taken apart; `together` makes one of what was changed, as a skill with that fault would have.

    Files, facts, template and rubric may be changed in place. Digests, the instruction and whatever else follows
    from them are made anew, so that a gate finds the fault itself and not that a record was forgotten.
    """

    def __init__(self, bundle: Bundle) -> None:
        self.record = bundle.contract
        self.template = self.record.template
        self.facts: list[Fact] = list(self.record.facts)
        self.rubric = bundle.rubric
        self.near_misses = list(bundle.near_misses)
        self.variants = list(bundle.variants)
        self.files = {"start": bundle.start_files(), "golden": bundle.golden_files()}
        self.golden = bundle.golden
        self.mount = bundle.mounts[0].mount
        self.calc = preparer("calc")

    @property
    def file_type(self) -> FileType:
        """What sort of file is mounted first."""
        return next(item for item in (WORKBOOK, DOCUMENT, PRESENTATION) if self.mount.endswith(item.suffixes))

    def fact(self, name: str) -> Fact:
        """A fact by its name."""
        return next(fact for fact in self.facts if fact.name == name)

    def change_fact(self, name: str, **values: Any) -> None:
        """Change a fact."""
        self.facts = [fact.model_copy(update=values) if fact.name == name else fact for fact in self.facts]

    def forget_the_rest(self) -> None:
        """Say no more that everything else must stay as it is."""
        self.facts = [fact for fact in self.facts if fact.name != KEEP]
        self.template = self.template.replace("{{keep}}", "take your time")

    def requirement(self, name: str) -> Requirement:
        """A requirement by its id."""
        return next(item for item in self.rubric.requirements if item.id == name)

    def change_rubric(self, **values: Any) -> None:
        """Change fields of the rubric."""
        self.rubric = self.rubric.model_copy(update=values)

    def change_requirement(self, name: str, **values: Any) -> None:
        """Change a requirement."""
        changed = [
            item.model_copy(update=values) if item.id == name else item for item in self.rubric.requirements
        ]
        self.change_rubric(requirements=tuple(changed))

    def change_checks(self, name: str, change: Callable[[AnyCheck], AnyCheck]) -> None:
        """Change every check of a requirement."""
        ways = tuple(tuple(change(item) for item in way) for way in self.requirement(name).any_of)
        self.change_requirement(name, any_of=ways)

    def change_invariant(self, **values: Any) -> None:
        """Change the invariant."""
        self.change_rubric(invariants=(self.rubric.invariants[0].model_copy(update=values),))

    @contextmanager
    def spec(self, mount: str, *sides: Side) -> Iterator[list[Any]]:
        """What the files of a mount say on some sides, both where none is named, to be edited."""
        reader = self.reader(mount)
        chosen = sides or SIDES
        specs = [reader.parse(self.files[side][mount]) for side in chosen]
        yield specs
        for side, spec in zip(chosen, specs, strict=True):
            self.files[side][mount] = reader.write(spec)

    def reader(self, mount: str) -> Preparer[Any]:
        """The preparer of a mount."""
        return preparer(next(item.preparer for item in self.record.mounts if item.mount == mount))

    @contextmanager
    def book(self, side: Side) -> Iterator[Workbook]:
        """The workbook of a side, to be edited."""
        book: Workbook = self.calc.parse(self.files[side][self.mount])
        yield book
        self.files[side][self.mount] = self.calc.write(book)

    def edit(self, change: Callable[[Workbook], object], *sides: Side) -> None:
        """Edit the workbook of some sides, both where none is named."""
        for side in sides or SIDES:
            with self.book(side) as book:
                change(book)

    def rewrite(self, part: str, pattern: str, new: str, *sides: Side) -> None:
        """Rewrite what a pattern finds first in the parts of a name; on both sides where none is named."""
        for side in sides or SIDES:
            parts = unpack(self.files[side][self.mount][""], "the file", self.file_type)
            for name in filter(partial(re.fullmatch, part), sorted(parts)):
                parts[name], count = re.subn(pattern.encode(), new.encode(), parts[name], count=1)
                if count:
                    break
            else:
                raise AssertionError(f"{pattern} stands in no part {part}: {sorted(parts)}")
            self.files[side][self.mount] = {"": pack(parts)}

    def add_part(self, part: str, content: bytes, *sides: Side) -> None:
        """Add a part to the package, on both sides where none is named."""
        for side in sides or SIDES:
            parts = unpack(self.files[side][self.mount][""], "the file", self.file_type)
            self.files[side][self.mount] = {"": pack({**parts, part: content})}

    def respell(self, old: str, new: str) -> None:
        """Write one text for another in everything that is said of the task, and mount its files there."""
        self.record, self.rubric, self.golden = (
            _respelt(item, old, new) for item in (self.record, self.rubric, self.golden)
        )
        self.facts = [_respelt(item, old, new) for item in self.facts]
        self.near_misses = [_respelt(item, old, new) for item in self.near_misses]
        self.variants = [_respelt(item, old, new) for item in self.variants]
        self.files = {
            side: {mount.replace(old, new): files for mount, files in mounts.items()}
            for side, mounts in self.files.items()
        }
        self.mount = self.mount.replace(old, new)

    def together(self) -> Bundle:
        """The bundle."""
        digests = {
            side: {
                mount: self.reader(mount).read(files).digest() for mount, files in self.files[side].items()
            }
            for side in SIDES
        }
        mounts = tuple(
            item.model_copy(update={side: digests[side].get(item.mount) for side in SIDES})
            for item in self.record.mounts
        )
        changed = {
            "facts": tuple(self.facts),
            "mounts": mounts,
            "template": "",
            "instruction_sha256": instruction_sha256(""),
        }
        draft = Bundle.assemble(
            self.record.model_copy(update=changed),
            "",
            rubric=self.rubric,
            near_misses=self.near_misses,
            variants=self.variants,
            start=self.files["start"],
            golden=self.files["golden"],
            answer=self.golden.answer,
            readings=self.golden.readings,
            start_readings=self.golden.start_readings,
            packages=tuple(sorted({name for item in mounts for name in preparer(item.preparer).packages})),
        )
        return finish(draft, self.template)


def _respelt(model: M, old: str, new: str) -> M:
    written = model.model_dump_json().replace(
        json.dumps(old)[1:-1], json.dumps(new, ensure_ascii=False)[1:-1]
    )
    return type(model).model_validate_json(written)


def assert_every_defect_is_planted(module: ModuleType) -> None:
    """Make sure that the table in the docstring of a module of tests is what its tests are, by their numbers.

    The name of a test begins with them, as in `test_4_…` or `test_15_and_16_…`.
    """
    listed = {int(number) for number in re.findall(r"^ *(\d+)  ", module.__doc__ or "", re.MULTILINE)}
    heads = (re.match(r"test_(?:\d+_(?:and_)?)+", name) for name in vars(module))
    assert {int(number) for head in heads if head for number in re.findall(r"\d+", head[0])} == listed


def spot(selector: Selector) -> tuple[str, str, int]:
    """Sheet, column and row of the one cell that a selector spells out."""
    (_, sheet), (_, row), (_, column) = selector.path() or ()
    return str(sheet), str(column), int(row)


def results(parts: Parts) -> tuple[str, list[str]]:
    """Sheet and places of the cells that a task fills with formulas."""
    sheet, rows, cells = (step.filter for step in parts.requirement("values").checks()[0].select.steps)
    return sheet.keys[0], [f"{cells.keys[0]}{row}" for row in rows]


def with_public(bundle: Bundle, path: str, content: bytes) -> Bundle:
    """A bundle with one more public file."""
    return Bundle({**bundle.public, path: content}, bundle.private)


def edited(bundle: Bundle, path: str, **values: object) -> Bundle:
    """A bundle in which somebody changed values of a JSON file."""
    part = bundle.public if path in bundle.public else bundle.private
    return with_file(bundle, path, json.dumps({**json.loads(part[path]), **values}).encode())


def judged(bundle: Bundle, folder: Path, *, engines: bool = False, rebuild: bool = False) -> Checked:
    """What the gates say of a bundle that was written to a folder and read from there."""
    bundle.write_to(folder / bundle.id)
    read = Bundle.from_directory(folder / bundle.id)
    assert read.id == bundle.id
    checked = check(str(folder), read, engines=engines, rebuild=rebuild)
    assert not checked.broken, (checked.trouble, [v for v in checked.verdicts if v.outcome == "error"])
    return checked


def outcomes(checked: Checked) -> dict[str, str]:
    """The outcome of each gate."""
    return {verdict.gate: verdict.outcome for verdict in checked.verdicts}


def assert_found(
    bundle: Bundle, folder: Path, gate: str, *shown: str, engines: bool = False, rebuild: bool = False
) -> Verdict:
    """Make sure that a gate refuses a bundle, and that one piece of its evidence shows where and why.

    Args:
        bundle: the bundle with a fault.
        folder: where it is written to.
        gate: who must find it.
        shown: what must all stand in the reason or in one piece of the evidence.
        engines: whether LibreOffice is asked.
        rebuild: whether it is made again elsewhere.
    """
    checked = judged(bundle, folder, engines=engines, rebuild=rebuild)
    assert (checked.failed, checked.verified) == (True, False)
    verdict = next(item for item in checked.verdicts if item.gate == gate)
    assert verdict.outcome == "fail", (gate, outcomes(checked), verdict.reason)
    assert verdict.digest
    lines = [verdict.reason, *(" | ".join(map(str, item.values())) for item in verdict.evidence)]
    assert any(all(text in line for text in shown) for line in lines), (shown, lines)
    return verdict


def assert_good(bundle: Bundle, folder: Path, *, engines: bool = False) -> None:
    """Make sure that no gate refuses a bundle."""
    checked = judged(bundle, folder, engines=engines)
    assert checked.ok, [item for item in checked.verdicts if item.outcome == "fail"]
    not_run = {gate for gate, outcome in outcomes(checked).items() if outcome == "not run"}
    assert not_run == {"reproducible", "distinct"} | (set() if engines else {"stable"})
