"""Skill: turn the pages of a sheet, and export it as PDF."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc import places
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import pdf_out
from forge.skills.calc.support.base import CalcSkill
from forge.skills.calc.support.exports import ExportScene, ExportSkill, Sheets, name_after, printed, rows_of
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.skills.exporting.base import PDF, other_producers
from forge.skills.exporting.export import Export
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

TURNED = ("in landscape", "in landscape orientation", "with landscape pages")


class ExportLandscape(ExportSkill):
    """The workbook keeps the setting, and the file has it."""

    id = "calc.export.landscape"
    title = "Turn the pages of a sheet and export it as PDF"
    phrasings = (
        "set up {{sheet}}[[ of {{file}}|]] {{turned}}, and export only that sheet {{form}} to {{name}} in "
        "{{folder}} of {{place}}",
        "have {{sheet}}[[ of {{file}}|]] print {{turned}}, then export it alone {{form}} as {{name}} into "
        "{{folder}} below {{place}}",
        "terse: {{sheet}}[[ of {{file}}|]] {{turned}}; then it alone {{form}}: {{name}} in {{folder}} of "
        "{{place}}.",
        "polite: Could you please set up {{sheet}}[[ of {{file}}|]] {{turned}} and then export it {{form}}, "
        "without the other sheets, as {{name}} in {{folder}} of {{place}}?",
        "chatty: It is too wide the way it is. Please set up {{sheet}}[[ of {{file}}|]] {{turned}}, and "
        "after that export this one sheet {{form}} as {{name}} into {{folder}} of {{place}}.",
        "precise: {{sheet}}[[ of {{file}}|]] is to be printed {{turned}}, and this sheet alone is to be "
        "exported {{form}}, as {{name}} into {{folder}} of {{place}}.",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """The setting must be saved."""
        return CalcSkill.draw(self, random, difficulty)

    def exported(self, drawn: Sheets) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """One page that lies."""
        lying = printed(rows_of(drawn.document[0]), lying=True)
        other = printed(rows_of(drawn.document[1]), lying=True)
        export = Export(
            drawn.outbox,
            name_after(drawn, drawn.document[0].sheet, ".pdf"),
            pdf_out.build([lying]),
            other_producers([lying], "Print"),
            {
                "upright": (
                    pdf_out.build([printed(rows_of(drawn.document[0]))]),
                    "It was exported before the pages were turned.",
                ),
                "whole workbook": (pdf_out.build([lying, other]), "The other sheets are in it as well."),
                "another sheet": (pdf_out.build([other]), "It is another sheet."),
                "last row missing": (
                    pdf_out.build([printed(rows_of(drawn.document[0])[:-1], lying=True)]),
                    "A row is missing.",
                ),
            },
        )
        told = (
            PDF,
            Fact(name="turned", value="landscape", says=TURNED),
        )
        return export, told, {"pdf": True, "lying": True}

    def solve(self, scene: ExportScene, desktop: Desktop) -> None:
        """Turn the pages and export."""
        self.turn(scene, desktop)
        scene.export.act(desktop)

    def turn(self, scene: ExportScene, desktop: Desktop, number: int = 0) -> None:
        """Turn the pages of one of the small sheets."""
        sheet = scene.sides[number].worksheet(desktop)
        sheet.page = replace(sheet.page, orientation="landscape")

    def contract(self, scene: ExportScene) -> Contract:
        """The setting of the sheet besides the file."""
        made, export, place = super().contract(scene), scene.export, self.orientation(scene)
        set_up = Requirement(
            id="turned",
            says="The sheet is printed in landscape.",
            any_of=((Equals(select=place, expected="landscape"),),),
            facts=("turned", "sheet"),
        )

        def both(attempt: Attempt, number: int = 0) -> Attempt:
            def act(desktop: Desktop) -> None:
                self.turn(scene, desktop, number)
                attempt.act(desktop)

            return attempt if attempt.on == "golden" else replace(attempt, act=act)

        alone = Attempt("not turned", export.act, why="Only the file lies, not the sheet.")
        elsewhere = both(Attempt("another sheet turned", export.act, why="Another sheet was turned."), 1)
        turned = Attempt("not exported", partial(self.turn, scene), why="Nothing was exported.")
        return replace(
            made,
            requirements=(set_up, *made.requirements),
            footprint=made.footprint.model_copy(update={"writes": (place, *made.footprint.writes)}),
            variants=tuple(both(attempt) for attempt in made.variants),
            near_misses=(alone, elsewhere, turned, *(both(attempt) for attempt in made.near_misses)),
        )

    def orientation(self, scene: ExportScene) -> Selector:
        """Where the setting stands."""
        return places.page(scene.table.mount, scene.sides[0].sheet, "orientation")
