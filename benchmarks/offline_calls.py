"""CPU time of one offline model call through the whole path: prompt, cache, limiter, budget, ledger, validation.

    python -m benchmarks.offline_calls [CALLS]

The node has the size of a content node: a system prompt of 2,000 characters, a prompt of 900, an answer of 2,000.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from pydantic import BaseModel, Field

from forge.llm.cache import MemoryCache
from forge.llm.engine import open_engine
from forge.llm.ledger import MemoryLedger
from forge.llm.profiles import model_profile
from forge.llm.tokens import count
from forge.skills.nodes import Node

_WORDS = (
    "harbour",
    "ledger",
    "invoice",
    "maple",
    "turbine",
    "clinic",
    "orchard",
    "quarterly",
    "shipment",
    "review",
)


class Column(BaseModel):
    """A column of a table."""

    name: str
    role: str
    low: float
    high: float = Field(ge=0)
    values: list[str]


class Kit(BaseModel):
    """What a table is about."""

    title: str
    columns: list[Column] = Field(min_length=1)


def _kit(random: Random, variables: Mapping[str, Any]) -> Kit:
    def words(number: int) -> str:
        return " ".join(random.choice(_WORDS) for _ in range(number))

    columns = [
        Column(name=words(2), role="category", low=1, high=9, values=[words(2) for _ in range(10)])
        for _ in range(8)
    ]
    return Kit(title=f"{variables['domain']} {words(2)}", columns=columns)


NODE: Node[Kit] = Node(
    name="kit",
    system=("You invent what a table of an office is about. " * 45)[:2000],
    prompt="Domain: {{ domain }}.\n{% for need in needs %}\n- {{ need }}: a column that holds it\n{% endfor %}",
    schema=Kit,
    offline=_kit,
)


async def measure(calls: int) -> None:
    """Print what a call costs."""
    engine = open_engine(model_profile(), ledger=MemoryLedger(), cache=MemoryCache())
    needs = [f"{word} {other}" for word in _WORDS[:4] for other in _WORDS[:4]]

    async def ask(number: int) -> Kit:
        variables = {"domain": f"{_WORDS[number % 10]} {number}", "needs": needs}
        return await engine.ask(
            NODE, variables, seed_key=str(number), candidate=str(number), skill="s", run="r"
        )

    started = time.process_time()
    first = await ask(0)
    loading = time.process_time() - started
    started = time.process_time()
    await asyncio.gather(*(ask(number) for number in range(1, calls + 1)))
    whole = time.process_time() - started
    text = first.model_dump_json()
    started = time.process_time()
    for _ in range(200):
        count(text)
    counting = (time.process_time() - started) / 200
    started = time.process_time()
    for number in range(200):
        _kit(Random(number), {"domain": "x"}).model_dump_json()
    generating = (time.process_time() - started) / 200
    print(f"first call, tokenizer loaded   {loading * 1000:8.1f} ms of CPU")
    print(f"each of {calls} calls           {whole / calls * 1000:8.3f} ms of CPU")
    print(f"  of it generating the answer  {generating * 1000:8.3f} ms")
    print(f"  of it counting {len(text)} characters {counting * 1000:6.3f} ms")


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
