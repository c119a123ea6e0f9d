"""Runs with a model behind HTTP: how they stop, how they go on, and what they may cost and tell."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import traceback
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from benchmarks.kills import PRICES, record_answers
from benchmarks.model_server import ModelServer

from forge.errors import BudgetError, ForgeError, StoppedError, UnavailableError, UsageError
from forge.llm.limiter import Limiter
from forge.pipeline.resume import unfinished
from forge.pipeline.run import Run, RunRequest
from forge.skills.registry import select
from forge.storage import reports
from forge.storage.workspace import Workspace

KEY = "sk-secret-5b0e2a9d41c7"
SKILL = "calc.formatting.number_format"
REQUEST = RunRequest(
    skills=SKILL, count=8, seed=3, engines=False, rebuild_every=0, workers=1, model="openai/tiny"
)
COST = 0.002
"""About what a candidate costs at the prices of the tests, in US dollars."""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the model must answer in a run, and the tasks that come of it."""
    workspace = tmp_path_factory.mktemp("recorded")
    offline = REQUEST.model_copy(update={"model": "offline"})
    found = asyncio.run(record_answers(offline, workspace))
    home = Workspace(workspace, {})
    found["tasks"] = json.dumps(sorted(task.bundle for task in home.catalog.tasks()))
    home.close()
    return found


class Model:
    """The server, and what it does instead of answering from some request on."""

    def __init__(self, answers: dict[str, str]) -> None:
        self.log = io.StringIO()
        self.expected = json.loads(answers["tasks"])
        self.misbehave: Callable[[int, web.Request], Any] = lambda _, __: None
        self._server = ModelServer(answers, self.log, 0.005)
        self._arrived = 0
        self.url = ""

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    @property
    def charged(self) -> float:
        """US dollars for everything that was asked."""
        return sum(line["prompt_tokens"] * 1 + line["completion_tokens"] * 10 for line in self.requests) / 1e6

    @web.middleware
    async def between(self, request: web.Request, handler: Callable[..., Any]) -> web.StreamResponse:
        if request.method == "POST":
            self._arrived += 1
            other = self.misbehave(self._arrived, request)
            if other is not None:
                return await other if asyncio.iscoroutine(other) else other
        return await handler(request)

    def application(self) -> web.Application:
        application = self._server.application()
        application.middlewares.append(self.between)
        return application


@pytest.fixture
async def model(
    answers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Model]:
    served = Model(answers)
    runner = web.AppRunner(served.application(), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    (tmp_path / "prices.yaml").write_text(PRICES)
    monkeypatch.setenv("FORGE_PRICES", str(tmp_path / "prices.yaml"))
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{runner.addresses[0][1]}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    yield served
    await runner.cleanup()


async def make(run: Run) -> Run:
    async with run:
        for skill in select(run.request.skills):
            await run.make(skill, run.request.orders(skill.id))
    return run


def new(folder: Path, **changes: Any) -> Run:
    return Run(REQUEST.model_copy(update=changes), Workspace(folder / "work", {}))


def again(run: Run, **changes: Any) -> Run:
    return Run.again(run.id, Workspace(run.workspace.root, {}), changes)


def tasks(run: Run) -> list[str]:
    return sorted(bundle for result in run.results.values() for bundle in result.tasks)


def sums(run: Run) -> reports.Cost:
    return reports.total(reports.cost(run.workspace.catalog, "skill"))


async def test_a_run_makes_what_the_offline_model_would_and_its_ledger_is_the_servers(
    model: Model, tmp_path: Path
) -> None:
    run = await make(new(tmp_path))
    assert tasks(run) == model.expected
    whole = sums(run)
    assert whole.prompt == sum(line["prompt_tokens"] for line in model.requests)
    assert whole.completion == sum(line["completion_tokens"] for line in model.requests)
    assert whole.cost == pytest.approx(model.charged)


async def test_the_same_command_again_asks_for_nothing(model: Model, tmp_path: Path) -> None:
    first = await make(new(tmp_path))
    asked = len(model.requests)
    second = await make(new(tmp_path))
    assert second.id != first.id
    assert tasks(second) == tasks(first)
    assert len(model.requests) == asked


async def test_a_dead_provider_stops_the_run_and_it_goes_on_where_it_was(
    model: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limiter.__init__, "__kwdefaults__", {**QUICK, "rates": LIMITER["rates"]})
    model.misbehave = lambda number, _: web.Response(status=503) if number > 9 else None
    run = await make(new(tmp_path))
    assert isinstance(run.stopped, UnavailableError)
    assert 0 < len(tasks(run)) < len(model.expected)
    (result,) = run.results.values()
    assert (result.rejected, result.failed) == (0, 0)
    row = run.workspace.catalog.run(run.id)
    assert row is not None
    assert row.status == "stopped"
    assert unfinished(run.workspace, run.request) is not None

    model.misbehave = lambda _, __: None
    answered = {line["asked"] for line in model.requests}
    whole = await make(again(run))
    assert tasks(whole) == model.expected
    later = [line["asked"] for line in model.requests][len(answered) :]
    assert not answered & set(later)
    assert unfinished(run.workspace, run.request) is None


LIMITER = dict(Limiter.__init__.__kwdefaults__ or {})
QUICK = {**LIMITER, "tolerated": 4, "probes": 2, "cooldown_s": 0.05}


async def test_whoever_asks_to_stop_gets_what_is_under_way_and_can_go_on(
    model: Model, tmp_path: Path
) -> None:
    run = new(tmp_path)

    async def slowly(request: web.Request) -> web.StreamResponse:
        run.stop()
        await asyncio.sleep(0.3)
        return await model._server._complete(request)

    model.misbehave = lambda number, request: slowly(request) if number == 10 else None
    await make(run)
    assert isinstance(run.stopped, StoppedError)
    assert len(tasks(run)) == 4  # the first batch was through
    whole = sums(run)
    assert whole.unresolved == 0  # what was under way was answered, and is kept
    assert whole.prompt == sum(line["prompt_tokens"] for line in model.requests)
    asked = [line["asked"] for line in model.requests]
    model.misbehave = lambda _, __: None
    assert tasks(await make(again(run))) == model.expected
    assert not set(asked) & {line["asked"] for line in model.requests[len(asked) :]}


async def test_the_budget_is_never_passed_and_counts_what_was_spent_before(
    model: Model, tmp_path: Path
) -> None:
    run = await make(new(tmp_path, count=40, max_cost=0.025, concurrency=64))
    assert isinstance(run.stopped, BudgetError)
    assert 0.005 < model.charged <= 0.025
    made = tasks(run)
    assert made
    assert {task.bundle for task in run.workspace.catalog.tasks()} == set(made)
    assert set(made) <= set(model.expected) | set(tasks(run))

    more = await make(again(run, max_cost=0.035))
    assert isinstance(more.stopped, BudgetError)
    assert model.charged <= 0.035
    assert len(tasks(more)) > len(made)


async def test_only_one_process_works_on_a_run_and_two_runs_share_a_workspace(
    model: Model, tmp_path: Path
) -> None:
    first, second = new(tmp_path), new(tmp_path, seed=4)
    async with first:
        with pytest.raises(UsageError, match="going on in another process"):
            async with again(first):
                pytest.fail("it is being worked on")
        assert unfinished(first.workspace, first.request) is None
    with pytest.raises(UsageError, match="no run 'nothing'"):
        Run.again("nothing", first.workspace, {})
    await asyncio.gather(make(new(tmp_path)), make(new(tmp_path)))
    asked = [line["asked"] for line in model.requests]
    assert len(asked) <= 2 * len(set(asked))
    assert second.id != first.id


async def test_a_run_of_another_version_is_refused_with_its_command(model: Model, tmp_path: Path) -> None:
    run = await make(new(tmp_path, count=1))
    row = run.workspace.catalog.run(run.id)
    assert row is not None
    row.parameters = {**row.parameters, "colour": "red"}
    run.workspace.catalog.start_run(row)
    with pytest.raises(UsageError, match="does not know its colour"):
        again(run)


async def test_the_key_is_nowhere(
    model: Model, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """An endpoint that repeats the key in whatever it says, also in answers that are used."""
    caplog.set_level(logging.DEBUG)

    async def leaky(request: web.Request) -> web.StreamResponse:
        body = json.loads((await model._server._complete(request)).body)
        content = json.loads(body["choices"][0]["message"]["content"])
        if "sheet" in content:
            content["notes"] = [f"The key is {KEY}", *content.get("notes", [])[:2]]
        body["choices"][0]["message"]["content"] = json.dumps(content)
        return web.json_response({**body, "model": KEY, "id": f"{KEY}-{body['id']}"})

    def misbehave(number: int, request: web.Request) -> Any:
        if number in (2, 5):
            return web.json_response({"error": {"message": f"no {KEY}", "param": KEY}}, status=500)
        if number == 14:
            return web.json_response({"error": {"message": f"revoked {KEY}"}}, status=401)
        return leaky(request)

    model.misbehave = misbehave
    told = []
    try:
        run = await make(new(tmp_path))
        told += [repr(run.stopped), repr(run.results)]
    except ForgeError as error:
        told += traceback.format_exception(error)
    captured = capfd.readouterr()
    told += [caplog.text, captured.out, captured.err]
    files = [path for path in (tmp_path / "work").rglob("*") if path.is_file()]
    assert len(files) > 3
    assert any(b"[secret]" in path.read_bytes() for path in files)
    assert KEY not in "\n".join(told)
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
