from __future__ import annotations

import pytest

from forge.errors import UnavailableError, UsageError
from forge.llm.profiles import api_key, is_loopback, model_profile, open_provider


def test_names_lead_to_providers():
    assert model_profile().provider == "offline"
    assert model_profile("openai/tiny", environ={}).base_url == "https://api.openai.com/v1"
    assert model_profile("openai/org/tiny", environ={}).model == "org/tiny"
    anthropic = model_profile("anthropic/claude-haiku-4-5")
    assert (anthropic.provider, anthropic.model) == ("litellm", "anthropic/claude-haiku-4-5")


def test_endpoint_comes_from_the_argument_then_the_environment():
    environ = {"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1/"}
    assert model_profile("openai/tiny", environ=environ).base_url == "http://127.0.0.1:8000/v1"
    given = model_profile("openai/tiny", base_url="http://localhost:1/v1", environ=environ)
    assert given.base_url == "http://localhost:1/v1"


@pytest.mark.parametrize("name", ["", "gpt-5.4", "openai/", "/x", "openai"])
def test_name_without_meaning_is_refused(name):
    with pytest.raises(UsageError, match="no model profile") as caught:
        model_profile(name, environ={})
    assert "openai/" in caught.value.hint


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ftp://x/v1", "http://", "http://h:99999/v1"])
def test_senseless_endpoint_is_refused(url):
    with pytest.raises(UsageError, match="no endpoint"):
        model_profile("openai/tiny", base_url=url)


@pytest.mark.parametrize("url", ["http://me:hush@h/v1", "https://h/v1?api-key=hush"])
def test_endpoint_that_holds_a_secret_is_refused_without_repeating_it(url):
    with pytest.raises(UsageError) as caught:
        model_profile("openai/tiny", base_url=url)
    assert "hush" not in str(caught.value) + caught.value.hint


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost/v1", True),
        ("http://127.0.0.1.evil.example/v1", False),
        ("http://192.168.0.5/v1", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_only_this_machine_needs_no_key(url, local):
    assert is_loopback(url) is local
    profile = model_profile("openai/tiny", base_url=url)
    assert api_key(profile, {"OPENAI_API_KEY": " k "}) == "k"
    if local:
        assert api_key(profile, {}) == ""
        return
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        api_key(profile, {})


def test_missing_key_is_told_when_the_model_is_opened(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match="needs a key"):
        open_provider(model_profile("openai/gpt-5.4", environ={}), timeout_s=1)


async def test_check_is_content_and_sends_the_key(server, desk):
    await desk().engine.check()
    await desk("offline").engine.check()
    await desk("openai/tiny:free").engine.check()
    assert server.requests == []


async def test_unknown_model_names_the_nearest(server, desk):
    with pytest.raises(UsageError, match="no model 'tinny'") as caught:
        await desk("openai/tinny").engine.check()
    assert "openai/tiny" in caught.value.hint


async def test_server_that_answers_to_any_name_is_taken(server, desk):
    server.models = server.body({"data": [{"id": "/models/a.gguf", "owned_by": "llamacpp"}]})
    await desk("openai/whatever").engine.check()


async def test_endpoint_without_a_list_of_models_is_taken(server, desk):
    server.models = server.status(404)
    await desk().engine.check()


@pytest.mark.parametrize("code", [401, 403])
async def test_key_that_is_not_accepted_is_told(server, desk, code):
    server.models = server.status(code)
    with pytest.raises(UsageError, match="does not accept the key"):
        await desk().engine.check()


@pytest.mark.parametrize("behaviour", ["status", "cut", "raw"])
async def test_endpoint_that_is_ill_is_told(server, desk, behaviour):
    server.models = {"status": server.status(500), "cut": server.cut(), "raw": server.raw("<html>")}[
        behaviour
    ]
    with pytest.raises(UnavailableError, match="/v1"):
        await desk().engine.check()


async def test_nobody_at_the_endpoint_is_told(monkeypatch, desk):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(
        UnavailableError, match=r"connection to http://127.0.0.1:9/v1 could not be made"
    ) as caught:
        await desk().engine.check()
    assert "--model offline" in caught.value.hint


async def test_connection_that_was_never_made_cost_nothing(monkeypatch, desk):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    asking = desk(attempts=2)
    with pytest.raises(Exception, match="could not be made"):
        await asking.ask()
    assert asking.results == ["failed", "failed"]
    assert asking.engine.budget.cost == 0
