"""Skill: draw a new shape with words on it, or a text box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.spec import Line, Shape, texts
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, text_fact, words_fact
from forge.skills.impress.support.new_shapes import new_shape, plain_text
from forge.skills.impress.support.wordings import CAPTIONS, unused
from forge.states.rubric import Absent, Equals, Requirement
from forge.states.values import Colour

FORMS: Mapping[str, tuple[str, ...]] = {
    "ellipse": ("an ellipse", "an oval"),
    "diamond": ("a diamond",),
    "hexagon": ("a hexagon",),
    "triangle": ("an isosceles triangle",),
    "right arrow": ("an arrow that points to the right", "a block arrow to the right"),
    "left arrow": ("an arrow that points to the left", "a block arrow to the left"),
}
"""Forms as files call them, with words."""
_NAME = "Shape 90"
_FREE = ("fill", "line", "line_width", "line_dash", "anchor")


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The slide, the form, another form, the words, and another slide."""

    number: int
    form: str
    other: str
    text: str
    beside: int


class InsertShape(ImpressSkill[Scene]):
    """A form with words on it; its place, size and colours are up to whoever draws it."""

    id = "impress.objects.insert"
    title = "Draw a shape with a text in it"
    phrasings = (
        "draw {{form}} with the text {{text}} on {{slide}}",
        "add {{form}} to {{slide}} that says {{text}}",
        "terse: {{slide}}: {{form}}, text {{text}}.",
        "polite: Could you please insert {{form}} on {{slide}} and write {{text}} in it?",
        "chatty: A hint is missing there. Can you draw {{form}} on {{slide}} and type {{text}} into it?",
        "precise: {{slide}} gets one new shape, {{form}}, whose text is {{text}}.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A form that the slide does not have; the harder, the fuller the deck."""
        number, beside = random.sample(deck.numbers, 2)
        form, other = random.sample(sorted(FORMS), 2)
        (text,) = unused(random, CAPTIONS, 1)
        return Scene(parameters, deck, number, form, other, text, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Draw it in the lower half."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It is there with its text; how it looks is free."""
        select, checks, free = new_shape(scene.mount, scene.number, {"kind": scene.form}, *_FREE)
        paragraph = select.below("paragraph")
        plain, text_free = plain_text(paragraph)
        text = (
            Equals(select=paragraph.of("text"), expected=scene.text, text="trimmed"),
            Absent(select=select.below("paragraph", 2)),
            Absent(select=select.below("row")),
            *plain,
        )
        required = Requirement(
            id="shape",
            says="It is there and says so.",
            any_of=((*checks, *text),),
            facts=("slide", "form", "text"),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=(
                slide_fact("slide", scene.deck, scene.number),
                words_fact("form", scene.form, *FORMS[scene.form]),
                text_fact("text", scene.text),
            ),
            requirements=(required,),
            writes=(select,),
            free=(*free, *text_free),
            variants=(
                Attempt(
                    "blue",
                    partial(act, fill=Colour("#729FCF"), line=Line(Colour("#3465A4"))),
                    why="As drawn.",
                ),
                Attempt("large", partial(act, left=12, width=9), why="Larger and further to the right."),
                Attempt("centred", partial(self.centred, scene), why="Its text stands in the middle."),
            ),
            near_misses=(
                Attempt("other_form", partial(act, form=scene.other), why="Another form."),
                Attempt("beside", partial(act, number=scene.beside), why="On another slide."),
                Attempt("cut", partial(act, text=scene.text[:-2]), why="Two letters are missing."),
                Attempt("text_apart", partial(self.apart, scene), why="The words stand in a box beside it."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        *,
        form: str = "",
        number: int = 0,
        text: str | None = None,
        fill: Colour | None = None,
        line: Line | None = None,
        left: float = 4,
        width: float = 6,
    ) -> None:
        """Draw the shape."""
        words = scene.text if text is None else text
        outline = line if line is not None or fill is not None else Line(Colour("#404040"))
        shape = Shape(_NAME, left, 11, width, 4, geometry=form or scene.form, fill=fill, line=outline)
        shape.paragraphs = texts(words) if words else []
        scene.deck.slide(desktop, number or scene.number).shapes.append(shape)

    def centred(self, scene: Scene, desktop: Desktop) -> None:
        """Draw it with its text in the middle."""
        self.attempt(scene, desktop)
        shape = scene.deck.shape(desktop, scene.number, _NAME)
        shape.anchor, shape.paragraphs[0].alignment = "middle", "centre"

    def apart(self, scene: Scene, desktop: Desktop) -> None:
        """Draw it without text, and a box with the text."""
        self.attempt(scene, desktop, text="")
        box = Shape("TextBox 91", 12, 11, 8, 2, paragraphs=texts(scene.text))
        scene.deck.slide(desktop, scene.number).shapes.append(box)
