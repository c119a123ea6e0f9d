"""One soffice: started on its own profile, connected to over a pipe, killed with whoever started it."""

from __future__ import annotations

import ctypes
import functools
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import uno  # type: ignore[import-not-found, unused-ignore]  # only some interpreters have it

from . import folder as folders
from . import profile

_RESTART = 81  # the exit code by which soffice asks to be started again, after it prepared a new profile
_STARTS = 3
_PR_SET_PDEATHSIG = 1
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000
_LIBC = ctypes.CDLL(None, use_errno=True)


class DeadOfficeError(Exception):
    """Soffice did not start, or is no longer there."""


class Soffice:
    """A running soffice.

    Attributes:
        process: the process.
        desktop: its UNO desktop, through which documents are loaded.
        toolkit: its UNO toolkit, through which its windows are served.
        create: makes a UNO service in it.
    """

    process: subprocess.Popen[bytes] | None = None
    desktop: Any = None
    toolkit: Any = None
    create: Any = None

    def __init__(self, program: Path, folder: Path) -> None:
        """Prepare to start soffice from a program folder on a profile in a private folder."""
        self._program = program
        self._folder = folder

    def start(self) -> None:
        """Start it and connect to it.

        Raises:
            DeadOfficeError: it ends before it listens.
        """
        profile.write(self._folder / "profile", self._program)
        for _ in range(_STARTS):
            self.process = self._launch()
            context = self._connect(self.process)
            if context is not None:
                manager = context.ServiceManager
                self.create = functools.partial(_create, manager, context)
                self.desktop = self.create("com.sun.star.frame.Desktop")
                self.toolkit = self.create("com.sun.star.awt.Toolkit")
                return
        raise DeadOfficeError(f"soffice asked {_STARTS} times to be started again")

    @property
    def pid(self) -> int:
        """The number of the process.

        Raises:
            DeadOfficeError: it was never started.
        """
        if self.process is None:
            raise DeadOfficeError("soffice was never started")
        return self.process.pid

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End the process at once, and remove what it leaves outside its folder."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            folders.remove_sockets(self._folder)

    def _launch(self) -> subprocess.Popen[bytes]:
        home = self._folder / "home"
        home.mkdir(exist_ok=True)
        environment = {
            "HOME": str(home),
            "TMPDIR": str(home),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "SAL_USE_VCLPLUGIN": "svp",
            "OOO_DISABLE_RECOVERY": "1",
        }
        command = [
            str(self._program / "soffice.bin"),
            f"-env:UserInstallation={folders.profile_url(self._folder)}",
            "--headless",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            f"--accept=pipe,name={folders.pipe_name(self._folder)};urp;",
        ]
        return subprocess.Popen(  # noqa: S603 - the program that was found, without a shell
            command,
            env=environment,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            preexec_fn=functools.partial(_confine, os.getpid()),  # noqa: PLW1509 - it takes no lock that a thread could hold
        )

    def _connect(self, process: subprocess.Popen[bytes]) -> Any:
        """The context of a soffice as soon as it listens, or None where it asks to be started again."""
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        url = f"uno:pipe,name={folders.pipe_name(self._folder)};urp;StarOffice.ComponentContext"
        not_yet = uno.getClass("com.sun.star.connection.NoConnectException")
        while True:
            try:
                return resolver.resolve(url)
            except not_yet:
                time.sleep(0.02)
            code = process.poll()
            if code == _RESTART:
                return None
            if code is not None:
                raise DeadOfficeError(f"soffice ended with code {code} before it listened")


def _create(manager: Any, context: Any, service: str) -> Any:
    return manager.createInstanceWithContext(service, context)


def _confine(worker: int) -> None:
    """In the new process: see no network where the kernel allows to leave it, and die with the worker."""
    user, group = os.getuid(), os.getgid()
    if _LIBC.unshare(_CLONE_NEWNET) != 0 and _LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0:
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # last: a change of rights takes it back
    if os.getppid() != worker:  # it ended before that could be asked for
        os._exit(1)
