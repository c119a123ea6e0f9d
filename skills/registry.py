"""All skills: found by walking this package, the folders of `FORGE_SKILLS_PATH` and installed entry points.

A skill is registered by being there: a concrete `Skill` class in a module below an application's package
(`forge.skills.calc`, whose skills' ids begin with `calc.`), in any Python file of an extra folder, or in what an
entry point of the group `forge.skills` names (a package, a module or a class). An application's package is imported
when one of its skills is asked for: all of them take 0.7 s of CPU and 24 MB, in each worker process.
"""

from __future__ import annotations

import hashlib
import os
import pkgutil
import re
import sys
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

import forge.skills
from forge.errors import SkillError, UsageError
from forge.skills.contract import Skill

AnySkill = Skill[Any, Any]

SKILLS_PATH = "FORGE_SKILLS_PATH"
"""The environment variable that names extra folders, separated as in PATH."""
ENTRY_POINTS = "forge.skills"
"""The group of entry points under which installed packages name their skills."""
FEWEST_PHRASINGS = 6

_LIST = "List them with: forge skills"
_SUPPORT = frozenset({"content", "exporting", "instruction", "trees"})
"""Packages beside the applications' that hold no skills."""
_ID = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*){2}")


def all_skills() -> dict[str, AnySkill]:
    """Every skill by its id, in the order of the ids.

    Raises:
        SkillError: a file cannot be imported, a skill lacks a declaration, or two skills have one id.
    """
    return _of(_applications())


def skill(identity: str) -> AnySkill:
    """The skill of an id; of the skills of Forge itself, only those of its application are imported.

    Raises:
        UsageError: there is none; the message names the nearest.
        SkillError: a skill cannot be loaded.
    """
    skills = _of(_applications_of(identity))
    if identity not in skills:
        raise UsageError(
            f"There is no skill {identity!r}{_nearest(identity, all_skills())}",
            hint="List them with: forge skills",
        )
    return skills[identity]


def select(patterns: str) -> tuple[AnySkill, ...]:
    """The skills that ids or globs name, each once, in the order of their ids.

    Args:
        patterns: one or several, separated by commas or spaces: `calc.*`, `calc.rows.sort,calc.charts.*`.

    Raises:
        UsageError: nothing is named, or a pattern names no skill; the message names the nearest.
        SkillError: a skill cannot be loaded.
    """
    named = sorted({name for pattern in _separated(patterns) for name in _applications_of(pattern)})
    skills = _of(tuple(named))
    if not all(
        any(fnmatchcase(identity, pattern) for identity in skills) for pattern in _separated(patterns)
    ):
        skills = all_skills()  # among which the nearest is found
    return tuple(skills[identity] for identity in matching(patterns, skills))


def matching(patterns: str, identities: Collection[str]) -> list[str]:
    """Those of some ids that ids or globs name, each once, in their own order.

    Args:
        patterns: one or several, separated by commas or spaces.
        identities: the ids to choose from.

    Raises:
        UsageError: nothing is named, or a pattern names none of them; the message names the nearest.
    """
    chosen: set[str] = set()
    for pattern in _separated(patterns):
        named = {identity for identity in identities if fnmatchcase(identity, pattern)}
        if not named:
            shown = repr(pattern) if pattern else "an empty pattern"
            raise UsageError(
                f"No skill matches {shown}{_nearest(pattern, identities)}",
                hint="List them with: forge skills",
            )
        chosen |= named
    return [identity for identity in identities if identity in chosen]


def source_of(item: AnySkill) -> Path:
    """The file in which a skill is written."""
    module = sys.modules[type(item).__module__]
    return Path(module.__file__ or module.__name__)


def _nearest(pattern: str, identities: Collection[str]) -> str:
    from rapidfuzz import process  # noqa: PLC0415 - only a wrong name needs it

    near = [
        name
        for name, _, _ in process.extract(
            pattern.replace("*", ""), list(identities), limit=3, score_cutoff=55
        )
    ]
    return f"; did you mean {' or '.join(near)}?" if near else "."


def _separated(patterns: str) -> list[str]:
    return re.split(r"[,\s]+", patterns.strip())


@cache
def _applications() -> tuple[str, ...]:
    """The applications whose skills Forge holds: the packages beside this file."""
    found = (entry.name for entry in pkgutil.iter_modules(forge.skills.__path__) if entry.ispkg)
    return tuple(name for name in found if name not in _SUPPORT)


def _applications_of(pattern: str) -> tuple[str, ...]:
    """The applications whose skills a glob can name: its first word, unless that is a glob itself."""
    word = pattern.partition(".")[0]
    return tuple(name for name in _applications() if fnmatchcase(name, word))


def _of(applications: tuple[str, ...]) -> dict[str, AnySkill]:
    """The skills of some applications, and all that come from elsewhere."""
    return _loaded(applications, os.environ.get(SKILLS_PATH, ""))


@cache
def _loaded(applications: tuple[str, ...], folders: str) -> dict[str, AnySkill]:
    found: dict[str, AnySkill] = {}
    for module in _modules(applications, folders):
        for kind in _declared_in(module):
            skill = _instance(kind)
            other = found.get(skill.id)
            if other is not None and type(other) is not kind:
                both = f"{source_of(other)} and {source_of(skill)}"
                raise SkillError(f"Two skills are called {skill.id}: {both}. Rename one of them.")
            found[skill.id] = skill
    return dict(sorted(found.items()))


def _modules(applications: Collection[str], folders: str) -> Iterator[ModuleType]:
    for name in applications:
        yield from _walk(_imported(f"forge.skills.{name}"))
    for folder in filter(None, folders.split(os.pathsep)):
        yield from _from_folder(Path(folder))
    for entry_point in sorted(entry_points(group=ENTRY_POINTS), key=lambda item: (item.name, item.value)):
        named = _guarded(f"the entry point {entry_point.name} = {entry_point.value}", entry_point.load)
        yield from _walk(named if isinstance(named, ModuleType) else sys.modules[named.__module__])


def _walk(module: ModuleType) -> Iterator[ModuleType]:
    yield module
    for entry in pkgutil.walk_packages(getattr(module, "__path__", ()), module.__name__ + "."):
        yield _imported(entry.name)


def _imported(name: str) -> ModuleType:
    module: ModuleType = _guarded(name, lambda: import_module(name))
    return module


def _from_folder(folder: Path) -> Iterator[ModuleType]:
    if not folder.is_dir():
        raise UsageError(f"{SKILLS_PATH} names {folder}, which is not a folder.")
    prefix = f"forge_skills_{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:8]}"
    for file in sorted(folder.rglob("*.py")):
        name = "_".join((prefix, *file.relative_to(folder).with_suffix("").parts))
        if name not in sys.modules:
            _load_file(name, file)
        yield sys.modules[name]


def _load_file(name: str, file: Path) -> None:
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise SkillError(f"{file} cannot be loaded as a Python file.")
    module = sys.modules[name] = module_from_spec(spec)
    loader = spec.loader
    try:
        _guarded(str(file), lambda: loader.exec_module(module))
    except SkillError:
        del sys.modules[name]
        raise


def _guarded(what: str, load: Any) -> Any:
    try:
        return load()
    except Exception as error:
        raise SkillError(f"The skills of {what} cannot be loaded: {type(error).__name__}: {error}") from error


def _declared_in(module: ModuleType) -> Iterator[type[AnySkill]]:
    for item in vars(module).values():
        own = isinstance(item, type) and issubclass(item, Skill) and item.__module__ == module.__name__
        if own and not isabstract(item):
            yield item


@cache
def _instance(kind: type[AnySkill]) -> AnySkill:
    """The one instance of a skill, which declares what it must."""
    item = kind()
    _check(item)
    return item


def _check(item: AnySkill) -> None:
    """Raise a SkillError where a skill does not declare what every skill must."""
    where = f"The skill {type(item).__name__} in {source_of(item)}"
    for name in ("id", "title", "applications", "area", "parameters", "phrasings"):
        if not getattr(item, name, None):
            raise SkillError(f"{where} declares no `{name}`.")
    if not _ID.fullmatch(item.id):
        raise SkillError(
            f"{where} is called {item.id!r}; an id is application.area.name, as in calc.rows.sort."
        )
    package = type(item).__module__.split(".")
    if package[:2] == ["forge", "skills"] and package[2] != item.id.split(".")[0]:
        raise SkillError(f"{where} is called {item.id}, but stands among the skills of {package[2]}.")
    if item.id.split(".")[1] != item.area:
        raise SkillError(f"{where} stands in the area {item.area!r}, but its id says {item.id}.")
    if not issubclass(item.parameters, BaseModel):
        raise SkillError(f"{where} has parameters that are no pydantic model.")
    if len(set(item.phrasings)) < FEWEST_PHRASINGS:
        raise SkillError(
            f"{where} has {len(set(item.phrasings))} phrasings; at least {FEWEST_PHRASINGS} are needed."
        )
