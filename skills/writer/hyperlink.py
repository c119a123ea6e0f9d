"""Skill: make links of words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Colour, Run
from forge.skills.catching import altered, mentions
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.marking import Spot, edges, runs_of, spots, words
from forge.skills.writer.support.papers import Paper
from forge.states.changes import Change
from forge.states.rubric import Equals, Requirement

PAGES = ("about", "contact", "news/spring", "team", "plans/2026", "questions", "rules", "map")
MORE = ("annual overview", "open letter", "short guide to terms")
"""What else can be spoken of once."""
LINKED = "{{first}} to {{url}}[[ and {{second}} to {{other_url}}|, {{second}} to {{other_url}} and {{third}} to {{third_url}}|]]"  # noqa: E501 - one phrase


@dataclass(frozen=True)
class Scene(WriterScene):
    """The words with their addresses, and one address that is wrong."""

    links: tuple[tuple[Spot, str], ...]
    wrong: str


class Hyperlink(WriterSkill[Scene]):
    """One link, two or three, each on words that stand once in the document."""

    id = "writer.links.insert"
    title = "Turn words into a link"
    phrasings = (
        f"link {LINKED}",
        f"make links in the text: link {LINKED}",
        f"terse: Link {LINKED}.",
        f"polite: Could you please link the words {LINKED}?",
        f"chatty: People keep asking where to find it online. Can you link {LINKED}?",
        f"precise: Turn words of the text into links: {LINKED}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Names, things or places that are spoken of once."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        terms = sorted(paper.terms(most=1).items())
        found = [spot for text, (number,) in terms for spot in spots(paper, number, text)]
        for text in MORE[len(found) :]:
            number = random.choice(paper.prose_numbers())
            [run for run in paper.body[number - 1].runs if run.text][
                -1
            ].text += f" More is said in the {text} of this year."
            found += spots(paper, number, text)
        chosen = random.sample(found, count)
        host = f"https://www.{paper.kit.organization.split()[0].lower().replace(chr(39), '')}.example.org"
        *pages, wrong = random.sample(PAGES, count + 1)
        links = tuple((spot, f"{host}/{page}") for spot, page in zip(chosen, pages, strict=True))
        return Scene(parameters, paper, links, f"{host}/{wrong}")

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Link the words."""
        self.attempt(scene, desktop)

    def catches(self, scene: Scene, change: Change) -> bool:
        """The words are spoken of as if they stood but once."""
        terms = (spot.text for spot, _ in scene.links)
        return change.mount == scene.paper.mount and any(altered(change, mentions(term)) for term in terms)

    def contract(self, scene: Scene) -> Contract:
        """Each of the words leads to its address."""
        paper, facts, requirements, chosen = scene.paper, list[Fact](), list[Requirement](), []
        names = (("first", "url"), ("second", "other_url"), ("third", "third_url"))
        for (name, url), (spot, address) in zip(names, scene.links, strict=False):
            facts += [text_fact(name, spot.text), Fact(name=url, value=address, says=(address,))]
            check = Equals(select=words(paper, [spot], "link")[0], expected=address)
            requirements.append(
                Requirement(id=name, says=f"It leads to {address}.", any_of=((check,),), facts=(name, url))
            )
            chosen.append(spot)
        act = partial(self.attempt, scene)
        looks = [item for prop in ("colour", "underline") for item in words(paper, chosen, prop)]
        beside = [item for prop in ("link", "colour", "underline") for item in edges(paper, chosen, prop)]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(*looks, *beside),
            variants=(
                Attempt("plain", partial(act, colour=Colour("#000000")), why="How links look was not said."),
                Attempt(
                    "navy", partial(act, colour=Colour("#000080")), why="Some show links in another blue."
                ),
                Attempt("not_underlined", partial(act, line="none"), why="Links need not be underlined."),
            ),
            near_misses=(
                Attempt("wrong_address", partial(act, address=scene.wrong), why="It leads to another page."),
                Attempt("looks_only", partial(self.looks_only, scene), why="It only looks like a link."),
                Attempt("typed", partial(self.typed, scene), why="The address was typed behind the words."),
                Attempt("not_secure", partial(act, plain=True), why="It is not the address that was told."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        colour: Colour | None = None,
        line: str | None = None,
        address: str = "",
        plain: bool = False,
    ) -> None:
        """Link the words, perhaps with another address or look."""
        for index, (spot, own) in enumerate(scene.links):
            target = address if address and index == 0 else own
            for run in runs_of(scene.paper, desktop, spot):
                run.link = target.replace("https://", "http://") if plain else target
                run.restyle(colour=colour, underline=line)

    def looks_only(self, scene: Scene, desktop: Desktop) -> None:
        """Make the words look like links."""
        for spot, _ in scene.links:
            for run in runs_of(scene.paper, desktop, spot):
                run.restyle(colour=Colour("#0563C1"), underline="single")

    def typed(self, scene: Scene, desktop: Desktop) -> None:
        """Type the addresses."""
        for spot, address in scene.links:
            run = runs_of(scene.paper, desktop, spot)[-1]
            paragraph = scene.paper.paragraph(desktop, spot.number)
            paragraph.runs.insert(paragraph.runs.index(run) + 1, Run(f" ({address})"))
