"""Make a bundle again from its contract, and print the id it gets: `python -m forge.pipeline.rebuild`.

Standard input is the contract's JSON. `FORGE_CLOCK` shifts the clock
that Python code sees; `FORGE_DIRTY_RUN` makes another candidate of the skill first.
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from forge.pipeline.build import Order, draft, finish
from forge.skills.registry import skill as find_skill
from forge.storage.records import ContractRecord


def rebuild(record: ContractRecord, *, dirty: bool) -> str:
    """The id of the bundle that a contract's skill, seed, parameters and answers give now."""
    part = record.parts[0]
    order = Order(part.skill, record.seed, record.index, record.difficulty)
    skill = find_skill(part.skill)
    if dirty:
        draft(
            skill,
            Order(part.skill, record.seed + 1, record.index, record.difficulty),
            part.parameters,
            part.answers,
        )
    made = draft(skill, order, part.parameters, part.answers)
    return finish(made.bundle, record.template).id


def main() -> None:
    """Read a contract and print the id."""
    record = ContractRecord.model_validate_json(sys.stdin.read())
    clock = os.environ.get("FORGE_CLOCK")
    shifted: Any = nullcontext()
    if clock:
        import time_machine  # noqa: PLC0415 - only for this experiment

        shifted = time_machine.travel(datetime.fromisoformat(clock))
    with shifted:
        identity = rebuild(record, dirty=bool(os.environ.get("FORGE_DIRTY_RUN")))
    sys.stdout.write(identity + "\n")


if __name__ == "__main__":
    main()
