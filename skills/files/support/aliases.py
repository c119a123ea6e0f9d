"""Shell aliases and the files that define them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from forge.preparers.files.formats import text
from forge.preparers.files.spec import FileTree

ALIASES = {
    "ports": "ss -tulpn",
    "big": "du -ah . | sort -rh | head -n 20",
    "week": "date +%V",
    "serve": "python3 -m http.server",
    "gs": "git status --short",
    "tree2": "find . -maxdepth 2 -type d",
}


def doubly(command: str) -> str:
    """A command in double quotes."""
    return '"' + command.replace('"', '\\"') + '"'


def define(tree: FileTree, path: str, wanted: Mapping[str, str]) -> None:
    """Write aliases into a shell file, each where it was or at the end."""
    lines = tree.file(path).data.decode().splitlines()
    for name, command in wanted.items():
        line = f"alias {name}={shlex.quote(command)}"
        at = next((n for n, own in enumerate(lines) if own.startswith(f"alias {name}=")), None)
        if at is None:
            lines.append(line)
        else:
            lines[at] = line
    tree.file(path).data = text.encode(lines)
