"""The table of docs/capacity.md is what the command prints, and follows from the figures that it is given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "benchmarks" / "capacity.py"


def printed(*options: str) -> str:
    command = [sys.executable, str(SCRIPT), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_document_shows_what_the_command_prints() -> None:
    assert printed().rstrip() in (ROOT / "docs" / "capacity.md").read_text("utf-8")


def test_twice_the_rate_takes_half_the_hours_and_twice_the_tasks_twice_the_room() -> None:
    (slow, twice) = json.loads(printed("--tasks", "1000", "2000", "--json"))["needs"]
    (fast,) = json.loads(printed("--tasks", "1000", "--rate", "4", "--json"))["needs"]
    assert fast["worker hours"] == pytest.approx(slow["worker hours"] / 2)
    assert twice["objects, GB"] == pytest.approx(2 * slow["objects, GB"])
    assert slow["dollars, openai/gpt-5.4-mini"] == pytest.approx(1000 * (1020 * 0.75 + 325 * 4.5) / 1e6)


def test_a_model_without_a_price_is_named() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--models", "nobody/knows"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "no price for nobody/knows" in done.stderr
