"""docs/exports.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path

from forge.cli.export import NAMES, SIMILARITY, command
from forge.cli.gallery import command as gallery_command
from forge.exports.hf import schemas
from forge.exports.request import ExportRequest
from forge.exports.run import FORMATS, format_of
from forge.gates.distinct import LIKENESS

PAGE = (Path(__file__).parents[2] / "docs" / "exports.md").read_text()


def test_every_format_is_described_where_it_is_chosen_from():
    rows = dict(re.findall(r"^\| `([a-z][a-z-]*)` \| (.+?) \|", PAGE, re.M))
    assert rows.keys() == FORMATS.keys() == set(NAMES)
    for name, reader in rows.items():
        assert reader.replace("`", "") == format_of(name, Path()).says
        assert f"**`{name}`.**" in PAGE


def test_every_column_of_the_data_set_is_named():
    part = PAGE[PAGE.index("**`hf`.**") : PAGE.index("**`verl`.**")]
    named = set(re.findall(r"`([a-z_]+)`", part))
    assert {column for schema in schemas().values() for column in schema.names} <= named


def test_options_in_the_text_exist():
    known = {option for one in (command, gallery_command) for item in one.params for option in item.opts}
    shown = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE))
    foreign = {"--path", "--input-key", "--label-key", "--metadata-key", "--apply-chat-template"}
    assert shown - foreign <= known


def test_the_threshold_is_that_of_the_gate():
    assert ExportRequest(format="hf").max_similarity == SIMILARITY == LIKENESS
    assert f"{LIKENESS:.0%} or more" in PAGE
