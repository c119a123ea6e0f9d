"""Effective looks and layouts: what a paragraph and its words have once its styles have said what they say."""

from __future__ import annotations

from forge.preparers.writer.lists import HANGING, indent
from forge.preparers.writer.looks import FLOWING, PLAIN, Layout, Look
from forge.preparers.writer.spec import Document, Paragraph
from forge.preparers.writer.stock import BASE_LAYOUT, BASE_LOOK

_LONGEST_CHAIN = 20


class Resolver:
    """Works out what the styles of one document say, each once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._known: dict[str, tuple[Look, Layout]] = {}

    def style(self, name: str) -> tuple[Look, Layout]:
        """The look and the layout that a style gives, complete."""
        found = self._known.get(name)
        if found is None:
            look, layout = PLAIN, FLOWING
            following: str | None = name
            for _ in range(_LONGEST_CHAIN):
                style = self._document.styles.get(following or "Normal")
                if style is None:
                    break
                look, layout = look.over(style.look), layout.over(style.layout)
                following = style.based_on
                if following is None:
                    break
            found = self._known[name] = look.over(BASE_LOOK), layout.over(BASE_LAYOUT)
        return found

    def look(self, paragraph: Paragraph) -> Look:
        """The look that a paragraph's style gives to its words."""
        return self.style(paragraph.style)[0]

    def layout(self, paragraph: Paragraph) -> Layout:
        """The layout of a paragraph; an entry of a list that says no indents has those of its level."""
        own = paragraph.layout
        if paragraph.list_format is not None:
            own = own.over(Layout(left=indent(paragraph.list_format.level), first=-HANGING))
        return own.over(self.style(paragraph.style)[1])
