"""A screen that nobody sees, and LibreOffice in a window on it, for tests that do what a person does."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from forge.preparers.office.installation import installation
from forge.preparers.office.worker import profile

SECONDS = 60.0
"""How long something on the screen may take."""
_POLL = 0.2
_SAVE_ANYWAY = (
    '<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="AlwaysAllowSave" oor:op="fuse">'
    "<value>true</value></prop></item>\n"
    '<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse">'
    "<value>false</value></prop></item>\n"
)
"""A file that is not changed can be saved as well, and no tip stands in the way."""


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until something is so.

    Raises:
        TimeoutError: it never was.
    """
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {SECONDS:.0f} s.")
        time.sleep(_POLL)


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """A screen with a window manager; gives the environment for programs on it."""
    with ExitStack() as stack:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        stack.callback(_end, server)
        assert server.stdout is not None
        environment = {**os.environ, "DISPLAY": f":{server.stdout.readline().strip()}"}
        manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
        stack.callback(_end, manager)
        yield environment


class Office:
    """LibreOffice with one file open in a window.

    Args:
        file: the file.
        folder: a private folder for its profile.
        environment: that of a screen.
    """

    def __init__(self, file: Path, folder: Path, environment: dict[str, str]) -> None:
        found = installation()
        assert found is not None
        self.file = file
        self._environment = environment
        profile.write(folder / "profile", found.program)
        settings = folder / "profile" / "user" / "registrymodifications.xcu"
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace("</oor:items>", f"{_SAVE_ANYWAY}</oor:items>"), encoding="utf-8")
        user = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
        home = {
            **environment,
            "HOME": str(folder),
            "SAL_USE_VCLPLUGIN": "gen",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
        }
        command = [str(found.program / "soffice.bin"), user, "--norestore", "--nologo", str(file)]
        self.process = subprocess.Popen(command, env=home, stderr=subprocess.DEVNULL)

    def __enter__(self) -> Office:
        until(self._window, f"a window with {self.file.name}")
        self.keys()  # it has the focus before anything is typed
        return self

    def __exit__(self, *_: object) -> None:
        _end(self.process)

    def _window(self) -> str:
        return self._tool("search", "--onlyvisible", "--name", self.file.name).partition("\n")[0]

    def _tool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout

    def keys(self, *keys: str) -> None:
        """Press keys in the window, one after the other, as in `ctrl+s`."""
        self._tool("windowactivate", "--sync", self._window())
        for key in keys:
            self._tool("key", "--clearmodifiers", key)

    def save(self) -> bytes:
        """Press Ctrl+S, and wait until the file is another one; its content."""
        before = self.file.stat().st_mtime_ns
        self.keys("ctrl+s")
        until(lambda: self.file.exists() and self.file.stat().st_mtime_ns != before, "saving")
        sizes: list[int] = []

        def settled() -> bool:
            sizes.append(self.file.stat().st_size if self.file.exists() else 0)
            return len(sizes) > 1 and 0 < sizes[-1] == sizes[-2]

        until(settled, "the end of saving")
        return self.file.read_bytes()


def _end(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
