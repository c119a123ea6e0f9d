"""The Batch API against a real server that keeps files and batches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from aiohttp import web

from forge.errors import StoppedError, UnansweredError, UnavailableError, UsageError
from forge.llm.batches import BatchProvider, Pace
from forge.llm.budget import Budget
from forge.llm.cache import AnswerCache, MemoryCache
from forge.llm.caller import Limits
from forge.llm.engine import Engine, open_engine
from forge.llm.ledger import MemoryLedger
from forge.llm.prices import ModelPrice, PriceTable, load_prices
from forge.llm.profiles import model_profile, open_provider

from .conftest import GOOD, Desk

PRICES = PriceTable(
    version="t",
    models={
        "openai/tiny": ModelPrice(
            input=1.0, cached=1.0, output=10.0, batch=ModelPrice(input=0.5, cached=0.5, output=5.0)
        )
    },
)


NUMBERS = count()


def answered(text: str = GOOD) -> dict[str, Any]:
    usage = {"prompt_tokens": 100, "completion_tokens": 20}
    body = {
        "id": f"answer-{next(NUMBERS)}",
        "model": "tiny",
        "choices": [{"message": {"content": text}}],
        "usage": usage,
    }
    return {"status_code": 200, "body": body}


@dataclass
class Provider:
    """Files, batches, and how each line of the next batch is answered."""

    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    answer: Callable[[dict[str, Any]], dict[str, Any] | None] = lambda _: answered()
    looks: int = 2
    ends: str = "completed"
    fails: int = 0
    lists: int = 200
    created: asyncio.Event = field(default_factory=asyncio.Event)

    async def upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        assert form["purpose"] == "batch"
        content = form["file"]
        assert isinstance(content, web.FileField)
        return web.json_response(self._kept(content.file.read()))

    def _kept(self, content: bytes) -> dict[str, Any]:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return {"id": name, "object": "file", "bytes": len(content), "purpose": "batch"}

    async def create(self, request: web.Request) -> web.Response:
        wanted = await request.json()
        name = f"batch_{len(self.batches)}"
        self.batches[name] = {
            "id": name,
            "object": "batch",
            "created_at": 1,
            "status": "in_progress",
            "looks": self.looks,
            **wanted,
        }
        self.created.set()
        return web.json_response(self.batches[name])

    async def look(self, request: web.Request) -> web.Response:
        if self.fails:
            self.fails -= 1
            return web.json_response({"error": {"message": "later"}}, status=503)
        batch = self.batches[request.match_info["id"]]
        batch["looks"] -= 1
        if batch["looks"] <= 0 and batch["status"] == "in_progress":
            self._end(batch)
        return web.json_response(batch)

    def _end(self, batch: dict[str, Any]) -> None:
        batch["status"] = self.ends
        good, bad = [], []
        for line in self.lines(batch["input_file_id"]):
            response = self.answer(line)
            if response is not None:
                kept = good if response["status_code"] == 200 else bad
                kept.append(json.dumps({"custom_id": line["custom_id"], "response": response, "error": None}))
        for where, lines in (("output_file_id", good), ("error_file_id", bad)):
            if lines:
                batch[where] = self._kept("\n".join(lines).encode())["id"]

    def lines(self, file: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.files[file].splitlines()]

    async def list_batches(self, _: web.Request) -> web.Response:
        if self.lists != 200:
            return web.json_response({"error": {"message": "not now"}}, status=self.lists)
        return web.json_response({"object": "list", "data": list(self.batches.values()), "has_more": False})

    async def content(self, request: web.Request) -> web.Response:
        return web.Response(body=self.files[request.match_info["id"]])


@pytest.fixture
async def provider(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Provider]:
    served = Provider()
    application = web.Application()
    application.router.add_post("/v1/files", served.upload)
    application.router.add_get("/v1/files/{id}/content", served.content)
    application.router.add_post("/v1/batches", served.create)
    application.router.add_get("/v1/batches", served.list_batches)
    application.router.add_get("/v1/batches/{id}", served.look)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-batches")
    monkeypatch.setattr(BatchProvider.__init__, "__kwdefaults__", {"pace": Pace(0.05, 0.02)})
    yield served
    await runner.cleanup()


@pytest.fixture
async def desk() -> AsyncIterator[Callable[..., Desk]]:
    opened: list[Engine] = []

    def make(cache: AnswerCache | None = None, budget: Budget | None = None) -> Desk:
        ledger = MemoryLedger()
        limits = Limits(concurrency=500, attempts=3, first_wait_s=0.01)
        engine = open_engine(
            model_profile("openai/tiny"),
            ledger=ledger,
            cache=cache or MemoryCache(),
            budget=budget,
            prices=PRICES,
            limits=limits,
            batches=True,
        )
        opened.append(engine)
        return Desk(engine, ledger)

    yield make
    for engine in opened:
        await engine.close()


async def asked(desk: Desk, number: int) -> list[Any]:
    asks = (desk.ask(str(one), seed_key=str(one)) for one in range(number))
    return await asyncio.gather(*asks, return_exceptions=True)


async def test_many_requests_are_one_batch_at_its_own_price(provider, desk):
    asking = desk()
    people = await asked(asking, 40)
    assert {person.name for person in people} == {"Ada Ng"}
    (batch,) = provider.batches.values()
    assert (batch["endpoint"], batch["completion_window"]) == ("/v1/chat/completions", "24h")
    lines = provider.lines(batch["input_file_id"])
    assert len({line["custom_id"] for line in lines}) == 40
    assert {line["body"]["model"] for line in lines} == {"tiny"}
    assert lines[0]["body"]["response_format"]["json_schema"]["strict"] is True
    assert {row.outcome.cost for row in asking.ledger.rows} == {(100 * 0.5 + 20 * 5.0) / 1e6}


async def test_answers_are_cached_like_any_other(provider, desk):
    cache = MemoryCache()
    await asked(desk(cache), 3)
    again = desk(cache)
    await asked(again, 3)
    assert again.results == ["cached"] * 3
    assert len(provider.batches) == 1


async def test_what_was_handed_over_before_is_waited_for_and_not_paid_again(provider, desk):
    provider.looks = 10**6
    first = desk()
    lost = asyncio.create_task(asked(first, 5))
    await provider.created.wait()
    lost.cancel()
    await asyncio.gather(lost, return_exceptions=True)
    await first.engine.close()
    assert first.results == ["unresolved"] * 5
    provider.batches["batch_0"]["looks"] = 2
    provider.looks = 2
    second = desk()
    assert len(await asked(second, 7)) == 7
    assert second.results == ["answered"] * 7
    assert len(provider.lines(provider.batches["batch_1"]["input_file_id"])) == 2


async def test_stopping_leaves_the_batch_at_the_provider(provider, desk):
    provider.looks = 10**6
    asking = desk()
    waiting = asyncio.create_task(asked(asking, 3))
    await provider.created.wait()
    asking.engine.stop(StoppedError("It was asked to stop."))
    assert {type(end) for end in await waiting} == {StoppedError}
    assert asking.results == ["unresolved"] * 3
    assert asking.engine.budget.tokens > 0


async def test_one_bad_line_fails_no_other(provider, desk):
    wrong = {"status_code": 400, "body": {"error": {"message": "context length exceeded"}}}
    provider.answer = lambda line: wrong if "called 2." in str(line["body"]) else answered()
    ends = await asked(desk(), 4)
    assert [type(end).__name__ for end in ends] == ["Person", "Person", "UnansweredError", "Person"]
    assert "context length" in str(ends[2])


async def test_unusable_answer_is_mended_in_the_next_batch(provider, desk):
    provider.answer = lambda line: answered("no JSON" if len(line["body"]["messages"]) == 2 else GOOD)
    asking = desk()
    await asked(asking, 2)
    assert asking.results == ["invalid", "invalid", "answered", "answered"]
    assert len(provider.batches) == 2


async def test_field_that_the_endpoint_does_not_take_is_left_out(provider, desk):
    wrong = {"status_code": 400, "body": {"error": {"message": "response_format is not supported"}}}
    provider.answer = lambda line: wrong if "response_format" in line["body"] else answered()
    asking = desk()
    await asked(asking, 2)
    assert asking.results == ["failed", "failed", "answered", "answered"]


async def test_expired_requests_are_handed_over_again(provider, desk):
    provider.ends = "expired"
    seen: list[str] = []

    def answer(line: dict[str, Any]) -> dict[str, Any] | None:
        seen.append(line["custom_id"])
        provider.ends = "completed"
        return answered() if seen.count(line["custom_id"]) > 1 else None

    provider.answer = answer
    asking = desk()
    await asked(asking, 2)
    assert asking.results == ["failed", "failed", "answered", "answered"]


async def test_a_batch_that_fails_gives_its_candidates_up(provider, desk):
    provider.ends = "failed"
    provider.answer = lambda _: None
    ends = await asked(desk(), 2)
    assert {type(end) for end in ends} == {UnansweredError}
    assert "failed without an answer" in str(ends[0])


async def test_looking_goes_on_while_the_endpoint_is_ill(provider, desk):
    provider.fails = 3
    asking = desk()
    await asked(asking, 1)
    assert asking.results == ["answered"]


async def test_without_the_list_of_batches_nothing_is_handed_over(provider, desk):
    provider.lists = 500
    ends = await asked(desk(), 1)
    assert isinstance(ends[0], UnavailableError)
    assert provider.batches == {}


def test_other_providers_have_no_batches():
    with pytest.raises(UsageError, match="cannot be asked in batches"):
        open_provider(model_profile("offline"), timeout_s=1, batches=True)


def test_batches_of_the_table_cost_about_half():
    for name, price in load_prices().models.items():
        if price.batch is not None:
            assert price.batch.input == pytest.approx(price.input / 2), name
            assert price.batch.output == pytest.approx(price.output / 2), name
