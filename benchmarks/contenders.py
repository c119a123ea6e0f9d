"""The ways of asking a model that `throughput.py` compares, each run in a process of its own.

    python -m benchmarks.contenders NAME URL WORKLOAD CALLS CONCURRENCY

prints seconds of wall clock and of CPU, without imports, and the number of answers, as JSON. A chain is three calls,
each with the answer of the one before it in its prompt.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from pydantic import BaseModel

MODEL = "tiny"
CHAIN = 3
"""Calls of a chain."""
SYSTEM = "You invent what a table of an office is about. " * 20


class Answer(BaseModel):
    """What the model answers."""

    title: str
    words: list[str]
    numbers: list[int]


ANSWER = Answer(
    title="Deliveries of March", words=["harbour", "maple", "clinic"] * 20, numbers=list(range(40))
)
Ask = Callable[[str, str], Awaitable[str]]
"""Asks a question under a name of its own; gives the title of the answer."""


def _messages(question: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": question}]


@asynccontextmanager
async def bare_aiohttp(url: str, concurrency: int) -> Any:
    """An HTTP client and nothing else: JSON is parsed, not validated."""
    import aiohttp  # noqa: PLC0415 - each contender imports its own

    places = asyncio.Semaphore(concurrency)
    connector = aiohttp.TCPConnector(limit=concurrency)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def ask(question: str, _: str) -> str:
            body = {"model": MODEL, "messages": _messages(question), "max_tokens": 900}
            async with places, session.post(f"{url}/chat/completions", json=body) as response:
                answer = await response.json()
            return str(json.loads(answer["choices"][0]["message"]["content"])["title"])

        yield ask


@asynccontextmanager
async def bare_openai(url: str, concurrency: int) -> Any:
    """The openai client with its aiohttp transport, and validation."""
    import openai  # noqa: PLC0415 - each contender imports its own

    places = asyncio.Semaphore(concurrency)
    async with openai.AsyncOpenAI(
        api_key="none", base_url=url, http_client=openai.DefaultAioHttpClient()
    ) as client:

        async def ask(question: str, _: str) -> str:
            async with places:
                answer = await client.chat.completions.create(
                    model=MODEL,
                    messages=_messages(question),  # type: ignore[arg-type]  # plain dictionaries do
                    max_tokens=900,
                )
            return Answer.model_validate_json(answer.choices[0].message.content or "").title

        yield ask


@asynccontextmanager
async def bare_litellm(url: str, concurrency: int) -> Any:
    """LiteLLM's own function, and validation."""
    import litellm  # noqa: PLC0415 - each contender imports its own

    places = asyncio.Semaphore(concurrency)

    async def ask(question: str, _: str) -> str:
        async with places:
            answer = await litellm.acompletion(
                model=f"openai/{MODEL}",
                api_base=url,
                api_key="none",
                messages=_messages(question),
                max_tokens=900,
            )
        return Answer.model_validate_json(answer.choices[0].message.content or "").title

    yield ask


def _offline(random: Random, variables: Mapping[str, Any]) -> Answer:  # noqa: ARG001 - the node's form
    raise RuntimeError("the benchmark asks a server")


@asynccontextmanager
async def forge_engine(url: str, concurrency: int) -> Any:
    """Forge: prompt, strict schema, limiter, budget, ledger and cache on the disk, validation."""
    from forge.llm.budget import Budget  # noqa: PLC0415 - each contender imports its own
    from forge.llm.caller import Limits  # noqa: PLC0415
    from forge.llm.engine import open_engine  # noqa: PLC0415
    from forge.llm.profiles import model_profile  # noqa: PLC0415
    from forge.pipeline.lanes import collect_seldom  # noqa: PLC0415
    from forge.skills.nodes import Node  # noqa: PLC0415
    from forge.storage.ledger import CatalogCache, CatalogLedger, Journal  # noqa: PLC0415
    from forge.storage.workspace import Workspace  # noqa: PLC0415

    collect_seldom()  # as every run does
    node = Node("kit", SYSTEM, "{{ question }}", Answer, _offline, max_tokens=900)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="forge-throughput-"))
        home = Workspace(Path(folder), {})
        stack.callback(home.close)
        journal = Journal(home.catalog)
        stack.push_async_callback(journal.flush)
        engine = await stack.enter_async_context(
            open_engine(
                model_profile(f"openai/{MODEL}", base_url=url),
                ledger=CatalogLedger(journal),
                cache=CatalogCache(journal),
                budget=Budget(max_tokens=10**12),
                limits=Limits(concurrency=concurrency),
            )
        )

        async def ask(question: str, name: str) -> str:
            answer = await engine.ask(
                node, {"question": question}, seed_key=name, candidate=name, skill="s.a.b", run="r"
            )
            return answer.title

        yield ask


async def singles(ask: Ask, calls: int) -> int:
    """Calls that do not depend on each other."""
    answers = await asyncio.gather(*(ask(f"Question {number}", str(number)) for number in range(calls)))
    return len(answers)


async def chains(ask: Ask, calls: int) -> int:
    """Half as many chains of calls, each with the answer of the one before."""

    async def chain(number: int) -> int:
        said = ""
        for link in range(CHAIN):
            said = await ask(f"Question {number}.{link} after {said!r}", f"{number}.{link}")
        return CHAIN

    return sum(await asyncio.gather(*(chain(number) for number in range(calls // 2))))


WORKLOADS: Mapping[str, Callable[[Ask, int], Coroutine[Any, Any, int]]] = {
    "singles": singles,
    "chains": chains,
}
CONTENDERS: Mapping[str, Callable[[str, int], Any]] = {
    "aiohttp": bare_aiohttp,
    "openai": bare_openai,
    "litellm": bare_litellm,
    "forge": forge_engine,
    "forge+prefect": forge_engine,
}


async def _plainly(work: Callable[[], Coroutine[Any, Any, int]]) -> int:
    return await work()


async def _in_prefect(work: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """The same as one Prefect task of a flow, as the pipeline runs a step of a batch."""
    from prefect import Flow  # noqa: PLC0415 - 2 s of CPU, only for this contender

    from forge.flows.catalogue import as_task  # noqa: PLC0415

    async def make() -> int:
        return await as_task("content", work)

    flow: Any = Flow(make, name="throughput", log_prints=False)
    return int(await flow())


async def measure(name: str, url: str, workload: str, calls: int, concurrency: int) -> dict[str, float]:
    """Wall clock and CPU of a contender, in seconds, and how many answers it got."""
    async with CONTENDERS[name](url, concurrency) as ask:

        async def work() -> int:
            return await WORKLOADS[workload](ask, calls)

        async def warm_up() -> int:
            return len(await ask("warm up", "warm-up"))

        around = _in_prefect if name == "forge+prefect" else _plainly
        await around(warm_up)  # which imports what is imported on use
        wall, cpu = time.perf_counter(), time.process_time()
        answers = await around(work)
        return {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu, "answers": answers}


def main() -> None:
    """Measure what the command line names."""
    name, url, workload, calls, concurrency = sys.argv[1:6]
    if name == "forge+prefect":
        from forge.flows import server  # noqa: PLC0415
        from forge.flows.local import prepare  # noqa: PLC0415

        home = Path(sys.argv[6])
        prepare(home)
        server.wait_until_reachable(home)
    print(json.dumps(asyncio.run(measure(name, url, workload, int(calls), int(concurrency)))))


if __name__ == "__main__":
    main()
