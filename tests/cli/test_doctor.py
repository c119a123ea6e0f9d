from __future__ import annotations

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from forge.cli import doctor
from forge.cli.main import main
from forge.errors import EngineError
from forge.preparers import base


class Application:
    def __init__(self, answer):
        self.answer = answer

    def engine(self):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture(autouse=True)
def no_server(monkeypatch):
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    for name in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)


@pytest.fixture
def engine(monkeypatch):
    """Say what every preparer answers when it is asked for its application."""

    def put(answer):
        monkeypatch.setattr(base, "preparer", lambda _: Application(answer))

    put("LibreOffice 7.4.7.2")
    return put


def examined(capsys, *arguments, code=None):
    answer = main(["doctor", "--json", *arguments])
    assert code is None or answer == code
    found = {item["name"]: item for item in json.loads(capsys.readouterr().out)}
    assert answer == int(any(item["status"] == "missing" for item in found.values()))
    return found


def test_names_versions_and_what_each_thing_is_for(engine, capsys):
    found = examined(capsys)
    assert found["Python"]["status"] == "found"
    assert found["Python packages"]["status"] == "found"
    assert found["Application of calc"]["version"] == "LibreOffice 7.4.7.2"
    assert all(item["use"] for item in found.values())
    assert all(item["fix"] for item in found.values() if item["status"] == "missing")


def test_a_missing_application_is_told_with_the_packages_to_install(engine, capsys):
    engine(None)
    found = examined(capsys, code=1)
    assert found["Application of calc"]["status"] == "missing"
    assert "apt-get install libreoffice-calc" in found["Application of calc"]["fix"]


def test_an_application_that_does_not_start_is_told_with_its_reason(engine, capsys):
    engine(EngineError("LibreOffice did not start within 30 s.", hint="Look for a lock file."))
    found = examined(capsys, code=1)
    assert (
        found["Application of calc"]["fix"] == "LibreOffice did not start within 30 s. Look for a lock file."
    )


def test_missing_programs_are_told_with_their_packages(engine, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = examined(capsys, code=1)
    assert found["pdftoppm"]["fix"] == "apt-get install poppler-utils"
    assert found["Xvfb"]["status"] == "missing"
    assert "fonts-liberation" in found["Fonts"]["fix"]


def test_fonts_are_looked_for_by_name(engine, capsys, monkeypatch, tmp_path):
    fc_list = tmp_path / "fc-list"
    fc_list.write_text("#!/bin/sh\necho Comic Sans\n")
    fc_list.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert examined(capsys, code=1)["Fonts"]["status"] == "missing"


class TestWorkspace:
    def test_is_looked_at_without_being_made(self, engine, capsys, tmp_path):
        workspace = tmp_path / "not" / "yet"
        assert examined(capsys, "--workspace", str(workspace))["Workspace"]["status"] == "found"
        assert not workspace.parent.exists()
        assert list(tmp_path.iterdir()) == []

    def test_one_that_cannot_be_written_is_told(self, engine, capsys):
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

    def test_need_not_be_set(self, engine, capsys):
        assert examined(capsys)["PREFECT_API_URL"]["status"] == "not set"

    def test_a_server_that_answers(self, engine, capsys, monkeypatch, server):
        monkeypatch.setenv("PREFECT_API_URL", f"{server}/api")
        assert examined(capsys)["PREFECT_API_URL"]["status"] == "found"

    @pytest.mark.parametrize("path", ["/other", ""])
    def test_a_server_that_is_something_else(self, engine, capsys, monkeypatch, server, path):
        monkeypatch.setenv("PREFECT_API_URL", server + path)
        assert examined(capsys, code=1)["PREFECT_API_URL"]["status"] == "missing"

    @pytest.mark.parametrize("url", ["http://127.0.0.1:9/api", "file:///etc/passwd", "nonsense"])
    def test_what_does_not_answer_is_told(self, engine, capsys, monkeypatch, url):
        monkeypatch.setenv("PREFECT_API_URL", url)
        found = examined(capsys, code=1)["PREFECT_API_URL"]
        assert found["status"] == "missing"
        assert "PREFECT_API_URL" in found["fix"]

    def test_a_password_in_the_address_is_not_shown(self, engine, capsys, monkeypatch):
        monkeypatch.setenv("PREFECT_API_URL", "http://me:hidden-word@127.0.0.1:9/api")
        main(["doctor"])
        assert "hidden-word" not in "".join(capsys.readouterr())


class TestKeys:
    def test_are_named_and_never_shown(self, engine, capsys, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
        monkeypatch.setenv("OTHER_API_KEY", "")
        for arguments in (["doctor"], ["doctor", "--json"]):
            main(arguments)
            out, err = capsys.readouterr()
            assert "OPENAI_API_KEY" in out
            assert "OTHER_API_KEY" not in out
            assert "sk-very-secret" not in out + err

    def test_need_not_be_there(self, engine, capsys):
        assert examined(capsys)["OPENAI_API_KEY"]["status"] == "not set"


def test_the_table_ends_with_what_to_do(engine, capsys):
    engine(None)
    assert main(["doctor"]) == 1
    out, err = capsys.readouterr()
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "Application of calc is missing: apt-get install" in err


def test_a_program_without_a_version_is_shown_by_its_place():
    assert doctor._printed_version(["/bin/true"]) == "/bin/true"
