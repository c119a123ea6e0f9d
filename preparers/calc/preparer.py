"""The preparer of spreadsheet workbooks: xlsx files, and ods files through LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from forge.preparers.base import Files, NativeMetric, Observation, Problem
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.office.file_types import WORKBOOK, FileType
from forge.preparers.office.preparer import OfficePreparer
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec

if TYPE_CHECKING:
    from forge.preparers.calc.spec import Workbook

# Modules that import lxml or openpyxl are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class CalcPreparer(OfficePreparer["Workbook"]):
    """Writes, reads and observes workbooks. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "calc"
    schema: ClassVar[Schema] = SCHEMA
    file_type: ClassVar[FileType] = WORKBOOK
    suffixes: ClassVar[tuple[str, ...]] = WORKBOOK.suffixes
    osworld: ClassVar[str] = "libreoffice_calc"
    has_native_metrics: ClassVar[bool] = True
    packages: ClassVar[tuple[str, ...]] = (
        "fonts-liberation",
        "fonts-wqy-microhei",
        "libreoffice-calc",
        "python3-uno",
        "xdotool",
    )
    calculates: ClassVar[bool] = True

    def write(self, spec: Workbook) -> Files:
        """The xlsx file of a workbook; the same workbook gives the same bytes.

        Raises:
            PreparerError: the workbook lies outside the domain.
        """
        from forge.preparers.calc.writing import write_workbook

        return {"": write_workbook(spec)}

    def read_file(self, content: bytes, what: str) -> Workbook:
        """The workbook that a xlsx file holds, in canonical form; `what` names it in errors.

        Raises:
            UnreadableError: it is empty, of another type, protected, damaged or too large.
        """
        from forge.preparers.calc.reading import read_workbook

        return read_workbook(content, what)

    def tree(self, spec: Workbook) -> Tree:
        """The state of a workbook."""
        from forge.preparers.calc.trees import tree_of

        return tree_of(spec)

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        """Let LibreOffice open a workbook, work out every formula, run probes and store it again.

        Raises:
            UnreadableError: LibreOffice, or the reader before it, refuses the file.
            EngineError: LibreOffice is not there, did not start, hung or died.
        """
        from forge.preparers.calc.observing import observe

        return observe(self.only_file(files), probes)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean workbook must not hold: outside links, macros, build times, open references."""
        from forge.preparers.calc.cleanliness import problems

        return problems(self.only_file(files), tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:
        """Formulas whose value is missing, stale or an error, or that use functions outside the allow-list."""
        from forge.preparers.calc.calculation import miscalculated

        return miscalculated(tree, observed)

    def native_metric(
        self, mount: str, start: State, golden: State, *, right: Sequence[State], wrong: Sequence[State]
    ) -> NativeMetric | None:
        """OSWorld's metric for spreadsheets, where it fits."""
        from forge.preparers.calc.osworld import native_metric

        return native_metric(mount, start, golden, right, wrong)

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know spreadsheets would try."""
        from forge.preparers.calc.near_misses import near_misses

        return near_misses(start, golden, mount)

    def pictured(self, sides: Sequence[Files]) -> list[Files]:
        """Workbooks whose sheets fit the width of a page and show rows, columns and grid, as on the screen."""
        from forge.preparers.calc.picturing import pictured

        books = [self.parse(files) for files in sides]
        return [self.write(book) for book in pictured(books)]


PREPARER = CalcPreparer()
