"""Commands on a workspace with a Prefect server of its own, and questions to that server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from forge.flows import server


def forge(workspace: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    return subprocess.run(
        [sys.executable, "-m", "forge.cli.main", "--workspace", str(workspace), *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=600,
        check=False,
    )


def post(workspace: Path, path: str, **content: Any) -> Any:
    """What the workspace's server answers."""
    found = server.running(workspace / "prefect")
    assert found is not None
    return post_to(found.api, path, **content)


def post_to(api: str, path: str, **content: Any) -> Any:
    """What the server at an address answers."""
    request = urllib.request.Request(  # noqa: S310 - http on this machine
        f"{api}/{path}",
        data=json.dumps(content).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310 - the same
        return json.load(response)


def ask(workspace: Path, what: str, **filters: Any) -> list[dict[str, Any]]:
    """Things of a sort that fit filters."""
    rows: list[dict[str, Any]] = post(workspace, f"{what}/filter", **filters)
    return rows
