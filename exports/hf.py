"""Hugging Face datasets: parquet shards in two configurations, and a card.

The configuration `tasks` holds what anybody may see, the instruction and the environment among it; `verifiers` holds
the private parts, for whoever scores. They are joined by `id`, so that what is shown to an agent or put into a prompt
never comes near the other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from forge.exports.base import ExportedTask, Format, Outcome, Row, compact
from forge.exports.card import card
from forge.exports.files import ParquetFile, appearing, pyarrow
from forge.exports.mosaic import mosaic
from forge.exports.plan import Shard
from forge.exports.rows import task_columns
from forge.storage.bundle import CONTRACT, RUBRIC

if TYPE_CHECKING:
    import pyarrow as pa

MOSAIC = "pictures.png"
"""The picture sheet of the card."""


class HuggingFace(Format):
    """A data set in two configurations."""

    name = "hf"
    says = "datasets.load_dataset, whole and streaming"

    def write(self, shard: Shard, tasks: Iterator[ExportedTask]) -> Row:
        """Write the shard of either configuration."""
        paths = {name: f"{name}/{shard.name}.parquet" for name in schemas()}
        opened = {name: ParquetFile(self.folder / paths[name], schema) for name, schema in schemas().items()}
        with opened["tasks"] as public, opened["verifiers"] as private:
            for task in tasks:
                public.add(_public(task))
                private.add(_private(task))
        return {"files": {path: opened[name].facts for name, path in paths.items()}}

    def describe(self, outcome: Outcome) -> None:
        """Write the card, with a picture sheet where one can be made."""
        picture = mosaic(outcome) if outcome.pictures else None
        if picture is not None:
            with appearing(self.folder / MOSAIC) as stream:
                stream.write(picture)
        features = {name: _features(schema) for name, schema in schemas().items()}
        with appearing(self.folder / "README.md") as stream:
            stream.write(card(outcome, features, MOSAIC if picture is not None else None).encode())


def schemas() -> Mapping[str, pa.Schema]:
    """The columns of each configuration."""
    arrow, _ = pyarrow()
    text, blob = arrow.string(), arrow.binary()
    private = [
        ("id", text),
        ("private_digest", text),
        ("contract", text),
        ("rubric", text),
        ("archive", blob),
    ]
    public = [*task_columns(), ("instruction", text), ("setup", text), ("environment", blob)]
    return {"tasks": arrow.schema(public), "verifiers": arrow.schema(private)}


def _public(task: ExportedTask) -> Row:
    return {
        **task.about(),
        "instruction": task.instruction,
        "setup": compact(task.setup),
        "environment": task.public_archive,
    }


def _private(task: ExportedTask) -> Row:
    contract, rubric = task.private(CONTRACT, RUBRIC)
    return {
        "id": task.id,
        "private_digest": task.row.private_digest,
        "contract": contract,
        "rubric": rubric,
        "archive": task.private_archive,
    }


def _features(schema: pa.Schema) -> list[Row]:
    """The columns in the words of a card."""
    arrow, _ = pyarrow()
    return [
        {"name": column.name, "list": str(column.type.value_type)}
        if arrow.types.is_list(column.type)
        else {"name": column.name, "dtype": str(column.type)}
        for column in schema
    ]


FORMAT = HuggingFace
