"""What somebody left in a folder, scored: right work, wrong work, and everything that cannot be read."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zipfile

import pytest

from forge.errors import EngineError, StorageError
from forge.pipeline.scoring import Scored, Unscored, score_result
from forge.preparers.base import preparer

from ..tasks import (
    OLD,
    STOCK,
    answering,
    calculating,
    document,
    highlighting,
    leave,
    verifiers_view,
    with_file,
)


def scored(bundle, folder, *, engines=False) -> Scored:
    result = score_result(bundle, folder, engines=engines)
    assert isinstance(result, Scored), result
    return result


def item(result, name):
    return next(found for found in result.score.items if found.id == name)


class TestRightAndWrong:
    def test_the_golden_is_done_and_the_start_is_not(self, tmp_path):
        bundle = verifiers_view(highlighting())
        done = scored(bundle, leave(highlighting(), tmp_path / "golden", "golden"))
        assert (done.score.success, done.score.score, done.troubles, done.engines) == (True, 1.0, {}, ())
        not_done = scored(bundle, leave(highlighting(), tmp_path / "start"))
        assert (not_done.score.success, not_done.score.score, not_done.troubles) == (False, 0.0, {})
        failure = not_done.score.failures()[0]
        assert failure.expected
        assert failure.actual == "nothing"
        assert failure.why

    def test_partial_credit_is_the_weighted_share(self, tmp_path):
        home = leave(answering(), tmp_path)
        (home / "answer.txt").write_text("1,250.50")
        assert scored(answering(), home).score.score == 0.75
        (home / OLD[2:]).unlink()
        result = scored(answering(), home)
        assert (result.score.success, result.score.score, result.troubles) == (True, 1.0, {})

    @pytest.mark.parametrize("answer", ["impossible", "n/a", "", "1250"])
    def test_a_wrong_answer_loses(self, tmp_path, answer):
        home = leave(answering(), tmp_path, "golden")
        (home / "answer.txt").write_text(answer)
        result = scored(answering(), home)
        assert (result.score.success, result.score.score) == (False, 0.25)
        assert item(result, "total").expected == "1250.5"

    def test_an_answer_that_cannot_be_read_is_a_loss_with_its_reason(self, tmp_path):
        home = leave(answering(), tmp_path, "golden")
        (home / "answer.json").write_text("{")
        result = scored(answering(), home)
        assert (result.score.success, result.score.score) == (False, 0.0)
        assert "no value in JSON" in result.troubles["answer"]
        assert "no value in JSON" in item(result, "total").why

    def test_an_answer_nobody_asked_for_is_not_looked_at(self, tmp_path):
        home = leave(highlighting(), tmp_path, "golden")
        (home / "answer.json").write_text("{")
        assert scored(highlighting(), home).score.success


class TestWhereTheFilesLie:
    def test_a_folder_may_hold_the_home_folder(self, tmp_path):
        leave(answering(), tmp_path / "home", "golden")
        (tmp_path / "answer.txt").write_text("1250.5")
        assert scored(answering(), tmp_path).score.success
        (tmp_path / "answer.txt").rename(tmp_path / "home/answer.txt")
        assert scored(answering(), tmp_path).score.success

    def test_a_folder_called_home_in_the_home_folder_changes_nothing(self, tmp_path):
        home = leave(highlighting(), tmp_path, "golden")
        (home / "home/Documents").mkdir(parents=True)
        assert scored(highlighting(), home).score.success

    def test_the_golden_files_of_a_bundle_are_a_result(self, tmp_path):
        highlighting().write_to(tmp_path / "bundle")
        assert scored(highlighting(), tmp_path / "bundle/solution/files").score.success
        assert not scored(highlighting(), tmp_path / "bundle/environment/files").score.success

    def test_a_home_that_is_a_link_is_not_followed(self, tmp_path):
        leave(highlighting(), tmp_path / "elsewhere", "golden")
        (tmp_path / "left").mkdir()
        (tmp_path / "left/home").symlink_to(tmp_path / "elsewhere")
        assert not scored(highlighting(), tmp_path / "left").score.success


class TestMissing:
    def test_an_empty_folder_names_what_is_missing(self, tmp_path):
        result = scored(highlighting(), tmp_path)
        mount = highlighting().mounts[0].mount
        assert (result.score.success, result.score.score) == (False, 0.0)
        assert result.troubles == {mount: f"{mount} is missing; the home folder holds nothing."}
        assert all(f"{mount} is missing" in found.why for found in result.score.items)

    def test_a_renamed_file_is_shown(self, tmp_path):
        file = document(highlighting(), leave(highlighting(), tmp_path, "golden"))
        file.rename(file.with_name("copy.xlsx"))
        (reason,) = scored(highlighting(), tmp_path).troubles.values()
        assert "holds copy.xlsx." in reason

    def test_what_was_to_be_deleted_is_not_missed(self, tmp_path):
        home = leave(answering(), tmp_path, "golden")
        result = scored(answering(), home)
        assert item(result, "deleted").passed
        assert "is missing" not in item(result, "total").why

    def test_another_document_that_is_gone_breaks_the_invariant(self, tmp_path):
        home = leave(answering(), tmp_path, "golden")
        (home / "answer.txt").write_text("1250.5")
        (home / STOCK[2:]).unlink()
        result = scored(answering(), home)
        assert (result.score.success, result.score.score) == (False, 0.0)
        assert f"{STOCK} is missing" in item(result, "nothing else").why

    def test_a_document_that_was_destroyed_was_not_deleted(self, tmp_path):
        home = leave(answering(), tmp_path, "golden")
        (home / "answer.txt").write_text("1250.5")
        (home / OLD[2:]).write_bytes(b"no workbook any more")
        result = scored(answering(), home)
        assert (result.score.success, result.score.score) == (False, 0.0)
        assert "not a workbook" in item(result, "readable").why


def zipped(name, content, **options):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content, **options)
    return stream.getvalue()


def encrypted(content):
    """A package whose entries are marked as protected by a password."""
    changed = bytearray(content)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = changed.find(mark)
        while at >= 0:
            (flags,) = struct.unpack_from("<H", changed, at + offset)
            struct.pack_into("<H", changed, at + offset, flags | 1)
            at = changed.find(mark, at + 1)
    return bytes(changed)


def good():
    return highlighting().golden_files()[highlighting().mounts[0].mount][""]


UNREADABLE = {
    "empty": (lambda: b"", "is empty"),
    "text": (lambda: b"Order,Price\n1,2\n", "not a workbook"),
    "picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(64), "not a workbook"),
    "cut off": (lambda: good()[: len(good()) // 2], "damaged"),
    "no workbook inside": (lambda: zipped("word/document.xml", "<w/>"), "names no workbook part"),
    "bad compression": (lambda: good()[:80] + bytes(60) + good()[140:], "damaged"),
    "old or protected": (lambda: bytes.fromhex("D0CF11E0A1B11AE1") + bytes(512), "password"),
    "password": (lambda: encrypted(good()), "password"),
    "zip bomb": (lambda: zipped("xl/workbook.xml", bytes(30_000_000)), "zip bomb"),
    "large": (lambda: b"PK" + bytes(21_000_000), "too large"),
}


class TestUnreadable:
    def lost(self, home, why):
        result = scored(highlighting(), home)
        mount = highlighting().mounts[0].mount
        assert (result.score.success, result.score.score) == (False, 0.0)
        assert list(result.troubles) == [mount]
        (reason,) = result.troubles.values()
        assert why in reason
        assert all(reason in found.why for found in result.score.failures())
        assert {found.id for found in result.score.failures()} >= {"rule", "readable"}

    @pytest.mark.parametrize("name", UNREADABLE)
    def test_content_that_is_no_workbook(self, tmp_path, name):
        make, why = UNREADABLE[name]
        document(highlighting(), leave(highlighting(), tmp_path, "golden")).write_bytes(make())
        self.lost(tmp_path, why)

    @pytest.fixture
    def place(self, tmp_path):
        """Where the document was; nothing is there any more."""
        found = document(highlighting(), leave(highlighting(), tmp_path / "left", "golden"))
        found.unlink()
        return found

    def test_a_file_of_many_gigabytes_is_refused_unread(self, tmp_path, place):
        with place.open("wb") as stream:
            stream.truncate(50 * 2**30)
        self.lost(tmp_path / "left", "at most")

    def test_a_folder_in_its_place(self, tmp_path, place):
        place.mkdir()
        self.lost(tmp_path / "left", "is not a file")

    def test_a_pipe_does_not_hang(self, tmp_path, place):
        os.mkfifo(place)
        self.lost(tmp_path / "left", "is not a file")

    def test_a_device_is_not_read(self, tmp_path, place):
        place.symlink_to("/dev/zero")
        self.lost(tmp_path / "left", "leaves the folder")

    def test_a_link_out_of_the_folder_is_not_followed(self, tmp_path, place):
        (tmp_path / "golden.xlsx").write_bytes(good())
        place.symlink_to(tmp_path / "golden.xlsx")
        self.lost(tmp_path / "left", "leaves the folder")

    def test_nor_one_of_a_folder_above_it(self, tmp_path, place):
        outside = leave(highlighting(), tmp_path / "outside", "golden")
        top = tmp_path / "left" / place.relative_to(tmp_path / "left").parts[0]
        top.rename(tmp_path / "moved")
        top.symlink_to(outside / top.name)
        self.lost(tmp_path / "left", "leaves the folder")

    def test_a_link_that_leads_in_a_circle(self, tmp_path, place):
        place.symlink_to(place)
        self.lost(tmp_path / "left", "circle")

    def test_a_dangling_link(self, tmp_path, place):
        place.symlink_to("gone.xlsx")
        self.lost(tmp_path / "left", "cannot be read")

    def test_a_link_within_the_folder_is_fine(self, tmp_path, place):
        place.with_name("real.xlsx").write_bytes(good())
        place.symlink_to("real.xlsx")
        assert scored(highlighting(), tmp_path / "left").score.success


class TestUnscored:
    def test_without_the_application_that_must_probe(self, tmp_path):
        result = score_result(calculating(), leave(calculating(), tmp_path, "golden"), engines=False)
        assert isinstance(result, Unscored)
        assert "must be probed" in result.reason

    def test_a_fault_of_the_application_is_no_score(self, tmp_path, monkeypatch):
        def dies(files, probes=()):
            raise EngineError("The application died.")

        monkeypatch.setattr(preparer("calc"), "engine", lambda: "An Office 1.0")
        monkeypatch.setattr(preparer("calc"), "observe", dies)
        result = score_result(highlighting(), leave(highlighting(), tmp_path, "golden"))
        assert result == Unscored("The application died.")

    @pytest.mark.parametrize("path", ["tests/rubric.json", "environment/setup.json"])
    def test_a_bundle_without_what_is_needed(self, tmp_path, path):
        with pytest.raises(StorageError, match=path):
            score_result(with_file(highlighting(), path, None), tmp_path)

    def test_a_bundle_whose_own_start_is_damaged(self, tmp_path):
        path = next(path for path in highlighting().public if path.endswith(".xlsx"))
        with pytest.raises(StorageError, match="bundle's own"):
            score_result(with_file(highlighting(), path, b"PK"), tmp_path, engines=False)


@pytest.mark.libreoffice
class TestWithTheApplication:
    def test_what_must_be_probed(self, tmp_path):
        done = scored(calculating(), leave(calculating(), tmp_path / "golden", "golden"), engines=True)
        assert done.score.success
        assert done.engines[0].startswith("LibreOffice")
        not_done = scored(calculating(), leave(calculating(), tmp_path / "start"), engines=True)
        assert (not_done.score.success, not_done.score.score) == (False, 0.0)


def test_scoring_loads_no_orchestrator_no_client_of_models_and_no_database(tmp_path):
    highlighting().write_to(tmp_path / "bundle")
    code = (
        "import sys; from forge.cli.main import main\n"
        "status = main(['score', *sys.argv[1:], '--no-applications', '--json'])\n"
        "heavy = ('prefect', 'litellm', 'openai', 'sqlalchemy', 'alembic', 'numpy', 'tiktoken', 'minio')\n"
        "print([name for name in heavy if name in sys.modules], status, file=sys.stderr)"
    )
    arguments = [str(tmp_path / "bundle"), str(tmp_path / "bundle/solution/files")]
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stderr.splitlines()[-1] == "[] 0"
