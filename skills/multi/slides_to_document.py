"""Skill: list the titles of slides at the end of a document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.frames import new_slide
from forge.preparers.impress.spec import Presentation
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.documents import Ending, document, named_file
from forge.skills.multi.support.office import Office
from forge.states.selectors import Selector

TITLES = (
    "Where we stand",
    "What went well",
    "What was difficult",
    "Costs at a glance",
    "The team",
    "Plans for autumn",
    "Open questions",
    "Risks we see",
    "Next steps",
    "Thank you all",
)


@dataclass(frozen=True)
class Scene(MultiScene):
    """The presentation, what its slides are called and say, and the end of the document."""

    deck: str
    titles: tuple[str, ...]
    bodies: tuple[str, ...]
    ending: Ending


class SlidesToDocument(MultiSkill[Scene]):
    """The titles of all slides become paragraphs of a document, in their order."""

    id = "multi.transfer.slides_to_document"
    title = "Take slide text or notes into a document"
    applications = ("impress", "writer")
    phrasings = (
        "list the titles of the slides of {{deck}} {{end}} of {{document}}, each {{form}}, {{order}}",
        "add the title of every slide in {{deck}} {{end}} of {{document}}, {{form}}, {{order}}",
        "terse: {{document}}: slide titles of {{deck}} {{end}}, each {{form}}, {{order}}.",
        "polite: Could you please write the titles of all slides of {{deck}} {{end}} of {{document}}, each "
        "{{form}} and {{order}}?",
        "chatty: {{document}} should tell what we are going to show. Can you put the titles of the slides in "
        "{{deck}} {{end}}, each {{form}}, {{order}}?",
        "precise: {{end}} of {{document}}, the title of each slide of {{deck}} is to stand {{form}}, "
        "{{order}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A deck about the work of the office, and notes that end where the list is to come."""
        titles = random.sample(TITLES, min(parameters.amount + 2, len(TITLES)))
        bodies = office.writer.sentences(len(titles))
        deck = Presentation()
        deck.slides = [new_slide(deck, "content", *pair) for pair in zip(titles, bodies, strict=True)]
        deck_mount = office.document("Slides for the meeting", "pptx")
        desktop.add(deck_mount, "impress", deck)
        mount = office.document(random.choice(("Invitation", "Agenda", "Letter to the board")))
        sections = {
            "Purpose": office.writer.sentences(3),
            "Programme": ["This is what we are going to show:"],
        }
        made = document(desktop, mount, office.kit.title, sections)
        return Scene(
            parameters,
            office,
            deck_mount,
            tuple(titles),
            tuple(bodies),
            Ending.of(mount, made, tuple(titles)),
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Add the titles."""
        scene.ending.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The document ends with the titles."""
        ending, deck = scene.ending, scene.deck
        source = Selector(deck).below("slide").below("shape", "title").below("paragraph").of("text")
        numbered = [f"{number}. {title}" for number, title in enumerate(scene.titles, 1)]
        return self.task(
            scene,
            facts=(
                named_file("deck", deck, "presentation"),
                named_file("document", ending.mount, "document"),
                Fact(name="end", value="end", says=("at the end",)),
                Fact(
                    name="form", value="paragraph", says=("in a paragraph of its own", "on a line of its own")
                ),
                Fact(name="order", value="order", says=("in the order of the slides", "in their order")),
                ending.fact(source),
            ),
            requirements=(
                ending.requirement("The titles are listed.", "deck", "document", "end", "form", "order"),
            ),
            writes=ending.writes,
            reads=(source,),
            free=ending.free,
            variants=ending.variants(),
            near_misses=(
                *ending.near_misses(),
                Attempt(
                    "the other text", partial(ending.add, texts=scene.bodies), why="They are not the titles."
                ),
                Attempt(
                    "numbered by hand",
                    partial(ending.add, texts=numbered),
                    why="They are not the titles alone.",
                ),
            ),
            opened=(deck, ending.mount),
        )
