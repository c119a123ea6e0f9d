"""The workspace: where things are kept, objects before rows, and what it says when it cannot be used."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from forge.errors import StorageError, UsageError
from forge.storage.objects import LocalObjects
from forge.storage.s3 import S3Objects
from forge.storage.workspace import Workspace, private_key, public_key


@pytest.fixture
def workspace(tmp_path):
    opened = Workspace(tmp_path / "work", {})
    yield opened
    opened.close()


def keep(workspace, bundle, rows, between=lambda: None):
    """Keep a task as the pipeline does: objects first, rows second."""
    public, private = bundle.public_archive(), bundle.private_archive()
    workspace.objects.put_all({public_key(public): public, private_key(private): private})
    between()
    task = rows.task(
        0,
        bundle=bundle.id,
        public_key=public_key(public),
        private_key=private_key(private),
        public_digest=bundle.public_digest,
        private_digest=bundle.private_digest,
    )
    workspace.catalog.start_run(rows.run())
    workspace.catalog.record([rows.candidate(0, bundle=bundle.id)], [task])
    return task


class TestWhere:
    def test_the_option_comes_before_the_variable_and_both_before_the_current_folder(
        self, tmp_path, monkeypatch
    ):
        monkeypatch.chdir(tmp_path)
        assert Workspace(tmp_path / "a", {"FORGE_HOME": "/b"}).root == tmp_path / "a"
        assert Workspace(None, {"FORGE_HOME": str(tmp_path / "b")}).root == tmp_path / "b"
        assert Workspace(None, {"FORGE_HOME": ""}).root == tmp_path / ".forge"

    def test_nothing_is_made_before_it_is_asked_for(self, workspace):
        assert not workspace.root.exists()
        assert workspace.folder("evidence").is_dir()
        assert [path.name for path in workspace.root.iterdir()] == ["evidence"]

    def test_catalog_and_objects_lie_in_it(self, workspace):
        assert list(workspace.catalog.tasks()) == []
        assert isinstance(workspace.objects, LocalObjects)
        assert (workspace.root / "catalog.sqlite").is_file()
        assert workspace.objects.folder == workspace.root / "objects"

    def test_or_where_the_environment_says(self, tmp_path, new_postgres, rclone, make_bundle, rows):
        environment = {
            "FORGE_DATABASE_URL": new_postgres,
            "FORGE_S3_ENDPOINT": rclone,
            "FORGE_S3_BUCKET": f"bucket{os.urandom(4).hex()}",
            "FORGE_S3_ACCESS_KEY": "user",
            "FORGE_S3_SECRET_KEY": "secret",
        }
        workspace = Workspace(tmp_path / "work", environment)
        assert isinstance(workspace.objects, S3Objects)
        bundle = make_bundle()
        task = keep(workspace, bundle, rows)
        assert workspace.bundle(task) == bundle
        assert not workspace.root.exists()
        workspace.close()


class TestBundles:
    def test_come_back(self, workspace, make_bundle, rows):
        bundle = make_bundle()
        keep(workspace, bundle, rows)
        assert workspace.bundle(workspace.catalog.task(bundle.id[:8])) == bundle

    def test_a_damaged_object_is_named(self, workspace, make_bundle, rows):
        task = keep(workspace, make_bundle(), rows)
        file = workspace.objects.folder / task.private_key
        file.write_bytes(file.read_bytes()[:-1])
        with pytest.raises(StorageError, match=f"{task.private_key} in .* is damaged"):
            workspace.bundle(task)

    def test_a_row_that_was_changed_is_seen(self, workspace, make_bundle, rows):
        keep(workspace, make_bundle(), rows)
        other = rows.task(1, public_key=(task := next(workspace.catalog.tasks())).public_key)
        other.private_key = task.private_key
        with pytest.raises(StorageError, match="its row was changed"):
            workspace.bundle(other)

    def test_a_process_killed_between_object_and_row_leaves_only_orphans(self, workspace, make_bundle, rows):
        bundle = make_bundle()

        def keep_and_die():
            keep(Workspace(workspace.root, {}), bundle, rows, lambda: os.kill(os.getpid(), signal.SIGKILL))

        process = multiprocessing.get_context("fork").Process(target=keep_and_die)
        process.start()
        process.join(30)
        assert process.exitcode == -signal.SIGKILL
        assert list(workspace.catalog.tasks()) == []
        orphans = {item.key for item in workspace.objects.list()}
        task = keep(workspace, bundle, rows)
        assert (
            orphans == {task.public_key, task.private_key} == {item.key for item in workspace.objects.list()}
        )
        assert workspace.bundle(task) == bundle


class TestRefusals:
    def test_a_folder_that_may_not_be_written(self, without_rights):
        workspace = Workspace(without_rights.folder / "work", {})
        for ask in (lambda: workspace.catalog, lambda: workspace.objects, lambda: workspace.folder("x")):
            said = without_rights(ask)
            assert f"The workspace {workspace.root} cannot be used" in said
            assert "Permission denied" in said

    def test_an_existing_folder_that_may_not_be_written(self, without_rights):
        assert "cannot be used" in without_rights(lambda: Workspace(without_rights.folder, {}).catalog)

    def test_a_file_in_its_place(self, tmp_path):
        (tmp_path / "work").write_text("x")
        with pytest.raises(StorageError, match="cannot be used") as caught:
            _ = Workspace(tmp_path / "work", {}).catalog
        assert "--workspace" in caught.value.hint

    def test_half_of_the_settings_of_a_store(self, tmp_path):
        with pytest.raises(UsageError, match="FORGE_S3_BUCKET"):
            _ = Workspace(tmp_path, {"FORGE_S3_ENDPOINT": "http://127.0.0.1:1"}).objects
