from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from pyarrow import parquet

from forge.errors import StorageError, UsageError
from forge.exports.files import archive_paths
from forge.exports.request import ExportRequest
from forge.exports.run import FORMATS, MANIFEST, WORK, export
from forge.storage.archives import unpack
from forge.storage.bundle import Bundle
from forge.storage.workspace import Workspace

from .shelf import NOON, Made, bundle_of, files_of, fill, made

COUNT = 12
SPLIT = {"train": 0.75, "test": 0.25}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A workspace with tasks of which two pairs belong together."""
    root = tmp_path_factory.mktemp("shelf")
    tasks = [*made(COUNT - 2), Made(50, content="shared", minute=50), Made(51, content="shared", minute=51)]
    fill(root, tasks)
    return root


def exported(root, folder, name="harbor", **wanted):
    """An export without pictures."""
    request = ExportRequest(**{"format": name, "split": SPLIT, "shard": 5, **wanted})
    with closing(Workspace(root, environment={})) as home:
        return export(home, request, folder, pictures=False)


def rows_of(folder, name):
    """The rows of a format, by split."""
    found = {}
    for file in sorted((folder / "data").iterdir()):
        split = file.name.split("-")[0]
        if file.suffix == ".jsonl":
            rows = [json.loads(line) for line in file.read_text().splitlines()]
        else:
            rows = parquet.read_table(file).to_pylist()
        found.setdefault(split, []).extend(rows)
    return found


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_request_gives_the_same_bytes(root, tmp_path, name):
    first = exported(root, tmp_path / "a", name)
    exported(root, tmp_path / "b", name)
    assert first.counts == {"train": 9, "test": 3}
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")
    assert not (tmp_path / "a" / WORK).exists()


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_that_was_cut_short_goes_on(root, tmp_path, name, monkeypatch):
    exported(root, tmp_path / "whole", name)
    calls = 0
    request = ExportRequest(format=name, split=SPLIT, shard=5)

    def stop(pieces):
        nonlocal calls
        calls += 1
        if calls == COUNT + 8:  # all are chosen, and some are written
            raise KeyboardInterrupt

    with closing(Workspace(root, environment={})) as home, pytest.raises(KeyboardInterrupt):
        export(home, request, tmp_path / "cut", pictures=False, advance=stop)
    assert not (tmp_path / "cut" / MANIFEST).exists()
    exported(root, tmp_path / "cut", name)
    assert files_of(tmp_path / "cut") == files_of(tmp_path / "whole")


def test_one_that_was_killed_goes_on(root, tmp_path):
    exported(root, tmp_path / "whole")
    command = [
        sys.executable,
        "-m",
        "forge.cli.main",
        "--workspace",
        str(root),
        "export",
        "--format",
        "harbor",
    ]
    command += ["--split", "train=0.75,test=0.25", "--shard", "5", "--out", str(tmp_path / "cut")]
    here = Path(__file__).parents[2] / ".dev"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), os.environ.get("PYTHONPATH", "")])}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not list((tmp_path / "cut").glob("t*/*/instruction.md")) and time.monotonic() < deadline:
        assert process.poll() is None or (tmp_path / "cut" / MANIFEST).exists(), process.stderr.read()
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert files_of(tmp_path / "cut") == files_of(tmp_path / "whole")


@pytest.mark.parametrize("name", ["harbor", "verifiers"])
def test_task_directories_hold_their_bundles(root, tmp_path, name):
    exported(root, tmp_path / "out", name)
    index = [json.loads(line) for path in (tmp_path / "out/index").iterdir() for line in path.open()]
    assert len(index) == COUNT
    for row in index:
        bundle = Bundle.from_directory(tmp_path / "out" / row["path"])
        assert (bundle.id, bundle.public_digest) == (row["id"], row["public_digest"])
        assert row["path"].startswith(row["split"] + "/")


@pytest.mark.parametrize("name", ["verl", "slime", "trl", "nemo-gym"])
def test_rows_say_nothing_of_private_parts(root, tmp_path, name):
    exported(root, tmp_path / "out", name)
    rows = rows_of(tmp_path / "out", name)
    assert {split: len(found) for split, found in rows.items()} == {"train": 9, "test": 3}
    bundle = bundle_of(Made(0))
    secrets = [bundle.contract.instruction_sha256, *(item.start or "" for item in bundle.contract.mounts)]
    secrets += [patch.why for patch in (*bundle.near_misses, *bundle.variants)]
    secrets += [item.says for item in (*bundle.rubric.requirements, *bundle.rubric.invariants)]
    assert len(secrets) > 3
    for row in (row for found in rows.values() for row in found):
        text = json.dumps(row)
        assert bundle.instruction in json.loads(text).__repr__()
        assert not [secret for secret in secrets if secret in text]
        assert "solution" not in text
        assert "rubric" not in text


@pytest.mark.parametrize("name", ["verl", "slime", "trl", "nemo-gym"])
def test_the_archives_beside_rows_are_the_whole_task(root, tmp_path, name):
    exported(root, tmp_path / "out", name)
    for row in (row for found in rows_of(tmp_path / "out", name).values() for row in found):
        about = next(part for part in (row, *filter(_is_dict, row.values())) if "public_digest" in part)
        public, private = (
            unpack((tmp_path / "out" / path).read_bytes(), path) for path in archive_paths(about["id"])
        )
        assert Bundle(public, private).id == about["id"]
        assert archive_paths(about["id"])[0] in json.dumps(row)


def _is_dict(value):
    return isinstance(value, dict)


def test_the_prompt_is_the_instruction(root, tmp_path):
    instruction = bundle_of(Made(0)).instruction
    for name in ("verl", "slime", "trl", "nemo-gym"):
        exported(root, tmp_path / name, name)
        row = rows_of(tmp_path / name, name)["train"][0]
        prompt = row["responses_create_params"]["input"] if name == "nemo-gym" else row["prompt"]
        assert prompt == [{"role": "user", "content": instruction}]


def test_the_card_tells_loaders_and_people_what_there_is(root, tmp_path):
    exported(root, tmp_path / "out", "hf", licence="CC-BY-4.0")
    _, head, body = (tmp_path / "out/README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(head)
    assert card["license"] == "cc-by-4.0"
    for config, about in zip(card["configs"], card["dataset_info"], strict=True):
        name = config["config_name"]
        assert [part["split"] for part in config["data_files"]] == ["train", "test"]
        for split in about["splits"]:
            files = sorted((tmp_path / "out" / name).glob(f"{split['name']}-*"))
            tables = [parquet.read_table(file) for file in files]
            assert sum(table.num_rows for table in tables) == split["num_examples"] > 0
            assert [column["name"] for column in about["features"]] == tables[0].column_names
        assert about["download_size"] == sum(
            file.stat().st_size for file in (tmp_path / "out" / name).iterdir()
        )
    assert f"Of {COUNT} candidates" in body
    assert "| train | 9 |" in body
    assert "pictures.png" not in body


def test_the_configuration_for_agents_holds_nothing_private(root, tmp_path):
    exported(root, tmp_path / "out", "hf")
    for file in (tmp_path / "out/tasks").iterdir():
        for row in parquet.read_table(file).to_pylist():
            assert not {"contract", "rubric", "archive"} & row.keys()
            assert not [
                path for path in unpack(row["environment"], "it") if path.startswith(("tests", "solution"))
            ]
            assert row["id"]


def test_what_shares_content_is_never_torn_apart(root, tmp_path):
    for seed in range(6):
        exported(root, tmp_path / str(seed), seed=seed, split={"a": 0.5, "b": 0.5})
        index = [
            json.loads(line) for path in (tmp_path / str(seed) / "index").iterdir() for line in path.open()
        ]
        shared = {bundle_of(Made(50, content="shared")).id, bundle_of(Made(51, content="shared")).id}
        assert len({row["split"] for row in index if row["id"] in shared}) == 1


def test_a_whole_one_is_found_again(root, tmp_path):
    first = exported(root, tmp_path / "out")
    before = files_of(tmp_path / "out")
    again = exported(root, tmp_path / "out")
    assert (first.was_there, again.was_there) == (False, True)
    assert files_of(tmp_path / "out") == before
    assert again.counts == first.counts


def test_a_changed_one_is_not_taken_for_whole(root, tmp_path):
    exported(root, tmp_path / "out", "trl")
    next((tmp_path / "out/data").iterdir()).write_bytes(b"x")
    with pytest.raises(StorageError, match="missing or was changed"):
        exported(root, tmp_path / "out", "trl")


def test_another_request_is_refused_in_the_same_folder(root, tmp_path):
    exported(root, tmp_path / "out")
    with pytest.raises(UsageError, match="seed 0 instead of 1"):
        exported(root, tmp_path / "out", seed=1)


def test_a_folder_with_something_else_is_left_alone(root, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="holds no export"):
        exported(root, tmp_path)
    assert files_of(tmp_path) == {"mine.txt": b"mine"}


def test_since_and_skills_choose(root, tmp_path):
    late = exported(root, tmp_path / "late", split={"train": 1.0}, since=NOON + timedelta(minutes=50))
    assert late.counts == {"train": 2}
    nothing = exported(root, tmp_path / "nothing", skills=("mail.*",))
    assert (nothing.counts, (tmp_path / "nothing").exists()) == ({}, False)


def test_a_damaged_object_stops_the_export_and_leaves_nothing_half_written(tmp_path):
    root = tmp_path / "root"
    fill(root, made(3))
    damaged = next((root / "objects").rglob("*.private.tgz"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    with pytest.raises(StorageError, match="damaged"):
        exported(root, tmp_path / "out", "verl", split={"train": 1.0})
    assert not (tmp_path / "out" / MANIFEST).exists()
    assert not list((tmp_path / "out").glob("data/*"))
