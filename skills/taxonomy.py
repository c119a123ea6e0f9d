"""The taxonomy: which skills there should be, in which application and area, and why they are known to exist.

It is kept in `taxonomy.yaml`, in one canonical form, so that people and `dump_taxonomy` can both edit it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from forge.errors import SkillError, UnavailableError

Status = Literal["planned", "implemented", "certified"]

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
Digest = Annotated[str, StringConstraints(pattern=r"^sha256:[0-9a-f]{64}$")]
Words = Annotated[str, StringConstraints(min_length=2, max_length=120, strip_whitespace=True)]

EvidenceKind = Literal["command", "function", "menu", "preference", "page", "program", "procedure"]
Evidence = Annotated[dict[EvidenceKind, Words], Field(min_length=1, max_length=1)]
"""Where an application shows that a skill exists: one kind and what is found, as in `command: .uno:Hide`."""

TAXONOMY_FILE = Path(__file__).parent.parent / "taxonomy.yaml"

_PREAMBLE = """\
# Which skills there should be: application, area, skill. `forge skills` joins this file with the code.
#
# status    planned (no code yet), implemented (code in skills/), certified (with its certificate's digest)
# demand    how many of 369 public desktop tasks need the skill
# evidence  where the application itself shows that the skill exists: a UNO command, a spreadsheet function,
#           a menu path, a preference, a page of the application, a program, a procedure for scripts
"""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SkillEntry(_Strict):
    """What the taxonomy says of one skill.

    Attributes:
        title: what the user of the application does.
        status: how far it is.
        certificate: the digest of the certificate, of a certified skill only.
        demand: how many of the public tasks that were read need it.
        evidence: where the application shows that it exists.
    """

    title: Words
    status: Status
    certificate: Digest | None = None
    demand: int = Field(ge=0)
    evidence: tuple[Evidence, ...] = ()

    @model_validator(mode="after")
    def _certificate_fits(self) -> Self:
        if (self.certificate is not None) != (self.status == "certified"):
            raise ValueError("a certificate belongs to a certified skill and to no other")
        return self


class Area(_Strict):
    """A part of an application and its skills by name."""

    title: Words
    skills: dict[Name, SkillEntry] = Field(min_length=1)


class Application(_Strict):
    """An application and its areas by name."""

    title: Words
    areas: dict[Name, Area] = Field(min_length=1)


class Taxonomy(_Strict):
    """All skills that there should be."""

    version: Literal[1]
    applications: dict[Name, Application] = Field(min_length=1)

    def entries(self) -> dict[str, SkillEntry]:
        """Every entry by its skill's id, in the order of the file."""
        return {
            f"{app}.{area}.{name}": entry
            for app, application in self.applications.items()
            for area, content in application.areas.items()
            for name, entry in content.skills.items()
        }

    def with_entry(self, skill_id: str, entry: SkillEntry) -> Taxonomy:
        """A taxonomy in which the entry of a skill that it has is another.

        Raises:
            SkillError: it has no such skill.
        """
        if skill_id not in self.entries():
            raise SkillError(f"The taxonomy has no skill {skill_id}; add it to its area in taxonomy.yaml.")
        app, area, name = skill_id.split(".")
        application = self.applications[app]
        content = application.areas[area]
        content = content.model_copy(update={"skills": content.skills | {name: entry}})
        application = application.model_copy(update={"areas": application.areas | {area: content}})
        return self.model_copy(update={"applications": self.applications | {app: application}})


def load_taxonomy(path: Path = TAXONOMY_FILE) -> Taxonomy:
    """Read a taxonomy.

    Raises:
        UnavailableError: there is no such file, or it cannot be read.
        SkillError: it is not a valid taxonomy.
    """
    import yaml  # noqa: PLC0415 - not every user of this module reads a file

    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UnavailableError(f"The taxonomy {path} cannot be read: {error.strerror}.") from error
    try:
        data = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
        return Taxonomy.model_validate(data)
    except yaml.YAMLError as error:
        raise SkillError(f"{path} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SkillError(f"{path} is not a valid taxonomy: {first['msg']} at {where}.") from error


def dump_taxonomy(taxonomy: Taxonomy) -> str:
    """The text of `taxonomy.yaml` in its canonical form."""
    import yaml  # noqa: PLC0415 - not every user of this module writes a file

    data: dict[str, Any] = {"version": taxonomy.version, "applications": {}}
    for app, application in taxonomy.applications.items():
        areas = {
            area: {
                "title": content.title,
                "skills": {name: _entry_data(entry) for name, entry in content.skills.items()},
            }
            for area, content in application.areas.items()
        }
        data["applications"][app] = {"title": application.title, "areas": areas}
    return _PREAMBLE + yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110)


def _entry_data(entry: SkillEntry) -> dict[str, Any]:
    """An entry as plain data, without what it does not say."""
    data = entry.model_dump(exclude_none=True)
    evidence = list(data.pop("evidence"))
    return data | ({"evidence": evidence} if evidence else {})


class Declared(Protocol):
    """What the join needs to know of a skill's code."""

    id: ClassVar[str]
    title: ClassVar[str]


@dataclass(frozen=True)
class Listing:
    """One skill as taxonomy and code together know it.

    Attributes:
        id: `application.area.name`.
        app: the application.
        area: the area below it.
        status: how far it really is: planned without code, certified where a certificate holds.
        title: what the user of the application does.
        demand: how many of the public tasks that were read need it.
        disagreement: what taxonomy and code do not agree on, as a sentence; empty when they agree.
    """

    id: str
    app: str
    area: str
    status: Status
    title: str
    demand: int
    disagreement: str


def join(
    taxonomy: Taxonomy,
    skills: Mapping[str, Declared],
    certified: Collection[str] = (),
    foreign: Collection[str] = (),
) -> list[Listing]:
    """Every skill that taxonomy or code know, in its order; what has no place in it comes last.

    Args:
        taxonomy: the taxonomy.
        skills: the skills that have code, by id.
        certified: the ids of those of which a certificate holds.
        foreign: the ids of those that come from outside the package and so need no place in its taxonomy.
    """
    entries = taxonomy.entries()
    known = [
        _listing(skill_id, entry, skills.get(skill_id), skill_id in certified)
        for skill_id, entry in entries.items()
    ]
    extra = [
        _listing(skill_id, None, skills[skill_id], skill_id in certified)
        for skill_id in sorted(skills.keys() - entries.keys())
    ]
    return known + [replace(row, disagreement="") if row.id in foreign else row for row in extra]


def _listing(skill_id: str, entry: SkillEntry | None, skill: Declared | None, certified: bool) -> Listing:
    app, area, _ = skill_id.split(".")
    if entry is None:
        disagreement = f"{skill_id} has code but is not in the taxonomy."
    elif skill is None and entry.status != "planned":
        disagreement = f"{skill_id} is {entry.status} in the taxonomy but has no code."
    elif skill is not None and entry.status == "planned":
        disagreement = f"{skill_id} has code but is still planned in the taxonomy."
    elif entry.status == "certified" and not certified:
        disagreement = (
            f"{skill_id} is certified in the taxonomy, but what the certificate rests on has changed since; "
            f"run: forge certify {skill_id} --taxonomy taxonomy.yaml"
        )
    else:
        disagreement = ""
    return Listing(
        id=skill_id,
        app=app,
        area=area,
        status="planned" if skill is None else "certified" if certified else "implemented",
        title=skill.title if skill is not None else entry.title if entry is not None else "",
        demand=entry.demand if entry is not None else 0,
        disagreement=disagreement,
    )
