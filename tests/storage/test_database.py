"""Opening a database: new, old, newer, foreign, damaged, read-only, full, gone."""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from forge.errors import StorageError, UsageError
from forge.storage.catalog import Catalog
from forge.storage.database import HEAD, migrate, open_engine, reading, revision, writing
from forge.storage.models import Base

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)


def context(connection):
    return MigrationContext.configure(connection, opts={"version_table": "forge_schema"})


class TestMigrations:
    def test_lead_to_the_tables_that_the_code_knows(self, empty_database):
        engine = open_engine(empty_database)
        with reading(engine) as connection:
            assert compare_metadata(context(connection), Base.metadata) == []
            assert revision(connection) == HEAD
        engine.dispose()

    def test_the_code_names_the_last_one(self):
        config = Config()
        config.set_main_option("script_location", "forge.storage:migrations")
        assert ScriptDirectory.from_config(config).get_current_head() == HEAD

    def test_go_down_and_up_again(self, empty_database):
        engine = open_engine(empty_database)
        with writing(engine) as connection:
            migrate(connection, "here", "base")
            assert inspect(connection).get_table_names() == ["forge_schema"]
        with writing(engine) as connection:
            migrate(connection, "here")
            assert compare_metadata(context(connection), Base.metadata) == []
        engine.dispose()

    def test_one_that_fails_leaves_nothing_behind(self, empty_database):
        engine = open_engine(empty_database)

        def go_down_and_stumble():
            with writing(engine) as connection:
                migrate(connection, "here", "base")
                connection.execute(text("SELECT nonsense"))

        with pytest.raises(StorageError, match="nonsense"):
            go_down_and_stumble()
        with reading(engine) as connection:
            assert revision(connection) == HEAD
            assert "tasks" in inspect(connection).get_table_names()
        engine.dispose()


class TestRefusals:
    def test_a_schema_of_a_newer_version_is_left_alone(self, empty_database):
        engine = open_engine(empty_database)
        with writing(engine) as connection:
            connection.execute(text("UPDATE forge_schema SET version_num = '9999'"))
        engine.dispose()
        with pytest.raises(
            StorageError, match="has the schema 9999, which this version of Forge does not know"
        ):
            open_engine(empty_database)

    def test_a_database_of_something_else_is_left_alone(self, empty_database):
        other = create_engine(empty_database.replace("postgresql", "postgresql+psycopg", 1))
        with other.begin() as connection:
            connection.execute(text("CREATE TABLE bookmarks (id INTEGER)"))
        with pytest.raises(StorageError, match="belongs to something else: it holds bookmarks"):
            open_engine(empty_database)
        with other.connect() as connection:
            assert inspect(connection).get_table_names() == ["bookmarks"]
        other.dispose()

    @pytest.mark.parametrize(
        ("url", "said"),
        [("nonsense", "cannot be read"), ("mysql://localhost/forge", "cannot be kept in mysql")],
    )
    def test_a_url_that_means_nothing(self, url, said):
        with pytest.raises(UsageError, match=said):
            open_engine(url)

    def test_a_server_that_does_not_answer_and_no_password_is_shown(self):
        with pytest.raises(StorageError, match="cannot be reached") as caught:
            open_engine("postgresql://user:topsecret@127.0.0.1:1/forge")
        assert "FORGE_DATABASE_URL" in caught.value.hint
        assert "topsecret" not in str(caught.value)

    def test_a_database_that_is_not_there(self, postgres):
        with pytest.raises(StorageError, match="is not there"):
            open_engine(f"{postgres}/nowhere")


class TestSqliteFiles:
    @pytest.fixture
    def file(self, prepared_sqlite, tmp_path):
        return Path(shutil.copyfile(prepared_sqlite, tmp_path / "catalog.sqlite"))

    def test_that_are_no_database(self, tmp_path):
        file = tmp_path / "catalog.sqlite"
        file.write_bytes(b"This was a shopping list. " * 100)
        with pytest.raises(StorageError, match="is not an SQLite database") as caught:
            Catalog.open(f"sqlite:///{file}")
        assert "Move it away" in caught.value.hint
        assert file.read_bytes().startswith(b"This was")

    def test_that_were_cut_off(self, file, rows):
        catalog = Catalog.open(f"sqlite:///{file}")
        catalog.start_run(rows.run())
        catalog.record([rows.candidate(index) for index in range(400)])
        catalog.close()
        with file.open("r+b") as stream:
            stream.truncate(file.stat().st_size // 2)
        with pytest.raises(StorageError, match="is damaged"):
            list(Catalog.open(f"sqlite:///{file}").candidates())

    def test_whose_pages_were_overwritten(self, file, rows):
        catalog = Catalog.open(f"sqlite:///{file}")
        catalog.start_run(rows.run())
        catalog.record([rows.candidate(index) for index in range(400)])
        catalog.close()
        with file.open("r+b") as stream:
            stream.seek(4096)
            stream.write(os.urandom(file.stat().st_size - 4096))
        with pytest.raises(StorageError, match="is damaged"):
            list(Catalog.open(f"sqlite:///{file}").candidates())

    def test_in_a_folder_that_is_not_there(self, tmp_path):
        with pytest.raises(StorageError, match="cannot be opened") as caught:
            Catalog.open(f"sqlite:///{tmp_path / 'nowhere' / 'catalog.sqlite'}")
        assert "folder" in caught.value.hint

    def test_on_a_full_disk(self, file, rows):
        catalog = Catalog.open(f"sqlite:///{file}")
        catalog.start_run(rows.run())
        with reading(
            catalog.engine
        ) as connection:  # this connection goes back to the pool and is taken again
            connection.exec_driver_sql(
                f"PRAGMA max_page_count = {connection.exec_driver_sql('PRAGMA page_count').scalar()}"
            )
        with pytest.raises(StorageError, match="the disk is full") as caught:
            catalog.record(
                [rows.candidate(index, reason="x" * 2000, status="failed") for index in range(400)]
            )
        assert "Make room" in caught.value.hint
        assert list(catalog.candidates()) == []
        catalog.close()

    def test_that_may_only_be_read(self, prepared_sqlite, without_rights):
        file = Path(shutil.copyfile(prepared_sqlite, without_rights.folder / "catalog.sqlite"))
        file.chmod(0o444)
        said = without_rights(lambda: Catalog.open(f"sqlite:///{file}").end_run("r1", "failed", NOON))
        assert "cannot be written: it is read-only" in said
