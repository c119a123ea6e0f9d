"""Skill: texts without surplus spaces and in one letter case, in columns beside those that hold them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.cleaning import CleanColumns, Cleaning, has_case, trimmed
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_columns import probed_rows
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.value_block import new_columns, places_told
from forge.skills.content.dirt import Dirt, spoil
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Contract, Difficulty, Fact

CASES = {
    "UPPER": ("in capital letters", "all in capitals"),
    "LOWER": ("in small letters", "all in lower case"),
    "PROPER": (
        "with each word capitalised, the rest in small letters",
        "with a capital at the start of each word and small letters after it",
    ),
}  # fmt: skip
"""The functions for letter case, in words."""
SPACES = ("without leading, trailing or doubled spaces", "with no spaces at either end and no doubled ones")
COLUMNS = (
    "{{first}} in {{first_place}} with the entries of {{source}}[[ {{case}}|]]"
    "[[, and {{second}} in {{second_place}} with those of {{source_2}} {{case_2}}|]]"
)
TYPED: tuple[Role, ...] = ("person", "city", "label", "category", "status")
SHARE = 0.3
"""How many entries are typed carelessly, in each respect."""
SHEET = "[[ on {{sheet}}|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The columns that are cleaned."""

    columns: CleanColumns


class TextClean(CalcSkill[CalcParameters, Scene]):
    """Tidy up texts by formulas."""

    id = "calc.formulas.text_clean"
    title = "Trim spaces and normalise letter case"
    needs = at_least(category=1, status=1)
    phrasings = (
        "add " + COLUMNS + SHEET + ", {{spaces}}, by means of {{formulas}}",
        "use {{formulas}} to add " + COLUMNS + SHEET + ", {{spaces}}, for every row",
        "clean up what was typed" + SHEET + ": by {{formulas}}, add " + COLUMNS + ", {{spaces}}",
        "terse: [[{{sheet}}: |]]add " + COLUMNS + "; {{spaces}}; {{formulas}}.",
        "chatty: The typing" + SHEET + " is a mess. Can you add " + COLUMNS + ", {{spaces}}? Please use {{formulas}}, "
        "there is more to come.",
        "precise: Next to the table" + SHEET + ", {{formulas}} are to give " + COLUMNS + ", {{spaces}}, in every row.",
    )  # fmt: skip

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """None but what the scene adds."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One or two columns with stray spaces, and letters in any case where their case matters."""
        level = parameters.difficulty
        typed = [item for item in table.all(*TYPED) if all(map(has_case, table.values(item)))]
        cleanings: list[Cleaning] = []
        for item in random.sample(typed, 2 if level == "hard" else 1):
            words = all(text.replace(" ", "").isalpha() for text in table.classes(item))
            used = [other.case for other in cleanings]
            cases = [case for case in CASES if case not in used and (words or case != "PROPER")]
            entries = list(table.values(item))
            spoil(entries, "spaces", random, SHARE)
            if level != "easy":
                spoil(entries, "case", random, SHARE)
            table = with_entries(table, desktop, item, entries)
            cleanings.append(Cleaning(item, item, random.choice(cases) if level != "easy" else ""))
        prefix = random.choice(("Clean", "Tidy"))
        new = new_columns(table, [f"{prefix} {item.source.inside}" for item in cleanings])
        cleanings = [replace(item, new=column) for item, column in zip(cleanings, new, strict=True)]
        columns = CleanColumns(table, tuple(cleanings), probed_rows(table, random))
        return Scene(parameters, table, columns)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A formula in every row."""
        scene.columns.cells.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right texts, by formulas that follow what was typed."""
        table, columns, cells = scene.table, scene.columns, scene.columns.cells
        facts = [Fact(name="spaces", value=True, says=SPACES)]
        for name, item, tail in zip(("first", "second"), columns.cleanings, ("", "_2"), strict=False):
            facts += [*places_told(name, item.new), column_fact(f"source{tail}", table, item.source)]
            if item.case:
                facts.append(Fact(name=f"case{tail}", value=item.case, says=CASES[item.case]))
        wrong = {
            "not_trimmed": (columns.formula(tidy="{}"), columns.result(str)),
            "all_spaces_gone": (
                columns.formula(tidy='SUBSTITUTE({}," ","")'),
                columns.result(lambda text: text.replace(" ", "")),
            ),
        }
        if case := columns.cleanings[0].case:
            other = "UPPER" if case == "LOWER" else "LOWER"
            wrong["case_kept"] = (columns.formula(case=""), columns.result(trimmed, ""))
            wrong["other_case"] = (columns.formula(case=other), columns.result(trimmed, other))
        return self.task(
            scene,
            facts=(*facts, *cells.facts()),
            requirements=cells.requirements(*(fact.name for fact in facts)),
            reads=cells.sources,
            writes=cells.writes,
            free=cells.free,
            probes=cells.probes,
            variants=cells.variants(
                fixed_column=lambda key: key[0].formula(f"${table.place(key[0].source, key[1])}"),
                also_unprintable=columns.formula(tidy="TRIM(CLEAN({}))"),
            ),
            near_misses=cells.near_misses(**wrong),
        )
