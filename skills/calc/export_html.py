"""Skill: export a workbook as a web page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import html
from forge.skills.calc.support.base import CalcParameters
from forge.skills.calc.support.exports import ExportScene, ExportSkill, Rows, Sheets, name_after, rows_of
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Fact
from forge.skills.exporting.base import HTML, stem
from forge.skills.exporting.export import Export


class ExportHtml(ExportSkill):
    """All sheets stand on one page, each with its heading, below an overview."""

    id = "calc.export.web_page"
    title = "Export a workbook as a web page"
    whole = True
    phrasings = (
        "export {{file}} {{form}} to {{name}} in {{folder}} of {{place}}",
        "save all of {{file}} {{form}} in {{folder}} below {{place}}, under the name {{name}}",
        "terse: {{file}} {{form}}: {{name}} in {{folder}} of {{place}}.",
        "polite: Could you please export {{file}} {{form}}, with all its sheets, as {{name}} in {{folder}} "
        "of {{place}}?",
        "chatty: Not everybody here has a spreadsheet program. Can you save {{file}} {{form}}? It goes into "
        "{{folder}} of {{place}} and is to be called {{name}}.",
        "precise: All sheets of {{file}} are to be exported {{form}}, as {{name}} into {{folder}} of "
        "{{place}}.",
    )

    def prepare(
        self, parameters: CalcParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> ExportScene:
        """A workbook of its own.

        Raises:
            SkillError: there is one already, in which something may stand that programs write in their own ways.
        """
        if any(document.preparer == "calc" for document in desktop.documents.values()):
            raise SkillError(
                "A web page is made of a workbook of texts and whole numbers only; there is another."
            )
        return super().prepare(parameters, kits, desktop, random)

    def scene(
        self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random
    ) -> ExportScene:
        """The small sheets alone: their cells are written alike everywhere."""
        scene = super().scene(parameters, table, desktop, random)
        workbook, kept = table.workbook(desktop), [side.sheet for side in scene.sides]
        for name in [sheet.name for sheet in workbook.sheets if sheet.name not in kept]:
            workbook.remove_sheet(name)
        workbook.active = kept[0]
        workbook.names.clear()
        return replace(scene, table=scene.sides[0])

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """How the page is marked up is not seen."""
        sheets = {side.sheet: rows_of(side) for side in drawn.document}
        first, *others = sheets
        short = {**sheets, first: sheets[first][:-1]}
        plain = page(sheets).replace(b"<td>", b"<th>").replace(b"</td>", b"</th>")
        export = Export(
            drawn.outbox,
            name_after(drawn, stem(drawn.document[0].mount), ".html"),
            page(sheets),
            {
                "other tags": (plain, "Cells may be marked up otherwise."),
                "titled": (page(sheets, title=first), "Nobody said what the title is."),
            },
            {
                "first sheet": (page({first: sheets[first]}), "The other sheets are missing."),
                "sheet missing": (
                    page({name: sheets[name] for name in others}),
                    "The first sheet is missing.",
                ),
                "last row missing": (page(short), "A row is missing."),
                "no tables": (page({name: [] for name in sheets}), "Only the names of the sheets are in it."),
            },
        )
        return export, (HTML,), {"filter": "HTML (StarCalc)"}


def page(sheets: Mapping[str, Rows], title: str = "") -> bytes:
    """The page that the application makes of sheets."""
    blocks: list[html.Block] = [("h1", "Overview"), *(("p", name) for name in sheets)]
    for number, (name, rows) in enumerate(sheets.items(), 1):
        blocks += [("h1", f"Sheet {number}: {name}"), rows]
    return html.build(blocks, title=title)
