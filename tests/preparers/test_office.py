from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest
from docx import Document
from openpyxl.worksheet.formula import ArrayFormula
from PIL import Image
from pptx import Presentation

from forge.errors import EngineError, UnreadableError, UsageError
from forge.preparers.office import engine, installation, process
from forge.preparers.office.engine import Office, Probe
from forge.preparers.office.worker import folder as folders
from forge.states.values import Error

pytestmark = pytest.mark.libreoffice

GONE_SECONDS = 20.0


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    shared = Office()
    yield shared
    shared.close()


@pytest.fixture
def own_office() -> Iterator[Office]:
    """An office that a test may hurt."""
    own = Office()
    yield own
    own.close()


def workbook(**cells: object) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    for place, value in cells.items():
        sheet[place] = value
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def edited(content: bytes, part: str, old: str, new: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == part:
                assert old in data.decode()
                data = data.decode().replace(old, new).encode()
            target.writestr(name, data)
    return stream.getvalue()


def value(content: bytes, place: str) -> object:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=True)["Data"][place].value


def soffice(of: Office) -> int:
    """The process id of the soffice that serves an office."""
    assert of._process is not None
    return of._process._pids[1]


def there(pid: int) -> bool:
    """Whether a process runs; one that waits to be reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GONE_SECONDS
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert true()


def left_behind(folder: Path) -> list[Path]:
    """What there is of an office outside its processes: its folder and its sockets."""
    return [path for path in (folder, *folders.sockets(folder)) if path.exists()]


def commands_with(name: str) -> list[str]:
    """The command lines of running processes that name something."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            command = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if name in command:
                found.append(command)
    return found


class TestRecalculate:
    def test_computes_a_missing_value(self, office: Office) -> None:
        result = office.recalculate(workbook(A1=2, A2="=A1*21"), ".xlsx")
        assert value(result.content, "A2") == 42

    def test_replaces_a_stale_value(self, office: Office) -> None:
        sheet = "xl/worksheets/sheet1.xml"
        stale = edited(workbook(A1=2, A2="=A1*21"), sheet, "<f>A1*21</f><v></v>", "<f>A1*21</f><v>7</v>")
        assert value(stale, "A2") == 7
        assert value(office.recalculate(stale, ".xlsx").content, "A2") == 42
        assert value(office.convert(office.convert(stale, ".xlsx", ".ods"), ".ods", ".xlsx"), "A2") == 42

    def test_keeps_frozen_panes_zoom_and_hidden_grid(self, office: Office) -> None:
        book = openpyxl.Workbook()
        first = book.active
        second = book.create_sheet("Second")
        second.freeze_panes = "B3"
        second.sheet_view.zoomScale = 80
        second.sheet_view.showGridLines = False
        stored = openpyxl.load_workbook(io.BytesIO(office.recalculate(saved(book), ".xlsx").content))
        assert stored["Second"].freeze_panes == "B3"
        assert stored["Second"].sheet_view.zoomScale == 80
        assert stored["Second"].sheet_view.showGridLines is False
        assert stored[first.title].freeze_panes is None

    def test_refuses_formats_that_it_does_not_know(self, office: Office) -> None:
        with pytest.raises(UsageError, match=r"\.ods"):
            office.convert(b"", ".gif", ".ods")
        with pytest.raises(UsageError, match=r"\.pptx"):
            office.convert(b"", ".odp", ".xlsx")


class TestProbes:
    def test_reads_every_type(self, office: Office) -> None:
        book = openpyxl.load_workbook(
            io.BytesIO(
                workbook(
                    A1=2,
                    A2='="a"&A1',
                    A3="=A1>1",
                    A4="=1/0",
                    A5=date(2024, 5, 6),
                    A6=timedelta(hours=30),
                    A8=0.5,
                )
            )
        )
        book["Data"]["A6"].number_format = "[h]:mm:ss"
        book["Data"]["A8"].number_format = "0%"
        places = [(f"A{row}", "Data", f"A{row}") for row in range(1, 9)]
        read = office.recalculate(saved(book), ".xlsx", probes=[Probe("as it is", [], places)]).readings[
            "as it is"
        ]
        assert {key: (found.value, found.format) for key, found in read.items()} == {
            "A1": (2.0, "number"),
            "A2": ("a2", "number"),
            "A3": (True, "boolean"),
            "A4": (Error("#DIV/0!"), "number"),
            "A5": (45418.0, "date"),
            "A6": (1.25, "duration"),
            "A7": (None, "number"),
            "A8": (0.5, "percent"),
        }
        assert read["A5"].zero + timedelta(days=45418) == date(2024, 5, 6)

    @pytest.mark.parametrize("protected", [False, True])
    @pytest.mark.parametrize("set_to", [10, -0.5, "12", "word", True, date(2020, 2, 29), timedelta(hours=36)])
    def test_leaves_the_document_as_it_was(
        self, office: Office, set_to: engine.Input, protected: bool
    ) -> None:
        book = openpyxl.load_workbook(io.BytesIO(workbook(A1=3, A2="some text", A3="=A1*2", B1="=A1&A2&A3")))
        book["Data"].protection.sheet = protected
        book["Data"].protection.password = "secret"  # noqa: S105 - a password that the office must not need
        places = [(name, "Data", name) for name in ("A1", "A2", "A3", "B1")]
        changed = [("Data", name, set_to) for name in ("A1", "A2", "A3")]
        content = saved(book)
        plain = office.recalculate(content, ".xlsx", probes=[Probe("0", [], places)])
        result = office.recalculate(
            content,
            ".xlsx",
            probes=[Probe("1", changed, places), Probe("2", changed, places), Probe("3", [], places)],
        )
        assert result.readings["1"] == result.readings["2"]
        assert result.readings["1"]["B1"] != plain.readings["0"]["B1"]
        assert result.readings["3"] == plain.readings["0"]
        assert [value(result.content, name) for name in ("A1", "A2", "A3", "B1")] == [
            3,
            "some text",
            6,
            "3some text6",
        ]

    def test_empties_a_cell(self, office: Office) -> None:
        content = workbook(A1=3, A2="=ISBLANK(A1)")
        probe = Probe("empty", [("Data", "A1", None)], [("blank", "Data", "A2")])
        assert office.recalculate(content, ".xlsx", probes=[probe]).readings["empty"]["blank"].value is True

    def test_a_constant_where_a_formula_was_asked_for_is_seen(self, office: Office) -> None:
        probe = Probe("double", [("Data", "A1", 100)], [("total", "Data", "A2")])
        readings = [
            office.recalculate(workbook(A1=2, A2=answer), ".xlsx", probes=[probe])
            .readings["double"]["total"]
            .value
            for answer in ("=A1*2", 4)
        ]
        assert readings == [200.0, 4.0]

    def test_reads_nothing_where_an_input_cannot_be_set(self, office: Office) -> None:
        content = workbook(A1=1, A2=2, B1=ArrayFormula("B1:B2", "=A1:A2*2"))
        read = [("B1", "Data", "B1"), ("gone", "Gone", "A1")]
        probes = [
            Probe("missing sheet", [("Gone", "A1", 1)], read),
            Probe("part of an array", [("Data", "B2", 1)], read),
            Probe("missing reading", [("Data", "A1", 5)], read),
        ]
        readings = office.recalculate(content, ".xlsx", probes=probes).readings
        assert readings["missing sheet"] == {}
        assert readings["part of an array"] == {}
        assert {key: found.value for key, found in readings["missing reading"].items()} == {"B1": 10.0}

    def test_a_place_that_is_no_cell_is_refused(self, office: Office) -> None:
        with pytest.raises(UsageError, match="A1:B2"):
            office.recalculate(workbook(), ".xlsx", probes=[Probe("p", [], [("x", "Data", "A1:B2")])])


class TestConvert:
    def test_xlsx_to_ods_and_back(self, office: Office) -> None:
        ods = office.convert(workbook(A1="Größe", A2="=1+1"), ".xlsx", ".ods")
        assert (
            zipfile.ZipFile(io.BytesIO(ods)).read("mimetype")
            == b"application/vnd.oasis.opendocument.spreadsheet"
        )
        back = office.convert(ods, ".ods", ".xlsx")
        assert (value(back, "A1"), value(back, "A2")) == ("Größe", 2)

    def test_csv(self, office: Office) -> None:
        assert (
            office.convert(workbook(A1="a,b", B1="=1+1", A2="é"), ".xlsx", ".csv") == '"a,b",2\né,\n'.encode()
        )

    def test_documents_and_slides(self, office: Office) -> None:
        document, slides = Document(), Presentation()
        document.add_paragraph("A paragraph")
        slides.slides.add_slide(slides.slide_layouts[0]).shapes.title.text = "A title"
        written, shown = io.BytesIO(), io.BytesIO()
        document.save(written)
        slides.save(shown)
        odt = office.convert(written.getvalue(), ".docx", ".odt")
        assert office.convert(odt, ".odt", ".txt").decode("utf-8-sig") == "A paragraph\n"
        odp = office.convert(shown.getvalue(), ".pptx", ".odp")
        back = Presentation(io.BytesIO(office.convert(odp, ".odp", ".pptx")))
        assert back.slides[0].shapes.title.text == "A title"

    def test_renders_pages(self, office: Office) -> None:
        content = workbook(**{f"A{row}": row for row in range(1, 120)})
        pages = office.render(content, ".xlsx", dpi=40)
        assert len(pages) == 3
        assert all(
            Image.open(io.BytesIO(page)).size[0] in range(330, 345) for page in pages
        )  # A4 or Letter at 40 dpi


class TestRefuses:
    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"no spreadsheet at all",
            workbook(A1=1)[:2000],
            edited(
                workbook(A1=1), "[Content_Types].xml", "spreadsheetml.sheet.main", "spreadsheetml.nothing"
            ),
        ],
        ids=["empty", "text", "truncated", "no workbook"],
    )
    def test_corrupt_bytes(self, office: Office, content: bytes) -> None:
        with pytest.raises(UnreadableError, match="xlsx"):
            office.recalculate(content, ".xlsx")
        assert value(office.recalculate(workbook(A1="=1+1"), ".xlsx").content, "A1") == 2

    def test_another_kind_of_document(self, office: Office) -> None:
        stream = io.BytesIO()
        Document().save(stream)
        with pytest.raises(UnreadableError):
            office.convert(stream.getvalue(), ".xlsx", ".ods")

    def test_a_full_disk_is_not_the_files_fault(
        self, office: Office, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        full = shutil._ntuple_diskusage(1 << 30, 1 << 30, 0)
        monkeypatch.setattr(shutil, "disk_usage", lambda path: full)
        with pytest.raises(EngineError, match="room"):
            office.convert(b"nothing", ".xlsx", ".ods")

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


class TestOutside:
    def test_nothing_is_fetched_or_followed(self, office: Office, tmp_path: Path) -> None:
        (tmp_path / "secret.xlsx").write_bytes(workbook(A1="secret"))
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0.2)
            content = workbook(
                A1=f'=_xlfn.WEBSERVICE("http://127.0.0.1:{server.getsockname()[1]}/")',
                A2=f"='file://{tmp_path}/[secret.xlsx]Data'!A1",
            )
            places = [("web", "Data", "A1"), ("file", "Data", "A2")]
            read = office.recalculate(content, ".xlsx", probes=[Probe("outside", [], places)]).readings[
                "outside"
            ]
            assert isinstance(read["web"].value, Error)
            assert isinstance(read["file"].value, Error)
            with pytest.raises(TimeoutError):
                server.accept()


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
        answer = running.ask(request | {"to": ".ods", "recalculate": False, "probes": []}, 30)
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


def test_the_version_is_told_without_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    untouched = Office()
    told = untouched.version()
    assert told is not None
    assert told.startswith("LibreOffice ")
    assert untouched._process is None
    assert installation.installation() is installation.installation()


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
        assert left_behind(Path(name)) == []
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
        assert left_behind(folder) == []
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


def test_threads_share_one_office(office: Office) -> None:
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda number: office.convert(workbook(A1=number), ".xlsx", ".csv"), range(12))
    assert list(results) == [f"{number}\n".encode() for number in range(12)]
