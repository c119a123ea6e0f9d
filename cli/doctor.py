"""`forge doctor`: what is installed, in which version, what is missing and how to get it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from forge import __version__
from forge.cli.options import json_option, workspace_option
from forge.cli.output import note, print_json, print_table

APT = "apt-get install "
OFFICE_PACKAGES = "libreoffice-calc libreoffice-writer libreoffice-impress python3-uno"


@dataclass(frozen=True)
class Finding:
    """What was found out about one thing.

    Attributes:
        name: the thing.
        status: `found`; `missing` where something cannot be done without it; `not set` where it is optional.
        version: its version, or where it is; empty when unknown.
        use: what it is for.
        fix: how to get it, as a command or a sentence; empty when it is there.
    """

    name: str
    status: Literal["found", "missing", "not set"]
    version: str
    use: str
    fix: str = ""


@click.command("doctor")
@workspace_option
@json_option
def command(workspace: Path, as_json: bool) -> int:
    """Say what is installed, what is missing and how to get it.

    Answers with exit code 1 when something is missing.
    """
    findings = list(_examine(workspace))
    missing = [finding for finding in findings if finding.status == "missing"]
    if as_json:
        print_json(findings)
    else:
        rows = [(item.name, item.status, item.version or None, item.use) for item in findings]
        print_table(("what", "status", "version or place", "used for"), rows)
        for finding in missing:
            note(f"{finding.name} is missing: {finding.fix}")
        note(f"{len(missing)} of {len(findings)} are missing." if missing else "Nothing is missing.")
    return 1 if missing else 0


def _examine(workspace: Path) -> Iterator[Finding]:
    yield Finding("Forge", "found", __version__, "this program")
    yield _python()
    yield _python_packages()
    yield from _office()
    for name, arguments, package, use in _PROGRAMS:
        yield _program(name, arguments, package, use)
    yield _fonts()
    yield _writable(workspace)
    yield _prefect_server()
    yield from _model_keys()


def _python() -> Finding:
    version = ".".join(str(part) for part in sys.version_info[:3])
    if (3, 11) <= sys.version_info[:2] <= (3, 13):
        return Finding("Python", "found", version, "everything")
    return Finding("Python", "missing", version, "everything", "Forge runs on Python 3.11 to 3.13.")


def _python_packages() -> Finding:
    from importlib.metadata import PackageNotFoundError, distribution, requires

    names = [
        re.split(r"[^\w.-]", requirement)[0]
        for requirement in requires("cua-forge") or []
        if "extra ==" not in requirement
    ]
    absent = []
    for name in names:
        try:
            distribution(name)
        except PackageNotFoundError:
            absent.append(name)
    use = "everything"
    if absent:
        return Finding("Python packages", "missing", "", use, f"pip install {' '.join(absent)}")
    return Finding("Python packages", "found", f"{len(names)} of {len(names)}", use)


def _office() -> Iterator[Finding]:
    """LibreOffice, and an interpreter that can drive it."""
    from forge.preparers.office.installation import installation, interpreters

    use = "verifying tasks on documents"
    found = installation()
    if found is None:
        yield Finding("LibreOffice", "missing", "", use, APT + OFFICE_PACKAGES)
        yield Finding("UNO bridge", "missing", "", use, APT + "python3-uno")
        return
    yield Finding("LibreOffice", "found", found.version, use)
    able = next((name for name in interpreters(found.program) if _runs([name, "-c", "import uno"])), None)
    if able is None:
        yield Finding("UNO bridge", "missing", "", use, APT + "python3-uno")
    else:
        yield Finding("UNO bridge", "found", able, use)


_PROGRAMS = (
    ("Xvfb", (), "xvfb", "applications that need a screen"),
    ("openbox", ("--version",), "openbox", "applications that need a screen"),
    ("xdotool", (), "xdotool", "typing and clicking"),
    ("scrot", ("--version",), "scrot", "pictures of the screen"),
    ("pdftoppm", ("-v",), "poppler-utils", "pictures of documents"),
    ("bwrap", ("--version",), "bubblewrap", "running code that nobody has read"),
)
"""Programs: name, arguments that print a version (none where it has no such), Debian package, use."""


def _program(name: str, arguments: tuple[str, ...], package: str, use: str) -> Finding:
    place = shutil.which(name)
    if place is None:
        return Finding(name, "missing", "", use, APT + package)
    version = _printed_version([place, *arguments]) if arguments else place
    return Finding(name, "found", version, use)


def _printed_version(words: list[str]) -> str:
    """The version that a program prints, or its place where it prints none."""
    run = _run(words)
    version = re.search(r"\d+(?:\.\d+)+", run.stdout + run.stderr) if run is not None else None
    return version.group() if version else words[0]


def _runs(words: list[str]) -> bool:
    """Whether a program runs and ends well."""
    run = _run(words)
    return run is not None and run.returncode == 0


def _run(words: list[str]) -> subprocess.CompletedProcess[str] | None:
    """What a program printed; None where it does not start or does not end."""
    try:
        return subprocess.run(  # noqa: S603 - a program that was found, with fixed arguments
            words, capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def _fonts() -> Finding:
    use = "pictures of documents"
    fix = APT + "fonts-liberation fonts-dejavu-core"
    fc_list = shutil.which("fc-list")
    if fc_list is None:
        return Finding("Fonts", "missing", "", use, APT + "fontconfig fonts-liberation fonts-dejavu-core")
    run = _run([fc_list, ":", "family"])
    families = set(re.split(r"[\n,]", run.stdout)) if run is not None else set()
    wanted = {"Liberation Sans", "DejaVu Sans"}
    if wanted <= families:
        return Finding("Fonts", "found", ", ".join(sorted(wanted)), use)
    return Finding("Fonts", "missing", "", use, fix)


def _writable(workspace: Path) -> Finding:
    """Whether the workspace can be written, found out without making it where it is not there yet."""
    use = "keeping tasks"
    there = next(folder for folder in (workspace, *workspace.absolute().parents) if folder.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        fix = f"{there} cannot be written ({error.strerror}); choose another folder with --workspace."
        return Finding("Workspace", "missing", str(workspace), use, fix)
    free = shutil.disk_usage(there).free / 1e9
    return Finding("Workspace", "found", f"{workspace} ({free:.0f} GB free)", use)


def _prefect_server() -> Finding:
    from urllib.error import URLError
    from urllib.parse import urlsplit
    from urllib.request import urlopen

    use = "watching and scheduling runs"
    url = os.environ.get("PREFECT_API_URL", "")
    if not url:
        return Finding("PREFECT_API_URL", "not set", "", use)
    parts = urlsplit(url)
    shown = f"{parts.scheme}://{parts.hostname}{parts.path}"
    fix = f"{shown} does not answer; start that server, or unset PREFECT_API_URL."
    if parts.scheme not in {"http", "https"}:
        return Finding(
            "PREFECT_API_URL", "missing", shown, use, "PREFECT_API_URL must begin with http:// or https://."
        )
    try:
        with urlopen(f"{url.rstrip('/')}/health", timeout=5):  # noqa: S310 - the scheme was looked at above
            return Finding("PREFECT_API_URL", "found", shown, use)
    except (URLError, OSError, ValueError):
        return Finding("PREFECT_API_URL", "missing", shown, use, fix)


def _model_keys() -> Iterator[Finding]:
    """Which keys of language models are there; their values are never shown."""
    present = sorted(name for name, value in os.environ.items() if name.endswith("_API_KEY") and value)
    for name in present or ["OPENAI_API_KEY"]:
        status: Literal["found", "not set"] = "found" if present else "not set"
        yield Finding(name, status, "", "language models other than offline")
