"""The text of an HTML message as one reads it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = {
    *("address", "blockquote", "body", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr"),
    *("li", "ol", "p", "pre", "table", "td", "th", "tr", "ul"),
}
_UNSEEN = {"head", "script", "style", "title"}


def text_of(html: str) -> str:
    """The text of HTML: a line for each block and each line break, spaces single.

    Text in `pre` keeps its line breaks: Thunderbird puts what an answer quotes from a plain text there.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (re.sub(r"[ \t\r\f\v\u00a0]+", " ", line).strip() for line in "".join(reader.found).split("\n"))
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._unseen = 0
        self._as_written = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - given
        self._unseen += tag in _UNSEEN
        self._as_written += tag == "pre"
        if tag in _BLOCKS or tag == "br":
            self.found.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        self._as_written -= tag == "pre" and self._as_written > 0
        if tag in _BLOCKS:
            self.found.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.found.append(data if self._as_written else data.replace("\n", " "))
