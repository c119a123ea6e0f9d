from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from forge.errors import EngineError, UnreadableError
from forge.preparers.office import engine, process
from forge.preparers.office.engine import Office
from forge.preparers.office.worker import folder as folders

from .office_support import commands_with, left_behind, soffice, there, value, wait_until, workbook

pytestmark = pytest.mark.libreoffice


@pytest.fixture(scope="module")
def own_office() -> Iterator[Office]:
    """An office that tests may hurt: the next call starts it again."""
    own = Office()
    yield own
    own.close()


class TestFailures:
    def test_survives_a_kill_in_the_middle(self, own_office: Office) -> None:
        own_office.convert(workbook(A1=1), ".xlsx", ".ods")
        killed = soffice(own_office)
        os.kill(killed, signal.SIGSTOP)
        with ThreadPoolExecutor(1) as pool:
            call = pool.submit(own_office.recalculate, workbook(A1="=6*7"), ".xlsx")
            time.sleep(0.3)
            assert not call.done()
            os.kill(killed, signal.SIGKILL)
            assert value(call.result().content, "A1") == 42
        assert soffice(own_office) != killed

    def test_replaces_a_frozen_one(self) -> None:
        impatient = Office(file_seconds=3)
        impatient.convert(workbook(A1=1), ".xlsx", ".ods")
        frozen, served_by = soffice(impatient), impatient._process
        assert served_by is not None
        os.kill(frozen, signal.SIGSTOP)
        assert value(impatient.recalculate(workbook(A1="=6*7"), ".xlsx").content, "A1") == 42
        assert soffice(impatient) != frozen
        assert not there(frozen)
        assert left_behind(served_by.folder) == []
        impatient.close()

    def test_hanging_twice_is_a_fault_of_the_machine(self) -> None:
        hurried = Office(file_seconds=0.001)
        with pytest.raises(EngineError, match="in time"):
            hurried.recalculate(workbook(A1=1), ".xlsx")
        assert hurried._process is None

    def test_a_result_that_cannot_be_stored_is_a_fault_of_the_machine(self, own_office: Office) -> None:
        own_office.convert(workbook(A1=1), ".xlsx", ".ods")
        running = own_office._process
        assert running is not None
        source = running.folder / "source.xlsx"
        source.write_bytes(workbook(A1=1))
        request = {
            "source": str(source),
            "suffix": ".xlsx",
            "target": str(running.folder / "stderr" / "target.ods"),
        }
        answer = running.ask(request | {"to": ".ods", "recalculate": False, "window": True, "probes": []}, 30)
        assert "stored as .ods" in answer["failed"]

    def test_is_renewed_after_a_number_of_files(
        self, own_office: Office, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(engine, "FILES_PER_PROCESS", 2)
        served_by = []
        for number in range(3):
            own_office.convert(workbook(A1=number), ".xlsx", ".csv")
            served_by.append(soffice(own_office))
        assert served_by[0] == served_by[1] != served_by[2]
        assert not there(served_by[0])

    def test_not_installed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(engine, "installation", lambda: None)
        absent = Office()
        assert absent.version() is None
        with pytest.raises(EngineError) as raised:
            absent.convert(workbook(), ".xlsx", ".ods")
        assert "apt-get install" in raised.value.hint

    def test_no_interpreter_has_uno(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bare = "import sys; sys.modules['uno'] = None; import runpy; runpy.run_module('worker', run_name='__main__')"
        launch = subprocess.Popen

        def without_uno(command: list[str], **options: object) -> subprocess.Popen[bytes]:
            return launch([command[0], "-c", bare, *command[3:]], **options)  # type: ignore[call-overload, no-any-return]  # as given

        monkeypatch.setattr(subprocess, "Popen", without_uno)
        with pytest.raises(EngineError, match="uno"):
            Office().convert(workbook(), ".xlsx", ".ods")

    def test_a_file_that_needs_too_much_memory(
        self, own_office: Office, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own_office.convert(workbook(A1=1), ".xlsx", ".ods")
        grown = own_office._process
        assert grown is not None
        monkeypatch.setattr(process, "MEMORY_LIMIT", grown.memory() // 2)
        os.kill(soffice(own_office), signal.SIGSTOP)  # it stays busy until somebody looks at its memory
        with pytest.raises(UnreadableError, match="memory"):
            own_office.convert(workbook(A1=1), ".xlsx", ".ods")
        assert not grown.folder.exists()


PARENT = """
import json, sys, time
from forge.preparers.office import engine
from pathlib import Path
office = engine.office()
if sys.argv[1] == "idle":
    office.convert(Path(sys.argv[2]).read_bytes(), ".xlsx", ".ods")
    served_by = office._process
    print(json.dumps([str(served_by.folder), *served_by._pids]), flush=True)
    time.sleep(600)
print("starting", flush=True)
while True:
    office.convert(Path(sys.argv[2]).read_bytes(), ".xlsx", ".ods")
"""


class TestNothingLeftBehind:
    @pytest.fixture
    def parent(self, tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
        (tmp_path / "book.xlsx").write_bytes(workbook(A1=1))
        started = []

        def start(what: str) -> subprocess.Popen[str]:
            started.append(
                subprocess.Popen(
                    [sys.executable, "-c", PARENT, what, str(tmp_path / "book.xlsx")],
                    stdout=subprocess.PIPE,
                    text=True,
                    env=os.environ | {"PYTHONPATH": ".dev", "TMPDIR": str(tmp_path)},
                )
            )
            return started[-1]

        yield start
        for one in started:
            one.kill()
            one.communicate()

    @pytest.mark.parametrize("frozen", [False, True])
    def test_when_the_parent_is_killed(
        self, parent: Callable[[str], subprocess.Popen[str]], frozen: bool, tmp_path: Path
    ) -> None:
        running = parent("idle")
        assert running.stdout is not None
        name, worker, office = json.loads(running.stdout.readline())
        assert there(worker)
        assert there(office)
        assert left_behind(Path(name))
        if frozen:
            os.kill(office, signal.SIGSTOP)
        running.kill()
        wait_until(lambda: not there(worker) and not there(office))
        wait_until(lambda: not left_behind(Path(name)))
        assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]

    @pytest.mark.parametrize("after", [0.1, 0.7])
    def test_when_the_parent_is_killed_while_it_starts(
        self, parent: Callable[[str], subprocess.Popen[str]], after: float, tmp_path: Path
    ) -> None:
        running = parent("starting")
        assert running.stdout is not None
        running.stdout.readline()
        wait_until(lambda: any(tmp_path.glob(folders.PREFIX + "*")))
        (folder,) = tmp_path.glob(folders.PREFIX + "*")
        time.sleep(after)
        running.kill()
        wait_until(lambda: not folder.exists())
        wait_until(lambda: not commands_with(folder.name))
        wait_until(lambda: not left_behind(folder))
        assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]

    def test_a_dead_folder_is_swept_and_a_living_one_is_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        dead, lock = folders.create()
        living, held = folders.create()
        lock.close()
        folders.sweep()
        assert list(tmp_path.iterdir()) == [living]
        held.close()
        assert not dead.exists()


def recalculated(number: int) -> tuple[object, int]:
    """In a worker process: one file through that process's own office."""
    result = engine.office().recalculate(workbook(A1=number, A2="=A1*2"), ".xlsx")
    return value(result.content, "A2"), soffice(engine.office())


def test_two_processes_at_once() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        results = list(pool.map(recalculated, range(12)))
    assert [doubled for doubled, _ in results] == [number * 2 for number in range(12)]
    wait_until(lambda: not any(there(pid) for _, pid in results))


def test_a_forked_child_has_an_office_of_its_own(own_office: Office) -> None:
    own_office.convert(workbook(A1=1), ".xlsx", ".ods")
    parents = soffice(own_office)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        doubled, childs = pool.submit(recalculated, 4).result()
    assert doubled == 8
    assert childs != parents
    own_office.convert(workbook(A1=1), ".xlsx", ".ods")
    assert soffice(own_office) == parents
