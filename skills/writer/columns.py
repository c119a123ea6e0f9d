"""Skill: lay the pages out in columns of text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import ListFormat, TabStop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import length_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Requirement

CALLED = {2: ("two columns", "2 columns"), 3: ("three columns", "3 columns")}
MARGINS = (1.5, 2.2, 2.8, 3.2)
TITLE_SIZE = 18.0
"""In points: of a title that stands above a column."""
WIDE_GAP = 2.0
_LETTER = 0.62 * 2.54 / 72
"""Centimetres that a letter of one point takes in a wide font."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """How many columns, and how much room between them where that is asked for."""

    columns: int
    gap: float | None


class Columns(WriterSkill[Scene]):
    """Two columns or three on all pages; when it is harder, the gap or the margins are asked for as well."""

    id = "writer.page.columns"
    title = "Lay pages out in columns of text"
    without = frozenset(("table", "picture"))
    phrasings = (
        "lay the [[pages|whole document]] out in {{columns}}[[ with side margins of {{margin}}|]]",
        "set the pages of the document in {{columns}}[[, with left and right margins of {{margin}}|]]",
        "terse: All pages in {{columns}}[[, side margins {{margin}}|]].",
        "polite: Could you please change the page layout to {{columns}}[[ and the left and right margins to "
        "{{margin}}|]]?",
        "chatty: We want to print this like a newspaper. Can you set all pages in {{columns}}[[ with left and right "
        "margins of {{margin}}|]]?",
        "precise: The page layout is to have {{columns}} of text[[ and side margins of {{margin}}|]].",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """The pages have one column at the start, and the headings no word that is wider than a column will be."""
        title, page = paper.spec.styles["Title"], paper.spec.sections[0].page
        title.look = title.look.but(size=TITLE_SIZE)
        margins = [length for length in MARGINS if length != page.left]
        if parameters.difficulty == "easy":
            margins = [page.left]
        ways = [(columns, margin) for columns in sorted(CALLED) for margin in margins]
        fitting = [
            (columns, margin)
            for columns, margin in ways
            if _widest(paper) < (page.width - 2 * margin - WIDE_GAP * (columns - 1)) / columns
        ]
        columns, margin = random.choice(fitting or [(2, min(margins))])
        return Scene(parameters, paper, columns, None if parameters.difficulty == "easy" else margin)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The section has so many columns, however wide the gap is."""
        mount = scene.paper.mount
        facts = [Fact(name="columns", value=scene.columns, says=CALLED[scene.columns])]
        check = Equals(select=places.section(mount, 1, "columns"), expected=scene.columns)
        requirements = [
            Requirement(
                id="columns", says="There are so many columns.", any_of=((check,),), facts=("columns",)
            )
        ]
        if scene.gap is not None:
            facts.append(length_fact("margin", scene.gap))
            checks = tuple(
                Equals(select=places.section(mount, 1, f"margin_{side}"), expected=scene.gap)
                for side in ("left", "right")
            )
            requirements.append(
                Requirement(id="margin", says="The margins are so wide.", any_of=(checks,), facts=("margin",))
            )
        act = partial(self.attempt, scene)
        other = 3 if scene.columns == 2 else 2
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(places.section(mount, 1, "column_gap"),),
            variants=(
                Attempt("narrow_gap", partial(act, between=0.5), why="How wide the gap is was not said."),
                Attempt("wide_gap", partial(act, between=WIDE_GAP), why="How wide the gap is was not said."),
            ),
            near_misses=(
                Attempt(
                    "other_number", partial(act, columns=other), why="There is another number of columns."
                ),
                Attempt("four", partial(act, columns=4), why="There are too many columns."),
                Attempt("landscape", partial(act, turned=True), why="The pages were turned as well."),
                Attempt("bullets", partial(self.listed, scene), why="The paragraphs became a list."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        columns: int | None = None,
        between: float = 1.25,
        turned: bool = False,
    ) -> None:
        """Set the columns, perhaps another number of them, with a gap."""
        page = scene.paper.document(desktop).sections[0].page
        page.columns, page.gap = columns or scene.columns, between
        if scene.gap is not None:
            page.left = page.right = scene.gap
        if turned:
            page.turn()

    def listed(self, scene: Scene, desktop: Desktop) -> None:
        """Make entries of a list of the prose."""
        self.attempt(scene, desktop)
        for number in scene.paper.prose_numbers():
            scene.paper.paragraph(desktop, number).list_format = ListFormat()


def _widest(paper: Paper) -> float:
    """About how wide, in centimetres, is what should not be torn: words of titles and headings, lines with a tab."""
    numbers = [n for n, item in enumerate(paper.body, 1) if item.style in ("Title", "Subtitle", "Heading 1")]
    sizes = {n: float(paper.look(n).size or TITLE_SIZE) * _LETTER for n in numbers}
    words = [len(word) * sizes[n] for n in numbers for word in paper.text(n).split()]
    tabbed = [
        (paper.layout(n).tabs or (TabStop(0),))[-1].at + len(rest) * float(paper.look(n).size or 0) * _LETTER
        for n, text in enumerate((item.text for item in paper.body), 1)
        for _, tab, rest in [text.rpartition("\t")]
        if tab
    ]
    return max((*words, *tabbed), default=0.0)
