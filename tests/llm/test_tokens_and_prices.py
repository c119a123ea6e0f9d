from __future__ import annotations

import json
import os
import socket
from importlib.util import find_spec
from pathlib import Path

import pytest

from forge.errors import UnavailableError, UsageError
from forge.llm import tokens
from forge.llm.budget import Budget
from forge.llm.prices import load_prices
from forge.llm.provider import Usage


def test_known_texts_have_their_known_number_of_tokens():
    # The first two are examples of OpenAI's cookbook for cl100k_base.
    assert tokens.count("tiktoken is great!") == 6
    assert tokens.count("antidisestablishmentarianism") == 6
    assert tokens.count("") == 0
    assert tokens.count("<|endoftext|>") > 1
    assert tokens.count_repeated("tiktoken is great!") == 6


def test_counting_needs_no_network_and_leaves_the_environment_alone(monkeypatch):
    def refuse(*_):
        raise AssertionError("counting must not reach for a network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "/somewhere/else")
    tokens._encoding.cache_clear()
    assert tokens.count("one two") == 2
    assert os.environ["TIKTOKEN_CACHE_DIR"] == "/somewhere/else"
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR")
    tokens._encoding.cache_clear()
    assert tokens.count("one two") == 2
    assert "TIKTOKEN_CACHE_DIR" not in os.environ


@pytest.mark.parametrize(("content", "message"), [(b"broken", "is damaged"), (None, "is missing")])
def test_damaged_tokenizer_is_told_and_kept(monkeypatch, tmp_path, content, message):
    package = tmp_path / "litellm"
    merges = package / "litellm_core_utils" / "tokenizers" / tokens._FILE
    merges.parent.mkdir(parents=True)
    (package / "__init__.py").touch()
    if content is not None:
        merges.write_bytes(content)

    class Spec:
        origin = str(package / "__init__.py")

    monkeypatch.setattr(tokens, "find_spec", lambda _: Spec)
    with pytest.raises(UnavailableError, match=message) as caught:
        tokens._folder()
    assert "pip install" in caught.value.hint
    assert merges.exists() is (content is not None)


def test_missing_litellm_is_told(monkeypatch):
    monkeypatch.setattr(tokens, "find_spec", lambda _: None)
    with pytest.raises(UnavailableError, match="not installed"):
        tokens._folder()


def test_long_prompts_are_dearer():
    price = load_prices().price("openai/gpt-5.4", "https://api.openai.com/v1")
    assert price is not None
    assert price.at(272_000).cost(Usage(prompt=1_000_000, completion=1_000_000)) == pytest.approx(17.5)
    assert price.at(272_001).cost(Usage(prompt=1_000_000, completion=1_000_000)) == pytest.approx(27.5)
    assert price.at(1).cost(Usage(prompt=1_000_000, cached=1_000_000)) == pytest.approx(0.25)


def test_prices_agree_with_those_that_litellm_brings():
    spec = find_spec("litellm")
    assert spec is not None
    assert spec.origin is not None
    bundled = json.loads(
        (Path(spec.origin).parent / "model_prices_and_context_window_backup.json").read_text()
    )
    compared = 0
    for name, price in load_prices().models.items():
        theirs = bundled.get(name) or bundled.get(name.partition("/")[2])
        if name == "offline":
            continue
        assert price.input == pytest.approx(theirs["input_cost_per_token"] * 1e6), name
        assert price.cached == pytest.approx(theirs["cache_read_input_token_cost"] * 1e6), name
        assert price.output == pytest.approx(theirs["output_cost_per_token"] * 1e6), name
        above = theirs.get("input_cost_per_token_above_272k_tokens")
        assert (price.above.input if price.above else None) == (above and pytest.approx(above * 1e6)), name
        compared += 1
        if price.batch is not None:
            assert price.batch.input == pytest.approx(theirs["input_cost_per_token_batches"] * 1e6), name
            cached = theirs["cache_read_input_token_cost_batches"]
            assert price.batch.cached == pytest.approx(cached * 1e6), name
            assert price.batch.output == pytest.approx(theirs["output_cost_per_token_batches"] * 1e6), name
    assert compared >= 3


def test_user_extends_the_table_and_its_version_says_so(tmp_path):
    mine = tmp_path / "mine.yaml"
    mine.write_text("version: m1\nmodels:\n  openai/qwen: {input: 0, cached: 0, output: 0}\n")
    table = load_prices([mine])
    assert table.price("openai/qwen", "http://anywhere/v1") is not None
    assert table.price("openai/gpt-5.4", "https://api.openai.com/v1") is not None
    assert table.version.startswith(f"{load_prices().version}+m1-")
    version = table.version
    mine.write_text(mine.read_text().replace("output: 0", "output: 1"))
    assert load_prices([mine]).version != version


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "version: x",
        "version: x\nmodels: {m: {input: -1, cached: 0, output: 0}}",
        "models: {m: {input: 1}}",
        "",
    ],
)
def test_what_is_no_price_table_is_refused(tmp_path, content):
    path = tmp_path / "p.yaml"
    path.write_text(content)
    with pytest.raises(UsageError, match="no price table"):
        load_prices([path])


async def test_own_table_is_found_through_the_environment(tmp_path, monkeypatch, desk):
    (tmp_path / "a.yaml").write_text("version: a\nmodels: {openai/qwen: {input: 1, cached: 1, output: 1}}")
    (tmp_path / "b.yaml").write_text("version: b\nmodels: {openai/qwen: {input: 2, cached: 2, output: 2}}")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("FORGE_PRICES", f"{tmp_path}/a.yaml{os.pathsep}{tmp_path}/b.yaml")
    asking = desk("openai/qwen", prices=None, budget=Budget(max_cost=1))
    accounts = asking.engine._caller.accounts
    assert accounts.price is not None
    assert accounts.price.input == 2
    assert "+a-" in accounts.version


def test_missing_price_table_is_refused(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        load_prices([tmp_path / "none.yaml"])
