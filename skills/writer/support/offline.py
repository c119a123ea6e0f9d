"""Documents without a model: fields of work, their sentences drawn and mixed by chance.

A domain is one file in `domains/`: six topics with sentences and points of their own, and the words for what is
used there and where. Sentences that fit everywhere come from `stock`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from forge.errors import UsageError
from forge.skills.writer.support.kit import DocumentKit, Form, SectionKit
from forge.skills.writer.support.stock import FILES, SENTENCES, TITLES
from forge.states.rubric import Model

_FOLDER = Path(__file__).parent / "domains"
_FORMS: tuple[Form, ...] = (
    "memo", "report", "policy", "minutes", "letter", "proposal", "announcement", "guide", "newsletter",
)  # fmt: skip
_KITCHEN = "community kitchen"
_SMALL_WORDS = frozenset(("the", "of", "and", "in", "to", "a", "for", "on", "with", "about", "at", "how", "are"))


class Topic(Model):
    """What one section can be about."""

    heading: str
    sentences: tuple[str, ...]
    points: tuple[str, ...]


class Domain(Model):
    """A field of work."""

    organizations: tuple[str, ...]
    subjects: tuple[str, ...]
    folders: tuple[str, ...]
    things: tuple[str, ...]
    places: tuple[str, ...]
    topics: tuple[Topic, ...]
    footnotes: tuple[str, ...]


@cache
def domain_names() -> tuple[str, ...]:
    """The fields of work for which there is material, in the order of the alphabet."""
    return tuple(sorted(file.stem.replace("_", " ") for file in _FOLDER.glob("*.yaml")))


@cache
def domain(name: str) -> Domain:
    """The material of a field of work.

    Raises:
        UsageError: there is none of that name.
    """
    import yaml  # noqa: PLC0415 - only who asks for offline content needs it

    file = _FOLDER / f"{name.replace(' ', '_')}.yaml"
    if not file.is_file():
        raise UsageError(f"There is no material on {name!r}; there is on {', '.join(domain_names())}.")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Domain.model_validate(yaml.load(file.read_text("utf-8"), loader))  # noqa: S506 - a safe loader


def forms(name: str) -> tuple[Form, ...]:
    """The forms that documents of a field of work have."""
    return ("recipes", "guide", "newsletter") if name == _KITCHEN else _FORMS


def document_kit(random: Random, variables: Mapping[str, Any]) -> DocumentKit:
    """A kit as a model would answer it; `variables` are those of the node `DOCUMENT`."""
    name = variables["domain"] if variables["domain"] in domain_names() else random.choice(domain_names())
    material, form = domain(name), variables["form"]
    subject = random.choice(material.subjects)
    words = [word for word in subject.split() if word not in _SMALL_WORDS]
    count = min(int(variables["sections"]), len(material.topics))
    common = iter(random.sample(SENTENCES, len(SENTENCES)))
    sections = []
    for topic in random.sample(material.topics, count):
        sentences = [*topic.sentences, *(next(common) for _ in range(random.randint(3, 7)))]
        first, *others = sentences
        random.shuffle(others)
        points = random.sample(topic.points, len(topic.points))
        sections.append(
            SectionKit(heading=topic.heading, sentences=(first, *others), points=tuple(points))
        )
    says = {"subject": subject, "Subject": subject[0].upper() + subject[1:], "short": " ".join(words[:2])}
    return DocumentKit(
        domain=name,
        form=form,
        title=random.choice(TITLES[form]).format_map(says),
        file=random.choice(FILES[form]).format_map(says),
        folder=random.choice(material.folders),
        organization=random.choice(material.organizations),
        sections=tuple(sections),
        things=tuple(random.sample(material.things, len(material.things))),
        places=material.places,
        footnotes=material.footnotes,
        locale=variables["locale"],
    )
