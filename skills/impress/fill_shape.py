"""Skill: the colour inside drawings."""

from __future__ import annotations

from forge.preparers.impress.spec import Line, Shape
from forge.skills.impress.support.paint_skill import SHAPES, PaintSkill
from forge.states.values import Colour


class FillShape(PaintSkill):
    """Drawings get another fill; their texts and outlines stay."""

    id = "impress.objects.fill"
    title = "Set the colour inside a shape"
    prop = "fill"
    phrasings = (
        "fill " + SHAPES + " with {{colour}}",
        "change the fill colour of " + SHAPES + " to {{colour}}",
        "terse: Fill of " + SHAPES + ": {{colour}}.",
        "polite: Could you please fill " + SHAPES + " in {{colour}}?",
        "chatty: I want one thing to stand out. Can you make the inside of " + SHAPES + " {{colour}}?",
        "precise: The fill of " + SHAPES + " is to be {{colour}}.",
    )

    def paint(self, shape: Shape, colour: Colour) -> None:
        """The inside."""
        shape.fill = colour

    def spoil(self, shape: Shape, colour: Colour) -> None:
        """The outline."""
        shape.line = Line(colour, 2)
