from __future__ import annotations

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from forge.cli import doctor
from forge.cli.main import main
from forge.preparers.office import installation
from forge.preparers.office.installation import Installation


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    for name in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)


@pytest.fixture
def office(monkeypatch):
    """Say which LibreOffice is installed, and which interpreters may drive it."""

    def put(version, *able):
        found = Installation(Path("/opt/office/program"), version) if version else None
        monkeypatch.setattr(installation, "installation", lambda: found)
        monkeypatch.setattr(installation, "interpreters", lambda _: list(able))

    put("LibreOffice 7.4.7.2", "/bin/true")
    return put


def examined(capsys, *arguments, code=None):
    answer = main(["doctor", "--json", *arguments])
    assert code is None or answer == code
    found = {item["name"]: item for item in json.loads(capsys.readouterr().out)}
    assert answer == int(any(item["status"] == "missing" for item in found.values()))
    return found


def test_names_versions_and_what_each_thing_is_for(office, capsys):
    found = examined(capsys)
    assert found["Python"]["status"] == "found"
    assert found["Python packages"]["status"] == "found"
    assert found["LibreOffice"]["version"] == "LibreOffice 7.4.7.2"
    assert all(item["use"] for item in found.values())
    assert all(item["fix"] for item in found.values() if item["status"] == "missing")


def test_a_missing_office_is_told_with_the_packages_to_install(office, capsys):
    office(None)
    found = examined(capsys, code=1)
    assert found["LibreOffice"]["status"] == "missing"
    assert "apt-get install libreoffice-calc" in found["LibreOffice"]["fix"]
    assert found["UNO bridge"]["status"] == "missing"


@pytest.mark.parametrize(
    ("able", "status", "place"),
    [
        (["/bin/false", "/bin/true"], "found", "/bin/true"),
        (["/bin/false", "/nowhere/python3"], "missing", ""),
        ([], "missing", ""),
    ],
)
def test_the_bridge_is_what_an_interpreter_can_really_import(able, status, place, office, capsys):
    office("LibreOffice 24.2.1", *able)
    bridge = examined(capsys)["UNO bridge"]
    assert (bridge["status"], bridge["version"]) == (status, place)


@pytest.mark.libreoffice
def test_the_office_of_this_machine_is_found(capsys):
    found = examined(capsys)
    assert found["LibreOffice"]["version"].startswith("LibreOffice ")
    assert found["UNO bridge"]["status"] == "found"


def test_missing_programs_are_told_with_their_packages(office, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = examined(capsys, code=1)
    assert found["pdftoppm"]["fix"] == "apt-get install poppler-utils"
    assert found["Xvfb"]["status"] == "missing"
    assert "fonts-liberation" in found["Fonts"]["fix"]


def test_fonts_are_looked_for_by_name(office, capsys, monkeypatch, tmp_path):
    fc_list = tmp_path / "fc-list"
    fc_list.write_text("#!/bin/sh\necho Comic Sans\n")
    fc_list.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert examined(capsys, code=1)["Fonts"]["status"] == "missing"


class TestWorkspace:
    def test_is_looked_at_without_being_made(self, office, capsys, tmp_path):
        workspace = tmp_path / "not" / "yet"
        assert examined(capsys, "--workspace", str(workspace))["Workspace"]["status"] == "found"
        assert not workspace.parent.exists()
        assert list(tmp_path.iterdir()) == []

    def test_one_that_cannot_be_written_is_told(self, office, capsys):
        found = examined(capsys, "--workspace", "/proc/forge", code=1)["Workspace"]
        assert found["status"] == "missing"
        assert "--workspace" in found["fix"]


class TestPrefect:
    @pytest.fixture
    def server(self):
        class Health(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path == "/api/health" else 404)
                self.end_headers()

            def log_message(self, *_):
                pass

        with HTTPServer(("127.0.0.1", 0), Health) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()

    def test_need_not_be_set(self, office, capsys):
        assert examined(capsys)["PREFECT_API_URL"]["status"] == "not set"

    def test_a_server_that_answers(self, office, capsys, monkeypatch, server):
        monkeypatch.setenv("PREFECT_API_URL", f"{server}/api")
        assert examined(capsys)["PREFECT_API_URL"]["status"] == "found"

    @pytest.mark.parametrize("path", ["/other", ""])
    def test_a_server_that_is_something_else(self, office, capsys, monkeypatch, server, path):
        monkeypatch.setenv("PREFECT_API_URL", server + path)
        assert examined(capsys, code=1)["PREFECT_API_URL"]["status"] == "missing"

    @pytest.mark.parametrize("url", ["http://127.0.0.1:9/api", "file:///etc/passwd", "nonsense"])
    def test_what_does_not_answer_is_told(self, office, capsys, monkeypatch, url):
        monkeypatch.setenv("PREFECT_API_URL", url)
        found = examined(capsys, code=1)["PREFECT_API_URL"]
        assert found["status"] == "missing"
        assert "PREFECT_API_URL" in found["fix"]

    def test_a_password_in_the_address_is_not_shown(self, office, capsys, monkeypatch):
        monkeypatch.setenv("PREFECT_API_URL", "http://me:hidden-word@127.0.0.1:9/api")
        main(["doctor"])
        assert "hidden-word" not in "".join(capsys.readouterr())


class TestKeys:
    def test_are_named_and_never_shown(self, office, capsys, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        monkeypatch.setenv("OTHER_API_KEY", "")
        for arguments in (["doctor"], ["doctor", "--json"]):
            main(arguments)
            out, err = capsys.readouterr()
            assert "OPENAI_API_KEY" in out
            assert "OTHER_API_KEY" not in out
            assert "sk-very-secret" not in out + err

    def test_need_not_be_there(self, office, capsys):
        assert examined(capsys)["OPENAI_API_KEY"]["status"] == "not set"


def test_the_table_ends_with_what_to_do(office, capsys):
    office(None)
    assert main(["doctor"]) == 1
    out, err = capsys.readouterr()
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "LibreOffice is missing: apt-get install" in err


def test_a_program_without_a_version_is_shown_by_its_place():
    assert doctor._printed_version(["/bin/true"]) == "/bin/true"
