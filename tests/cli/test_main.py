from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module

import click
import pytest

from forge.cli import main as cli
from forge.cli.options import workspace_option
from forge.errors import BudgetError, EngineError, ForgeError, UsageError

HEAVY = (
    "prefect",
    "litellm",
    "openai",
    "openpyxl",
    "sqlalchemy",
    "numpy",
    "lxml",
    "rich",
    "pydantic",
    "yaml",
)


@pytest.fixture
def stand_in(monkeypatch):
    """Put a command called `doctor` in the place of the real one."""

    def put(command):
        module = import_module("forge.cli.doctor")
        monkeypatch.setattr(module, "command", command)

    return put


def raising(error):
    @click.command()
    def command():
        raise error

    return command


def python(code, *, stdin=None, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env=os.environ | environment,
    )


class TestHelp:
    def test_loads_nothing_heavy(self):
        code = (
            "import sys; from forge.cli.main import main; status = main(['--help'])\n"
            f"print([name for name in {HEAVY!r} if name in sys.modules], status, file=sys.stderr)"
        )
        run = python(code)
        assert run.stderr.strip() == "[] 0"

    def test_lists_every_command_with_what_it_does(self, capsys):
        assert cli.main(["--help"]) == 0
        shown = capsys.readouterr().out
        for name, (_, about) in cli.COMMANDS.items():
            assert f"  {name}" in shown
            assert about.split(",")[0] in shown

    def test_without_a_command_shows_help_as_wrong_usage(self, capsys):
        assert cli.main([]) == 2
        assert "Commands:" in capsys.readouterr().err

    @pytest.mark.parametrize("name", cli.COMMANDS)
    def test_every_command_explains_itself(self, name, capsys):
        assert cli.main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"Usage: forge {name}")
        assert "--json" in shown

    @pytest.mark.parametrize("name", cli.COMMANDS)
    def test_every_command_has_the_name_of_the_table(self, name):
        module, _ = cli.COMMANDS[name]
        assert import_module(module).command.name == name

    def test_version(self, capsys):
        assert cli.main(["--version"]) == 0
        assert "forge, version" in capsys.readouterr().out


class TestUsage:
    def test_a_mistyped_command_names_the_nearest(self, capsys):
        assert cli.main(["skils"]) == 2
        assert "skills" in capsys.readouterr().err

    def test_a_mistyped_option_names_the_nearest(self, capsys):
        assert cli.main(["skills", "--jsn"]) == 2
        assert "--json" in capsys.readouterr().err

    def test_a_name_like_nothing_is_still_a_clear_sentence(self, capsys):
        assert cli.main(["xyzzy"]) == 2
        assert "No such command 'xyzzy'" in capsys.readouterr().err


class TestExitCodes:
    @pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (1, 1)])
    def test_what_a_command_returns(self, returned, code, stand_in):
        @click.command()
        def command():
            return returned

        stand_in(command)
        assert cli.main(["doctor"]) == code

    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (UsageError("no such thing"), 2),
            (EngineError("it died"), 3),
            (BudgetError("spent"), 3),
            (ForgeError("so"), 3),
        ],
    )
    def test_own_errors_are_told_without_a_traceback(self, error, code, stand_in, capsys):
        stand_in(raising(error))
        assert cli.main(["doctor"]) == code
        out, err = capsys.readouterr()
        assert out == ""
        assert err == f"Error: {error}\n"

    def test_the_hint_follows_the_message(self, stand_in, capsys):
        stand_in(raising(ForgeError("The server is down.", hint="Start it with: forge up")))
        cli.main(["doctor"])
        assert capsys.readouterr().err == "Error: The server is down.\nStart it with: forge up\n"

    def test_a_fault_of_forge_says_how_to_report_it(self, stand_in, capsys):
        stand_in(raising(KeyError("lost")))
        assert cli.main(["doctor"]) == 3
        err = capsys.readouterr().err
        assert "KeyError" in err
        assert "FORGE_TRACEBACK=1" in err
        assert "Traceback (most recent call last)" not in err

    @pytest.mark.parametrize("error", [KeyError("lost"), ForgeError("told")])
    def test_a_traceback_can_be_asked_for(self, error, stand_in, capsys, monkeypatch):
        monkeypatch.setenv("FORGE_TRACEBACK", "1")
        stand_in(raising(error))
        assert cli.main(["doctor"]) == 3
        assert "Traceback (most recent call last)" in capsys.readouterr().err

    @pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
    def test_an_interrupt(self, error, stand_in, capsys):
        stand_in(raising(error))
        assert cli.main(["doctor"]) == 130
        assert "Interrupted." in capsys.readouterr().err

    def test_a_file_that_click_cannot_open_could_not_be_done(self, stand_in):
        stand_in(raising(click.FileError("there", "it is gone")))
        assert cli.main(["doctor"]) == 3


class TestStreams:
    def test_a_reader_that_goes_away_ends_the_command_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        command = [sys.executable, "-m", "forge.cli.main", "skills", "--json"]
        run = subprocess.run(
            command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
        os.close(writer)
        assert run.returncode == 141
        assert run.stderr == ""

    def test_ctrl_c_ends_a_running_command(self):
        code = (
            "import signal, sys, time, click\n"
            "from forge.cli import doctor, main\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a job in the background ignores it
            "@click.command()\n"
            "def command():\n    print('ready', flush=True)\n    time.sleep(30)\n"
            "doctor.command = command\n"
            "sys.exit(main.main(['doctor']))"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout.readline() == "ready\n"
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
        assert time.monotonic() - started < 10
        assert process.returncode == 130
        assert "Traceback" not in err

    def test_names_that_the_terminal_cannot_show_do_not_break_a_print(self):
        code = (
            "import click\nfrom forge.cli import doctor, main\n"
            "@click.command()\ndef command():\n    print('Łódź 東京')\n"
            "doctor.command = command\nraise SystemExit(main.main(['doctor']))"
        )
        run = python(code, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert run.stdout == "\\u0141\\xf3d\\u017a \\u6771\\u4eac\n"


class TestWorkspace:
    @pytest.fixture
    def seen(self, stand_in, capsys):
        @click.command()
        @workspace_option
        def command(workspace):
            click.echo(workspace)

        stand_in(command)

        def run(*arguments):
            assert cli.main(list(arguments)) == 0
            return capsys.readouterr().out.strip()

        return run

    def test_is_forge_below_the_current_folder(self, seen):
        assert seen("doctor") == ".forge"

    def test_follows_the_environment(self, seen, monkeypatch):
        monkeypatch.setenv("FORGE_HOME", "/tmp/kept")
        assert seen("doctor") == "/tmp/kept"

    def test_may_stand_before_or_after_the_command_and_the_nearest_wins(self, seen, monkeypatch):
        monkeypatch.setenv("FORGE_HOME", "/tmp/kept")
        assert seen("--workspace", "before", "doctor") == "before"
        assert seen("doctor", "--workspace", "after") == "after"
        assert seen("--workspace", "before", "doctor", "--workspace", "after") == "after"

    def test_follows_the_home_folder(self, seen, monkeypatch, tmp_path):
        monkeypatch.setenv("HOME", str(tmp_path))
        assert seen("doctor", "--workspace", "~/tasks") == str(tmp_path / "tasks")

    def test_a_file_is_no_workspace(self, tmp_path, capsys):
        file = tmp_path / "file"
        file.write_text("not a folder")
        assert cli.main(["doctor", "--workspace", str(file)]) == 2
        assert "is a file" in capsys.readouterr().err


def test_skills_as_json_is_nothing_but_json(capsys):
    assert cli.main(["skills", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {"id", "app", "area", "status", "title"} <= set(listed[0])
