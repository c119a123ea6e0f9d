"""Real readers of exports, each in a virtual environment of its own below a cache folder.

`FORGE_READERS` names those that are wanted, as in `datasets,harbor`; without it all are skipped. The environments are
made with `python -m venv` below `FORGE_READERS_CACHE` (by default `~/.cache/forge/readers`) and kept.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from forge.exports.request import ExportRequest
from forge.exports.run import Exported, export
from forge.pipeline.run import Run, RunRequest
from forge.storage.workspace import Workspace

WANTED = set(filter(None, os.environ.get("FORGE_READERS", "").replace(",", " ").split()))
CACHE = Path(os.environ.get("FORGE_READERS_CACHE") or Path.home() / ".cache/forge/readers")
HERE = Path(__file__).parent
SKILLS = (
    "calc.cells.enter_values,calc.view.zoom,calc.view.freeze,files.organize.move_selected,mail.messages.star"
)
NEWEST = ">=3.12"
"""The version of Python that Harbor and verifiers take."""

PACKAGES: dict[str, tuple[str, list[list[str]]]] = {
    "datasets": ("", [["datasets>=4"]]),
    "harbor": (NEWEST, [["harbor>=0.26"]]),
    "verifiers": (NEWEST, [["verifiers>=0.4", "harbor>=0.26"]]),
    "osworld": (
        NEWEST,
        [
            ["numpy<2", "pandas<2.3", "openpyxl", "rapidfuzz", "formulas", "lxml", "xmltodict", "cssselect"],
            ["requests", "tldextract", "chardet", "odfpy", "beautifulsoup4", "pyyaml"],
            ["--no-deps", "desktop-env"],
        ],
    ),
    "trl": (NEWEST, [["trl", "datasets", "transformers", "torch"]]),
    "verl": (
        NEWEST,
        [
            [
                "torch",
                "datasets",
                "transformers",
                "tensordict",
                "ray",
                "omegaconf",
                "hydra-core",
                "pillow",
                "codetiming",
            ],
            ["--no-deps", "verl"],
        ],
    ),
    "nemo-gym": (NEWEST, [["nemo-gym"]]),
}
"""By reader the version of Python that it needs, and what is installed, in steps."""

Reader = Callable[..., str]


def interpreter(version: str) -> str:
    """The interpreter that a reader is installed for; that of the tests where any will do."""
    if not version:
        return sys.executable
    found = subprocess.run(
        ["uv", "python", "find", "--no-project", "--system", "--no-python-downloads", version],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        check=False,
    )
    if found.returncode != 0:
        pytest.skip(f"No Python {version} is installed: {found.stderr.strip()}")
    return found.stdout.strip()


def installed(name: str) -> Path:
    """The environment of a reader, made where it is not there; a reader that cannot be installed fails its test."""
    version, steps = PACKAGES[name]
    folder = CACHE / name
    stamp = folder / "installed"
    if stamp.is_file() and stamp.read_text() == repr(steps):
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([interpreter(version), "-m", "venv", str(folder)], check=True, capture_output=True)
    for step in steps:
        command = [
            str(folder / "bin/python"),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            *step,
        ]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            pytest.fail(f"{name} cannot be installed here: {made.stderr.strip()[-2000:]}", pytrace=False)
    stamp.write_text(repr(steps))
    return folder


@pytest.fixture
def reader(request: pytest.FixtureRequest, tmp_path: Path) -> Reader:
    """Runs a program of the reader that the test's mark names; gives its standard output."""
    mark = request.node.get_closest_marker("reader")
    assert mark is not None
    (name,) = mark.args
    if name not in WANTED:
        pytest.skip(f"FORGE_READERS does not name {name}: make test-readers READERS={name}")
    folder = installed(name)

    def run(*command: object, at: Path = tmp_path, **environment: str) -> str:
        program = folder / "bin" / str(command[0])
        kept = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "FORGE_", "HF_"))
        }
        offline = {
            "HF_HUB_OFFLINE": "1",
            "HF_HOME": str(tmp_path / "hf"),
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        }
        done = subprocess.run(
            [str(program), *map(str, command[1:])],
            cwd=at,
            env={**kept, **offline, "HOME": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-6000:]}"
        return done.stdout

    return run


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with tasks on three applications."""
    if not WANTED:
        pytest.skip("FORGE_READERS names no reader: make test-readers")
    import asyncio  # noqa: PLC0415 - beside its one use

    root = tmp_path_factory.mktemp("workspace")
    wanted = RunRequest(skills=SKILLS, count=3, seed=5, engines=False, workers=2)

    async def make() -> None:
        from forge.skills.registry import select  # noqa: PLC0415 - the registry imports every skill

        async with Run(wanted, Workspace(root, environment={}), command="test") as run:
            for skill in select(SKILLS):
                await run.make(skill, run.request.orders(skill.id))

    asyncio.run(make())
    return root


@pytest.fixture
def exported(workspace: Path, tmp_path: Path) -> Callable[..., Exported]:
    """Exports the tasks in a format."""

    def write(name: str, **wanted: object) -> Exported:
        request = ExportRequest(
            **{"format": name, "split": {"train": 0.7, "test": 0.3}, "shard": 4, **wanted}
        )
        with closing(Workspace(workspace, environment={})) as home:
            return export(home, request, tmp_path / "out", pictures=False)

    return write
