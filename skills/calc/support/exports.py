"""Sheets that are exported: small tables of texts and whole numbers, which every program writes alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats.pdf_out import A4, Page
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import file_fact, sheet_fact
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role
from forge.skills.content.rows import Entry
from forge.skills.contract import Contract, Difficulty, Fact
from forge.skills.exporting.base import Drawn, Exported
from forge.skills.exporting.export import Export
from forge.skills.exporting.outbox import draw

ROWS: Mapping[Difficulty, tuple[int, int]] = {"easy": (5, 8), "medium": (9, 15), "hard": (18, 26)}
"""The fewest and most rows of a sheet: all of them fit on one page."""
SHEETS = (
    "Counted stock",
    "Items on order",
    "To be returned",
    "Lent to others",
    "Sent to repair",
    "Spare items",
)
HEADERS: Mapping[str, tuple[str, ...]] = {
    "thing": ("Article", "Equipment", "Object name"),
    "count": ("Pieces", "Quantity", "On hand"),
    "place": ("Kept in", "Storage place", "Stands in"),
    "state": ("Condition", "Last check"),
}
THINGS = (
    "Folding table",
    "Extension lead",
    "Desk lamp",
    "Projector",
    "Whiteboard",
    "Ladder",
    "Flip chart",
    "Fan",
)
PLAIN_PLACES = (
    "Cellar, left",
    "Attic, rear",
    "Shelf 3; top",
    "Garage bay",
    "Room 12, window",
    "Shed | north",
)
ACCENTED_PLACES = ("Café, left", "Büro 2", "Südflügel", "Atelier Renée", "Salón; mesa 4", "Grüner Saal")
STATES = ("as good as new", "slightly worn", "to be checked", "in the workshop", "given away")

Rows = list[tuple[str, ...]]
"""Headers and records as texts."""


def rows_of(table: Table) -> Rows:
    """What a small table shows, row by row with its headers."""
    columns = [table.values(column) for column in table.columns]
    return [
        tuple(column.name for column in table.columns),
        *(tuple(map(str, row)) for row in zip(*columns, strict=True)),
    ]


Sheets = Drawn[tuple[Table, ...]]
"""What an export is to be made of: small tables on sheets of their own; the first is exported."""


def name_after(drawn: Sheets, words: str, ending: str) -> str:
    """A name for the file, as people choose them; what tells a year already gets no other one."""
    more = "copy" if any(map(str.isdigit, words)) else "2026"
    return drawn.random.choice((words, words.lower().replace(" ", "_"), f"{words} {more}")) + ending


@dataclass(frozen=True)
class ExportScene(CalcScene, Exported):
    """A sheet and the file that it becomes.

    Attributes:
        sides: small tables on sheets of their own; the first is exported.
    """

    sides: tuple[Table, ...]


class ExportSkill(CalcSkill[CalcParameters, ExportScene]):
    """A skill that exports one of several sheets into a folder.

    Attributes:
        places: what stands in a column of the sheets.
        whole: all sheets are exported, so that none is spoken of.
    """

    applications: ClassVar[tuple[str, ...]] = ("calc", "files")
    keeps_values = True
    tells_sheet = False
    places: ClassVar[Sequence[str]] = PLAIN_PLACES
    whole: ClassVar[bool] = False

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """There is nothing to be saved: what was exported is on the disk."""
        return {**super().draw(random, difficulty), "saving": "flushed"}

    def scene(
        self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random
    ) -> ExportScene:
        """Two or three small sheets beside the table, and the folder for exports."""
        sides = []
        for name in random.sample(SHEETS, 2 if parameters.difficulty == "easy" else 3):
            columns = _columns(random.randint(*ROWS[parameters.difficulty]), self.places, random)
            table, side = add_side_sheet(table, desktop, name, columns)
            sides.append(side)
        outbox = draw(table.mount, parameters.difficulty, random, desktop.documents)
        outbox.put(desktop)
        export, told, wish = self.exported(Drawn(tuple(sides), outbox, parameters.difficulty, random))
        return ExportScene(
            parameters=parameters, table=table, sides=tuple(sides), export=export, told=told, wish=wish
        )

    @abstractmethod
    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The file, the facts of how it is exported, and what the application needs to know to do the same."""

    def solve(self, scene: ExportScene, desktop: Desktop) -> None:
        """Export."""
        scene.export.act(desktop)

    def contract(self, scene: ExportScene) -> Contract:
        """The file holds what the sheet holds."""
        sides = scene.sides if self.whole else scene.sides[:1]
        facts = [file_fact(scene.sides[0]), *scene.told]
        facts += [] if self.whole else [sheet_fact(scene.sides[0])]
        sources = tuple(side.at(side.area, "value") for side in sides)
        return self.task(scene, **scene.export.parts(facts, sources))


def _columns(count: int, places: Sequence[str], random: Random) -> Mapping[TableColumn, Sequence[Entry]]:
    """The columns of a small table; at least one place of those that are hard to write stands in it."""
    held = [places[0], *(random.choice(places) for _ in range(count - 1))]
    random.shuffle(held)
    numbers = random.sample(range(11, 99), count)
    entries: dict[str, tuple[Role, Sequence[Entry]]] = {
        "thing": ("label", [f"{random.choice(THINGS)} {number}" for number in numbers]),
        "count": ("quantity", [random.randint(2, 90) for _ in range(count)]),
        "place": ("city", held),
        "state": ("note", [random.choice(STATES) for _ in range(count)]),
    }
    kept = ["thing", *random.sample(["count", "place", "state"], 3)]
    return {
        TableColumn(random.choice(HEADERS[name]), entries[name][0], "A"): entries[name][1] for name in kept
    }


def printed(rows: Sequence[Sequence[str]], *, lying: bool = False) -> Page:
    """The page on which rows are printed, upright or lying."""
    width, height = A4[::-1] if lying else A4
    return Page(tuple(" ".join(row) for row in rows), width, height)
