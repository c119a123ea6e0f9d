"""One life of the worker and its soffice: started, asked with a deadline, killed as a group."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from forge.errors import EngineError
from forge.preparers.office.installation import Installation, interpreters
from forge.preparers.office.worker import NO_UNO
from forge.preparers.office.worker import folder as folders

START_SECONDS = 60.0
MEMORY_LIMIT = 2 << 30
"""Resident bytes of soffice and worker at which they are killed in the middle of a file."""

_POLL_SECONDS = 0.25
_END_SECONDS = 5.0


class DiedError(EngineError):
    """The worker or its soffice ended, hung, or could not be started."""


class GrewError(Exception):
    """A file made soffice pass the memory limit."""


class Process:
    """A worker with its soffice, and the private folder that they share with this process.

    Attributes:
        folder: the private folder; requests name files in it.
        served: the number of requests answered.
    """

    def __init__(self, installed: Installation) -> None:
        """Start a worker.

        Raises:
            EngineError: no interpreter can import `uno`.
            DiedError: soffice did not start.
        """
        folders.sweep()
        self.served = 0
        self.folder, self._lock = folders.create()
        self._worker: subprocess.Popen[bytes] | None = None
        self._buffer = b""
        self._pids: list[int] = []
        try:
            self._start(installed)
        except BaseException:
            self.stop()
            raise

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The worker's response to a request.

        Raises:
            DiedError: the worker or soffice ended or did not answer in time; both are gone now.
            GrewError: they passed the memory limit; both are gone now.
        """
        deadline = time.monotonic() + seconds
        try:
            os.write(self._stdin, json.dumps(request).encode() + b"\n")
            answer = self._receive(deadline)
        except BrokenPipeError as error:
            self.stop()
            raise DiedError("LibreOffice died before it was asked.") from error
        except BaseException:
            self.stop()
            raise
        self.served += 1
        return answer

    def memory(self) -> int:
        """Resident bytes of the worker and its soffice."""
        return sum(_resident(pid) for pid in self._pids)

    def stop(self) -> None:
        """Kill the worker with its soffice and remove their folder."""
        if self._worker is not None:
            group = self._worker.pid
            if self._worker.returncode is None:  # otherwise the group's number may be somebody else's by now
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
                self._worker.wait()
            folders.wait_for_end(group)
        self.abandon()
        folders.remove(self.folder)

    def abandon(self) -> None:
        """Close this process's ends without touching the worker, as a forked child must."""
        streams = (self._worker.stdin, self._worker.stdout) if self._worker is not None else ()
        for stream in (*streams, self._lock):
            if stream is not None:
                stream.close()

    def _start(self, installed: Installation) -> None:
        deadline = time.monotonic() + START_SECONDS
        for interpreter in interpreters(installed.program):
            self._worker = self._launch(interpreter, installed.program)
            try:
                self._pids = self._receive(deadline)["pids"]
            except DiedError:
                if self._worker.returncode != NO_UNO:
                    raise
            else:
                return
        raise EngineError(
            f"{installed.version} is installed, but no Python here can import `uno` to drive it.",
            hint="apt-get install python3-uno",
        )

    def _launch(self, interpreter: str, program: Path) -> subprocess.Popen[bytes]:
        with (self.folder / "stderr").open("wb") as errors:
            worker = subprocess.Popen(  # noqa: S603 - an interpreter that was found, without a shell
                [interpreter, "-m", "worker", str(self.folder), str(program), str(os.getpid())],
                cwd=self.folder,
                env={
                    "PATH": "/usr/bin:/bin",
                    "LANG": "C.UTF-8",
                    "PYTHONPATH": str(Path(__file__).parent),
                    "PYTHONDONTWRITEBYTECODE": "1",
                },
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                pass_fds=[self._lock.fileno()],
                start_new_session=True,
                bufsize=0,
            )
        assert worker.stdin is not None  # noqa: S101 - it is a pipe, as said above
        assert worker.stdout is not None  # noqa: S101 - it is a pipe, as said above
        self._stdin, self._stdout = worker.stdin.fileno(), worker.stdout.fileno()
        return worker

    def _receive(self, deadline: float) -> dict[str, Any]:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            while b"\n" not in self._buffer:
                left = deadline - time.monotonic()
                if selector.select(max(0.0, min(_POLL_SECONDS, left))):
                    chunk = os.read(self._stdout, 1 << 16)
                    if not chunk:
                        raise DiedError(f"LibreOffice died: {self._last_words()}.")
                    self._buffer += chunk
                elif left <= 0:
                    raise DiedError("LibreOffice did not answer in time.")
                elif self.memory() > MEMORY_LIMIT:
                    raise GrewError
        line, self._buffer = self._buffer.split(b"\n", 1)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _last_words(self) -> str:
        if self._worker is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):  # its exit code says why it ended
                self._worker.wait(_END_SECONDS)
        lines = (self.folder / "stderr").read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else "it said nothing"


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf(
            "SC_PAGE_SIZE"
        )
    except (OSError, IndexError):  # it ended meanwhile
        return 0
