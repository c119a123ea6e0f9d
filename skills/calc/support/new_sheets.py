"""Sheets that a task adds: what must stand on them, and that nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, replace
from functools import partial

from forge.preparers.calc import places
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import Page, Sheet, Style, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists, Requirement
from forge.states.selectors import Selector

AS_MADE = Page(top=2.7, bottom=2.7, left=2.0, right=2.0, header=("", "&A", ""), footer=("", "Page &P", ""))
"""How LibreOffice sets up the pages of a sheet that somebody adds."""

END = 1000
"""A position behind all other sheets."""

_OTHER_THINGS = tuple(
    kind.name for kind in SCHEMA.kinds.values() if "sheet" in kind.within and kind.name != "row"
)
_FREE = ("zoom",)


@dataclass(frozen=True)
class NewSheet:
    """A sheet that is to be added.

    Attributes:
        mount: the workbook.
        name: its name.
        index: its position from 0 in the end.
        headers: the texts that stand in its first row, from the first column on.
    """

    mount: str
    name: str
    index: int
    headers: tuple[str, ...] = ()

    @property
    def sheet(self) -> Selector:
        """The sheet with all that is on it, for the footprint's `writes`."""
        return places.sheet(self.mount, self.name)

    @property
    def area(self) -> str:
        """Where the headers stand."""
        return places.block(1, 1, 1, max(1, len(self.headers)))

    def add(
        self,
        desktop: Desktop,
        texts: Sequence[Sequence[str]] | None = None,
        at: str = "A1",
        dress: Callable[[Sheet], None] | None = None,
    ) -> None:
        """Add it on a desktop.

        Args:
            desktop: the desktop.
            texts: other texts than its headers, row by row.
            at: the cell of the first of them.
            dress: gives it looks.
        """
        workbook: Workbook = desktop.spec(self.mount)
        sheet = workbook.add_sheet(self.name, self.index)
        sheet.put(at, [self.headers] if texts is None else texts)
        if dress is not None:
            dress(sheet)

    def header_facts(self) -> tuple[Fact, ...]:
        """The facts `headers` and `row`: its headers and where they stand."""
        *most, last = (f'"{text}"' for text in self.headers)
        where = ("the first row, beginning in column A", "row 1, starting with cell A1")
        return (
            Fact(name="headers", value=self.headers, says=(f"{', '.join(most)} and {last}",)),
            Fact(name="row", value="A1", says=where),
        )

    def requirements(self, id_: str, facts: Sequence[str]) -> tuple[Requirement, ...]:
        """It is there, where it should be, with its headers and nothing else.

        Args:
            id_: what tells it from others.
            facts: the names of the facts that say what it is called and where it stands.
        """
        placed = Equals(select=self.sheet.of("@position"), expected=self.index + 1)
        says = f"There is a new sheet {self.name!r}, blank but for its headers."
        told = (*facts, "headers", "row") if self.headers else tuple(facts)
        found = Requirement(id=id_, says=says, any_of=((*self._checks(), placed),), facts=told)
        if not self.headers:
            return (found,)
        cells = places.cells(self.mount, self.name, self.area, "value")
        check = Equals(select=cells, each=self.headers, text="trimmed")
        says = f"The sheet {self.name!r} has its headers."
        return (found, Requirement(id=f"{id_}_headers", says=says, any_of=((check,),), facts=told))

    def _checks(self) -> tuple[AnyCheck, ...]:
        cells = self.sheet.below("row").below("cell")
        filled = cells.of("value")
        axes = [self.sheet.below(kind).of("hidden") for kind in ("row", "column") if self.headers]
        properties = (item for item in SCHEMA.kind("sheet").properties.values() if item.name not in _FREE)
        return (
            Exists(select=self.sheet),
            *(
                Absent(select=self.sheet.of(item.name))
                if item.default is None
                else Equals(select=self.sheet.of(item.name), expected=item.default)
                for item in properties
            ),
            *(Absent(select=self.sheet.below(kind)) for kind in _OTHER_THINGS),
            *(Equals(select=axis, expected=False) for axis in axes),
            *(Absent(select=cells.of(name)) for name in ("formula", "comment", "link")),
            Count(select=filled, expected=len(self.headers)) if self.headers else Absent(select=filled),
        )

    @property
    def free(self) -> tuple[Selector, ...]:
        """How it is printed and viewed, how wide its columns are and how its headers look is up to anybody."""
        sheet = self.sheet
        around = (sheet.below("page"), sheet.below("column").of("width"), sheet.below("row").of("height"))
        cells = (places.cells(self.mount, self.name, self.area, item.name) for item in fields(Style))
        return (*around, *(sheet.of(name) for name in _FREE), *cells)


def add_all(
    sheets: Sequence[NewSheet], desktop: Desktop, dress: Callable[[Sheet], None] | None = None
) -> None:
    """Add new sheets on a desktop, one after the other, perhaps with looks of their own."""
    for new in sheets:
        new.add(desktop, dress=dress)


def variants(sheets: Sequence[NewSheet]) -> tuple[Attempt, ...]:
    """New sheets as applications and people set them up."""

    def printed(sheet: Sheet) -> None:
        sheet.page = deepcopy(AS_MADE)

    def viewed(sheet: Sheet) -> None:
        sheet.zoom = 120
        sheet.column("A").width = 24.0
        for cell in sheet.cells.values():
            cell.restyle(bold=True)

    return (
        Attempt("set up for print", partial(add_all, sheets, dress=printed), why="So does LibreOffice."),
        Attempt("set up for view", partial(add_all, sheets, dress=viewed), why="Looks are up to anybody."),
    )


def near_misses(sheets: Sequence[NewSheet], source: str) -> tuple[Attempt, ...]:
    """What people get wrong with new sheets.

    Args:
        sheets: the sheets that are to be added.
        source: the name of a sheet that is there and not blank.
    """
    first, *others = sheets

    def renamed(desktop: Desktop) -> None:
        workbook: Workbook = desktop.spec(first.mount)
        workbook.sheet(source).name = first.name

    def copied(desktop: Desktop) -> None:
        workbook: Workbook = desktop.spec(first.mount)
        copy = deepcopy(workbook.sheet(source))
        copy.name = first.name
        workbook.sheets.insert(first.index, copy)

    capitals = [replace(first, name=first.name.upper()), *others]
    found = [
        Attempt("in capitals", partial(add_all, capitals), why="The sheet has another name."),
        Attempt("renamed instead", renamed, why="A sheet that was there got the name."),
        Attempt("copied instead", copied, why="The new sheet is not blank."),
    ]
    if first.headers:
        down = partial(first.add, texts=[[text] for text in first.headers])
        beside = partial(first.add, texts=[first.headers], at="B1")
        found += [
            Attempt("headers one below the other", down, why="The headers do not stand in one row."),
            Attempt("headers one column off", beside, why="The headers begin in another column."),
        ]
    if others:
        found.append(Attempt("first one only", partial(add_all, [first]), why="A sheet is missing."))
    return tuple(found)
