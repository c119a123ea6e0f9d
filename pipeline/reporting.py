"""Reports as rows of plain data: what tasks cost and what the gates said, with a row for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from forge.errors import UsageError
from forge.gates.registry import turn_of
from forge.storage.catalog import Catalog
from forge.storage.reports import By, Cost, GateCount, cost, gates, total

Row = dict[str, Any]


@dataclass(frozen=True)
class Report:
    """A report.

    Attributes:
        rows: the rows, all with the same names.
        total: the row for all of them.
    """

    rows: list[Row]
    total: Row


def cost_report(catalog: Catalog, by: By, *, run: str | None = None, skills: Sequence[str] = ()) -> Report:
    """What was spent, by task, skill, node, model, run or day; amounts that are not known are None.

    Several nodes or models share a task, so the row for all counts by skill, where each task is once.

    Raises:
        StorageError: the catalog cannot be read.
    """
    found = cost(catalog, by, run=run, skills=skills)
    once = cost(catalog, "skill", run=run, skills=skills) if by in ("node", "model") else found
    return Report([_cost_row(by, item) for item in found], _cost_row(by, total(once)))


def _cost_row(by: By, item: Cost) -> Row:
    return {
        by: item.name,
        **({"bundle": item.bundle} if by == "task" else {}),
        "accepted": item.accepted,
        "candidates": item.candidates,
        **spent(item),
        "tokens_per_accepted": item.tokens_per_accepted,
        "dollars_per_accepted": item.cost_per_accepted,
    }


def spent(item: Cost) -> Row:
    """Calls, tokens and dollars.

    The dollars are None where the price of a call is not known; `dollars_known` are those of the others, and
    `dollars_unresolved` the most that calls with an unknown end can have cost, likewise None.
    """
    return {
        "calls": item.calls,
        "cached": item.cached,
        "unresolved": item.unresolved,
        "tokens": item.prompt + item.completion,
        "prompt": item.prompt,
        "prompt_cached": item.prompt_cached,
        "completion": item.completion,
        "reasoning": item.reasoning,
        "dollars": None if item.unpriced else item.cost,
        "dollars_known": item.cost,
        "unpriced": item.unpriced,
        "rejected_tokens": item.rejected_tokens,
        "dollars_rejected": item.rejected_cost,
        "retried_tokens": item.retried_tokens,
        "dollars_retried": item.retried_cost,
        "dollars_unresolved": item.worst_unresolved,
    }


def gate_report(
    catalog: Catalog, by: str | None = None, *, run: str | None = None, skills: Sequence[str] = ()
) -> Report:
    """What the gates said, in the order in which they judge; by skill or run, or of all candidates together.

    Candidates into whose content adversarial instructions were planted are counted apart.

    Raises:
        UsageError: verdicts are not counted by this.
        StorageError: the catalog cannot be read.
    """
    planted = [row.id for row in catalog.runs() if row.parameters.get("hostile")]
    parts = _parts(catalog, by, run, partial(gates, catalog, skills=skills, without=planted))
    if planted:
        apart = _parts(catalog, by, run, partial(gates, catalog, skills=skills, only=planted))
        parts = [({"content": "as usual", **head}, counts) for head, counts in parts]
        parts += [({"content": "planted", **head}, counts) for head, counts in apart]
    rows: list[Row] = []
    every: list[GateCount] = []
    for head, counts in parts:
        for gate in sorted({item.gate for item in counts}, key=turn_of):
            own = [item for item in counts if item.gate == gate]
            rows.append({**head, "gate": gate, **_together(own)})
            every += own
    heads = {**({"content": "all"} if planted else {}), **({by: "all"} if by else {})}
    return Report(rows, {**heads, "gate": "all", **_together(every)})


def _parts(
    catalog: Catalog, by: str | None, run: str | None, of: Callable[..., list[GateCount]]
) -> list[tuple[Row, list[GateCount]]]:
    """What is counted together, each with what it is called by."""
    if by is None:
        return [({}, of(run=run))]
    if by == "skill":
        counts = of(run=run)
        names = dict.fromkeys(item.skill for item in counts)
        return [({"skill": name}, [item for item in counts if item.skill == name]) for name in names]
    if by == "run":
        runs = [run] if run is not None else sorted(row.id for row in catalog.runs())
        return [({"run": name}, of(run=name)) for name in runs]
    raise UsageError(
        f"Verdicts are not counted by {by}; give --by skill or --by run.",
        hint="`forge show TASK` tells those of one task.",
    )


def _together(counts: Sequence[GateCount]) -> Row:
    """The sums of counts, and their mean time in milliseconds; None where nothing was judged."""
    numbers = [item.passed + item.failed + item.errors + item.not_run for item in counts]
    took = sum(item.milliseconds * number for item, number in zip(counts, numbers, strict=True))
    return {
        "passed": sum(item.passed for item in counts),
        "failed": sum(item.failed for item in counts),
        "errors": sum(item.errors for item in counts),
        "not_run": sum(item.not_run for item in counts),
        "milliseconds": took / sum(numbers) if numbers else None,
    }
