"""The styles that every document has, and what a document says where no style does."""

from __future__ import annotations

from forge.preparers.writer.looks import BLACK, Layout, Look, Style
from forge.states.values import Colour

BASE_LOOK = Look(
    font="Calibri",
    size=11,
    bold=False,
    italic=False,
    underline="none",
    strike=False,
    script="none",
    colour=BLACK,
    highlight="none",
    caps="none",
)
BASE_LAYOUT = Layout(
    alignment="left",
    left=0,
    right=0,
    first=0,
    before=0,
    after=8,
    line=1.08,
    rule="multiple",
    keep_next=False,
    keep_lines=False,
    page_break=False,
    outline=0,
    fill="none",
    tabs=(),
)
"""What holds where neither paragraph nor style says anything; of a document that this preparer writes."""

_INK = Colour("#1F3864")
_HEADING_SIZES = (16, 13, 12, 11, 11, 11)
HEADINGS = tuple(f"Heading {level}" for level in range(1, 7))
CONTENTS = tuple(f"TOC {level}" for level in range(1, 7))


def built_in_styles() -> dict[str, Style]:
    """New copies of the styles that every document has."""
    styles = {"Normal": Style(based_on=None)}
    for level, (name, size) in enumerate(zip(HEADINGS, _HEADING_SIZES, strict=True), 1):
        styles[name] = Style(
            following="Normal",
            look=Look(size=size, bold=True, colour=_INK, italic=True if level > 3 else None),
            layout=Layout(
                before=18 if level == 1 else 10, after=4, keep_next=True, keep_lines=True, outline=level
            ),
        )
    styles["Title"] = Style(
        following="Normal", look=Look(size=26, colour=_INK), layout=Layout(after=12, line=1.0)
    )
    styles["Subtitle"] = Style(
        following="Normal", look=Look(size=14, colour=Colour("#595959")), layout=Layout(after=12)
    )
    styles["Body Text"] = Style(layout=Layout(after=7, line=1.15))
    styles["Quote"] = Style(look=Look(italic=True), layout=Layout(left=1.0, right=1.0))
    styles["Caption"] = Style(look=Look(size=9, italic=True), layout=Layout(before=6, after=6, line=1.0))
    styles["List Paragraph"] = Style(layout=Layout(after=2))
    styles["Header"] = Style(look=Look(size=9), layout=Layout(after=0, line=1.0))
    styles["Footer"] = Style(look=Look(size=9), layout=Layout(after=0, line=1.0))
    return styles
