"""Skill: mark the entries of a workbook for which a folder holds no file."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file as files_at
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.contract import Attempt, Contract
from forge.skills.facts import text_fact
from forge.skills.files.support.ground import Ground
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Filling, listing
from forge.skills.multi.support.office import Office
from forge.skills.trees.facts import place_fact

MARKS = ("missing", "outstanding", "ask again")
STEMS = ("Contract", "Certificate", "Signed form")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, the mark, and for each row of the sheet whether it gets the mark."""

    ground: Ground
    mark: str
    marks: tuple[str | None, ...]
    filling: Filling


class FindMissing(MultiSkill[Scene]):
    """A sheet lists people; in a folder there should be a file for each, and for some there is none."""

    id = "multi.compare.find_missing"
    title = "Find what a collection lacks against a reference"
    applications = ("files", "calc")
    phrasings = (
        "enter {{mark}} in {{column}} on {{sheet}} of {{book}} for everyone in {{who}} of whom {{place}} "
        "holds no file, its subfolders included; the other cells of that column stay empty",
        "compare {{who}} on {{sheet}} of {{book}} with the files in {{place}} and its subfolders, and write "
        "{{mark}} into {{column}} for those whose file is not there, and nothing for the others",
        "terse: {{book}}, {{sheet}}: {{mark}} in {{column}} for all of {{who}} without a file in {{place}} "
        "or below, the others empty.",
        "polite: Could you please check for whom of {{who}} on {{sheet}} of {{book}} there is no file "
        "anywhere in {{place}}, and enter {{mark}} in {{column}} for them only?",
        "chatty: Each person in {{who}} on {{sheet}} of {{book}} should have sent something, and what came "
        "lies in {{place}} and its subfolders. Can you put {{mark}} into {{column}} for those of whom there "
        "is nothing, and leave it empty for the others?",
        "precise: For each entry of {{who}} on {{sheet}} of {{book}}, {{column}} is to hold {{mark}} where "
        "no file in {{place}} or its subfolders bears that name, and nothing otherwise.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Files named after people, some of them in subfolders."""
        ground = office.folder(desktop, office.place("Handed in"))
        tree, stem, mark = ground.tree(desktop), random.choice(STEMS), random.choice(MARKS)
        people = [person.name for person in office.people]
        people = people[: {"easy": 4, "medium": 5, "hard": 6}[parameters.difficulty]]
        gone = set(random.sample(people, 1 if parameters.difficulty == "easy" else 2))
        folders = ["", "First batch", "Second batch"]
        for person in people:
            if person not in gone:
                path = f"{random.choice(folders)}/{stem} {person}.txt".removeprefix("/")
                tree.add(path, office.writer.note())
        ground.clutter(desktop, parameters.others, inside=folders[1:])
        marks = tuple(mark if person in gone else None for person in people)
        _, side = listing(
            office.workbook(desktop, parameters.rows),
            desktop,
            "Check of papers",
            {("Sender", "person"): people, ("State of papers", "status"): [None] * len(people)},
        )
        return Scene(parameters, office, ground, mark, marks, Filling.column(side, side.columns[1], marks))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Enter the mark where a file is missing."""
        scene.filling.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The mark stands beside those without a file, and nowhere else."""
        filling, side, mount = scene.filling, scene.filling.table, scene.ground.mount
        who, column = side.columns
        whole = tuple(None if mark else scene.mark for mark in scene.marks)
        every = Filling.column(side, column, [scene.mark] * len(side))
        return self.task(
            scene,
            facts=(
                place_fact(mount),
                text_fact("mark", scene.mark),
                sheet_fact(side),
                file_fact(side, "book"),
                column_fact("who", side, who),
                column_fact("column", side, column),
                filling.fact(files_at(mount), side.selector(who, "value")),
            ),
            requirements=(
                filling.requirement(
                    "Those without a file are marked.", "place", "mark", "sheet", "book", "who", "column"
                ),
            ),
            writes=filling.writes,
            reads=(files_at(mount), side.selector(who, "value")),
            free=filling.free,
            variants=filling.variants(),
            near_misses=(
                *filling.near_misses(),
                Attempt(
                    "the others", Filling.column(side, column, whole).act, why="Those with a file are marked."
                ),
                Attempt("everyone", every.act, why="Everyone is marked."),
                Attempt("one row up", _shifted(scene).act, why="The mark stands one row too high."),
            ),
            opened=(side.mount,),
        )


def _shifted(scene: Scene) -> Filling:
    side, marks = scene.filling.table, scene.marks
    return Filling.column(side, side.columns[1], (*marks[1:], marks[0]))
