"""Skill: sort files into folders as a workbook lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Contract
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import listing
from forge.skills.multi.support.office import Office
from forge.skills.trees.contents import fresh
from forge.skills.trees.facts import place_fact

PLACES = ("Archive 2024", "To be signed", "Board", "Insurance", "Suppliers")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, the sheet with the list, and what goes where."""

    ground: Ground
    side: Table
    moves: Moves
    unlisted: str


class FilesByList(MultiSkill[Scene]):
    """A sheet says for each file into which folder it goes; some folders are still missing."""

    id = "multi.requirements.files_by_list"
    title = "Sort files into folders as a workbook lists them"
    applications = ("calc", "files")
    phrasings = (
        "sort the files in {{place}} into folders there as {{sheet}} of {{book}} lists it: {{file}} says "
        "which file, {{target}} into which folder; make the folders that are missing",
        "go through {{sheet}} of {{book}} and move each file in {{place}} that stands in {{file}} into the "
        "folder that {{target}} names, making that folder there where it is missing",
        "terse: {{place}}: move each file of {{file}} into the folder in {{target}} ({{book}}, {{sheet}}), "
        "make missing folders there.",
        "polite: Could you please move the files that {{sheet}} of {{book}} lists? They lie in {{place}}, "
        "{{file}} has their names and {{target}} the folder there that each belongs into; please make those "
        "that do not exist yet.",
        "chatty: {{place}} is a mess. {{sheet}} of {{book}} says what goes where: {{file}} is the name, "
        "{{target}} the folder in that place. Can you sort it like that and make folders where there are "
        "none?",
        "precise: Each file that {{file}} on {{sheet}} of {{book}} names is to be moved within {{place}} "
        "into the folder that {{target}} names in the same row; folders that are missing are to be made "
        "there.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Papers at the top of the folder, of which the list names most."""
        ground = office.folder(desktop, office.place("Scans"))
        tree, writer = ground.tree(desktop), office.writer
        names: list[str] = []
        written: set[bytes] = set()  # no two files hold the same: a copy of one would stand for the other
        while len(names) < parameters.amount + 3:
            stem = f"{ground.slug(random.choice(writer.labels))}-{random.randrange(100, 999)}"
            name = f"{stem}.{random.choice(('txt', 'csv'))}"
            data = writer.export() if name.endswith("csv") else writer.note()
            if name not in names and data not in written:
                tree.add(name, data)
                names.append(name)
                written.add(data)
        *listed, unlisted = names
        folders = random.sample(PLACES, {"easy": 2, "medium": 3, "hard": 4}[parameters.difficulty])
        missing = folders[:1] if parameters.difficulty == "easy" else folders[:2]
        for folder in folders:
            if folder not in missing:
                tree.add(f"{folder}/{ground.slug(folder)}.md", writer.note())
        goes = [folders[number % len(folders)] for number in range(len(listed))]
        random.shuffle(goes)
        _, side = listing(
            office.workbook(desktop, parameters.rows),
            desktop,
            "Filing",
            {("Scanned", "label"): listed, ("Drawer", "label"): goes},
        )
        moves = {name: f"{folder}/{name}" for name, folder in zip(listed, goes, strict=True)}
        return Scene(parameters, office, ground, side, Moves(ground, moves, tuple(missing)), unlisted)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move them."""
        scene.moves.act(desktop)

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:
        """Only the files that are named count."""
        return {scene.ground.mount: ()}

    def contract(self, scene: Scene) -> Contract:
        """Every listed file lies in its folder; the others stay."""
        moves, side, mount = scene.moves, scene.side, scene.ground.mount
        file, target = side.columns
        folders = [path.rpartition("/")[0] for path in moves.moves.values()]
        turned = dict(
            zip(
                moves.moves,
                (f"{f}/{n}" for n, f in zip(moves.moves, folders[1:] + folders[:1], strict=True)),
                strict=True,
            )
        )
        last = f"{folders[0]}/{scene.unlisted}"
        return self.task(
            scene,
            facts=(
                place_fact(mount),
                sheet_fact(side),
                file_fact(side, "book"),
                column_fact("file", side, file),
                column_fact("target", side, target),
                moves.fact(side.selector(file, "value"), side.selector(target, "value")),
            ),
            requirements=(moves.requirement("The files lie as listed.", "sheet", "book", "file", "target"),),
            writes=moves.writes,
            reads=(side.selector(file, "value"), side.selector(target, "value")),
            free=(*moves.free, *fresh(mount)),
            variants=moves.variants(),
            near_misses=(
                moves.all_but("last one forgotten", "The last line was not done.", list(moves.moves)[-1:]),
                moves.other("one line off", "Each file went where its neighbour belongs.", turned),
                moves.other(
                    "one too many",
                    "A file that is not listed went along.",
                    {**moves.moves, scene.unlisted: last},
                ),
                moves.other(
                    "all into one", "All went into one folder.", {n: f"{folders[0]}/{n}" for n in moves.moves}
                ),
            ),
            opened=(side.mount,),
            saved=0,
        )
