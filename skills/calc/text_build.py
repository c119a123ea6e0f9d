"""Skill: a text in every row, built from other columns, with fixed decimals and dates where asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_cells import NEW_COLUMN
from forge.skills.calc.support.formula_columns import FormulaColumn, Shape, Work, probed_rows, unused
from forge.skills.calc.support.parts import Part, fixed_part, joined, joined_text, part_words
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Contract, Difficulty, Fact

ROLES: dict[Difficulty, tuple[tuple[Role, ...], ...]] = {
    "easy": (("category", "status"), ("status", "category", "label", "person")),
    "medium": (("category", "status", "label", "person", "identifier"), ("money", "measurement")),
    "hard": (("identifier", "category", "status"), ("date",), ("money", "measurement")),
}
"""The roles from which each part of the text is chosen."""
SEPARATORS = {
    " - ": ("a hyphen (a space on both sides)",),
    " / ": ("a slash (a space on both sides)",),
    " + ": ("a plus sign (a space on both sides)",),
    ", ": ("a comma and one space", "a comma followed by one space"),
    ": ": ("a colon and one space", "a colon followed by one space"),
    "-": ("a hyphen (no spaces)",),
    "/": ("a slash (no spaces)",),
}
HEADERS = ("Short caption", "Tag line", "Printed label", "Full description")
NAMES = ("first", "second", "third")
ASKED = (
    "[[{{first}} and {{second}}|{{first}} and {{second}} ({{second_form}})"
    "|{{first}}, {{second}} ({{second_form}}) and {{third}} ({{third_form}})]]"
)
SHEET = "[[ on {{sheet}}|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new column, its parts and what stands between them."""

    column: FormulaColumn
    parts: tuple[Part, ...]
    separator: str


class TextBuild(CalcSkill[CalcParameters, Scene]):
    """Join two or three columns into one text."""

    id = "calc.formulas.text_build"
    title = "Build text out of cell values, with fixed decimals where asked"
    needs = at_least(identifier=1, category=1, status=1, date=1, money=1)
    keeps_values = True
    phrasings = (
        "use {{formulas}} to fill " + NEW_COLUMN + SHEET + " with a text for each row: " + ASKED + ", with "
        "{{separator}} in between",
        "join " + ASKED + " into one text per row" + SHEET + ", with {{separator}} in between, by means of "
        "{{formulas}} in " + NEW_COLUMN,
        "build a text in " + NEW_COLUMN + SHEET + " for every row, with {{formulas}}, out of " + ASKED + ". Put "
        "{{separator}} between the parts",
        "terse: [[{{sheet}}: fill|Fill]] " + NEW_COLUMN + " with "
        + ASKED + ", {{separator}} in between; {{formulas}}, every row.",
        "chatty: I need labels" + SHEET + ". In " + NEW_COLUMN + ", can you put together " + ASKED + " for each row, "
        "with {{separator}} in between? Please use {{formulas}}, the entries may still change.",
        "precise: In every row" + SHEET + ", {{formulas}} in " + NEW_COLUMN + " are to give a text made of " + ASKED
        + ", in this order, with {{separator}} between the parts.",
    )  # fmt: skip

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Parts without gaps; numbers that would look otherwise when joined as they are."""
        inputs: list[TableColumn] = []
        for roles in ROLES[parameters.difficulty]:
            whole = [item for item in table.all(*roles) if None not in table.values(item)]
            inputs.append(random.choice([item for item in whole if item not in inputs]))
        parts = tuple(fixed_part(table, item) for item in inputs)
        there = {sign for item in inputs for value in table.values(item) for sign in str(value)}
        free = [sign for sign in SEPARATORS if sign.strip() not in there]
        separator = random.choice(free or list(SEPARATORS))
        column = FormulaColumn(
            table,
            table.new_column(unused(table, HEADERS, random), "note"),
            tuple(inputs),
            partial(joined, parts, separator),
            partial(joined_text, parts, separator),
            probed_rows(table, random),
            waiting=random.random() < 0.4,
        )
        column.put(desktop)
        return Scene(parameters, table, column, parts, separator)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Join the parts in every row."""
        scene.column.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right texts, by formulas that follow their parts."""
        table, column, parts, separator = scene.table, scene.column, scene.parts, scene.separator
        facts = [Fact(name="separator", value=separator, says=SEPARATORS[separator])]
        for name, item, part in zip(NAMES, column.inputs, parts, strict=False):
            facts.append(column_fact(name, table, item))
            if words := part_words(part, table, item):
                facts.append(Fact(name=f"{name}_form", value=part.code, says=words))
        first, second, *rest = parts
        turned, plain = (second, first, *rest), tuple(Part() for _ in parts)
        wrong: dict[str, tuple[Shape, Work]] = {
            "other_order": (
                lambda places: joined(turned, separator, [places[1], places[0], *places[2:]]),
                lambda one, two, *others: joined_text(turned, separator, two, one, *others),
            ),
            "nothing_between": (partial(joined, parts, ""), partial(joined_text, parts, "")),
        }
        if plain != parts:
            wrong["as_stored"] = (partial(joined, plain, separator), partial(joined_text, plain, separator))
        quoted = f'"{separator}"'

        def listed(places: list[str], between: str) -> str:
            return between.join(part.formula(place) for part, place in zip(parts, places, strict=True))

        return self.task(
            scene,
            facts=(*column.facts(), *facts),
            requirements=column.requirements(*(fact.name for fact in facts)),
            reads=column.sources,
            writes=column.writes,
            free=column.free,
            probes=column.probes,
            variants=column.variants(
                concatenate=lambda places: f"=CONCATENATE({listed([*places], f',{quoted},')})",
                textjoin=lambda places: f"=TEXTJOIN({quoted},TRUE,{listed([*places], ',')})",
            ),
            near_misses=column.near_misses(**wrong),
        )
