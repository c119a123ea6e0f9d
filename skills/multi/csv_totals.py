"""Skill: enter the totals of several CSV files into a workbook."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import column as csv_column
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract
from forge.skills.facts import text_fact
from forge.skills.files.support.ground import Ground
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Filling, listing
from forge.skills.multi.support.office import Office
from forge.skills.trees.facts import place_fact


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, the files with the amounts in each, the column that is added up, and where the sums go."""

    ground: Ground
    amounts: dict[str, list[float]]
    header: str
    others: list[float]
    filling: Filling


class CsvTotals(MultiSkill[Scene]):
    """A sheet lists files; beside each name goes the sum of one column of that file."""

    id = "multi.extract.csv_totals_to_sheet"
    title = "Enter the totals of several CSV files into a workbook"
    applications = ("files", "calc")
    needs = at_least(money=2)
    phrasings = (
        "add up {{header}} in each of the CSV files in {{place}} that {{sheet}} of {{book}} lists, and enter "
        "the sums there in {{total}}",
        "fill in {{total}} on {{sheet}} of {{book}}: for each file listed there, the sum of {{header}} in "
        "that file, which lies in {{place}}",
        "terse: {{book}}, {{sheet}}: {{total}} is to be the sum of {{header}} in each listed CSV file of {{place}}.",
        "polite: Could you please work out the sum of {{header}} for each CSV file in {{place}} that is "
        "listed on {{sheet}} of {{book}}, and enter it there in {{total}}?",
        "chatty: I have some exports in {{place}}, and {{sheet}} of {{book}} lists the ones I care about. "
        "Can you put what {{header}} comes to in each of them into {{total}}?",
        "precise: For each file that {{sheet}} of {{book}} lists, {{total}} is to hold the sum of {{header}} "
        "over all records of that file in {{place}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Exports of different rows, some of which are not listed."""
        ground = office.folder(desktop, office.place("From the tills"))
        tree, rows = ground.tree(desktop), office.writer.rows
        first, second = (column.name for column in office.kit.of_role("money")[:2])
        amounts: dict[str, list[float]] = {}
        others = []
        count = parameters.amount
        for number, month in enumerate(random.sample(range(1, 13), count + 2)):
            picked = random.sample(range(len(rows)), random.randint(5, 9))
            name = f"export-2025-{month:02}.csv"
            tree.add(name, office.writer.table(picked))
            if number < count:
                amounts[name] = [float(str(rows.columns[first][row])) for row in picked]
                others.append(round(sum(float(str(rows.columns[second][row])) for row in picked), 2))
        ground.clutter(desktop, parameters.others, avoid=(".csv",))
        sums = [round(sum(values), 2) for values in amounts.values()]
        table = office.workbook(desktop, parameters.rows)
        _, side = listing(
            table,
            desktop,
            "Tills",
            {("Source", "label"): list(amounts), ("Sum of source", "money"): [None] * count},
        )
        filling = Filling.column(side, side.columns[1], sums)
        return Scene(parameters, office, ground, amounts, first, others, filling)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type the sums in."""
        scene.filling.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each sum stands beside the name of its file."""
        filling, side, mount = scene.filling, scene.filling.table, scene.ground.mount
        sources = tuple(csv_column(mount, path, scene.header) for path in scene.amounts)
        means = [round(sum(values) / len(values), 2) for values in scene.amounts.values()]
        counts = [len(values) for values in scene.amounts.values()]
        return self.task(
            scene,
            facts=(
                text_fact("header", scene.header),
                place_fact(mount),
                sheet_fact(side),
                file_fact(side, "book"),
                column_fact("total", side, side.columns[1]),
                filling.fact(*sources, side.selector(side.columns[0], "value")),
            ),
            requirements=(
                filling.requirement("The sums are entered.", "header", "place", "sheet", "book", "total"),
            ),
            writes=filling.writes,
            reads=sources,
            free=filling.free,
            variants=filling.variants(),
            near_misses=(
                *filling.near_misses(),
                Attempt(
                    "another column", filling.instead(scene.others), why="It is the sum of another column."
                ),
                Attempt("averages", filling.instead(means), why="They are means, not sums."),
                Attempt("numbers of records", filling.instead(counts), why="They are counts, not sums."),
            ),
            opened=(side.mount,),
        )
