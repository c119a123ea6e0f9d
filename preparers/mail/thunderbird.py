"""The real Thunderbird on files in a private folder: started, driven through its remote protocol, made to quit."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from forge.errors import EngineError
from forge.preparers.base import Files
from forge.preparers.mail.layout import PROFILE, is_kept
from forge.preparers.mail.marionette import Marionette

PROGRAM = Path("/usr/lib/thunderbird/thunderbird")
"""Where Debian puts it; the command `thunderbird` is a script around it."""

START_SECONDS = 120.0
ANSWER_SECONDS = 120.0
QUIT_SECONDS = 60.0
_POLL_SECONDS = 0.1

_DRIVEN = """\
user_pref("marionette.port", 0);
user_pref("remote.prefs.recommended", false);
user_pref("toolkit.startup.max_resumed_crashes", -1);
"""
"""Settings of a profile that is driven: any free port, and none of the settings that tests of browsers want."""


@cache
def installed() -> str | None:
    """Thunderbird and its version, or None where it is not installed; looked for once in a process."""
    if not PROGRAM.exists():
        return None
    shown = subprocess.run(  # noqa: S603 - a program that was found, without a shell
        [str(PROGRAM), "--version"], capture_output=True, text=True, timeout=60, check=False
    )
    words = shown.stdout.split()
    return f"Thunderbird {words[-1]}" if shown.returncode == 0 and words else None


class Thunderbird:
    """A running Thunderbird on a copy of files, which go when the context ends.

    Args:
        files: the files of a profile, below the folder in which Thunderbird looks for profiles.
        display: the X display of a window; None for no window.

    Raises:
        EngineError: it is not installed, did not start, hung or died.
    """

    def __init__(self, files: Files, display: str | None = None) -> None:
        if installed() is None:
            raise EngineError("Thunderbird is not installed.", hint="apt-get install thunderbird")
        self.home = Path(tempfile.mkdtemp(prefix="forge-thunderbird-"))
        self.root = self.home / ".thunderbird"
        self._process: subprocess.Popen[bytes] | None = None
        self._marionette: Marionette | None = None
        try:
            _lay_out(self.root, files)
            (self.root / PROFILE / "user.js").write_text(_DRIVEN, encoding="utf-8")
            self._start(display)
        except BaseException:
            self.stop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def script(self, body: str, *arguments: Any) -> Any:
        """What a script of the application returns.

        Raises:
            EngineError: it throws, or Thunderbird does not answer in time.
        """
        assert self._marionette is not None  # noqa: S101 - set when it was started
        return self._marionette.script(body, *arguments)

    def quit(self) -> Files:
        """Let it end as if its window had been closed, and take what it left.

        Raises:
            EngineError: it does not end.
        """
        assert self._marionette is not None  # noqa: S101 - set when it was started
        assert self._process is not None  # noqa: S101 - the same
        self._marionette.ask("Marionette:Quit", flags=["eAttemptQuit"])
        try:
            self._process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise EngineError(f"Thunderbird did not end within {QUIT_SECONDS:.0f} seconds.") from error
        found: dict[str, bytes] = {}
        for place in sorted(self.root.rglob("*")):
            path = place.relative_to(self.root).as_posix()
            if is_kept(path) and place.is_file():
                found[path] = place.read_bytes()
        return found

    def stop(self) -> None:
        """Kill it where it still runs, and remove its folder."""
        if self._marionette is not None:
            self._marionette.close()
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def _start(self, display: str | None) -> None:
        arguments = [str(PROGRAM), "--profile", str(self.root / PROFILE), "--no-remote"]
        arguments += ["--marionette", "--remote-allow-system-access"]
        arguments += ["--headless"] if display is None else []
        if tie := shutil.which("setpriv"):
            arguments = [
                tie,
                "--pdeathsig",
                "KILL",
                *arguments,
            ]  # it ends with this process, however that ends
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8", "TZ": "UTC"}
        environment |= {"DISPLAY": display} if display is not None else {}
        with (self.home / "output").open("wb") as output:
            self._process = subprocess.Popen(  # noqa: S603 - a program that was found, without a shell
                arguments,
                cwd=self.home,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._marionette = Marionette(self._port(self._process), ANSWER_SECONDS)

    def _port(self, process: subprocess.Popen[bytes]) -> int:
        """The port at which it listens, once it does."""
        place = self.root / PROFILE / "MarionetteActivePort"
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                last = (self.home / "output").read_text(encoding="utf-8", errors="replace").splitlines()[-1:]
                raise EngineError(f"Thunderbird ended at its start: {' '.join(last) or 'it said nothing'}.")
            if place.exists() and (port := place.read_text(encoding="ascii").strip()).isdigit():
                return int(port)
            time.sleep(_POLL_SECONDS)
        raise EngineError(f"Thunderbird did not start within {START_SECONDS:.0f} seconds.")


def _lay_out(root: Path, files: Files) -> None:
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
