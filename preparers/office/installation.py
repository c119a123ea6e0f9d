"""Where LibreOffice is installed, which version it is, and which interpreter can drive it."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_USUAL = ("/usr/lib/libreoffice/program", "/usr/lib64/libreoffice/program", "/opt/libreoffice*/program")


@dataclass(frozen=True)
class Installation:
    """An installed LibreOffice.

    Attributes:
        program: its program folder.
        version: its name and version, as in `LibreOffice 7.4.7.2`.
    """

    program: Path
    version: str


@cache
def installation() -> Installation | None:
    """The LibreOffice of this machine, or None; looked for once in a process, without starting it."""
    for program in _program_folders():
        shown = subprocess.run(  # noqa: S603 - a program that was found, without a shell
            [str(program / "soffice.bin"), "--version"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
        )
        words = shown.stdout.split()
        if shown.returncode == 0 and len(words) > 1:
            return Installation(program, f"{words[0]} {words[1]}")
    return None


def interpreters(program: Path) -> list[str]:
    """Interpreters that may be able to import `uno`, the likeliest first."""
    found = [sys.executable] if importlib.util.find_spec("uno") else []
    found += [name for name in ("/usr/bin/python3", str(program / "python")) if Path(name).exists()]
    return found


def _program_folders() -> list[Path]:
    commands = [shutil.which(name) for name in ("soffice", "libreoffice")]
    folders = [Path(command).resolve().parent for command in commands if command]
    for pattern in _USUAL:
        folders += sorted(Path("/").glob(pattern[1:]))
    return [folder for folder in dict.fromkeys(folders) if (folder / "soffice.bin").exists()]
