"""Skill: type given texts, numbers and dates into given cells: labels beside a table, or corrections in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

from forge.preparers.calc.places import column_number, place_of
from forge.preparers.calc.places import place as placed
from forge.preparers.desktop import Desktop
from forge.skills.calc.support import corrections, typed
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.corrections import Correction, grammar
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.typed import Typed
from forge.skills.content.kit import at_least
from forge.skills.content.rows import Entry
from forge.skills.contract import Contract
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

LABELS: dict[str, tuple[Entry, ...]] = {
    "Checked by": ("K. Brandt", "Ana Ruiz", "T. Moreau", "J. Novak"),
    "As of": (date(2025, 3, 31), date(2025, 6, 30), date(2025, 12, 31)),
    "Exchange rate": (1.0825, 0.8573, 11.46),
    "Edition": ("Draft B", "Draft C", "Second print"),
    "Limit": (250, 1200, 5000),
    "Reference year": (2023, 2024, 2025),
    "Next review": (date(2026, 1, 15), date(2026, 4, 2), date(2026, 9, 30)),
}
HEADERS = ("Checked", "Comment", "Follow-up", "Initials", "Sent on", "Batch", "Priority")


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is typed: corrections of records, or else entries beside the table."""

    entries: tuple[Typed, ...]
    corrections: tuple[Correction, ...] = ()


class EnterValues(CalcSkill[CalcParameters, Scene]):
    """Enter values into cells."""

    id = "calc.cells.enter_values"
    title = "Type given headers or values into given cells"
    needs = at_least(identifier=1, money=1, quantity=1, status=1, date=1)
    phrasings = (
        "enter [[the following|these values]][[ on {{sheet}}|]][[ in {{file}}|]]: {{entries}}",
        "[[type|put]] [[the following|this]] into the empty cells beside the table[[ on {{sheet}}|]]: {{entries}}",
        "terse: Enter[[ on {{sheet}}|]]: {{entries}}.",
        "chatty: A few cells beside the list[[ on {{sheet}}|]] are still empty. Can you type in {{entries}}?",
        "precise: The following entries are to be made[[ on {{sheet}}|]][[ of {{file}}|]]: {{entries}}.",
        "[[correct|update]] the list[[ on {{sheet}}|]] [[like this|as follows]]: "
        + grammar("set {} of {} to {}", " and {} to {}", "; "),
        "terse: [[On {{sheet}}|Corrections]]: " + grammar("set {} of {} to {}", ", {} to {}", "; ") + ".",
        "chatty: A few entries[[ on {{sheet}}|]] are wrong. "
        + grammar("Please change {} of {} to {}", " and {} to {}", ". ")
        + ".",
        "precise: [[On {{sheet}}, these|These]] entries are to be corrected: "
        + grammar("{} of {} is to be {}", " and {} is to be {}", "; ")
        + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Entries that differ from what stands there."""
        if parameters.difficulty == "easy" or (parameters.difficulty == "medium" and random.random() < 0.4):
            return Scene(parameters, table, _beside(table, random))
        found = corrections.draw(table, random, 3 if parameters.difficulty == "hard" else 2)
        return Scene(parameters, table, tuple(item for one in found for item in one.entries.values()), found)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type everything in."""
        typed.type_in(scene.table, desktop, scene.entries)

    def contract(self, scene: Scene) -> Contract:
        """Each cell holds its entry."""
        table, entries = scene.table, scene.entries
        facts, told = corrections.facts(table, scene.corrections)
        free = [*typed.free(table, entries)]
        if not scene.corrections:
            facts, told = [typed.listed(entries)], [("entries",)] * len(entries)
            free = [*typed.free(table, entries, typed.STYLE_FIELDS), _new_columns(scene)]
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id=f"entry_{item.where}",
                    says=f"{item.where} holds {item.entry}.",
                    any_of=((item.check(table),),),
                    facts=names,
                )
                for item, names in zip(entries, told, strict=True)
            ],
            writes=typed.writes(table, entries),
            free=free,
            variants=typed.variants(table, entries),
            near_misses=typed.near_misses(table, entries),
        )


def _beside(table: Table, random: Random) -> tuple[Typed, ...]:
    """Headers right of the table's own, or labels with something to their right, one column apart."""
    row, left = table.header_row, column_number(table.free_column)
    if random.random() < 0.4:
        headers = random.sample(HEADERS, random.randint(2, 3))
        return tuple(Typed(placed(row, left + number), text) for number, text in enumerate(headers))
    labels = random.sample(sorted(LABELS), random.randint(1, 3))
    return tuple(
        Typed(placed(row + down, left + 1 + right), entry)
        for down, label in enumerate(labels)
        for right, entry in enumerate((label, random.choice(LABELS[label])))
    )


def _new_columns(scene: Scene) -> Selector:
    """The widths of the columns that come into use, from the one beside the table on."""
    last = max(place_of(item.where)[1] for item in scene.entries)
    return (
        scene.table.sheet_selector().run("column", column_number(scene.table.free_column), last).of("width")
    )
