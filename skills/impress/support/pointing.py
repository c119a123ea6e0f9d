"""People told by what they do, as a slide shows it, instead of by name."""

from __future__ import annotations

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Slide
from forge.skills.contract import Pointer
from forge.skills.impress.support.deck import Deck, keyed


def person_on_slides(desktop: Desktop, name: str) -> Pointer | None:
    """Words for a person by the field of a slide in which the name stands above what the person does, or None."""
    for mount, item in desktop.documents.items():
        if item.preparer != "impress":
            continue
        deck = Deck(mount, item.spec)
        titles = [deck.title(number) for number in deck.numbers]
        for number, slide in zip(deck.numbers, item.spec.slides, strict=True):
            told = titles[number - 1]
            if told and titles.count(told) == 1 and (found := _pointer(mount, number, told, slide, name)):
                return found
    return None


def _pointer(mount: str, number: int, title: str, slide: Slide, name: str) -> Pointer | None:
    fields = {
        key: [p.text for p in shape.paragraphs] for key, shape in keyed(slide).items() if shape.role is None
    }
    roles = [texts[1] for texts in fields.values() if len(texts) == 2]
    for key, texts in fields.items():
        if (
            len(texts) == 2
            and texts[0] == name
            and roles.count(texts[1]) == 1
            and '"' not in title + texts[1]
        ):
            file = mount.rpartition("/")[2]
            return Pointer(
                says=(
                    f'the person who is shown as "{texts[1]}" (see the slide "{title}" of "{file}")',
                    f'whoever stands above "{texts[1]}" (on the slide "{title}" of "{file}")',
                ),
                place=places.paragraph(mount, number, key, 1, "text"),
                through=(places.paragraph(mount, number, key, 2, "text"),),
            )
    return None
