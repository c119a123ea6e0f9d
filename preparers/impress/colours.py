"""Colours as files say them, worked out to one form: from the theme, by name, made lighter or darker."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping

from forge.preparers.impress.markup import Element, children, find, local
from forge.states.values import Colour

_NAMED = {
    "black": "000000",
    "white": "FFFFFF",
    "red": "FF0000",
    "green": "008000",
    "lime": "00FF00",
    "blue": "0000FF",
    "yellow": "FFFF00",
    "orange": "FFA500",
    "purple": "800080",
    "gray": "808080",
    "grey": "808080",
    "silver": "C0C0C0",
    "maroon": "800000",
    "navy": "000080",
    "teal": "008080",
    "olive": "808000",
    "aqua": "00FFFF",
    "cyan": "00FFFF",
    "fuchsia": "FF00FF",
    "magenta": "FF00FF",
}
_DEFAULT_MAP = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_WHOLE = 100_000


class Palette:
    """The colours of a theme, as a master calls them.

    Args:
        theme: the root of the theme's part, or None.
        names: which colour of the theme each name stands for.
    """

    def __init__(self, theme: Element | None, names: Mapping[str, str]) -> None:
        self._names = {**_DEFAULT_MAP, **names}
        self._colours: dict[str, str] = {}
        scheme = find(theme, "a:themeElements", "a:clrScheme")
        for item in scheme if scheme is not None else ():
            if len(item):
                self._colours[local(item)] = _plain(item[0])

    def of(self, holder: Element | None) -> Colour | None:
        """The colour that an element holds; None where it holds none that can be worked out."""
        for item in holder if holder is not None else ():
            code = self._base(item)
            if code is not None:
                return Colour(f"#{_changed(code, item).upper()}")
        return None

    def _base(self, item: Element) -> str | None:
        match local(item):
            case "schemeClr":
                wanted = item.get("val") or ""
                return self._colours.get(self._names.get(wanted, wanted), "000000")
            case "srgbClr" | "sysClr" | "prstClr":
                return _plain(item)
        return None


def _plain(item: Element) -> str:
    value = item.get("lastClr") or item.get("val") or ""
    code = _NAMED.get(value, value)
    try:
        int(code, 16)
    except ValueError:
        return "000000"
    return code if len(code) == 6 else "000000"


def _changed(code: str, item: Element) -> str:
    """A colour after all that is said to be done to it."""
    parts = [int(code[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    for change in item:
        share = int(change.get("val") or 0) / _WHOLE
        match local(change):
            case "lumMod":
                parts = _with_light(parts, share, 0)
            case "lumOff":
                parts = _with_light(parts, 1, share)
            case "tint":
                parts = [part * share + 1 - share for part in parts]
            case "shade":
                parts = [part * share for part in parts]
    return "".join(f"{round(max(0.0, min(part, 1.0)) * 255):02X}" for part in parts)


def _with_light(parts: list[float], factor: float, offset: float) -> list[float]:
    hue, light, saturation = colorsys.rgb_to_hls(*parts)
    return list(colorsys.hls_to_rgb(hue, max(0.0, min(light * factor + offset, 1.0)), saturation))


def fill_of(properties: Element | None, palette: Palette) -> Colour | str | None:
    """What fills something: a colour, the name of another kind of fill, None where nothing does or is said."""
    for item in children(properties, "a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill"):
        match local(item):
            case "noFill":
                return None
            case "solidFill":
                return palette.of(item)
            case "gradFill":
                return "gradient"
            case "blipFill":
                return "picture"
            case "pattFill":
                return "pattern"
    return None


def says_fill(properties: Element | None) -> bool:
    """Whether it is said what fills something, be it nothing."""
    return bool(
        children(properties, "a:noFill", "a:solidFill", "a:gradFill", "a:blipFill", "a:pattFill", "a:grpFill")
    )
