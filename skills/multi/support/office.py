"""An office whose workbook, mail, folders and documents speak of the same work and the same people.

All of it is made from one kit: the rows of its table are what people write about, and whoever writes mail is who
stands in the table and in the address book.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.found import suitable_tables
from forge.skills.calc.support.layout import Plan, build
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import Needs, TableKit, speaks_like_instructions
from forge.skills.content.rows import fill
from forge.skills.content.stock import peopled
from forge.skills.files.support.ground import Ground, ground_on
from forge.skills.files.support.papers import TITLES, Writer
from forge.skills.mail.support.kit import MailKit, Project, Topic
from forge.skills.mail.support.story import MOUNT as MAIL
from forge.skills.mail.support.story import Person, Story, story_on, tell

_ROWS = 60
_SUBJECTS = (
    "Question about {}",
    "{}: still open",
    "News on {}",
    "Who takes care of {}?",
    "{} once more",
    "The dates for {}",
    "A change to {}",
    "{}: what I found",
)
_ANSWERS = (
    "Thank you, I will look at it tomorrow.",
    "I think we should wait until the others have answered.",
    "That is fine with me.",
    "Please ask me again after the weekend.",
)
_SOMEBODY = ["the front desk", "the caretaker"]
"""Who is spoken of where names are in scripts that documents cannot hold."""
_LONGEST_HOST = 16
_OTHER_SCRIPTS = re.compile("[\u0590-\u1fff\u2e80-\uffff]")
_NOT_IN_NAMES = re.compile(r'[/\\;#:*?"<>|~`.,()&\']')


@dataclass(frozen=True)
class Office:
    """Who works on what.

    Attributes:
        kit: what the work is about.
        story: the owner, the people who write, and the mail between them.
        writer: writes papers about the same things and people.
        random: a stream of its own.
        needs: how many columns of which roles its tables must have.
    """

    kit: TableKit
    story: Story
    writer: Writer
    random: Random
    needs: Needs

    @property
    def people(self) -> list[Person]:
        """The people, the owner left out."""
        return self.story.people

    def workbook(self, desktop: Desktop, rows: int, *, folder: str = "") -> Table:
        """The workbook on a desktop, or a new one, with the people of the office in its columns of people."""
        found = suitable_tables(desktop, self.needs, kit=self.kit)
        if found:
            return self.random.choice(found)
        kit = self.kit.model_copy(update={"folder": folder}) if folder else self.kit
        table = build(kit, Plan(rows, lookup=False), desktop, self.random)
        for column in table.all("person"):
            known = {name: self.random.choice(self.people).name for name in table.classes(column)}
            table = with_entries(
                table, desktop, column, [known.get(str(entry), entry) for entry in table.values(column)]
            )
        return table

    def folder(self, desktop: Desktop, mount: str) -> Ground:
        """The folder on a desktop in which others work, or a new one, which is empty."""
        if (shared := ground_on(desktop, self.writer)) is not None:
            return shared
        desktop.add(mount, "files", FileTree())
        return Ground(mount, self.writer)

    def mail(self, desktop: Desktop) -> Story:
        """The mail of the owner on a desktop; it may still be changed."""
        if MAIL not in desktop.documents:
            desktop.add(MAIL, "mail", self.story.profile)
        return self.story

    def place(self, name: str) -> str:
        """Where a folder of the office lies."""
        return f"~/{self.kit.folder}/{name}"

    def document(self, name: str, ending: str = "docx") -> str:
        """Where a document of the office lies."""
        return f"~/{self.kit.folder}/{name}.{ending}"


def plain_columns(kit: TableKit) -> TableKit:
    """A kit whose people can be exchanged: without addresses and telephones, and nothing follows from a person."""
    kept = [column for column in kit.columns if column.role not in ("email", "phone")]
    free = {column.name for column in kept if column.role != "person"}
    columns = [
        column if column.follows in free else column.model_copy(update={"follows": ""}) for column in kept
    ]
    return kit.model_copy(update={"columns": tuple(columns), "lookup": None})


def open_office(kit: TableKit, others: int, needs: Needs, desktop: Desktop, random: Random) -> Office:
    """An office for a kit.

    Args:
        kit: what the work is about.
        others: so many mails that have nothing to do with it.
        needs: how many columns of which roles its tables must have.
        desktop: where it works: its people are the cast of the desktop, and mail that is there is its mail.
        random: a stream of its own.
    """
    kit = peopled(plain_columns(kit), desktop.cast)
    rows = fill(kit, _ROWS, random)
    labels = things(kit, [str(word) for column in rows.columns.values() for word in column])
    story = tell(_mail_kit(kit, labels, random), kit.locale, others, random, cast=desktop.cast)
    if MAIL in desktop.documents:
        story = story_on(desktop.spec(MAIL))
    people = [person.name for person in story.people if not _OTHER_SCRIPTS.search(person.name)]
    people += _SOMEBODY[: max(0, 2 - len(people))]
    return Office(kit, story, Writer(rows, tuple(people), tuple(labels), random), random, needs)


def things(kit: TableKit, words: Sequence[str]) -> list[str]:
    """What the work is about, by names that can stand in subjects and in the names of files."""
    own = [word for column in kit.columns if column.role in ("label", "category") for word in column.values]
    named = dict.fromkeys(" ".join(_NOT_IN_NAMES.sub(" ", word).split())[:28].strip() for word in own)
    told = [word for word in named if len(word) > 2 and word in words and not speaks_like_instructions(word)]
    apart = {word.casefold(): word for word in told}
    return list(apart.values()) or [kit.title[:28].strip()]


def _mail_kit(kit: TableKit, labels: Sequence[str], random: Random) -> MailKit:
    """The mail of an office: a project for each heading of papers, threads about what the rows are about."""
    asked = [form.format(label) for form in _SUBJECTS for label in labels]
    subjects = random.sample(asked, min(len(asked), 9)) + [
        f"The plan for part {n}" for n in range(9 - len(asked))
    ]
    names = random.sample([title for title in TITLES if len(title.split()) == 1], 3)
    projects = []
    for number, name in enumerate(names):
        topics = [_topic(subject, kit, random) for subject in subjects[3 * number : 3 * number + 3]]
        projects.append(Project(name=name, topics=tuple(topics)))
    host = _host(kit.domain)
    return MailKit(
        organization=kit.domain[:48].strip().capitalize(), host=host, role=kit.row, projects=tuple(projects)
    )


def _host(domain: str) -> str:
    """The name of a firm's computers, made of the first words of what it does."""
    words: list[str] = re.findall(r"[a-z]{2,}", domain.casefold()) or ["office"]
    host = words[0][:_LONGEST_HOST]
    for word in words[1:]:
        if len(host) + 1 + len(word) > _LONGEST_HOST:
            break
        host += f"-{word}"
    return host


def _topic(subject: str, kit: TableKit, random: Random) -> Topic:
    """What one thread is about."""
    asking = random.choice(("The front desk", "The store", "The other team", "The accountant"))
    remark = random.choice(kit.notes or _ANSWERS).rstrip(".")
    answers = random.sample(_ANSWERS, random.randint(1, 3))
    return Topic(
        subject=subject[:60], opening=f"{asking} asked me about it. {remark}.", answers=tuple(answers)
    )


def money_pattern(figure: str, unit: str) -> str:
    """A pattern for an amount with two decimals, also with separators of thousands and the sign of its currency.

    Args:
        figure: the amount, as in `1250.50`.
        unit: the sign; empty for none.
    """
    whole, decimals = figure.split(".")
    sign = rf"(?:{re.escape(unit)})?" if unit else ""
    return rf"\s*{sign}\s?{f'{int(whole):,}'.replace(',', '[, ]?')}\.{decimals}\s?{sign}\s*"
