"""How decks look: colours, fonts, what stands on the master, and the colours that tasks ask for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.impress.spec import WHITE, Master, Presentation, Shape, TextStyle
from forge.states.values import Colour


def is_dark(paper: Colour | bytes | str) -> bool:
    """Whether a background is a dark colour."""
    return isinstance(paper, Colour) and paper.code < "#7"


@dataclass(frozen=True)
class Theme:
    """The habits of whoever made a deck.

    Attributes:
        accent: the main colour.
        second: a colour beside it.
        pale: a light shade for fields and tables.
        ink: the colour of texts.
        paper: the background.
        title_font: of titles.
        font: of everything else.
        ornament: what stands on the master: `none`, `side`, `rule`, `band`, `corner`.
        bullets: the bullets by level.
    """

    accent: Colour
    second: Colour
    pale: Colour
    ink: Colour
    paper: Colour
    title_font: str
    font: str
    ornament: str
    bullets: tuple[str, ...]

    @classmethod
    def drawn(cls, random: Random) -> Theme:
        """The habits of somebody."""
        colours = random.choice(_PALETTES)
        accent, second, pale, ink, paper = (Colour(code) for code in colours)
        title_font, font = random.choice(_FONTS)
        first = random.choice(("•", "•", "•", "–", "▪"))
        second_sign = "–" if first != "–" else "•"
        return cls(
            accent,
            second,
            pale,
            ink,
            paper,
            title_font,
            font,
            random.choice(("none", "side", "rule", "rule", "band", "corner")),
            (first, second_sign, first, second_sign, first),
        )

    @property
    def is_dark(self) -> bool:
        """Whether texts are light on a dark background."""
        return is_dark(self.paper)

    def dress(self, deck: Presentation) -> None:
        """Make the master of a deck."""
        small = deck.width < 30
        heading = self.accent if self.ornament != "band" else WHITE
        if self.is_dark:
            heading = self.second if self.ornament != "band" else WHITE
        deck.master = Master(
            background=self.paper,
            title=TextStyle(
                self.title_font, 32 if small else 36, heading, self.ornament == "band", "left", "middle"
            ),
            subtitle=TextStyle(self.font, 22, self.ink if self.ornament != "band" else WHITE),
            body=TextStyle(self.font, 20 if small else 24, self.ink),
            other=TextStyle(self.font, 18, self.ink),
            small=TextStyle(self.font, 11, self.ink, anchor="middle"),
            level_sizes=(18, 16, 16, 16) if small else (20, 18, 18, 18),
            bullets=self.bullets,
            before=8,
        )
        deck.master.shapes = self._ornaments(deck.width, deck.height)

    def _ornaments(self, width: float, height: float) -> list[Shape]:
        low = round(height * 0.225, 2)
        match self.ornament:
            case "side":
                return [Shape("Side bar", 0, 0, 0.8, height, fill=self.accent)]
            case "rule":
                left = round(width * 0.06, 2)
                return [Shape("Rule", left, low, round(width * 0.88, 2), 0.1, fill=self.second)]
            case "band":
                return [Shape("Band", 0, 0, width, low, fill=self.accent)]
            case "corner":
                return [
                    Shape("Corner", round(width - 3.2, 2), 0, 3.2, 0.9, fill=self.accent),
                    Shape("Foot", 0, round(height - 0.35, 2), width, 0.35, fill=self.accent),
                ]
        return []


_PALETTES = (
    ("#1F4E79", "#2E75B6", "#DDEBF7", "#262626", "#FFFFFF"),
    ("#375623", "#70AD47", "#E2EFDA", "#262626", "#FFFFFF"),
    ("#7B2C3B", "#C0504D", "#F6E3E5", "#2B2B2B", "#FFFFFF"),
    ("#3B3A6B", "#7F6BB3", "#E7E3F3", "#22223B", "#FFFFFF"),
    ("#0B6E6E", "#21A0A0", "#DFF3F2", "#1E2B2B", "#FFFFFF"),
    ("#9C4A0C", "#E07B1F", "#FCEBDA", "#332A22", "#FFFDF9"),
    ("#404040", "#7F7F7F", "#EDEDED", "#1F1F1F", "#FFFFFF"),
    ("#14532D", "#D4A017", "#F3EFD9", "#1C1C1C", "#FCFBF4"),
    ("#12355B", "#D72638", "#E6ECF2", "#1B1B1E", "#FFFFFF"),
    ("#2F5D8A", "#8FC1E3", "#33475B", "#F2F5F7", "#1F2A36"),
    ("#5B3F8C", "#C9B6E4", "#3C3550", "#F4F1F8", "#241F31"),
    ("#006D5B", "#7FD1B9", "#2A433D", "#F0F7F5", "#16211E"),
)
_FONTS = (
    ("Calibri", "Calibri"),
    ("Calibri", "Calibri"),
    ("Arial", "Arial"),
    ("Arial", "Arial"),
    ("Georgia", "Calibri"),
    ("Trebuchet MS", "Trebuchet MS"),
    ("Verdana", "Verdana"),
    ("Cambria", "Calibri"),
    ("Segoe UI", "Segoe UI"),
    ("Times New Roman", "Arial"),
    ("Tahoma", "Tahoma"),
)
