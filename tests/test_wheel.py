"""What is built can be installed and works without the repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from forge.skills.taxonomy import load_taxonomy

ROOT = Path(__file__).parent.parent


def run(*words: str | Path, cwd: Path) -> str:
    """What a program prints on standard output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(target: str, source: Path, folder: Path) -> Path:
    """Build a wheel or sdist of a source tree into a folder."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, cwd=source)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def unpacked_sdist(tmp_path_factory):
    archive = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    run("tar", "--extract", "--gzip", "--file", archive, cwd=folder)
    (root,) = folder.iterdir()
    return root


@pytest.fixture(scope="module")
def wheel(unpacked_sdist, tmp_path_factory):
    """The wheel as installers build it that start from the sdist, so both are tried."""
    return build("wheel", unpacked_sdist, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel; its dependencies are seen where they are installed already."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    site = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    )
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=folder,
    )
    return folder / "bin"


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    with ZipFile(wheel) as content:
        tops = {name.split("/")[0] for name in content.namelist()}
        names = set(content.namelist())
    assert tops == {"forge", f"cua_forge-{wheel.name.split('-')[1]}.dist-info"}
    assert {"forge/taxonomy.yaml", "forge/py.typed", "forge/errors.py", "forge/cli/main.py"} <= names
    assert not any(name.startswith("forge/tests") for name in names)


def test_the_sdist_holds_what_a_packager_needs(unpacked_sdist):
    for name in (
        "LICENSE",
        "README.md",
        "taxonomy.yaml",
        "tests/test_wheel.py",
        "requirements.lock",
        "Makefile",
    ):
        assert (unpacked_sdist / name).is_file()


def test_an_installed_wheel_lists_the_skills(installed, tmp_path):
    where = run(installed / "python", "-c", "import forge; print(forge.__file__)", cwd=tmp_path).strip()
    assert where.startswith(str(installed.parent))
    listed = json.loads(run(installed / "forge", "skills", "--json", cwd=tmp_path))
    assert [item["id"] for item in listed if item["status"] == "planned" or item["demand"]] != []
    assert set(load_taxonomy().entries()) <= {item["id"] for item in listed}


def test_an_installed_wheel_has_the_code_of_the_skills(installed, tmp_path):
    listed = json.loads(run(installed / "forge", "skills", "--json", cwd=tmp_path))
    with_code = {item["id"] for item in listed if item["status"] != "planned"}
    code = "from forge.skills.registry import all_skills; print(*all_skills())"
    assert with_code == set(run(sys.executable, "-c", code, cwd=tmp_path).split())
