"""The card of a data set: `README.md` with what loaders read on top, and what people want to know below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import yaml

from forge import __version__
from forge.exports.base import Outcome, Row
from forge.pipeline.reporting import cost_report, gate_report
from forge.storage.reports import outcomes

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
"""The hub's classes of sizes, by the number of examples below which each ends."""
LARGEST = "1M<n<10M"


def card(outcome: Outcome, features: Mapping[str, Sequence[Row]], picture: str | None) -> str:
    """The text of the card.

    Args:
        outcome: the export.
        features: the columns of each configuration.
        picture: the file of the picture sheet; None where there is none.

    Raises:
        StorageError: the catalog cannot be read.
    """
    return f"---\n{_head(outcome, features)}---\n\n{_body(outcome, picture)}"


def _head(outcome: Outcome, features: Mapping[str, Sequence[Row]]) -> str:
    total = sum(outcome.counts.values())
    head = {
        "license": outcome.request.licence.lower(),
        "pretty_name": "Forge desktop tasks",
        "tags": ["computer-use", "agents", "reinforcement-learning", "synthetic"],
        "size_categories": [next((name for below, name in SIZES if total < below), LARGEST)],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == "tasks" else {}),
                "data_files": [{"split": split, "path": f"{name}/{split}-*"} for split in outcome.counts],
            }
            for name in features
        ],
        "dataset_info": [_information(outcome, name, list(columns)) for name, columns in features.items()],
    }
    return yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=120)


def _information(outcome: Outcome, name: str, columns: list[Row]) -> Row:
    splits = {split: {"name": split, "num_bytes": 0, "num_examples": 0} for split in outcome.counts}
    download = 0
    for shard, about in outcome.records:
        for path, facts in about["files"].items():
            if path.startswith(f"{name}/"):
                splits[shard.split]["num_bytes"] += facts["memory"]
                splits[shard.split]["num_examples"] += facts["rows"]
                download += facts["bytes"]
    return {
        "config_name": name,
        "features": columns,
        "splits": list(splits.values()),
        "download_size": download,
        "dataset_size": sum(split["num_bytes"] for split in splits.values()),
    }


_WHAT = """\
# Forge desktop tasks

Verifiable desktop tasks for training computer-use agents: an instruction, the application state that it starts from,
and a rubric that can be executed. Every task passed gates that attack it: the reference solution wins, the start loses,
every mutant and near miss loses, every variant wins.

```python
from datasets import load_dataset

tasks = load_dataset("PATH", "tasks", split="{split}")          # for agents: instruction, environment
verifiers = load_dataset("PATH", "verifiers", split="{split}")  # for whoever scores; keep it from agents and prompts
```

Both have the column `id`, the SHA-256 of the task's whole content. `environment` and `archive` are tar archives:
unpacked into one folder, they are a Harbor task directory, and `forge score FOLDER RESULT` scores a result.
"""


def _body(outcome: Outcome, picture: str | None) -> str:
    request = outcome.request
    parts = [_WHAT.format(split=next(iter(outcome.counts)))]
    if picture is not None:
        parts.append(f"![Tasks: start on the left, golden on the right]({picture})\n")
    parts.append("## Splits\n\n" + _table(("split", "tasks"), outcome.counts.items()))
    if len(outcome.counts) > 1:
        parts.append(
            f"No border runs through a group of tasks that belong together ({outcome.groups:,} groups): tasks that"
            " share what a skill's content node answered, a seed family, or an estimated"
            f" {request.max_similarity:.0%} or more of their pieces are in one split.\n"
        )
    parts.append(_provenance(outcome))
    parts.append("## Rejections\n\n" + _rejections(outcome))
    parts.append("## Cost\n\n" + _costs(outcome))
    return "\n".join(parts)


def _provenance(outcome: Outcome) -> str:
    request = outcome.request
    chosen = f"skills `{', '.join(request.skills) or '*'}`"
    if request.since is not None:
        chosen += f", kept since {request.since.isoformat()}"
    return (
        f"## Provenance\n\nMade by cua-forge {__version__}; chosen by: {chosen}. All content is synthetic. A task is"
        " `verified_by` the real applications, with their versions, that opened, saved and computed it; null means that"
        f" none did.\n\nLicence: {request.licence}.\n"
    )


def _rejections(outcome: Outcome) -> str:
    """What became of the candidates of these skills, what ended them, and what every gate said."""
    catalog, skills = outcome.workspace.catalog, outcome.request.skills
    found = outcomes(catalog, skills=skills)
    made = {name: sum(getattr(item, name) for item in found) for name in ("accepted", "rejected", "failed")}
    ended: dict[str, int] = {}
    for item in found:
        for gate, number in item.by_gate.items():
            ended[gate] = ended.get(gate, 0) + number
    total = sum(made.values())
    says = (
        f"Of {total:,} candidates of these skills in the catalog, {made['accepted']:,} were accepted,"
        f" {made['rejected']:,} rejected by a gate and {made['failed']:,} failed by a model or the machine.\n"
    )
    rows = [(gate, number, f"{number / total:.2%}") for gate, number in sorted(ended.items())]
    by_end = [_table(("ended by", "candidates", "share"), rows)] if rows else []
    said = ("gate", "passed", "failed", "errors", "not_run")
    verdicts = _table(
        ("gate", "passed", "failed", "errors", "not run"),
        ([row[name] for name in said] for row in gate_report(catalog, skills=skills).rows),
    )
    return "\n".join([says, *by_end, verdicts])


def _costs(outcome: Outcome) -> str:
    """What the candidates of these skills cost, by the node that asked a model."""
    report = cost_report(outcome.workspace.catalog, "node", skills=outcome.request.skills)
    total = {**report.total, "node": "all"}
    return (
        "Rejected and failed work counts as well; *unknown* where the price of a call is not known.\n\n"
        + _table(
            ("node", "accepted", "of", "calls", "tokens", "US$", "US$ each"),
            ((row["node"], *_spent(row)) for row in (*report.rows, total)),
        )
    )


def _spent(row: Row) -> tuple[object, ...]:
    unknown = "unknown" if row["unpriced"] else None
    each = row["dollars_per_accepted"]
    return (
        row["accepted"],
        row["candidates"],
        row["calls"],
        row["tokens"],
        unknown or f"{row['dollars']:.4f}",
        unknown or ("" if each is None else f"{each:.4f}"),
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    shown = ("| " + " | ".join(map(_shown, line)) + " |" for line in lines)
    return "\n".join(shown) + "\n"


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")
