"""Skill: the outline of drawings."""

from __future__ import annotations

from forge.preparers.impress.spec import Line, Shape
from forge.skills.impress.support.paint_skill import SHAPES, PaintSkill
from forge.states.values import Colour


class OutlineShape(PaintSkill):
    """Drawings get an outline of a colour; how thick it is, is up to whoever does it."""

    id = "impress.objects.outline"
    title = "Set the outline of a shape"
    prop = "line"
    free = ("line_width",)
    phrasings = (
        "give " + SHAPES + " an outline in {{colour}}",
        "set the colour of the outline of " + SHAPES + " to {{colour}}, with a solid line",
        "terse: Outline of " + SHAPES + ": {{colour}}.",
        "polite: Could you please draw the outline of " + SHAPES + " in {{colour}}?",
        "chatty: The edges should be easier to see. Can you make the outline of " + SHAPES + " {{colour}}?",
        "precise: The outline of " + SHAPES + " is to be a solid line in {{colour}}.",
    )

    def paint(self, shape: Shape, colour: Colour) -> None:
        """The outline, as thick as it was or one point."""
        shape.line = Line(colour, shape.line.width if shape.line is not None else 1)

    def spoil(self, shape: Shape, colour: Colour) -> None:
        """The inside."""
        shape.fill = colour
