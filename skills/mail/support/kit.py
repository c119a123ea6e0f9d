"""What a model tells of a person's mail: a team, its projects, and what is written about them.

A few hundred tokens, from which `forge.skills.mail.support.story` makes people, threads and folders.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from forge.preparers.mail.domain import folder_name_fault
from forge.skills.content.kit import Label, clean
from forge.skills.nodes import Node
from forge.states.rubric import Model


def _folder(text: str) -> str:
    if fault := folder_name_fault(text):
        raise ValueError(f"{text!r} cannot name a folder: {fault}")
    return text


FolderName = Annotated[Label, AfterValidator(_folder), Field(max_length=30)]
Sentence = Annotated[str, AfterValidator(clean), Field(min_length=8, max_length=200)]


class Topic(Model):
    """What one thread is about.

    Attributes:
        subject: as it stands in the list of messages.
        opening: what the first message says, a sentence or two.
        answers: what those who answer say, one each.
        file: a file that comes with it, or None.
    """

    subject: Annotated[str, AfterValidator(clean), Field(min_length=6, max_length=60)]
    opening: Sentence
    answers: tuple[Sentence, ...] = Field(min_length=1, max_length=4)
    file: Annotated[str, Field(pattern=r"^[\w() -]{2,40}\.(pdf|txt|csv)$")] | None = None


class Project(Model):
    """Something that several people work on: its folder and what is written about it."""

    name: FolderName
    topics: tuple[Topic, ...] = Field(min_length=2, max_length=6)


class MailKit(Model):
    """A team and its projects.

    Attributes:
        organization: where the owner of the mail works.
        host: its domain, without `.example.org`.
        role: what the owner does.
        projects: what is worked on.
    """

    organization: Label
    host: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{1,20}$")]
    role: Label
    projects: tuple[Project, ...] = Field(min_length=3, max_length=6)

    @model_validator(mode="after")
    def _apart(self) -> Self:
        subjects = [topic.subject.casefold() for project in self.projects for topic in project.topics]
        names = [project.name.casefold() for project in self.projects]
        for names_of in (subjects, names):
            if len(set(names_of)) < len(names_of):
                raise ValueError("projects and subjects are told apart by their names, so no two are alike")
        return self


_SYSTEM = """\
You invent the mail of one working person. Answer one JSON object from which a program makes the messages; you
write no addresses and no names of people.

Fields: organization; host (its domain in small letters without ending); role (what the person does there); projects
(3 to 5, each with a name of one or two words and 3 topics). A topic has subject, opening (one or two sentences
of the first message), answers (2 or 3 sentences, one from each who answers), file (null, or the name of an attached
pdf, txt or csv).

Rules: one coherent workplace; projects and subjects unlike each other; concrete everyday matters with dates as
weekdays; nothing about real companies or persons; no links. At most 700 tokens."""

_PROMPT = "Field of work: {{ domain }}. Difficulty of the mail: {{ difficulty }}."


def offline_kit(random: Random, variables: Mapping[str, Any]) -> MailKit:
    """A kit from stock: the projects of a workplace, some of them, in any order; of any where there is none."""
    from forge.skills.mail.support.stock import WORKPLACES  # noqa: PLC0415 - not needed to list skills

    wanted = variables["domain"]
    domain = wanted if wanted in WORKPLACES else random.choice(sorted(WORKPLACES))
    kit = MailKit.model_validate(WORKPLACES[domain])
    projects = random.sample(kit.projects, random.randint(3, len(kit.projects)))
    return kit.model_copy(update={"projects": tuple(projects)})


STORY: Node[MailKit] = Node(
    name="story",
    system=_SYSTEM,
    prompt=_PROMPT,
    schema=MailKit,
    offline=offline_kit,
    temperature=0.9,
    max_tokens=1800,
)
"""The story of one profile. Variables: `domain`, `difficulty`."""
