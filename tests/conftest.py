"""What all tests share: a clean environment, and what becomes of tests that need LibreOffice."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from forge.preparers.office.installation import installation

IN_CI = os.environ.get("CI") == "true"
REQUIRED = IN_CI or os.environ.get("FORGE_REQUIRE_LIBREOFFICE") == "1"

settings.register_profile("forge", deadline=None, print_blob=True, derandomize=IN_CI)
settings.load_profile("forge")


def pytest_configure() -> None:
    """Keep what the person at this machine has configured away from the tests."""
    for name in ("FORGE_HOME", "FORGE_SKILLS_PATH", "FORGE_TRACEBACK", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        os.environ.pop(name, None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without LibreOffice, a test that needs it is skipped, and in CI it fails."""
    if item.get_closest_marker("libreoffice") is None or installation():
        return
    if REQUIRED:
        pytest.fail(
            "LibreOffice is required here and is not installed: run scripts/system-packages.", pytrace=False
        )
    pytest.skip("LibreOffice is not installed; scripts/system-packages installs it.")
