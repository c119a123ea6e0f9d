from __future__ import annotations

import io
import shutil
import socket
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest
from docx import Document
from openpyxl.worksheet.formula import ArrayFormula
from pptx import Presentation

from forge.errors import EngineError, UnreadableError, UsageError
from forge.preparers.office import engine, installation
from forge.preparers.office.engine import Office, Probe
from forge.preparers.office.worker import folder as folders
from forge.states.values import Error

from .office_support import edited, saved, value, workbook

pytestmark = pytest.mark.libreoffice


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    shared = Office()
    yield shared
    shared.close()


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
        with pytest.raises(UsageError, match=r"\.docx"):
            office.recalculate(b"", ".docx", probes=[Probe("p", [], [])])


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

    @pytest.mark.parametrize("place", ["A1:B2", "a1", "A0", "XFE1", "A1048577", "Total"])
    def test_a_place_that_is_no_cell_is_refused(self, office: Office, place: str) -> None:
        with pytest.raises(UsageError, match=place):
            office.recalculate(workbook(), ".xlsx", probes=[Probe("p", [], [("x", "Data", place)])])

    def test_a_value_that_no_cell_holds_is_refused(self, office: Office) -> None:
        wrong: engine.Input = Error("#N/A")  # type: ignore[assignment]  # what a careless caller would pass
        with pytest.raises(UsageError, match="#N/A"):
            office.recalculate(workbook(), ".xlsx", probes=[Probe("p", [("Data", "A1", wrong)], [])])

    def test_the_last_cell_can_be_read(self, office: Office) -> None:
        probe = Probe("last", [("Data", "A1", 1)], [("x", "Data", "XFD1048576")])
        assert office.recalculate(workbook(), ".xlsx", probes=[probe]).readings["last"]["x"].value is None


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
        with pytest.raises(UnreadableError, match="xlsx") as raised:
            office.recalculate(content, ".xlsx")
        assert folders.PREFIX not in str(raised.value)
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


def test_threads_share_one_office(office: Office) -> None:
    with ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda number: office.convert(workbook(A1=number), ".xlsx", ".csv"), range(12))
    assert list(results) == [f"{number}\n".encode() for number in range(12)]


def test_the_version_is_told_without_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    untouched = Office()
    told = untouched.version()
    assert told is not None
    assert told.startswith("LibreOffice ")
    assert untouched._process is None
    assert installation.installation() is installation.installation()
