"""The master, its layouts and its theme on their way into a file."""

from __future__ import annotations

from forge.preparers.impress.frames import FILE_TYPES, LAYOUTS, SMALL, placeholder_of
from forge.preparers.impress.markup import NAMESPACES, Element, make
from forge.preparers.impress.parts import Role, texts
from forge.preparers.impress.shapes_out import Part, tree
from forge.preparers.impress.spec import Presentation, Shape
from forge.preparers.impress.text_out import solid, styles
from forge.states.values import Colour

_COLOURS = {
    "dk1": "000000",
    "lt1": "FFFFFF",
    "dk2": "44546A",
    "lt2": "E7E6E6",
    "accent1": "4472C4",
    "accent2": "ED7D31",
    "accent3": "A5A5A5",
    "accent4": "FFC000",
    "accent5": "5B9BD5",
    "accent6": "70AD47",
    "hlink": "0563C1",
    "folHlink": "954F72",
}
COLOUR_MAP = {
    "bg1": "lt1",
    "tx1": "dk1",
    "bg2": "lt2",
    "tx2": "dk2",
    **{name: name for name in _COLOURS if name.startswith(("accent", "hlink", "fol"))},
}
_NAMES = {
    "title": "Title Slide",
    "content": "Title and Content",
    "title only": "Title Only",
    "two content": "Two Content",
    "blank": "Blank",
}
_PROMPTS: dict[Role, str] = {"title": "Click to edit the title", "subtitle": "Click to edit the subtitle"}
_FIRST_LAYOUT = 2_147_483_649
MASTER_NUMBER = 2_147_483_648
"""The number by which the presentation knows its master; layouts have those after it."""


def background(behind: Colour | bytes | str | None, part: Part) -> Element | None:
    """The background of a slide or a master: one colour or a picture; None where there is none of its own."""
    fill: Element | None
    if isinstance(behind, bytes):
        fill = make(
            "a:blipFill",
            {"dpi": 0, "rotWithShape": True},
            make("a:blip", {"r:embed": part.picture(behind)}),
            make("a:stretch", None, make("a:fillRect")),
        )
    else:
        fill = solid(behind)
    return make("p:bg", None, make("p:bgPr", None, fill, make("a:effectLst"))) if fill is not None else None


def master_part(deck: Presentation, part: Part) -> Element:
    """The slide master."""
    roles: tuple[Role, ...] = ("title", "body", *SMALL)
    placeholders = [_prompting(deck, "master", role) for role in roles]
    layouts = [
        make("p:sldLayoutId", {"id": _FIRST_LAYOUT + number, "r:id": f"rId{number + 1}"})
        for number in range(len(LAYOUTS))
    ]
    content = make(
        "p:cSld",
        None,
        background(deck.master.background, part),
        _with_styles(tree([*deck.master.shapes, *placeholders], part, "master"), deck, "master"),
    )
    return make(
        "p:sldMaster",
        None,
        content,
        make("p:clrMap", COLOUR_MAP),
        make("p:sldLayoutIdLst", None, *layouts),
        make(
            "p:txStyles",
            None,
            styles("p:titleStyle", deck.master, "title"),
            styles("p:bodyStyle", deck.master, "body"),
            styles("p:otherStyle", deck.master, None),
        ),
    )


def layout_part(deck: Presentation, layout: str, part: Part) -> Element:
    """One slide layout."""
    counts: dict[str, int] = {}
    placeholders = []
    for role in (*LAYOUTS[layout], *SMALL):
        counts[role] = counts.get(role, 0) + 1
        placeholders.append(_prompting(deck, layout, role, counts[role]))
    shapes = _with_styles(tree(placeholders, part, layout), deck, layout)
    return make(
        "p:sldLayout",
        {"type": FILE_TYPES[layout], "preserve": True},
        make("p:cSld", {"name": _NAMES[layout]}, shapes),
        make("p:clrMapOvr", None, make("a:masterClrMapping")),
    )


def _prompting(deck: Presentation, layout: str, role: Role, number: int = 1) -> Shape:
    """A placeholder with the words that ask for its content."""
    shape = placeholder_of(deck, layout, role, number)
    shape.anchor = deck.master.style(role).anchor
    if role == "body":
        shape.paragraphs = texts("First level", "Second level", "Third level", "Fourth level", "Fifth level")
        for level, paragraph in enumerate(shape.paragraphs, 1):
            paragraph.level = level
    elif role == "slide number":
        shape.paragraphs = texts("‹#›")
    elif role in _PROMPTS:
        shape.paragraphs = texts(_PROMPTS[role])
    return shape


def _with_styles(shapes: Element, deck: Presentation, layout: str) -> Element:
    """Write down how the small texts and subtitles look: the master has no style of its own for them."""
    roles: dict[str | None, Role] = {"subTitle": "subtitle"}
    if layout == "master":
        roles.update({"dt": "date", "ftr": "footer", "sldNum": "slide number"})
    for shape in shapes:
        holder = shape.find(".//{*}ph")
        role = roles.get(holder.get("type")) if holder is not None else None
        own = shape.find("{*}txBody/{*}lstStyle")
        if role is not None and own is not None:
            own.extend(list(styles("a:lstStyle", deck.master, role)))
    return shapes


def theme_part(deck: Presentation) -> bytes:
    """The theme: colours and fonts that nothing here refers to, but that every file has."""
    colours = "".join(f'<a:{key}><a:srgbClr val="{value}"/></a:{key}>' for key, value in _COLOURS.items())
    fonts = "".join(
        f'<a:{size}Font><a:latin typeface="{style.font}"/><a:ea typeface=""/><a:cs typeface=""/></a:{size}Font>'
        for size, style in (("major", deck.master.title), ("minor", deck.master.body))
    )
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = f'<a:ln w="9525">{fill}<a:prstDash val="solid"/></a:ln>'
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<a:theme xmlns:a="{NAMESPACES["a"]}" name="Office"><a:themeElements>'
        f'<a:clrScheme name="Office">{colours}</a:clrScheme><a:fontScheme name="Office">{fonts}</a:fontScheme>'
        f'<a:fmtScheme name="Office"><a:fillStyleLst>{fill * 3}</a:fillStyleLst>'
        f"<a:lnStyleLst>{line * 3}</a:lnStyleLst><a:effectStyleLst>{effect * 3}</a:effectStyleLst>"
        f"<a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>"
    ).encode()
