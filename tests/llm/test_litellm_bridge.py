"""LiteLLM against the same server, through one of its own providers for servers of the OpenAI protocol."""

from __future__ import annotations

import pytest

from forge.errors import ModelError, UsageError
from forge.llm.prices import ModelPrice, PriceTable

PRICES = PriceTable(version="test-1", models={"hosted_vllm/tiny": ModelPrice(input=1, cached=0.1, output=10)})


@pytest.fixture
def bridged(server, desk, monkeypatch):
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", server.url)

    def make(**keywords):
        return desk("hosted_vllm/tiny", prices=PRICES, **keywords)

    return make


async def test_answers_come_with_tokens_and_cost(server, bridged):
    asking = bridged(timeout_s=20)
    assert (await asking.ask()).age == 36
    [row] = asking.ledger.rows
    assert row.outcome.usage.model_dump() == {"prompt": 100, "cached": 40, "completion": 20, "reasoning": 5}
    assert row.outcome.cost == pytest.approx(264e-6)
    assert server.requests[0]["max_tokens"] == 200
    assert "JSON schema" in server.requests[0]["messages"][0]["content"]


async def test_faults_mean_the_same(server, bridged):
    server.script.extend([server.status(429, Retry_After="0"), server.status(503)])
    asking = bridged(timeout_s=20, attempts=4)
    await asking.ask()
    assert asking.results == ["failed", "failed", "answered"]
    assert len(server.requests) == 3


async def test_cut_connection_and_time_out(server, bridged):
    server.script.extend([server.cut(), server.say("{}", after_s=9)])
    asking = bridged(timeout_s=2.0)
    await asking.ask()
    assert asking.results == ["unresolved", "unresolved", "answered"]


async def test_limits_hold(server, bridged):
    server.always = server.status(500)
    asking = bridged(timeout_s=20, attempts=2)
    with pytest.raises(ModelError, match="500"):
        await asking.ask()
    assert len(server.requests) == 2


async def test_unknown_provider_is_refused(desk):
    with pytest.raises(UsageError, match="knows no provider 'nosuch'"):
        desk("nosuch/model")


async def test_missing_key_is_told(desk, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(UsageError, match="ANTHROPIC_API_KEY is not set"):
        await desk("anthropic/claude-haiku-4-5").engine.check()
