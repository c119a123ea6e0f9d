"""The words of presentations: Forge's on the left, the file format's on the right."""

from __future__ import annotations

NO_BULLET = "none"
"""A bullet that is none, for a paragraph that would have one."""

ALIGNMENTS = {"left": "l", "centre": "ctr", "right": "r", "justify": "just"}
ANCHORS = {"top": "t", "middle": "ctr", "bottom": "b"}
UNDERLINES = {
    "single": "sng",
    "double": "dbl",
    "thick": "heavy",
    "dotted": "dotted",
    "dashed": "dash",
    "wavy": "wavy",
}
DASHES = {"solid": "solid", "dashed": "dash", "dotted": "sysDot", "dash-dot": "dashDot"}

NUMBERINGS = {
    "1.": "arabicPeriod",
    "1)": "arabicParenR",
    "a)": "alphaLcParenR",
    "a.": "alphaLcPeriod",
    "A.": "alphaUcPeriod",
    "i.": "romanLcPeriod",
    "I.": "romanUcPeriod",
}
"""Bullets that count."""
CHARACTERS = ("•", "–", "▪", "○", "➔", "✓", "★")
"""Bullets that are a sign."""

GEOMETRIES = {
    "rectangle": "rect",
    "rounded rectangle": "roundRect",
    "ellipse": "ellipse",
    "triangle": "triangle",
    "diamond": "diamond",
    "right arrow": "rightArrow",
    "left arrow": "leftArrow",
    "hexagon": "hexagon",
    "pentagon": "homePlate",
    "chevron": "chevron",
    "star": "star5",
    "line": "line",
}

NUMBER_FIELD, DATE_FIELD = "‹#›", "‹date›"
"""What stands in a text for the number of its slide, and for the day."""

ROLES = {
    "title": "title",
    "subtitle": "subTitle",
    "body": "body",
    "date": "dt",
    "footer": "ftr",
    "slide number": "sldNum",
}
"""What a placeholder is for; `body` stands for every kind of content."""

TRANSITIONS = {
    "fade": ("fade", {}),
    "dissolve": ("dissolve", {}),
    "push": ("push", {"dir": "u"}),
    "wipe": ("wipe", {"dir": "d"}),
    "cover": ("cover", {"dir": "l"}),
    "split": ("split", {"orient": "vert", "dir": "out"}),
    "circle": ("circle", {}),
}
SPEEDS = {"slow": "slow", "medium": "med", "fast": "fast"}

CHART_TYPES = ("column", "bar", "line", "pie")
GROUPINGS = {"clustered": "clustered", "stacked": "stacked", "percent": "percentStacked"}
LEGENDS = {"right": "r", "left": "l", "top": "t", "bottom": "b"}
