"""What reads the exports, for real. `make test-readers` runs all, `make test-readers READERS=datasets` some."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest

import forge

from .conftest import HERE

ROOT = Path(forge.__file__).parent.resolve()


def told(text):
    """The JSON in what a reader said."""
    return json.loads(text[min(at for at in (text.find("["), text.find("{")) if at >= 0) :])


@pytest.mark.reader("datasets")
def test_datasets_loads_a_data_set_whole_and_streaming(exported, reader):
    done = exported("hf")
    found = told(reader("python", HERE / "read_datasets.py", done.folder))
    assert found.keys() == {f"{name}/{split}" for name in ("tasks", "verifiers") for split in done.counts}
    for split, number in done.counts.items():
        tasks, verifiers = found[f"tasks/{split}"], found[f"verifiers/{split}"]
        assert len(tasks["whole"]) == number
        assert tasks["whole"] == tasks["streamed"] == verifiers["whole"] == verifiers["streamed"]
        assert not {"rubric", "contract", "archive"} & set(tasks["columns"])


@pytest.mark.reader("datasets")
@pytest.mark.parametrize(
    ("name", "ending"), [("verl", "parquet"), ("trl", "parquet"), ("slime", "jsonl"), ("nemo-gym", "jsonl")]
)
def test_datasets_loads_the_rows_of_trainers(exported, reader, name, ending):
    done = exported(name)
    found = told(reader("python", HERE / "read_rows.py", done.folder, ending))
    assert found["rows"] == done.counts["train"]
    first = found["first"]
    prompt = first["responses_create_params"]["input"] if name == "nemo-gym" else first["prompt"]
    assert [message["role"] for message in prompt] == ["user"]
    assert len(prompt[0]["content"]) > 20


@pytest.mark.reader("harbor")
@pytest.mark.parametrize(("agent", "reward"), [("nop", 0.0), ("oracle", 1.0)])
def test_harbor_runs_every_task_in_a_sandbox(exported, reader, tmp_path, agent, reward):
    done = exported("harbor", split={"train": 1.0})
    base = Path(sys.base_prefix)
    needs = [ROOT, Path(sys.prefix), *([base] if not base.is_relative_to("/usr") else [])]
    command = [
        "env",
        "PYTHONDONTWRITEBYTECODE=1",
        f"PYTHONPATH={ROOT / '.dev'}",
        sys.executable,
        "-m",
        "forge.cli.main",
    ]
    reader(
        *(
            "harbor",
            "run",
            "--path",
            done.folder / "train",
            "--agent",
            agent,
            "--jobs-dir",
            tmp_path / "jobs",
        ),
        *("--env", "harbor_sandbox:Sandbox", "--n-concurrent", 2, "--yes"),
        PYTHONPATH=str(HERE),
        FORGE_COMMAND=" ".join(command),
        FORGE_NEEDS=os.pathsep.join(map(str, needs)),
    )
    trials = [json.loads(file.read_text()) for file in (tmp_path / "jobs").glob("*/*/result.json")]
    assert len(trials) == done.counts["train"]
    rewards = [trial["verifier_result"]["rewards"]["reward"] for trial in trials]
    assert Counter(rewards) == {reward: len(trials)}


@pytest.mark.reader("verifiers")
def test_verifiers_loads_every_task_of_a_split(exported, reader):
    done = exported("verifiers")
    for split, number in done.counts.items():
        tasks = told(reader("python", HERE / "read_verifiers.py", split, PYTHONPATH=str(done.folder)))
        assert len(tasks) == number
        assert all(len(str(task["prompt"])) > 20 for task in tasks)


@pytest.mark.reader("osworld")
def test_osworlds_own_metrics_tell_the_golden_from_the_start(exported, reader):
    done = exported("osworld")
    judged = told(reader("python", HERE / "read_osworld.py", done.folder))
    skills = Counter(task["skills"][0] for task in judged)
    assert {"calc.view.zoom", "calc.view.freeze"} <= skills.keys()
    assert {(task["golden"], task["start"]) for task in judged} == {(1.0, 0.0)}


@pytest.mark.reader("trl")
def test_trl_takes_two_steps(exported, reader, tmp_path):
    done = exported("trl")
    (tmp_path / "work").mkdir()
    reader("python", HERE / "read_trl.py", done.folder, tmp_path / "work", CUDA_VISIBLE_DEVICES="")
    found = json.loads((tmp_path / "work/found.json").read_text())
    assert found["steps"] == 2
    for verifier, digest in found["seen"]:
        assert (done.folder / verifier).is_file()
        assert len(digest) == 64


@pytest.mark.reader("verl")
def test_verls_own_dataset_reads_every_row(exported, reader, tmp_path):
    done = exported("verl")
    files = sorted((done.folder / "data").glob("train-*.parquet"))
    reader(
        "python",
        HERE / "read_verl.py",
        tmp_path / "found.json",
        tmp_path / "cache",
        *files,
        CUDA_VISIBLE_DEVICES="",
    )
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["rows"] == done.counts["train"]
    assert found["first"]["raw_prompt"][0]["role"] == "user"
    assert found["first"]["tools_kwargs"]["desktop"]["create_kwargs"]["environment"].startswith("public/")


@pytest.mark.reader("nemo-gym")
def test_nemo_gyms_request_takes_every_row(exported, reader):
    done = exported("nemo-gym")
    files = sorted((done.folder / "data").glob("*.jsonl"))
    inputs = told(reader("python", HERE / "read_nemo_gym.py", *files))
    assert len(inputs) == sum(done.counts.values())
    assert all(messages[0]["role"] == "user" for messages in inputs)
