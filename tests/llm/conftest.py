"""A real HTTP server that speaks the OpenAI protocol and misbehaves on a script, and engines to ask it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest
from aiohttp import web
from pydantic import BaseModel, Field

from forge.llm.budget import Budget
from forge.llm.cache import AnswerCache, MemoryCache
from forge.llm.caller import Limits
from forge.llm.engine import Engine, open_engine
from forge.llm.ledger import MemoryLedger
from forge.llm.limiter import Limiter
from forge.llm.prices import ModelPrice, PriceTable
from forge.llm.profiles import model_profile
from forge.skills.nodes import Node

KEY = "sk-test-4f9d1c77e0aa4b6f8d2e"
Behaviour = Callable[[web.Request], Coroutine[Any, Any, web.StreamResponse]]


class Person(BaseModel):
    name: str
    age: int = Field(ge=0, le=150)


def _someone(random: Random, variables: Mapping[str, Any]) -> Person:
    return Person(name=f"{variables['first']} {random.choice('ABCDEF')}.", age=random.randrange(100))


PERSON: Node[Person] = Node(
    name="person",
    system="You invent people.",
    prompt="Invent someone called {{ first }}.",
    schema=Person,
    offline=_someone,
    max_tokens=200,
)
GOOD = '{"name": "Ada Ng", "age": 36}'
PRICES = PriceTable(version="test-1", models={"openai/tiny": ModelPrice(input=1.0, cached=0.1, output=10.0)})


@dataclass
class Server:
    """What the server does next, and what it saw and charged."""

    script: deque[Behaviour] = field(default_factory=deque)
    always: Behaviour | None = None
    models: Behaviour | None = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    attempts: list[str] = field(default_factory=list)
    answers: Iterator[int] = field(default_factory=count)
    charged: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    running: int = 0
    most_running: int = 0
    url: str = ""

    async def complete(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(await request.json())
        self.arrived.set()
        self.attempts.append(request.headers.get("X-Client-Request-Id", ""))
        self.authorizations.append(request.headers.get("Authorization", ""))
        behaviour = self.script.popleft() if self.script else self.always or self.say(GOOD)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            return await behaviour(request)
        finally:
            self.running -= 1

    async def list_models(self, request: web.Request) -> web.StreamResponse:
        if self.models is not None:
            return await self.models(request)
        return web.json_response({"object": "list", "data": [{"id": "tiny"}, {"id": "huge"}]})

    def say(
        self,
        text: str | None,
        *,
        finish: str = "stop",
        refusal: str | None = None,
        usage: tuple[int, int, int, int] | None = (100, 40, 20, 5),
        after_s: float = 0.0,
        **fields: Any,
    ) -> Behaviour:
        """An answer; `usage` is prompt, cached, completion and reasoning tokens."""
        message = {"role": "assistant", "content": text, "refusal": refusal}
        choice = {"index": 0, "message": message, "finish_reason": finish}
        return self.body({"choices": [choice], **fields}, usage=usage, after_s=after_s)

    def body(
        self, body: dict[str, Any], *, usage: tuple[int, int, int, int] | None = None, after_s: float = 0.0
    ) -> Behaviour:
        whole = {"object": "chat.completion", "created": 1, "model": "tiny-2026", **body}
        if usage is not None:
            whole["usage"] = {
                "prompt_tokens": usage[0],
                "completion_tokens": usage[2],
                "total_tokens": usage[0] + usage[2],
                "prompt_tokens_details": {"cached_tokens": usage[1]},
                "completion_tokens_details": {"reasoning_tokens": usage[3]},
            }

        async def answer(request: web.Request) -> web.StreamResponse:
            await asyncio.sleep(after_s)
            self.charged += usage[0] + usage[2] if usage is not None else 0
            return web.json_response({"id": f"answer-{next(self.answers)}", **whole})

        return answer

    @staticmethod
    def status(code: int, error: dict[str, Any] | None = None, **headers: str) -> Behaviour:
        async def answer(request: web.Request) -> web.StreamResponse:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            return web.json_response(
                {"error": error or {"message": f"status {code}"}}, status=code, headers=named
            )

        return answer

    @staticmethod
    def cut(*, after: bytes = b"") -> Behaviour:
        """The connection ends, before the answer or in its middle."""

        async def answer(request: web.Request) -> web.StreamResponse:
            response = web.StreamResponse(
                headers={"Content-Length": "5000", "Content-Type": "application/json"}
            )
            if after:
                await response.prepare(request)
                await response.write(after)
            assert request.transport is not None
            request.transport.abort()
            return response

        return answer

    @staticmethod
    def raw(text: str) -> Behaviour:
        async def answer(request: web.Request) -> web.StreamResponse:
            return web.Response(text=text, content_type="application/json")

        return answer


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    served = Server()
    application = web.Application()
    application.router.add_post("/v1/chat/completions", served.complete)
    application.router.add_get("/v1/models", served.list_models)
    runner = web.AppRunner(application, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    served.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", served.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    yield served
    await runner.cleanup()


@dataclass
class Desk:
    """An engine with what surrounds it within reach."""

    engine: Engine
    ledger: MemoryLedger

    async def ask(self, first: str = "Ada", *, seed_key: str = "0", **keywords: Any) -> Person:
        return await self.engine.ask(
            PERSON, {"first": first}, seed_key=seed_key, candidate="c1", skill="s.a.b", run="r1", **keywords
        )

    @property
    def results(self) -> list[str]:
        return [row.outcome.result if row.outcome else "unresolved" for row in self.ledger.rows]

    @property
    def tokens(self) -> int:
        used = [row.outcome.usage for row in self.ledger.rows if row.outcome and row.outcome.usage]
        return sum(usage.prompt + usage.completion for usage in used)


@pytest.fixture
async def desk() -> AsyncIterator[Callable[..., Desk]]:
    """Makes desks: engines that wait briefly, and are closed at the end."""
    opened: list[Engine] = []

    def make(
        name: str = "openai/tiny",
        *,
        cache: AnswerCache | None = None,
        budget: Budget | None = None,
        limiter: Limiter | None = None,
        prices: PriceTable | None = PRICES,
        **limits: Any,
    ) -> Desk:
        ledger = MemoryLedger()
        chosen = {"attempts": 3, "timeout_s": 20.0, "first_wait_s": 0.01, "longest_wait_s": 2.0, **limits}
        engine = open_engine(
            model_profile(name),
            ledger=ledger,
            cache=cache or MemoryCache(),
            budget=budget,
            prices=prices,
            limits=Limits(**chosen),
            limiter=limiter,
        )
        opened.append(engine)
        return Desk(engine, ledger)

    yield make
    for engine in opened:
        await engine.close()
