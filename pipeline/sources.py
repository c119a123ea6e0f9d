"""The source files on which a piece of code rests: itself and whatever of Forge it imports, however indirectly.

Own code, because import graphs of libraries are made of installed packages, while skills may be single files.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import forge

_ROOT = Path(forge.__file__).parent
_PACKAGE = forge.__name__


def module_file(name: str) -> Path | None:
    """The file of a module of Forge, of its package where it is one; None where there is none of that name."""
    place = _ROOT.joinpath(*name.split(".")[1:])
    for file in (place / "__init__.py", place.with_suffix(".py")):
        if file.is_file():
            return file
    return None


def closure(files: Iterable[Path]) -> set[Path]:
    """Files, and the files of all modules of Forge that they import, directly or through others."""
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(_imports(file))
    return found


def digest_of(files: Iterable[Path]) -> str:
    """SHA-256 over the names and bytes of files; where they lie does not matter."""
    lines = "".join(sorted(_line(file) for file in files))
    return hashlib.sha256(lines.encode()).hexdigest()


@cache
def _line(file: Path) -> str:
    name = file.relative_to(_ROOT).as_posix() if file.is_relative_to(_ROOT) else file.name
    return f"{hashlib.sha256(file.read_bytes()).hexdigest()} {name}\n"


@cache
def _imports(file: Path) -> tuple[Path, ...]:
    names = set(_imported_names(ast.parse(file.read_bytes())))
    return tuple(sorted({path for name in names if (path := module_file(name)) is not None}))


def _imported_names(code: ast.AST) -> Iterator[str]:
    """The names of modules that code imports; a name taken from a package may be a module of it."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == _PACKAGE)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == _PACKAGE:
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
