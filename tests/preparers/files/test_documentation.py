"""The chapter on file trees of `docs/states.md` says of each kind and property what the schema says."""

from __future__ import annotations

from pathlib import Path

from forge.preparers.files.schema import SCHEMA
from forge.states.entities import Kind, Property
from forge.states.values import Value, show

CHAPTER = "## File trees (`files`)"
DOCUMENT = Path(__file__).parents[3] / "docs" / "states.md"


def default(prop: Property) -> str:
    """The default of a property as the document writes it."""
    return plain(prop.default)


def plain(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(plain(item) for item in value)
    return f"`{value}`" if isinstance(value, str) else show(value)


def table(kind: Kind) -> list[str]:
    """The table of a kind, a line each."""
    lines = ["| property | default | what it is |", "|---|---|---|"]
    return lines + [f"| `{item.name}` | {default(item)} | {item.says} |" for item in kind.properties.values()]


def chapter() -> str:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert CHAPTER in text
    return text.partition(CHAPTER)[2].partition("\n## ")[0]


def test_every_kind_has_its_table() -> None:
    sections = {
        section.partition("`")[2].partition("`")[0]: section for section in chapter().split("\n### ")[1:]
    }
    kinds = {name: kind for name, kind in SCHEMA.kinds.items() if kind.properties}
    assert set(kinds) <= set(sections)
    for name, kind in kinds.items():
        written = [line for line in sections[name].splitlines() if line.startswith("|")]
        assert written == table(kind), f"the table of {name} should read:\n" + "\n".join(table(kind))


def test_every_property_says_what_it_is() -> None:
    for kind in SCHEMA.kinds.values():
        for item in kind.properties.values():
            assert item.says, f"{kind.name}.{item.name}"
            assert "|" not in item.says
