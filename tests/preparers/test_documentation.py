"""The chapters of `docs/states.md` say of each kind and property what the schemas say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from forge.preparers.base import preparer, preparer_names
from forge.states.entities import Kind
from forge.states.values import Value, show

DOCUMENT = (Path(__file__).parents[2] / "docs" / "states.md").read_text(encoding="utf-8")


def plain(value: Value) -> str:
    """A default as the document writes it."""
    if isinstance(value, tuple):
        return ", ".join(plain(item) for item in value)
    return f"`{value}`" if isinstance(value, str) else show(value)


def table(kind: Kind) -> list[str]:
    """The table of a kind, a line each."""
    lines = ["| property | default | what it is |", "|---|---|---|"]
    return lines + [
        f"| `{item.name}` | {plain(item.default)} | {item.says} |" for item in kind.properties.values()
    ]


def sections(name: str) -> dict[str, str]:
    """The sections of a preparer's chapter, by the kind that they describe."""
    chapters = re.split(r"^## ", DOCUMENT, flags=re.MULTILINE)
    (chapter,) = (text for text in chapters if f"(`{name}`)" in text.partition("\n")[0])
    return {text.partition("`")[2].partition("`")[0]: text for text in chapter.split("\n### ")[1:]}


@pytest.mark.parametrize("name", preparer_names())
def test_every_kind_has_its_table(name: str) -> None:
    kinds = {kind.name: kind for kind in preparer(name).schema.kinds.values() if kind.properties}
    described = sections(name)
    assert set(kinds) <= set(described)
    for kind in kinds.values():
        written = [line for line in described[kind.name].splitlines() if line.startswith("|")]
        wanted = table(kind)
        assert written == wanted, f"the table of {kind.name} should read:\n" + "\n".join(wanted)


@pytest.mark.parametrize("name", preparer_names())
def test_every_property_says_what_it_is(name: str) -> None:
    for kind in preparer(name).schema.kinds.values():
        for item in kind.properties.values():
            assert item.says, f"{kind.name}.{item.name}"
            assert "|" not in item.says
