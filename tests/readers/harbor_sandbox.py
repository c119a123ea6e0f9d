"""An environment for Harbor without a container engine: a folder as the root, and bubblewrap around every command.

It runs inside of Harbor's own virtual environment and stands in for the image that `environment/Dockerfile` describes:
what the recipe copies is copied, and the command `forge` is the one that `FORGE_COMMAND` names. The programs are
those of this machine, read-only; there is no network.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import tempfile
from pathlib import Path

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities

LOGS = ("logs/agent", "logs/verifier", "logs/artifacts")
OWN = ("home/user", "logs", "tests", "solution", "opt/forge", "tmp", "run", "usr/local/bin")
"""The folders of the root that belong to the environment; all others are the machine's."""
MACHINE = [name for name in ("usr", "bin", "lib", "lib64", "sbin", "etc") if Path("/", name).exists()]


class Sandbox(BaseEnvironment):
    """A sandboxed folder."""

    def __init__(self, *arguments, **more):
        self.root = Path(tempfile.mkdtemp(prefix="forge-harbor-"))
        super().__init__(*arguments, **more)

    @staticmethod
    def type() -> str:
        return "forge-sandbox"

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(disable_internet=True)

    def _validate_definition(self):
        recipe = self.environment_dir / "Dockerfile"
        if not recipe.is_file():
            raise FileNotFoundError(recipe)

    async def start(self, force_build: bool) -> None:
        for name in (*OWN, *LOGS):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        kept = self.root / "opt/forge/environment"
        shutil.copytree(self.environment_dir, kept)
        shutil.copytree(kept / "files/home", self.root / "home/user", dirs_exist_ok=True)
        command = self.root / "usr/local/bin/forge"
        command.write_text(f'#!/bin/sh\nexec {os.environ["FORGE_COMMAND"]} "$@"\n')
        command.chmod(0o755)
        laid_out = [
            line for line in (kept / "Dockerfile").read_text().splitlines() if "attributes.sh" in line
        ]
        for line in laid_out:
            done = await self.exec(line.strip().removeprefix("&& ").removesuffix(" \\"))
            if done.return_code:
                raise RuntimeError(done.stderr)

    async def stop(self, delete: bool):
        shutil.rmtree(self.root, ignore_errors=True)

    def _at(self, path: str) -> Path:
        return self.root / str(path).lstrip("/")

    async def upload_file(self, source_path, target_path):
        self._at(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source_path, self._at(target_path))

    async def upload_dir(self, source_dir, target_dir):
        shutil.copytree(source_dir, self._at(target_dir), dirs_exist_ok=True)

    async def download_file(self, source_path, target_path):
        Path(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self._at(source_path), target_path)

    async def download_dir(self, source_dir, target_dir):
        shutil.copytree(self._at(source_dir), target_dir, dirs_exist_ok=True)

    async def exec(self, command, cwd=None, env=None, timeout_sec=None, user=None) -> ExecResult:
        sandbox = [
            "bwrap",
            "--tmpfs",
            "/",
            "--proc",
            "/proc",
            "--dev",
            "/dev",
            "--unshare-net",
            "--die-with-parent",
        ]
        for name in MACHINE:
            sandbox += ["--ro-bind", f"/{name}", f"/{name}"]
        for name in OWN:
            sandbox += ["--bind", str(self.root / name), f"/{name}"]
        for path in os.environ["FORGE_NEEDS"].split(os.pathsep):
            sandbox += ["--ro-bind", path, path]
        given = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": "/home/user",
            "LANG": "C.UTF-8",
            **(env or {}),
        }
        for name, value in given.items():
            sandbox += ["--setenv", name, value]
        sandbox += ["--chdir", cwd or "/home/user", "sh", "-c", command]
        process = await asyncio.create_subprocess_exec(
            *sandbox,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={"PATH": os.environ["PATH"]},
        )
        try:
            out, err = await asyncio.wait_for(process.communicate(), timeout_sec)
        except TimeoutError:
            process.kill()
            raise
        if process.returncode:
            self.logger.warning("%s: %s", shlex.join(["sh", "-c", command]), err.decode(errors="replace"))
        return ExecResult(
            stdout=out.decode(errors="replace"),
            stderr=err.decode(errors="replace"),
            return_code=process.returncode,
        )
