"""Skill: numbers turned into texts of fixed width, perhaps as a part of a longer code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.entries import with_numbers
from forge.skills.calc.support.facts import column_fact, text_fact
from forge.skills.calc.support.formula_cells import NEW_COLUMN
from forge.skills.calc.support.formula_columns import FormulaColumn, probed_rows, unused
from forge.skills.calc.support.parts import NUMERALS, Part, joined, joined_text
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

HEADERS = ("Padded number", "Archive code", "Barcode text", "Export key")
PREFIXES = ("INV-", "ARC-", "PX", "DOC/", "K-")
JOINTS = {"-": "a hyphen", "/": "a slash", ".": "a dot"}
SHEET = "[[ on {{sheet}}|]]"
WANTED = (
    "[[{{number}} as {{width}} ({{padded}})"
    "|{{prefix}} directly followed by {{number}} as {{width}} ({{padded}})"
    "|{{prefix}} directly followed by {{number}} as {{width}} ({{padded}}), then {{joint}} and the year of {{day}}]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new column, the parts of its texts, and what stands between them."""

    column: FormulaColumn
    parts: tuple[Part, ...]
    joint: str


class PadDigits(CalcSkill[CalcParameters, Scene]):
    """Write numbers with zeros in front."""

    id = "calc.formulas.pad_digits"
    title = "Turn numbers into text of fixed width"
    needs = at_least(identifier=1, date=1)
    phrasings = (
        "use {{formulas}} to fill " + NEW_COLUMN + SHEET + " with texts: " + WANTED + ", for every row",
        "write texts into " + NEW_COLUMN + SHEET + " by {{formulas}}, one in every row: " + WANTED,
        "fill " + NEW_COLUMN + SHEET + " with a text per row, made by {{formulas}} out of " + WANTED,
        "terse: [[{{sheet}}: fill|Fill]] " + NEW_COLUMN + " with "
        + WANTED + " as text; {{formulas}}, every row.",
        "chatty: Another program wants texts of fixed width" + SHEET + ". Can you fill " + NEW_COLUMN + " with "
        + WANTED + ", for every row? Please use {{formulas}}.",
        "precise: In every row" + SHEET + ", {{formulas}} in " + NEW_COLUMN + " are to give a text: " + WANTED + ".",
    )  # fmt: skip

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Plain numbers of different lengths, all of them and those of the experiment shorter than the texts."""
        number = table.column("identifier")
        table = with_numbers(table, desktop, number, random)
        longest = len(str(2 * int(max(table.numbers(number))) + 3))
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        part = Part("0" * (longest + random.randint(0, 2)), "" if easy else random.choice(PREFIXES))
        parts = (part, Part("yyyy")) if hard else (part,)
        joint = random.choice(list(JOINTS))
        column = FormulaColumn(
            table,
            table.new_column(unused(table, HEADERS, random), "note"),
            (number, table.pick(random, "date"))[: len(parts)],
            partial(joined, parts, joint),
            partial(joined_text, parts, joint),
            probed_rows(table, random),
            waiting=random.random() < 0.4,
        )
        column.put(desktop)
        return Scene(parameters, table, column, parts, joint)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write every number under a format of zeros."""
        scene.column.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right texts, by formulas that follow the numbers."""
        table, column, parts, joint = scene.table, scene.column, scene.parts, scene.joint
        part, *rest = parts
        width = len(part.code)
        facts = [
            column_fact("number", table, column.inputs[0]),
            Fact(name="width", value=width, says=(f"{NUMERALS[width]} digits", f"{width} digits")),
            Fact(name="padded", value="0", says=("padded with leading zeros", "with zeros in front")),
            *([text_fact("prefix", part.before)] if part.before else ()),
        ]
        if rest:
            facts.append(Fact(name="joint", value=joint, says=(JOINTS[joint],)))
            facts.append(column_fact("day", table, column.inputs[1]))

        def written(number: Part, places: Sequence[str]) -> str:
            return joined((number, *rest), joint, places)

        def with_number(text: str, places: Sequence[str]) -> str:
            """The formula with another way to write the number."""
            return written(part, places).replace(f'TEXT({places[0]},"{part.code}")', text.format(places[0]))

        wrong = {
            "not_padded": replace(part, code=""),
            "too_short": replace(part, code=part.code[1:]),
            "too_long": replace(part, code=part.code + "0"),
        }
        if part.before:
            wrong["without_prefix"] = replace(part, before="")
        return self.task(
            scene,
            facts=(*column.facts(), *facts),
            requirements=column.requirements(*(fact.name for fact in facts)),
            reads=column.sources,
            writes=column.writes,
            free=column.free,
            probes=column.probes,
            variants=column.variants(
                cut_from_the_right=partial(with_number, f'RIGHT("{part.code}"&{{0}},{width})'),
                zeros_repeated=partial(with_number, f'REPT("0",{width}-LEN({{0}}))&{{0}}'),
            ),
            near_misses=(
                *column.near_misses(
                    **{
                        name: (partial(written, number), partial(joined_text, (number, *rest), joint))
                        for name, number in wrong.items()
                    }
                ),
                Attempt("shown_with_zeros", partial(shown, scene), why="They are still numbers."),
            ),
        )


def shown(scene: Scene, desktop: Desktop) -> None:
    """Repeat the numbers and have them shown with zeros."""
    table, column, part = scene.table, scene.column, scene.parts[0]
    number = column.inputs[0]
    column.cells.fill(
        desktop,
        formula=lambda row: f"={table.place(number, row)}",
        result=lambda inputs, row: inputs.number(table, number, row),
    )
    for row in table.row_numbers:
        cell = table.cell(desktop, column.new, row)
        cell.restyle(number_format=f'"{part.before}"{part.code}' if part.before else part.code)
