from __future__ import annotations

import gzip
from pathlib import Path

from forge.storage.bundle import Bundle

from ..tasks import ENGINE, answering, highlighting


def test_writes_both_parts_and_says_where_they_are(forge, narrow, tmp_path):
    out, err = forge("bundle", highlighting().id[:10], "--out", tmp_path / "task")
    assert Bundle.from_directory(tmp_path / "task").id == highlighting().id
    assert out.startswith(str(tmp_path / "task"))
    assert "environment/, instruction.md, task.toml" in " ".join(out.split())
    assert "contract.json, solution/, tests/" in " ".join(out.split())
    assert f"verified by {ENGINE}" in err


def test_json_and_an_unverified_task(forge, tmp_path):
    written, _ = forge("bundle", answering().id, "--out", tmp_path, "--json")
    assert written == {
        "id": answering().id,
        "folder": str(tmp_path),
        "public": ["environment/", "instruction.md", "task.toml"],
        "private": ["contract.json", "solution/", "tests/"],
        "verified": False,
        "unasked": [],
    }
    assert "NOT verified" in forge("bundle", answering().id, "--out", tmp_path / "again")[1]


def test_a_folder_that_holds_something_is_refused(forge, tmp_path):
    (tmp_path / "mine").write_text("x")
    out, err = forge("bundle", answering().id, "--out", tmp_path, code=3)
    assert (out, "not empty" in err) == ("", True)
    assert [file.name for file in tmp_path.iterdir()] == ["mine"]


def test_links_lead_to_the_parts_as_they_are_stored(forge, tmp_path):
    given, _ = forge("bundle", answering().id, "--links", "2", "--json")
    links = [Path(given[part].removeprefix("file://")) for part in ("public", "private")]
    parts = [gzip.decompress(link.read_bytes()) for link in links]
    assert Bundle.from_archives(*parts).id == given["id"] == answering().id
    out, err = forge("bundle", answering().id, "--links", "1")
    assert [line.split()[0] for line in out.splitlines()] == ["public", "private"]
    assert "Good for 1 hour." in err
    answering().write_to(tmp_path / "folder")
    assert "only what a workspace keeps" in forge("bundle", tmp_path / "folder", "--links", "1", code=2)[1]
    assert (
        "either --out DIR or --links"
        in forge("bundle", answering().id, "--links", "1", "--out", tmp_path / "x", code=2)[1]
    )


def test_wrong_usage(forge, tmp_path):
    assert "--out" in forge("bundle", answering().id, code=2)[1]
    assert "There is no task" in forge("bundle", "ffffff", "--out", tmp_path / "x", code=2)[1]
    (tmp_path / "file").write_text("x")
    assert "is a file" in forge("bundle", answering().id, "--out", tmp_path / "file", code=2)[1]
    assert not (tmp_path / "x").exists()
