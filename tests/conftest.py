"""What all tests share: a clean environment, and what becomes of tests that need an application."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from forge.preparers.mail.thunderbird import installed
from forge.preparers.office.installation import installation

IN_CI = os.environ.get("CI") == "true"
REQUIRED = IN_CI or os.environ.get("FORGE_REQUIRE_LIBREOFFICE") == "1"
"""Applications that are missing fail the tests that need them."""

APPLICATIONS = {
    "libreoffice": ("LibreOffice", lambda: installation() is not None),
    "chromium": ("Chromium", lambda: shutil.which("chromium") is not None),
    "thunderbird": ("Thunderbird", lambda: installed() is not None),
}
"""For each mark, the application that the test needs, and whether it is installed."""

HERE = Path(__file__).parent
LONG = (
    "skills/test_every_skill.py",
    "pipeline/test_everywhere.py",
    "preparers/test_laws.py",
    "flows/test_deployments.py",
    "flows/test_fleet.py",
    "flows/test_flows.py",
    "skills/test_multi_by_thunderbird.py",
    "pipeline/test_resume.py",
    "pipeline/test_sharing.py",
    "pipeline/test_kills.py",
)
"""Modules that take half a minute and more: begun first, so that none is left to one process while others idle."""

settings.register_profile("forge", deadline=None, print_blob=True, derandomize=IN_CI)
settings.load_profile("forge")


def pytest_configure() -> None:
    """Keep what the person at this machine has configured away from the tests."""
    for name in ("FORGE_HOME", "FORGE_SKILLS_PATH", "FORGE_TRACEBACK", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        os.environ.pop(name, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long modules first, the others in their order.

    Raises:
        UsageError: one that is named is not there.
    """
    if gone := [name for name in LONG if not (HERE / name).is_file()]:
        raise pytest.UsageError(f"tests/conftest.py names {', '.join(gone)} as long, which do not exist.")
    turns = {HERE / name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: turns.get(item.path, len(turns)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without its application, a test that needs one is skipped, and in CI it fails."""
    for mark, (name, present) in APPLICATIONS.items():
        if item.get_closest_marker(mark) is None or present():
            continue
        if REQUIRED:
            pytest.fail(
                f"{name} is required here and is not installed: run scripts/system-packages.", pytrace=False
            )
        pytest.skip(f"{name} is not installed; scripts/system-packages installs it.")
