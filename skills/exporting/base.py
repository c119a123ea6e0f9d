"""What export skills of every application share: what they are given, and what they say of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from forge.preparers.files.formats import pdf_out
from forge.preparers.files.formats.pdf_out import Page
from forge.skills.contract import Difficulty, Fact
from forge.skills.exporting.export import Contents, Export
from forge.skills.exporting.outbox import Outbox

PDF = Fact(name="form", value="pdf", says=("as PDF", "as a PDF file", "as a PDF document"))
HTML = Fact(name="form", value="html", says=("as an HTML page", "as HTML", "as a web page in HTML"))

D = TypeVar("D")


@dataclass(frozen=True)
class Drawn(Generic[D]):
    """What an export is to be made of.

    Attributes:
        document: what is exported.
        outbox: where the export goes.
        difficulty: how much work it is.
        random: a stream.
    """

    document: D
    outbox: Outbox
    difficulty: Difficulty
    random: Random


@dataclass(frozen=True)
class Exported:
    """A file that a document becomes; a part of a scene.

    Attributes:
        export: the file.
        told: the facts of how it is exported.
        wish: what the application needs to know to do the same.
    """

    export: Export
    told: tuple[Fact, ...]
    wish: Mapping[str, Any]


def stem(mount: str) -> str:
    """The name of a document without its ending."""
    return mount.rpartition("/")[2].rpartition(".")[0]


def other_producers(pages: Sequence[Page], title: str) -> Contents:
    """The same pages as other programs make them.

    Args:
        pages: the pages.
        title: a title that one of them sets.
    """
    return {
        "printed": (pdf_out.build(pages, title=title, apart=True), "A driver made it."),
        "packed": (pdf_out.build(pages, producer="Office", packed=True), "Another program made it."),
    }
