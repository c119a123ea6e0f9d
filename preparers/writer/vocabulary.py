"""What the file calls things: namespaces, units, underlines, numbers, colours by name."""

from __future__ import annotations

from forge.states.values import Colour

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
GRAPHIC = "http://schemas.openxmlformats.org/drawingml/2006/main"
PICTURE = "http://schemas.openxmlformats.org/drawingml/2006/picture"
W, R, WP, A, PIC = (f"{{{name}}}" for name in (WORD, RELATIONS, DRAWING, GRAPHIC, PICTURE))
NAMESPACES = {"w": WORD, "r": RELATIONS, "wp": DRAWING, "a": GRAPHIC, "pic": PICTURE}

TWIPS_IN_POINT = 20
TWIPS_IN_CENTIMETRE = 1440 / 2.54
EMU_IN_CENTIMETRE = 360_000

OBJECT = "\ufffc"
"""The sign that stands in a text for a field, a footnote or a picture."""

UNDERLINES = {
    "none": "none",
    "single": "single",
    "double": "double",
    "thick": "thick",
    "dotted": "dotted",
    "dash": "dash",
    "wave": "wave",
}
UNDERLINES_IN_FILE = {
    "words": "single",
    "dottedHeavy": "dotted",
    "dashedHeavy": "dash",
    "dashLong": "dash",
    "dashLongHeavy": "dash",
    "dotDash": "dash",
    "dashDotHeavy": "dash",
    "dotDotDash": "dash",
    "dashDotDotHeavy": "dash",
    "wavyHeavy": "wave",
    "wavyDouble": "wave",
    **{name: kind for kind, name in UNDERLINES.items()},
}
"""Kinds of underline that the file knows, each as the nearest one that is told apart."""

SCRIPTS = {"super": "superscript", "sub": "subscript", "none": "baseline"}
SCRIPTS_IN_FILE = {name: script for script, name in SCRIPTS.items()}

ALIGNMENTS_IN_FILE = {
    "left": "left",
    "start": "left",
    "center": "center",
    "right": "right",
    "end": "right",
    "both": "justify",
    "distribute": "justify",
}

RULES = {"multiple": "auto", "at least": "atLeast", "exactly": "exact"}
RULES_IN_FILE = {name: rule for rule, name in RULES.items()}

NUMBERS = {
    "bullet": "bullet",
    "decimal": "decimal",
    "lower letter": "lowerLetter",
    "upper letter": "upperLetter",
    "lower roman": "lowerRoman",
    "upper roman": "upperRoman",
}
NUMBERS_IN_FILE = {name: kind for kind, name in NUMBERS.items()}

LINES = {"single": "single", "double": "double", "dotted": "dotted", "dashed": "dashed"}
LINES_IN_FILE = {
    "single": "single",
    "thick": "single",
    "double": "double",
    "dotted": "dotted",
    "dashed": "dashed",
    "dashSmallGap": "dashed",
}

LEADERS = {"dots": "dot", "dashes": "hyphen", "line": "underscore"}
LEADERS_IN_FILE = {name: leader for leader, name in LEADERS.items()}

FIELDS = {"page": "PAGE", "pages": "NUMPAGES"}
FIELDS_IN_FILE = {name: kind for kind, name in FIELDS.items()}

HIGHLIGHTS = {
    "yellow": "#FFFF00",
    "green": "#00FF00",
    "cyan": "#00FFFF",
    "magenta": "#FF00FF",
    "blue": "#0000FF",
    "red": "#FF0000",
    "darkBlue": "#000080",
    "darkCyan": "#008080",
    "darkGreen": "#008000",
    "darkMagenta": "#800080",
    "darkRed": "#800000",
    "darkYellow": "#808000",
    "darkGray": "#808080",
    "lightGray": "#C0C0C0",
    "black": "#000000",
    "white": "#FFFFFF",
}
"""The colours of the marker (ECMA-376 part 1 section 17.18.40)."""
HIGHLIGHTS_BY_COLOUR = {Colour(code): name for name, code in HIGHLIGHTS.items()}

PAPERS = {
    "A3": (29.7, 42.0),
    "A4": (21.0, 29.7),
    "A5": (14.8, 21.0),
    "letter": (21.59, 27.94),
    "legal": (21.59, 35.56),
}
"""Width and height of upright paper in centimetres."""


def twips(centimetres: float) -> int:
    """A length in the unit of the file."""
    return round(centimetres * TWIPS_IN_CENTIMETRE)


def centimetres(length: float) -> float:
    """A length of the file, to a tenth of a millimetre."""
    return round(length / TWIPS_IN_CENTIMETRE, 2)


def points(length: float) -> float:
    """A distance of the file in points, to a half."""
    return round(length / TWIPS_IN_POINT * 2) / 2
