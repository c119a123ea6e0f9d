"""Skill: fill in the properties of a document."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.skills.contract import Attempt, Contract
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Requirement

CALLED = {"title": "title", "subject": "subject", "comments": "description"}

FIXED = "\N{NO-BREAK SPACE}"

FIELDS = (
    "[[the title {{title}}|the subject {{subject}}|the title {{title}} and the subject {{subject}}|the title "
    "{{title}}, the subject {{subject}} and the comments {{comments}}]]"
)


@dataclass(frozen=True)
class Scene(WriterScene):
    """What is to be entered, by the names of the fields."""

    texts: dict[str, str]


class Properties(WriterSkill[Scene]):
    """One field, two or three of the document's properties."""

    id = "writer.properties.fill"
    title = "Fill in the properties of a document"
    phrasings = (
        f"enter in the document properties {FIELDS}",
        f"fill in {FIELDS} in the properties of the file",
        f"terse: Document properties: enter {FIELDS}.",
        f"polite: Could you please enter {FIELDS} in the properties of the document?",
        f"chatty: Our archive sorts by what is in the properties of a file. Can you enter {FIELDS} there?",
        f"precise: Set these document properties: {FIELDS}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Texts that are not there yet."""
        heading = re.sub(r"^\d+\. ", "", paper.text(random.choice(paper.headings())))
        given = {
            "title": f"{paper.kit.title} ({random.randint(2024, 2026)})",
            "subject": f"{paper.kit.domain.capitalize()}, {heading.lower()}",
            "comments": f"Checked by {random.choice(paper.prose.people)}",
        }
        names = {"easy": ["title"], "medium": ["title", "subject"], "hard": list(given)}[
            parameters.difficulty
        ]
        names = random.choice((names, ["subject"])) if parameters.difficulty == "easy" else names
        return Scene(parameters, paper, {name: given[name] for name in names})

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Enter them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each field says what it should."""
        mount = scene.paper.mount
        requirements = [
            Requirement(
                id=name,
                says=f"The {name} is {text}.",
                any_of=(
                    (Equals(select=places.document(mount, CALLED[name]), expected=text, text="trimmed"),),
                ),
                facts=(name,),
            )
            for name, text in scene.texts.items()
        ]
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=[text_fact(name, text) for name, text in scene.texts.items()],
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            variants=(
                Attempt(
                    "pasted",
                    partial(act, change=lambda text: text.replace(" ", FIXED)),
                    why="Out of a message, spaces come at which no line breaks.",
                ),
                Attempt(
                    "kept_together",
                    partial(act, change=lambda text: FIXED.join(text.rsplit(" ", 1))),
                    why="The last word does not stand alone in a line.",
                ),
            ),
            near_misses=(
                Attempt(
                    "misspelt", partial(act, change=lambda text: text[:-1]), why="The last letter is missing."
                ),
                Attempt("wrong_field", partial(act, field="keywords"), why="It stands in another field."),
                Attempt("in_the_text", partial(self.in_text, scene), why="The document's text says it."),
                Attempt("capitals", partial(act, change=str.upper), why="It is written in capitals."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, change: Callable[[str], str] = str, field: str = ""
    ) -> None:
        """Enter the texts, perhaps changed or elsewhere."""
        document = scene.paper.document(desktop)
        for name, text in scene.texts.items():
            setattr(document, field or CALLED[name], change(text))

    def in_text(self, scene: Scene, desktop: Desktop) -> None:
        """Write the first text above the document's own title."""
        scene.paper.paragraph(desktop, 1).runs[0].text = next(iter(scene.texts.values()))
