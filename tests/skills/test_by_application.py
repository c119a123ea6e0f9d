"""Skills done a second way, with the commands of the real application: what comes out must succeed.

It shows that a task can be done, and that its rubric does not favour the library by which the reference solution
writes.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forge.pipeline.seeds import stream
from forge.preparers import office
from forge.preparers.base import Files
from forge.preparers.desktop import Desktop
from forge.preparers.files.observing import lay_out
from forge.preparers.office.installation import installation, interpreters
from forge.preparers.results import Mounted, observe_home
from forge.skills.contract import Difficulty
from forge.skills.registry import skill
from forge.states.score import score

from .by_application.calc_solutions import SOLUTIONS as CALC
from .by_application.impress_solutions import SOLUTIONS as IMPRESS
from .by_application.writer_solutions import SOLUTIONS as WRITER

SOLUTIONS = {**CALC, **WRITER, **IMPRESS}
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "hard")
SCRIPT = Path(__file__).with_name("by_application") / "dispatching.py"


@pytest.fixture(scope="module")
def application() -> Iterator[subprocess.Popen[str]]:
    """LibreOffice, ready to be told what to do."""
    found = installation()
    assert found is not None
    environment = {**os.environ, "PYTHONPATH": str(Path(office.__file__).parent)}
    with tempfile.TemporaryDirectory(prefix="forge-office-test-") as folder:
        command = [next(iter(interpreters(found.program))), str(SCRIPT), str(found.program), folder]
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        yield process
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=60)


def take(application: subprocess.Popen[str], file: Path, home: Path, steps: Any) -> None:
    """Let the application take steps in a file in a home folder, and save it."""
    assert application.stdin is not None
    assert application.stdout is not None
    application.stdin.write(json.dumps({"file": str(file), "home": str(home), "steps": steps}) + "\n")
    application.stdin.flush()
    trouble = application.stdout.readline()
    assert trouble == "\n", json.loads(trouble)


def place(home: Path, mount: str, files: Files) -> Path:
    """Write a document to where it is mounted."""
    file = home / mount.removeprefix("~/")
    file.parent.mkdir(parents=True)
    file.write_bytes(files[""])
    return file


@pytest.mark.libreoffice
@pytest.mark.parametrize("identity", SOLUTIONS)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_application_can_do_it(
    identity: str, difficulty: Difficulty, application: subprocess.Popen[str], tmp_path: Path
) -> None:
    item = skill(identity)
    number = DIFFICULTIES.index(difficulty)
    parameters = item.sample(stream(5, identity, number, "sample"), difficulty)
    kits = {
        node.name: node.offline(stream(5, identity, number, node.name), item.variables(parameters))
        for node in item.nodes
    }
    desktop = Desktop()
    scene: Any = item.prepare(parameters, kits, desktop, stream(5, identity, number, "prepare"))
    rubric = item.contract(scene).rubric()
    start = desktop.state()
    assert not score(rubric, start, start).success
    home = tmp_path / "home"
    (document,) = (place(home, mount, files) for mount, files in desktop.files().items() if "" in files)
    for mount, files in desktop.files().items():
        if "" not in files:
            lay_out(files, home / mount.removeprefix("~/"))
    take(application, document, home, list(SOLUTIONS[identity](scene)))
    mounts = [
        Mounted(mount, desktop.documents[mount].preparer, folder="" not in files)
        for mount, files in desktop.files().items()
    ]
    found = observe_home(home, mounts, rubric.probes)
    assert not found.troubles
    result = score(rubric, start, found.state)
    assert result.success, [(failed.id, failed.why) for failed in result.failures()]
