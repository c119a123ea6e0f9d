"""Where placeholders stand on a slide of a given size, and which layouts there are."""

from __future__ import annotations

from forge.preparers.impress.parts import Role
from forge.preparers.impress.spec import Presentation, Shape, Slide

LAYOUTS: dict[str, tuple[Role, ...]] = {
    "title": ("title", "subtitle"),
    "content": ("title", "body"),
    "title only": ("title",),
    "two content": ("title", "body", "body"),
    "blank": (),
}
"""The layouts by name, with the roles of their placeholders."""

FILE_TYPES = {
    "title": "title",
    "content": "obj",
    "title only": "titleOnly",
    "two content": "twoObj",
    "blank": "blank",
}
"""The layouts in the file's words."""

SMALL: tuple[Role, ...] = ("date", "footer", "slide number")
"""What stands at the lower edge."""

Frame = tuple[float, float, float, float]
"""Left, top, width and height, each as a share of the slide."""

_TITLE: Frame = (0.06, 0.05, 0.88, 0.16)
_FRAMES: dict[tuple[str, Role, int], Frame] = {
    ("title", "title", 1): (0.12, 0.18, 0.76, 0.32),
    ("title", "subtitle", 1): (0.12, 0.54, 0.76, 0.22),
    ("two content", "body", 1): (0.06, 0.24, 0.43, 0.66),
    ("two content", "body", 2): (0.51, 0.24, 0.43, 0.66),
}
_USUAL: dict[Role, Frame] = {
    "title": _TITLE,
    "subtitle": (0.06, 0.22, 0.88, 0.1),
    "body": (0.06, 0.24, 0.88, 0.66),
    "date": (0.06, 0.93, 0.22, 0.05),
    "footer": (0.33, 0.93, 0.34, 0.05),
    "slide number": (0.72, 0.93, 0.22, 0.05),
}


def placeholder_of(deck: Presentation, layout: str, role: Role, number: int = 1) -> Shape:
    """An empty placeholder where a layout puts it."""
    left, top, width, height = _FRAMES.get((layout, role, number), _USUAL[role])
    return Shape(
        left=round(left * deck.width, 2),
        top=round(top * deck.height, 2),
        width=round(width * deck.width, 2),
        height=round(height * deck.height, 2),
        role=role,
    )


def new_slide(deck: Presentation, layout: str, *texts: str) -> Slide:
    """A slide of a layout, not yet in the presentation.

    Args:
        deck: the presentation for which it is made.
        layout: one of `LAYOUTS`.
        texts: the text of each placeholder in turn, a line for each paragraph.
    """
    slide = Slide()
    counts: dict[str, int] = {}
    for number, role in enumerate(LAYOUTS[layout]):
        counts[role] = counts.get(role, 0) + 1
        shape = placeholder_of(deck, layout, role, counts[role])
        if number < len(texts):
            shape.write(*texts[number].split("\n"))
        slide.shapes.append(shape)
    return slide


def layout_of(slide: Slide) -> str | None:
    """The layout whose placeholders a slide has; None where there is none."""
    roles = tuple(shape.role for shape in slide.shapes if shape.role is not None and shape.role not in SMALL)
    return next((name for name, wanted in LAYOUTS.items() if sorted(wanted) == sorted(roles)), None)
