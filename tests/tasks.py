"""Real tasks, made once in a process through the pipeline's own builder, for tests that need whole bundles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pydantic import BaseModel

from forge.pipeline.build import Order, draft, finish
from forge.pipeline.seeds import stream
from forge.preparers.calc.spec import Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.arithmetic import Arithmetic
from forge.skills.calc.highlight_below import HighlightBelow
from forge.skills.contract import DIFFICULTIES, Contract, Difficulty, Fact, Footprint, Skill
from forge.skills.instruction import INSTRUCTION, instruction_variables
from forge.skills.setup import Setup
from forge.states.answers import ANSWER
from forge.states.rubric import Absent, Equals, Requirement
from forge.states.selectors import Selector
from forge.storage.bundle import Bundle

SEED = 7
ENGINE = "LibreOffice 7.4.7.2"
"""What verified the tasks of real skills; nothing verified the others."""


@cache
def made(kind: type[Skill[Any, Any]], difficulty: Difficulty = DIFFICULTIES[0], **content: str) -> Bundle:
    """The first task of a skill.

    Args:
        kind: the skill.
        difficulty: how much work it is.
        content: what content nodes are made to answer, as in `sheet`.
    """
    skill, identity = kind(), kind.id
    parameters = skill.sample(stream(SEED, identity, 0, "sample"), difficulty)
    answers = {}
    for node in skill.nodes:
        answer = node.offline(stream(SEED, identity, 0, node.name), skill.variables(parameters))
        answers[node.name] = {**answer.model_dump(mode="json"), **content}
    order = Order(identity, SEED, 0, difficulty)
    found = draft(skill, order, parameters.model_dump(mode="json"), answers, ENGINE)
    told = instruction_variables(skill, found.contract.facts, "terse")
    written: Any = INSTRUCTION.offline(stream(SEED, identity, 0, "instruction"), told)
    return finish(found.bundle, written.text)


def highlighting() -> Bundle:
    """A task on one workbook without formulas: whatever scores it needs no application."""
    return made(HighlightBelow)


def calculating() -> Bundle:
    """A task on one workbook that must be probed: scoring it takes the application."""
    return made(Arithmetic)


STOCK, OLD = "~/Documents/stock.xlsx", "~/Documents/old.xlsx"


class Nothing(BaseModel):
    """Nothing is drawn."""


class CountAndDelete(Skill[Nothing, None]):
    """Two documents: of one a number is asked for, the other is to be deleted."""

    id = "calc.answers.count_and_delete"
    title = "Answer with the sum of a column and delete another file"
    applications = ("calc",)
    area = "answers"
    parameters = Nothing
    phrasings = ("",)

    def sample(self, random: Random, difficulty: Difficulty) -> Nothing:
        return Nothing()

    def variables(self, parameters: Nothing) -> Mapping[str, Any]:
        return {}

    def prepare(self, parameters: Nothing, kits: Mapping[str, Any], desktop: Desktop, random: Random) -> None:
        for mount, name in ((STOCK, "Stock"), (OLD, "Old")):
            book = Workbook()
            sheet = book.add_sheet(name)
            for row, value in enumerate(("Pieces", 400, 800, 50.5), 1):
                sheet.cell(row, 1).value = value
            desktop.add(mount, "calc", book)

    def describe(self, scene: None) -> tuple[str, str]:
        return "warehouse", "en"

    def solve(self, scene: None, desktop: Desktop) -> None:
        desktop.answer = 1250.5
        del desktop.documents[OLD]

    def contract(self, scene: None) -> Contract:
        column = Selector(STOCK).below("sheet", "Stock").run("row", 2, 4).below("cell", "A").of("value")
        return Contract(
            facts=(
                Fact(name="total", value=1250.5, public=False, worked_out_from=(column,)),
                Fact(name="file", value="old.xlsx", says=("old.xlsx",)),
            ),
            requirements=(
                Requirement(
                    id="total",
                    says="The answer is the sum.",
                    any_of=((Equals(select=ANSWER, expected=1250.5),),),
                    weight=3,
                    facts=("total",),
                ),
                Requirement(
                    id="deleted",
                    says="The old file is gone.",
                    any_of=((Absent(select=Selector(OLD)),),),
                    facts=("file",),
                ),
            ),
            footprint=Footprint(writes=(Selector(OLD), ANSWER)),
            setup=Setup(open=(STOCK,)),
            variants=(),
            near_misses=(),
        )


@cache
def answering() -> Bundle:
    """A task on two workbooks, with an answer."""
    found = draft(CountAndDelete(), Order(CountAndDelete.id, SEED, 0, "easy"), {}, {})
    return finish(found.bundle, "How many pieces are there? Then delete {{file}}.")


def leave(bundle: Bundle, home: Path, side: str = "start") -> Path:
    """Lay out the files of a side below a home folder, as if somebody had left them; gives the folder."""
    for mount, files in (bundle.start_files() if side == "start" else bundle.golden_files()).items():
        for name, content in files.items():
            file = home / mount.removeprefix("~/") / name if name else home / mount.removeprefix("~/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    return home


def document(bundle: Bundle, home: Path) -> Path:
    """Where the first document of a bundle lies below a home folder."""
    return home / bundle.mounts[0].mount.removeprefix("~/")


def verifiers_view(bundle: Bundle) -> Bundle:
    """What a verifier has of a bundle."""
    tests = {path: content for path, content in bundle.private.items() if path.startswith("tests/")}
    environment = {
        path: content for path, content in bundle.public.items() if path.startswith("environment/")
    }
    return Bundle(environment, tests)


def with_file(bundle: Bundle, path: str, content: bytes | None) -> Bundle:
    """A bundle in which somebody changed one file by hand, or removed it."""
    public, private = dict(bundle.public), dict(bundle.private)
    part = public if path in public else private
    del part[path]
    if content is not None:
        part[path] = content
    return Bundle(public, private)
