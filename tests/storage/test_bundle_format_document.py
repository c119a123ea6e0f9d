"""docs/bundle-format.md says what the code does: every file, every field, the rule of the digest."""

from __future__ import annotations

import dataclasses
import re
import tomllib
import typing
from pathlib import Path

import pytest
from pydantic import BaseModel

from forge.skills import contract, setup
from forge.states import patches, rubric
from forge.storage import archives, objects, records

TEXT = (Path(__file__).parents[2] / "docs/bundle-format.md").read_text(encoding="utf-8")
MODULES = (records, patches, rubric, contract, setup)
SECTIONS = re.findall(r"^#### `(\w+)`\n\n(.*?)(?=^#|\Z)", TEXT, re.DOTALL | re.MULTILINE)


def model(name: str) -> type:
    return next(getattr(module, name) for module in MODULES if hasattr(module, name))


def rows(table: str) -> list[list[str]]:
    lines = [line for line in table.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def fields_of(kind: type) -> dict[str, object]:
    """The fields of a model or of a data class in one, with their annotations."""
    if issubclass(kind, BaseModel):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def parts_of(annotation: object) -> set[type]:
    """The models and data classes that an annotation names, however deep."""
    if isinstance(annotation, type) and (
        issubclass(annotation, BaseModel) or hasattr(annotation, "__pydantic_config__")
    ):
        return {annotation}
    return {found for part in typing.get_args(annotation) for found in parts_of(part)}


@pytest.mark.parametrize(("name", "section"), SECTIONS)
def test_every_field_of_a_record_is_described_in_order(name, section):
    assert [row[0].strip("`") for row in rows(section)] == list(fields_of(model(name)))
    assert all(len(row) == 2 and len(row[1]) > 3 for row in rows(section))


def test_every_record_that_a_bundle_holds_is_described():
    waiting = [records.ContractRecord, records.EnvironmentRecord, records.GoldenRecord, records.PatchesRecord]
    waiting += [rubric.Rubric]
    seen: set[type] = set()
    while waiting:
        kind = waiting.pop()
        if kind not in seen:
            seen.add(kind)
            for annotation in fields_of(kind).values():
                waiting += parts_of(annotation)
    assert {kind.__name__ for kind in seen if not issubclass(kind, rubric.Check)} == {
        name for name, _ in SECTIONS
    }


def test_every_predicate_is_described_with_its_fields():
    table = TEXT.partition("#### Checks")[2].partition("#### ")[0]
    described = {row[0].strip("`"): set(re.findall(r"`(\w+)`", row[1])) for row in rows(table)}
    real = {
        str(kind.model_fields["predicate"].default): set(kind.model_fields) - {"predicate", "select"}
        for kind in parts_of(rubric.AnyCheck)
    }
    assert described == real


def test_every_file_is_listed_in_its_part(make_bundle):
    listing = TEXT.partition("```\n")[2].partition("```")[0]
    listed = {line.split()[0]: line.split()[1] for line in listing.splitlines()}
    bundle = make_bundle()
    real = dict.fromkeys(bundle.public, "public") | dict.fromkeys(bundle.private, "private")
    folded = {re.sub(r"(/files/home)/.*", r"\1/…", path): part for path, part in real.items()}
    assert listed.pop("environment/attributes.sh") == "public"  # where a mount is a folder
    assert listed == folded


def test_the_rule_of_the_digest_is_the_real_one(make_bundle):
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, typing.Any] = {}
    exec(code[1], names)  # noqa: S102 - our own document
    for mount in ("~/a.txt", "~/Документы/ü #1.txt"):
        bundle = make_bundle(mount=mount)
        assert names["digest"](bundle.public) == bundle.public_digest
        assert names["bundle_id"](bundle.public, bundle.private) == bundle.id


def test_limits_keys_and_metadata_are_those_of_the_code(make_bundle):
    assert (
        f"at most {archives.MAX_PATH_BYTES:,} bytes long and {archives.MAX_NAME_BYTES} in each part" in TEXT
    )
    assert f"at most {archives.MAX_FILES:,} files, {archives.MAX_FILE_BYTES >> 20} MiB in one" in TEXT
    assert f"{archives.MAX_PART_BYTES >> 20} MiB\nin all" in TEXT
    assert re.fullmatch(r"bundles/\w\w/\w{64}\.public\.tgz", objects.key_of(b"", "bundles", "public.tgz"))
    metadata = tomllib.loads(make_bundle(engine="Some Office 1.0").public["task.toml"].decode())["metadata"]
    sentence = TEXT.partition("keys under `[metadata]`:")[2].partition("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", sentence)) == set(metadata)
