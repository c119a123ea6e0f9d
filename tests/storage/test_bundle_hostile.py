"""Bundles as folders and archives from elsewhere: what is read, and what is refused."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import tarfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge.errors import StorageError
from forge.storage import archives
from forge.storage.bundle import Bundle

from .files import contents


class TestFolders:
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
    @given(contents())
    def test_a_bundle_written_is_the_bundle_read(self, make_bundle, tmp_path_factory, files):
        bundle = make_bundle()
        bundle = Bundle({**bundle.public, **files}, bundle.private)
        folder = tmp_path_factory.mktemp("bundle") / "task"
        bundle.write_to(folder)
        assert Bundle.from_directory(folder) == bundle
        shutil.rmtree(folder)

    def test_only_a_new_or_empty_folder_is_written(self, make_bundle, tmp_path):
        (tmp_path / "empty").mkdir()
        make_bundle().write_to(tmp_path / "empty")
        with pytest.raises(StorageError, match="is not empty"):
            make_bundle().write_to(tmp_path / "empty")
        (tmp_path / "file").write_text("x")
        with pytest.raises(StorageError, match="cannot be written to"):
            make_bundle().write_to(tmp_path / "file")
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    def test_a_folder_that_may_not_be_written(self, make_bundle, without_rights):
        said = without_rights(lambda: make_bundle().write_to(without_rights.folder / "task"))
        assert "Permission denied" in said

    def test_what_is_no_bundle(self, tmp_path):
        (tmp_path / "notes.txt").write_text("x")
        with pytest.raises(StorageError, match="is not a bundle") as caught:
            Bundle.from_directory(tmp_path)
        assert "forge bundle" in caught.value.hint
        with pytest.raises(StorageError, match="cannot be read: No such file"):
            Bundle.from_directory(tmp_path / "nowhere")
        with pytest.raises(StorageError, match="cannot be read: Not a directory"):
            Bundle.from_directory(tmp_path / "notes.txt")

    def test_what_nobody_knows_counts_as_public(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        (tmp_path / "task/answers.txt").write_text("five")
        assert "answers.txt" in Bundle.from_directory(tmp_path / "task").public

    def test_a_part_of_a_bundle_can_be_read_as_far_as_it_goes(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        (tmp_path / "task/contract.json").unlink()
        (tmp_path / "task/tests/rubric.json").write_text('{"version": 1, "requirements": 5}')
        bundle = Bundle.from_directory(tmp_path / "task")
        assert bundle.start_files()
        with pytest.raises(StorageError, match=r"has no contract\.json"):
            _ = bundle.contract
        with pytest.raises(
            StorageError, match=r"tests/rubric\.json of the bundle is damaged at requirements"
        ):
            _ = bundle.rubric

    @pytest.mark.parametrize("target", ["/etc/passwd", "../../outside", "instruction.md", "nowhere"])
    def test_links_are_refused(self, make_bundle, tmp_path, target):
        make_bundle().write_to(tmp_path / "task")
        (tmp_path / "task/environment/link").symlink_to(target)
        with pytest.raises(StorageError, match=r"environment/link in .* is a link"):
            Bundle.from_directory(tmp_path / "task")

    def test_a_linked_folder_is_refused(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        (tmp_path / "task/environment/loop").symlink_to("..", target_is_directory=True)
        with pytest.raises(StorageError, match="is a link"):
            Bundle.from_directory(tmp_path / "task")

    def test_a_pipe_is_refused_and_nobody_waits_for_it(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        os.mkfifo(tmp_path / "task/environment/pipe")
        with pytest.raises(StorageError, match="a device, a pipe or a socket"):
            Bundle.from_directory(tmp_path / "task")

    def test_a_huge_file_is_refused_unread(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        with (tmp_path / "task/environment/huge").open("wb") as stream:
            stream.truncate(1 << 40)
        with pytest.raises(
            StorageError, match=r"environment/huge in .* has 1,099,511,627,776 bytes; at most 67,108,864"
        ):
            Bundle.from_directory(tmp_path / "task")

    def test_a_name_that_is_not_unicode_is_refused(self, make_bundle, tmp_path):
        make_bundle().write_to(tmp_path / "task")
        Path(os.fsdecode(os.fsencode(tmp_path / "task/environment") + b"/\xff\xfe")).write_bytes(b"x")
        with pytest.raises(StorageError, match="not valid Unicode"):
            Bundle.from_directory(tmp_path / "task")


def tar_of(*members: tuple[str, bytes, bytes]) -> bytes:
    """A tar archive of members with any name and type."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, kind, content in members:
            member = tarfile.TarInfo(name)
            member.type, member.size, member.linkname = kind, len(content), "/etc/passwd"
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


class TestHostileArchives:
    @pytest.mark.parametrize(
        "name",
        [
            "/etc/passwd",
            "../outside",
            "a/../../b",
            "./a",
            "a//b",
            "a\\b",
            "a\nb",
            "",
            "x" * 300,
            "a/" * 600 + "a",
        ],
    )
    def test_names_that_leave_or_that_no_disk_holds_are_refused(self, name):
        with pytest.raises(StorageError, match=r"it is refused|is not a tar archive"):
            archives.unpack(tar_of((name, tarfile.REGTYPE, b"x")), "the archive")

    @pytest.mark.parametrize(
        "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE]
    )
    def test_what_is_no_plain_file_is_refused(self, kind):
        with pytest.raises(StorageError, match="is not a plain file"):
            archives.unpack(tar_of(("a", kind, b"")), "the archive")

    def test_a_name_that_comes_twice_is_refused(self):
        with pytest.raises(StorageError, match="twice"):
            archives.unpack(tar_of(("a", tarfile.REGTYPE, b"1"), ("a", tarfile.REGTYPE, b"2")), "the archive")

    def test_a_file_that_is_also_a_folder_is_refused(self):
        with pytest.raises(StorageError, match="both as a file and as a folder"):
            archives.unpack(
                tar_of(("a", tarfile.REGTYPE, b"1"), ("a/b", tarfile.REGTYPE, b"2")), "the archive"
            )

    def test_a_size_that_is_claimed_is_not_believed(self):
        data = bytearray(tar_of(("a", tarfile.REGTYPE, b"x")))
        header = tarfile.TarInfo("a")
        header.size = 1 << 30
        data[:512] = header.tobuf()
        with pytest.raises(StorageError, match=r"has 1,073,741,824 bytes; at most"):
            archives.unpack(bytes(data), "the archive")
        header.size = 5000
        data[:512] = header.tobuf()
        with pytest.raises(StorageError, match=r"cut off|is not a tar archive"):
            archives.unpack(bytes(data[:2560]), "the archive")

    def test_a_sparse_file_is_refused(self):
        with pytest.raises(StorageError, match="is not a plain file"):
            archives.unpack(tar_of(("a", tarfile.GNUTYPE_SPARSE, b"")), "the archive")

    def test_compressed_archives_are_refused_so_that_none_is_a_bomb(self):
        with pytest.raises(StorageError, match="is not a tar archive"):
            archives.unpack(gzip.compress(tar_of(("a", tarfile.REGTYPE, b"x" * 100_000))), "the archive")

    def test_too_many_files_are_refused(self, monkeypatch):
        monkeypatch.setattr(archives, "MAX_FILES", 10)
        many = [(str(number), tarfile.REGTYPE, b"") for number in range(11)]
        with pytest.raises(StorageError, match="11 files; at most 10"):
            archives.unpack(tar_of(*many), "the archive")

    @given(st.binary(min_size=1, max_size=2000).filter(lambda noise: noise.strip(b"\0")))
    def test_noise_is_refused_with_a_sentence(self, noise):
        with pytest.raises(StorageError, match="the archive"):
            archives.unpack(noise, "the archive")

    def test_an_archive_that_is_cut_off_is_refused(self, make_bundle):
        data = make_bundle().public_archive()
        content = len(data.rstrip(b"\0"))
        for length in range(0, content + 1024, 97):
            with pytest.raises(StorageError):
                archives.unpack(data[:length], "the archive")

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
    @given(data=st.data())
    def test_a_damaged_archive_is_another_bundle_or_refused(self, make_bundle, data):
        bundle = make_bundle()
        public = bytearray(bundle.public_archive())
        place = data.draw(st.integers(0, len(public) - 1))
        public[place] ^= data.draw(st.integers(1, 255))
        try:
            read = Bundle.from_archives(bytes(public), bundle.private_archive())
        except StorageError:
            return
        assert (read.id == bundle.id) == (read == bundle)
