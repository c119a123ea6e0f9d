"""Skill: export a sheet of a workbook as a CSV file into a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.spec import FileTree
from forge.skills.calc.support.facts import file_fact, sheet_fact
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Contract, Fact
from forge.skills.facts import text_fact
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Column, listing
from forge.skills.multi.support.office import Office
from forge.skills.trees.contents import TABLE_LAYOUT, fresh
from forge.skills.trees.facts import folder_fact, place_fact
from forge.skills.trees.made import Made

STORES = ("Cellar, left", "Attic", "Cupboard 3", "Room 12, top shelf", "Garage")
SHEETS = ("Stocktaking", "Order list", "To be returned")
FOLDERS = ("Handed over", "Outgoing")
COLUMNS: tuple[Column, ...] = (("Article", "label"), ("Pieces", "quantity"), ("Kept in", "city"))
HEADERS = [header for header, _ in COLUMNS]


@dataclass(frozen=True)
class Scene(MultiScene):
    """The sheet, another one, the folder, and the file that is to be made."""

    side: Table
    records: tuple[tuple[str, ...], ...]
    others: tuple[tuple[str, ...], ...]
    folder: str
    made: Made


class SheetToCsv(MultiSkill[Scene]):
    """One of several sheets becomes a file of comma-separated values."""

    id = "multi.transfer.sheet_to_csv"
    title = "Export a sheet as a CSV file into a folder"
    applications = ("calc", "files")
    phrasings = (
        "export {{sheet}} of {{book}} as {{name}} into {{folder}} of {{place}}, {{form}}",
        "save {{sheet}} of {{book}} {{form}} under the name {{name}} in {{folder}} below {{place}}",
        "terse: {{sheet}} of {{book}} as {{name}} into {{folder}} of {{place}}, {{form}}.",
        "polite: Could you please export {{sheet}} of {{book}} {{form}}, and put it into {{folder}} of "
        "{{place}} as {{name}}?",
        "chatty: Somebody needs {{sheet}} of {{book}} without the rest. Can you save it {{form}} in "
        "{{folder}} of {{place}}, called {{name}}?",
        "precise: {{sheet}} of {{book}} is to be exported {{form}}, to the file {{name}} in {{folder}} of "
        "{{place}}; the workbook stays as it is.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Two small sheets of texts and whole numbers, which every export writes alike."""
        main = office.workbook(desktop, parameters.rows)
        names = random.sample(SHEETS, 2)
        things = list(office.writer.labels)
        tables = []
        for name in names:
            size = parameters.amount + 2
            rows = [
                (f"{random.choice(things)} {number}", random.randint(2, 90), random.choice(STORES))
                for number in random.sample(range(11, 99), size)
            ]
            columns = list(zip(*rows, strict=True))
            main, side = listing(
                main,
                desktop,
                name,
                dict(zip(COLUMNS, columns, strict=True)),
            )
            tables.append((side, tuple(tuple(str(value) for value in row) for row in rows)))
        ground = office.folder(desktop, office.place("Lists"))
        folder = random.choice(FOLDERS)
        for path in FOLDERS:
            ground.tree(desktop).folder(path)
        ground.clutter(desktop, parameters.others, inside=FOLDERS)
        path = f"{folder}/{ground.slug(names[0])}.csv"
        golden = ground.tree(desktop.copy())
        golden.add(path, table.build(HEADERS, tables[0][1]))
        made = Made(ground, golden, (path,), free=TABLE_LAYOUT, marked=True)
        return Scene(parameters, office, tables[0][0], tables[0][1], tables[1][1], folder, made)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the file."""
        scene.made.ground.tree(desktop).add(scene.made.paths[0], table.build(HEADERS, scene.records))

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:
        """Only the files that are named count."""
        return {scene.made.ground.mount: ()}

    def contract(self, scene: Scene) -> Contract:
        """The file holds what the sheet holds."""
        made, side, (path,) = scene.made, scene.side, scene.made.paths
        mount = made.ground.mount
        source = side.at(side.area, "value")
        wrong = {
            "another sheet": (table.build(HEADERS, scene.others), "It is another sheet."),
            "semicolons": (table.build(HEADERS, scene.records, ";"), "The fields are not parted by commas."),
            "without headers": (table.build(scene.records[0], scene.records[1:]), "The headers are missing."),
            "last row missing": (table.build(HEADERS, scene.records[:-1]), "A row is missing."),
        }
        return self.task(
            scene,
            facts=(
                sheet_fact(side),
                file_fact(side, "book"),
                text_fact("name", path.rpartition("/")[2]),
                folder_fact("folder", mount, scene.folder),
                place_fact(mount),
                Fact(
                    name="form",
                    value=",",
                    says=(
                        "as comma-separated values with the headers",
                        "as CSV with commas and the header line",
                    ),
                ),
                made.fact(source),
            ),
            requirements=(
                made.requirement("The file holds the sheet.", "sheet", "book", "name", "folder", "form"),
            ),
            writes=made.writes,
            reads=(source,),
            free=fresh(mount, free=TABLE_LAYOUT),
            variants=made.variants(),
            near_misses=[
                made.instead(name, partial(_put, path=path, content=content), why)
                for name, (content, why) in wrong.items()
            ],
            opened=(side.mount,),
            saved=0,
        )


def _put(tree: FileTree, path: str, content: bytes) -> None:
    tree.add(path, content)
