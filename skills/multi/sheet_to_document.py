"""Skill: fill the table of a document with figures from a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.places import cell_paragraphs, cell_words
from forge.preparers.writer.spec import Table as DocumentTable
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import worked_out
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.documents import ATTACHED, document, fill_table, named_file
from forge.skills.multi.support.office import Office, money_pattern
from forge.states.rubric import Absent, AnyCheck, Matches, Requirement


@dataclass(frozen=True)
class Scene(MultiScene):
    """The table, the column of figures, the rows that the document asks for, and the document."""

    table: Table
    money: TableColumn
    rows: tuple[int, ...]
    mount: str

    def figures(self, rows: Sequence[int], column: TableColumn | None = None) -> list[str]:
        """The figures of some rows with two decimals."""
        return [f"{float(self.table.number(column or self.money, row)):.2f}" for row in rows]


class SheetToDocument(MultiSkill[Scene]):
    """A table in a report names some records; their amounts go beside them."""

    id = "multi.transfer.sheet_to_document"
    title = "Take sheet data into a document table"
    applications = ("calc", "writer")
    phrasings = (
        "fill in the empty column of the table in {{document}} with {{money}} on {{sheet}} of {{book}} for "
        "the entries that the table lists, {{form}}",
        "complete the table in {{document}}: beside each entry goes what {{money}} on {{sheet}} of {{book}} "
        "says for it, {{form}}",
        "terse: {{document}}, empty column of the table: {{money}} from {{sheet}} of {{book}}, {{form}}.",
        "polite: Could you please enter the figures that are missing in the table of {{document}}? They are "
        "in {{money}} on {{sheet}} of {{book}}; please write them {{form}}.",
        "chatty: The table in {{document}} still lacks its numbers. Can you take them from {{money}} on "
        "{{sheet}} of {{book}} and write them {{form}}?",
        "precise: Each empty cell of the table in {{document}} is to hold the value of {{money}} on "
        "{{sheet}} of {{book}} for the entry beside it, {{form}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A report with a table of some records, in any order."""
        table = office.workbook(desktop, parameters.rows)
        code, money = table.column("identifier"), table.pick(random, "money")
        rows = tuple(random.sample(list(table.row_numbers), parameters.amount + 1))
        mount = office.document(
            random.choice(("Report to the board", "Short report", "Overview for the team"))
        )
        sections = {"Selected entries": office.writer.sentences(2), "Remarks": office.writer.sentences(2)}
        made = document(desktop, mount, office.kit.title, sections)
        listed = [[code.name, money.name], *([str(table.value(code, row)), ""] for row in rows)]
        made.insert(DocumentTable.of(listed, [7.0, 5.0]), made.paragraphs()[4])
        return Scene(parameters, office, table, money, rows, mount)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Enter the figures."""
        fill_table(desktop, scene.mount, scene.figures(scene.rows))

    def contract(self, scene: Scene) -> Contract:
        """Every cell holds its figure and nothing else."""
        table, money, mount, rows = scene.table, scene.money, scene.mount, scene.rows
        area = f"B2:B{len(rows) + 1}"
        figures, words = scene.figures(rows), cell_words(mount, 1, area)
        checks: list[AnyCheck] = [
            Matches(
                select=cell_paragraphs(mount, 1, f"B{number}", "text"),
                pattern=money_pattern(figure, money.unit),
            )
            for number, figure in enumerate(figures, 2)
        ]
        checks += [Absent(select=words.of(name)) for name in ATTACHED]
        signed = [f"{money.unit}{float(figure):,.2f}" for figure in figures]
        act, key = partial(fill_table, mount=mount), table.column("identifier")
        below = [min(row + 1, table.last_row - 1) for row in rows]
        places = (table.selector(money, "value"), table.selector(key, "value"))
        return self.task(
            scene,
            facts=(
                named_file("document", mount, "document"),
                column_fact("money", table, money),
                sheet_fact(table),
                file_fact(table, "book"),
                Fact(name="form", value=2, says=("with two decimals", "as numbers with two decimals")),
                worked_out("figures", tuple(figures), *places),
            ),
            requirements=(
                Requirement(
                    id="figures",
                    says="The table is complete.",
                    any_of=(tuple(checks),),
                    facts=("document", "money", "sheet", "book", "form", "figures"),
                ),
            ),
            writes=(cell_paragraphs(mount, 1, area, "text"),),
            reads=places,
            free=(words, cell_paragraphs(mount, 1, area, "alignment")),
            variants=(
                Attempt(
                    "right-aligned", partial(act, figures=figures, right=True), why="Figures are often so."
                ),
                Attempt(
                    "in bold", partial(act, figures=figures, bold=True), why="Nobody said how they look."
                ),
                Attempt(
                    "with sign and separators",
                    partial(act, figures=signed),
                    why="The workbook shows them so.",
                ),
            ),
            near_misses=(
                Attempt(
                    "one cell down",
                    partial(act, figures=[figures[-1], *figures[:-1]]),
                    why="They are shifted.",
                ),
                Attempt(
                    "next rows", partial(act, figures=scene.figures(below)), why="They are of other records."
                ),
                Attempt("last one missing", partial(act, figures=[*figures[:-1], ""]), why="One is missing."),
                Attempt(
                    "rounded", partial(act, figures=[f"{float(f):.0f}" for f in figures]), why="No decimals."
                ),
            ),
            opened=(table.mount, mount),
        )
