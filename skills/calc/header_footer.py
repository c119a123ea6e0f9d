"""Skill: texts and fields at the top and the bottom of printed pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.page_entries import BANDS, Entry, parts
from forge.skills.calc.support.printing import Printing
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import OneOf, Requirement

TEXTS = (
    "For internal use only",
    "Draft",
    "Confidential",
    "Not for publication",
    "To be checked",
    "Working copy",
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The page, and what is to stand where."""

    printing: Printing
    entries: tuple[Entry, ...]


class HeaderFooter(CalcSkill[CalcParameters, Scene]):
    """One to three entries in the header or footer of a sheet."""

    id = "calc.page.header_footer"
    title = "Put text or fields in the header or footer"
    keeps_values = True
    phrasings = (
        "make [[{{sheet}}|the sheet]] print {{content}} {{place}}[[, and {{content_2}} {{place_2}}|]][[, and "
        "{{content_3}} {{place_3}}|]]",
        "put {{content}} {{place}}[[, and {{content_2}} {{place_2}}|]][[, and {{content_3}} {{place_3}}|]][[ for "
        "printouts of {{sheet}}|]]",
        "terse: [[{{sheet}}, print layout|Print layout]]: {{content}} {{place}}[[; {{content_2}} {{place_2}}|]]"
        "[[; {{content_3}} {{place_3}}|]].",
        "polite: Could you please arrange that every printed page[[ of {{sheet}}|]] shows {{content}} {{place}}"
        "[[, and {{content_2}} {{place_2}}|]][[, and also {{content_3}} {{place_3}}|]]?",
        "chatty: The printouts[[ of {{sheet}}|]] keep getting mixed up. Can you add {{content}} {{place}}"
        "[[, and {{content_2}} {{place_2}}|]][[, and {{content_3}} {{place_3}}|]]?",
        "precise: [[When {{sheet}} is printed|When the sheet is printed]], {{content}} is to stand {{place}}"
        "[[; {{content_2}} is to stand {{place_2}}|]][[; {{content_3}} is to stand {{place_3}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The page number; with a text; or the number with that of all pages, a text and the sheet's name."""
        number = ("easy", "medium", "hard").index(parameters.difficulty) + 1
        places = random.sample(list(product(BANDS, range(3))), number)
        entries = [Entry.page_number(*places[0], total=number > 2)]
        if number > 1:
            entries.append(Entry.text(random.choice(TEXTS), *places[1]))
        if number > 2:
            entries.append(Entry.sheet_name(table.sheet, *places[2]))
        return Scene(parameters, table, Printing.of(table, desktop), tuple(entries))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The entries, as fields where there are some."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The header and the footer hold what was asked for, and nothing else."""
        facts: list[Fact] = []
        told: dict[str, list[str]] = {band: [] for band in BANDS}
        for number, entry in enumerate(scene.entries, 1):
            own = entry.facts(f"_{number}" if number > 1 else "")
            told[entry.band] += [fact.name for fact in own]
            facts += own
        requirements = []
        for band, names in told.items():
            if names:
                options = tuple(product(*parts(scene.entries, band)))
                check = OneOf(select=scene.printing.selector(band), options=options)
                says = f"The {band} is as told."
                requirements.append(Requirement(id=band, says=says, any_of=((check,),), facts=tuple(names)))
        act, first = partial(self.attempt, scene), scene.entries[0]
        others = scene.entries[1:]

        def but(*entries: Entry) -> partial[None]:
            return partial(self.attempt, replace(scene, entries=entries))

        shifted = [replace(entry, side=(entry.side + 1) % 3) for entry in scene.entries]
        other_band = next(band for band in BANDS if band != first.band)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[scene.printing.selector(item.id) for item in requirements],
            variants=(
                Attempt("worded", partial(act, form=1), why="It says the same with a word more."),
                Attempt("otherwise", partial(act, form=2), why="It says the same in another form."),
            ),
            near_misses=(
                Attempt("other_band", but(replace(first, band=other_band), *others), why="At the other end."),
                Attempt("other_side", but(*shifted), why="They stand on other sides."),
                Attempt(
                    "typed",
                    but(replace(first, codes=("Page 1",)), *others),
                    why="Every page has this number.",
                ),
                Attempt(
                    "total_only",
                    but(replace(first, codes=("&N",)), *others),
                    why="It is the number of all pages.",
                ),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, form: int = 0) -> None:
        """Fill the header and the footer in a form of its own."""
        for band in dict.fromkeys(entry.band for entry in scene.entries):
            filled = tuple(codes[min(form, len(codes) - 1)] for codes in parts(scene.entries, band))
            scene.printing.change(desktop, {band: filled})
