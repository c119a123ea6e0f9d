"""Sources of a document, in the order of the alphabet, as lists of references hold them."""

from __future__ import annotations

from random import Random

_NAMES = (
    "Adler, M.", "Baker, J.", "Castillo, R.", "Dahl, S.", "Evans, P.", "Fischer, K.", "Garcia, L.", "Hughes, T.",
    "Ivanov, A.", "Jensen, B.", "Keller, H.", "Lopez, C.", "Moore, D.", "Novak, E.", "Olsen, F.", "Price, G.",
    "Quinn, N.", "Rossi, V.", "Schmidt, O.", "Turner, W.", "Vogel, I.", "Walsh, Y.",
)  # fmt: skip
_TITLES = (
    "Planning in small teams", "The cost of waiting", "How people use shared spaces", "Water and energy at work",
    "Listening to the public", "A handbook of good records", "Safety as a habit", "Measuring what matters",
    "Rules that people keep", "Local economies in change", "Writing for busy readers", "Learning from mistakes",
    "Volunteers and their reasons", "The quiet office", "Maintenance before repair", "Numbers in plain words",
)  # fmt: skip
_HOUSES = ("Harbour Press", "Meadow Books", "Northern Academic", "Lantern House", "City Papers")


def draw_sources(random: Random, count: int) -> list[str]:
    """So many sources of different authors, in the order of their names."""
    names = sorted(random.sample(_NAMES, count))
    titles = random.sample(_TITLES, count)
    return [
        f"{name} ({random.randint(1998, 2025)}). {title}. {random.choice(_HOUSES)}."
        for name, title in zip(names, titles, strict=True)
    ]
