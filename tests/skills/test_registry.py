"""Skills are found by walking; what is wrong with one names its file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forge.errors import SkillError, UsageError
from forge.skills.registry import SKILLS_PATH, all_skills, select, skill, source_of

MODULE = '''
from forge.skills.calc.number_format import NumberFormat


class Mine(NumberFormat):
    """A skill of somebody else."""

    id = "{id}"
    {more}
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(SKILLS_PATH, str(tmp_path))
    return tmp_path


def write(folder: Path, name: str, identity: str, more: str = "") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(MODULE.format(id=identity, more=more), "utf-8")
    return file


def test_the_package_is_walked() -> None:
    assert skill("calc.formatting.number_format").area == "formatting"
    assert list(all_skills()) == sorted(all_skills())
    assert source_of(skill("calc.formulas.arithmetic")).name == "arithmetic.py"


def test_globs_and_lists_choose_skills_once_each() -> None:
    chosen = select("calc.formatting.*, calc.formatting.number_format calc.formulas.arithmetic")
    assert [item.id for item in chosen].count("calc.formatting.number_format") == 1
    assert "calc.formulas.arithmetic" in [item.id for item in chosen]
    assert len(select("calc.*")) == len([name for name in all_skills() if name.startswith("calc.")])


@pytest.mark.parametrize("wrong", ["calc.formatting.number_fromat", "calc.formating.number_format*"])
def test_a_wrong_name_is_answered_with_the_nearest(wrong: str) -> None:
    with pytest.raises(UsageError, match=r"did you mean .*calc\.formatting\.number_format"):
        select(wrong)
    with pytest.raises(UsageError, match=r"calc\.formatting\.number_format"):
        skill(wrong)


def test_only_the_applications_that_are_named_are_imported() -> None:
    code = (
        "import sys\nfrom forge.skills.registry import select, skill\n"
        "select('calc.rows.*'); skill('calc.rows.sort')\n"
        "print(sorted({name.split('.')[2] for name in sys.modules if name.startswith('forge.skills.')}"
        " & {'calc', 'writer', 'impress', 'mail', 'files', 'multi'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['calc']"


def test_an_empty_choice_is_refused() -> None:
    with pytest.raises(UsageError, match="empty pattern"):
        select("  ")


def test_skills_of_other_folders_join(folder: Path) -> None:
    file = write(folder, "deep/mine.py", "calc.formatting.of_mine")
    assert source_of(skill("calc.formatting.of_mine")) == file


def test_two_skills_with_one_id_are_named_with_their_files(folder: Path) -> None:
    files = write(folder, "a.py", "calc.formatting.mine"), write(folder, "b.py", "calc.formatting.mine")
    with pytest.raises(SkillError, match="Two skills are called") as caught:
        all_skills()
    assert all(str(file) in str(caught.value) for file in files)


def test_a_file_that_does_not_import_is_named_with_its_error(folder: Path) -> None:
    (folder / "broken.py").write_text("import nothing_of_the_kind", "utf-8")
    with pytest.raises(SkillError, match=r"broken\.py.*nothing_of_the_kind"):
        all_skills()


@pytest.mark.parametrize(
    ("identity", "more", "says"),
    [
        ("calc.formatting.mine", "title = ''", "declares no `title`"),
        ("calc.formatting.mine", "phrasings = ('do {{format}} to {{column}}',)", "1 phrasings; at least 6"),
        ("calc.Formatting.mine", "", "is called .calc.Formatting.mine"),
        ("calc.formatting.mine", "parameters = dict", "no pydantic model"),
    ],
)
def test_a_skill_that_declares_too_little_is_refused(
    folder: Path, identity: str, more: str, says: str
) -> None:
    write(folder, "mine.py", identity, more)
    with pytest.raises(SkillError, match=says):
        all_skills()


def test_a_folder_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(SKILLS_PATH, str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="nowhere"):
        all_skills()


def test_entry_points_of_installed_packages_join(tmp_path: Path) -> None:
    (tmp_path / "their_skills").mkdir()
    write(tmp_path / "their_skills", "__init__.py", "calc.formatting.theirs")
    info = tmp_path / "theirs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[forge.skills]\ntheirs = their_skills\n", "utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from forge.skills.registry import skill\n"
        "print(type(skill('calc.formatting.theirs')).__module__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "their_skills"


def test_listing_skills_imports_nothing_heavy() -> None:
    heavy = ["mimesis", "openpyxl", "litellm", "openai", "prefect", "sqlalchemy", "numpy", "yaml"]
    code = (
        "import sys\nfrom forge.skills.registry import all_skills\nall_skills()\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
