"""docs/models.md says what is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import yaml

from forge.llm.caller import Limits
from forge.llm.ledger import Result
from forge.llm.limiter import Limiter
from forge.llm.prices import PriceTable
from forge.llm.rates import _BURST

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text()


def test_every_result_is_explained():
    assert {result for result in get_args(Result) if f"`{result}`" not in PAGE} == set()


def test_numbers_are_those_of_the_code():
    limits, limiter = Limits(), Limiter()
    assert f"up to {limits.attempts} times" in PAGE
    assert f"below {limits.first_wait_s} s, 1 s, 2 s, … up to {limits.longest_wait_s:.0f} s" in PAGE
    assert f"time-out ({limits.timeout_s:.0f} s for a whole call)" in PAGE
    assert f"begins at {limits.concurrency}" in PAGE
    assert _BURST == 12
    assert limiter.concurrency == limits.concurrency
    assert (limiter._tolerated, limiter._cooldown_s, limiter._probes) == (10, 20.0, 3)
    assert "ten faults in a row" in PAGE
    assert "probes, 20 s apart; after three" in PAGE


def test_the_price_table_shown_is_one():
    [shown] = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    table = PriceTable.model_validate(yaml.safe_load(shown))
    assert table.price("openai/Qwen/Qwen3-8B", "http://127.0.0.1:8000/v1") is not None
    assert table.price("openai/gpt-5.4", "http://127.0.0.1:8000/v1") is None
