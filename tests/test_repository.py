"""What holds for every file of the repository."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

import forge

ROOT = Path(__file__).parent.parent

LONGEST = 400
ALLOWED_LENGTHS: dict[str, str] = {
    "tests/states/test_predicates.py": "every predicate in one place, read as a table",
}
"""By Python file, why it may be longer than that."""

# One letter of each word stands in brackets, so that this file can be held against itself.
FORBIDDEN = {
    "a registry's host": r"pyp[i]\.(?:org|python)|python[h]osted\.org|npm[j]s\.(?:org|com)|deb\.deb[i]an\.org",
    "a home folder of a machine": r"/roo[t]/|/(?:home|Users)/(?!user\b)[a-z][a-z0-9_-]*/",
    "how the repository is made": r"(?i)\biss[u]e\s+#?\d+|\bco-auth[o]red-by\b|\bthis sess[i]on\b",
    "that work is unfinished": r"#\s*(?:TODO|FIXME|XXX)\b",
}
NOT_OURS = {"LICENSE"}
"""Files with words of others, not to be searched."""


def tracked() -> list[Path]:
    """The files of the repository; in an unpacked archive, those that no tool left behind."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split("\0")
        files = [ROOT / name for name in listed if name]
    else:
        left_behind = {".venv", ".git", ".forge", "dist", "__pycache__"}
        files = [
            path
            for path in ROOT.rglob("*")
            if not any(
                part in left_behind or part.endswith("_cache") for part in path.relative_to(ROOT).parts
            )
        ]
    return sorted(path for path in files if path.is_file() and not path.is_symlink())


@pytest.fixture(scope="module")
def texts():
    """Every text file of the repository by its path."""
    found = {}
    for path in tracked():
        content = path.read_bytes()
        if b"\0" not in content:
            found[path.relative_to(ROOT).as_posix()] = content.decode("utf-8")
    assert len(found) > 30
    return found


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_says(what, texts):
    pattern = re.compile(FORBIDDEN[what])
    wrong = [
        f"{name}: {match.group()!r}"
        for name, text in texts.items()
        if name not in NOT_OURS
        for match in pattern.finditer(text)
    ]
    assert wrong == [], f"no file may say {what}"


def test_no_file_says_where_it_lies_on_this_machine(texts):
    here = [str(ROOT.resolve()), *([] if str(Path.home()) == "/" else [f"{Path.home()}{os.sep}"])]
    wrong = [f"{name}: {path}" for name, text in texts.items() for path in here if path in text]
    assert wrong == []


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("a registry's host", "https://files.python{}osted.org/packages".format("h")),
        ("a home folder of a machine", "/home/{}/orders.xlsx".format("alice")),
        ("a home folder of a machine", "/roo{}/.config".format("t")),
        ("how the repository is made", "as iss{} #12 asks".format("ue")),
    ],
)
def test_the_words_are_found_where_they_stand(what, said):
    assert re.search(FORBIDDEN[what], said)


def test_the_home_folder_inside_environments_may_be_named():
    assert not re.search(FORBIDDEN["a home folder of a machine"], "/home/user/Documents/orders.xlsx")


def test_python_files_stay_short(texts):
    long = {
        name: text.count("\n")
        for name, text in texts.items()
        if name.endswith(".py") and text.count("\n") > LONGEST
    }
    assert set(long) - set(ALLOWED_LENGTHS) == set(), f"more than {LONGEST} lines: {long}"
    assert set(ALLOWED_LENGTHS) <= set(long), "an exception that is no longer needed"


def test_every_module_says_what_it_is_for(texts):
    silent = [
        name
        for name, text in texts.items()
        if name.endswith(".py") and not name.startswith("tests/") and not ast.get_docstring(ast.parse(text))
    ]
    assert silent == []


def test_the_changelog_knows_the_version(texts):
    assert re.search(
        rf"^## \[(Unreleased|{re.escape(forge.__version__)})\]", texts["CHANGELOG.md"], re.MULTILINE
    )


def test_links_between_documents_lead_somewhere(texts):
    broken = [
        f"{name}: {target}"
        for name, text in texts.items()
        if name.endswith(".md")
        for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", text)
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert broken == []


def test_the_readme_names_only_commands_that_exist(texts):
    from forge.cli.main import COMMANDS  # noqa: PLC0415 - a test of one file alone

    named = set(re.findall(r"^\s*(?:\$ )?(?:\.venv/bin/)?forge ([a-z]+)", texts["README.md"], re.MULTILINE))
    assert named <= set(COMMANDS)


def test_the_lock_names_every_dependency_with_a_hash(texts):
    lock = texts["requirements.lock"]
    locked = {name.lower() for name in re.findall(r"^([A-Za-z0-9_.-]+)==", lock, re.MULTILINE)}
    project = tomllib.loads(texts["pyproject.toml"])["project"]
    wanted = [
        *project["dependencies"],
        *(item for extra in project["optional-dependencies"].values() for item in extra),
    ]
    names = {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in wanted}
    assert names - locked == set(), "run: make lock"
    assert lock.count("==") <= lock.count("--hash=sha256:")


def test_the_skill_in_the_guide_is_the_one_in_the_package(texts):
    (shown,) = re.findall(
        r"^```python\n(.*?)^```", texts["docs/writing-a-skill.md"], re.MULTILINE | re.DOTALL
    )
    assert shown == texts["skills/calc/hide_columns.py"]
