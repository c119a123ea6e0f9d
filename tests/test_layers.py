"""Imports point one way, and what is general names no application: read from the code of every module."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

_BELOW_PIPELINE = {"errors", "states", "preparers", "skills", "gates", "llm", "storage"}
MAY_IMPORT = {
    "errors": set(),
    "states": {"errors"},
    "preparers": {"errors", "states"},
    "skills": {"errors", "states", "preparers"},
    "gates": {"errors", "states", "preparers", "skills", "storage.bundle"},
    "llm": {"errors", "states", "skills"},
    "storage": {"errors", "states", "preparers.attributes", "skills", "llm.ledger", "llm.provider"},
    "pipeline": _BELOW_PIPELINE,
    "exports": _BELOW_PIPELINE | {"pipeline"},
    "flows": _BELOW_PIPELINE | {"pipeline", "exports"},
    "cli": _BELOW_PIPELINE | {"pipeline", "exports", "flows"},
}
"""What each part may know, beside itself and the version in the package's root. A gate judges a bundle as it
is stored, so it may read that one module of the storage, which knows nothing of gates. The catalog keeps the
ledger and the answers of models, so the storage may read the modules that say what these are. A bundle's image gets the
script that lays out a folder's attributes."""

ONLY_IN = {
    "prefect": {"flows"},
    "pyarrow": {"exports"},
    "click": {"cli"},
    "rich": {"cli"},
    "litellm": {"llm"},
    "openai": {"llm"},
    "tiktoken": {"llm"},
    "alembic": {"storage"},
    "minio": {"storage"},
    "sqlalchemy": {"storage"},
    "docx": {"preparers"},
    "openpyxl": {"preparers"},
    "pptx": {"preparers"},
    "pypdf": {"preparers"},
    "uno": {"preparers"},
}
"""Libraries that one part alone hides from the others."""

HEAVY = {
    "litellm",
    "minio",
    "numpy",
    "openai",
    "openpyxl",
    "prefect",
    "pyarrow",
    "pypdf",
    "sqlalchemy",
    "tiktoken",
}
"""Libraries that no module of states, preparers' base, skills or cli may load merely by being imported."""

GENERAL = ("states", "gates", "llm", "storage", "pipeline", "exports", "flows")
APPLICATION_WORDS = {
    *("spreadsheet", "spreadsheets", "workbook", "workbooks", "worksheet", "worksheets", "cell", "cells"),
    *("sheet", "sheets", "slide", "slides", "mailbox", "mailboxes"),
    *("calc", "impress", "libreoffice", "soffice", "uno", "thunderbird", "chromium", "vscode", "gimp", "vlc"),
    *("openpyxl", "docx", "pptx", "xlsx", "xlsm", "ods", "odt", "odp", "mbox", "xcf"),
}
ALLOWED_WORDS: dict[str, set[str]] = {
    # Endings of file names and names of libraries, as words that an instruction must not hold or must hold exactly.
    "gates/readable.py": {"docx", "mbox", "odp", "ods", "odt", "openpyxl", "pptx", "xcf", "xlsm", "xlsx"},
}
"""By general module, the words that it may say nevertheless; the comment above says why."""


def modules() -> Iterator[Path]:
    """Every module of the package, relative to the root of the repository."""
    yield Path("__init__.py")
    yield Path("errors.py")
    for part in MAY_IMPORT:
        yield from sorted(path.relative_to(ROOT) for path in (ROOT / part).rglob("*.py"))


def part_of(module: Path) -> str:
    return module.parts[0].removesuffix(".py")


def within(name: str, allowed: set[str]) -> bool:
    """Whether a name of the package lies in one of the allowed parts."""
    return any(f"{name}.".startswith(f"forge.{part}.") for part in allowed)


def parsed(module: Path) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), filename=str(module))


def text_of(node: ast.AST) -> str:
    """The text of a constant; empty for everything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def imported(tree: ast.AST, module: Path) -> Iterator[tuple[int, str]]:
    """Each imported module with its line; also those that stand as text, for `import_module`."""
    package = ("forge", *module.parent.parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join((*base, *([node.module] if node.module else [])))
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)
        elif re.fullmatch(r"forge(\.[a-z_]+)+", text_of(node)):
            yield node.lineno, text_of(node)


def loaded_on_import(tree: ast.Module) -> ast.Module:
    """The statements that run when a module is imported: no bodies of functions, no types only."""

    class Eager(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
            return None

        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    return Eager().visit(tree)


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every word of an identifier, an import, or a text that is only a name or an ending, with its line."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        for value in (
            getattr(node, field, None) for field in ("id", "attr", "name", "arg", "module", "asname")
        ):
            if isinstance(value, str):
                yield from ((line, word) for word in split(value))
        if re.fullmatch(r"[.\w]+", text_of(node)):
            yield from ((line, word) for word in split(text_of(node)))


def split(identifier: str) -> list[str]:
    """The words of a name, in lower case: `read_workbook` and `WorkbookReader` both hold `workbook`."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)]


def test_every_folder_with_code_has_its_layer():
    with_code = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert with_code <= set(MAY_IMPORT) | {"tests", "benchmarks"}


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part):
    allowed = MAY_IMPORT[part] | {part}
    wrong = [
        f"{module}:{line} imports {name}"
        for module in modules()
        if part_of(module) == part
        for line, name in imported(parsed(module), module)
        if name.startswith("forge.") and name != "forge.__version__" and not within(name, allowed)
    ]
    assert wrong == [], f"{part} may import only {sorted(allowed)}"


def test_libraries_stay_where_they_belong():
    wrong = [
        f"{module}:{line} imports {name}"
        for module in modules()
        for line, name in imported(parsed(module), module)
        if part_of(module) not in ONLY_IN.get(name.split(".")[0], {part_of(module)})
    ]
    assert wrong == []


def test_nothing_heavy_is_loaded_by_importing_states_skills_or_commands():
    wrong = [
        f"{module}:{line} imports {name}"
        for module in modules()
        if part_of(module) in {"errors", "states", "skills", "cli"}
        or module.parts[:2] == ("preparers", "base.py")
        for line, name in imported(loaded_on_import(parsed(module)), module)
        if name.split(".")[0] in HEAVY
    ]
    assert wrong == []


def test_general_modules_name_no_application():
    wrong = []
    for module in modules():
        if part_of(module) in GENERAL:
            said = {word: line for line, word in words(parsed(module)) if word in APPLICATION_WORDS}
            allowed = ALLOWED_WORDS.get(module.as_posix(), set())
            wrong += [f"{module}:{line} says {word}" for word, line in said.items() if word not in allowed]
            wrong += [f"{module} need not be allowed to say {word}" for word in sorted(allowed - said.keys())]
    assert wrong == [], "only preparers and skills may name an application"


class TestTheReaderItself:
    """The checks above are only as good as what they see."""

    def test_sees_imports_of_every_form(self):
        code = ast.parse(
            "import forge.cli.main\n"
            "from forge import flows\n"
            "from ..gates import opens\n"
            "def f():\n    from . import base\n    import_module('forge.llm.ledger')\n"
        )
        seen = [name for _, name in imported(code, Path("preparers/calc/reader.py"))]
        assert sorted(seen) == [
            "forge.cli.main",
            "forge.flows",
            "forge.llm.ledger",
            "forge.preparers.calc.base",
            "forge.preparers.gates.opens",
        ]

    def test_tells_eager_imports_from_lazy_ones(self):
        code = ast.parse(
            "import openai\n"
            "if TYPE_CHECKING:\n    import prefect\n"
            "class A:\n    import minio\n    def f(self):\n        import litellm\n"
            "async def g():\n    import numpy\n"
        )
        assert [name for _, name in imported(loaded_on_import(code), Path("cli/x.py"))] == ["openai", "minio"]

    @pytest.mark.parametrize(
        "code",
        [
            "workbook = 1",
            "x.read_cells()",
            "class CalcGate: ...",
            "import openpyxl",
            "f(sheet=1)",
            "s = '.xlsx'",
            "k == 'calc'",
        ],
    )
    def test_sees_words_of_applications(self, code):
        assert {word for _, word in words(ast.parse(code))} & APPLICATION_WORDS

    @pytest.mark.parametrize(
        "code", ["cancelled = 1", "unordered()", "'a sentence about a workbook'", "excel = 1"]
    )
    def test_leaves_other_words_alone(self, code):
        assert not {word for _, word in words(ast.parse(code))} & APPLICATION_WORDS
