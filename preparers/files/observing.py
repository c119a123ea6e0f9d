"""What stands for the application that opens and stores: the operating system.

A file tree has no application of its own. What lies between its files and a score is the system that lays it out,
packs what an agent left, and unpacks it for the verifier. Just that is done here, with the system's own programs: the
set-up's script gives the files their modes, links, empty folders and times; GNU tar packs the folder and unpacks
it elsewhere; the folder is read again. So *stable* says that a tree survives the way that every result takes.
Nothing in the files is run, and links are not followed.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from forge.errors import EngineError, UnreadableError
from forge.preparers.attributes import LAY_OUT
from forge.preparers.base import Files
from forge.preparers.trees_on_disk import read_tree

SECONDS = 120
"""How long one program may take."""
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


@cache
def version() -> str | None:
    """GNU tar and its version, or None where it, or a shell, is not installed."""
    tar = shutil.which("tar")
    if tar is None or shutil.which("sh") is None:
        return None
    said = subprocess.run(  # noqa: S603 - what `which` found
        [tar, "--version"], capture_output=True, text=True, check=False, env=_ENVIRONMENT
    ).stdout
    first = said.partition("\n")[0]
    return f"GNU tar {first.rpartition(' ')[2]}" if "GNU tar" in first else None


def stored_again(files: Files) -> Files:
    """Files as they are read after they were laid out, packed and unpacked.

    Raises:
        UnreadableError: what was unpacked cannot be read.
        EngineError: a program is missing, fails or hangs, or the disk is full.
    """
    if version() is None:
        raise EngineError("GNU tar is not installed.", hint="Install the package tar.")
    try:
        with tempfile.TemporaryDirectory(prefix="forge-files-", ignore_cleanup_errors=True) as work:
            laid, unpacked = Path(work, "laid"), Path(work, "unpacked")
            unpacked.mkdir()
            lay_out(files, laid)
            packed = str(Path(work, "home.tar"))
            _run("tar", "--create", f"--file={packed}", f"--directory={laid}", ".")
            _run(
                "tar",
                "--extract",
                "--preserve-permissions",
                "--no-same-owner",
                f"--file={packed}",
                f"--directory={unpacked}",
            )
            return read_tree(unpacked, "the folder")
    except UnreadableError:
        raise
    except OSError as error:
        raise EngineError(f"The file tree cannot be laid out: {error.strerror or error}.") from error


def lay_out(files: Files, folder: Path) -> None:
    """Put files below a folder that is not there yet, as the set-up of an environment does.

    Raises:
        EngineError: the script fails or hangs.
        OSError: the disk does not take them.
    """
    folder.mkdir()
    for path, data in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    _run("sh", "-c", LAY_OUT, "attributes.sh", str(folder))


def _run(*command: str) -> None:
    try:
        done = subprocess.run(  # noqa: S603 - programs of the system on files of our own
            command, capture_output=True, text=True, check=False, timeout=SECONDS, env=_ENVIRONMENT
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineError(f"{command[0]} did not do its work: {error}.") from error
    if done.returncode:
        raise EngineError(f"{command[0]} failed: {' '.join(done.stderr.split())[:300]}")
