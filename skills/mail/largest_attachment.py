"""Skill: find the largest attached file, and answer with its name."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Attachment, Message
from forge.skills.answering import Question, single
from forge.skills.contract import Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import folder_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story, file_about

FEWEST = 4
"""Attached files in the folder."""
FILES = ("Sketch.pdf", "Costs.csv", "Measurements.txt", "Timetable.csv")
APART = 1.15
"""So many times as large as the next one the largest file is, so that rounded sizes show it."""


@dataclass(frozen=True)
class Scene(MailScene):
    """The names of the attached files, the largest first, and one that lies in another folder."""

    files: tuple[str, ...]
    elsewhere: str
    subject: str
    size: int


class LargestAttachment(MailSkill[Scene]):
    """Of all files in a folder; when it is not easy, files in other folders do not count."""

    id = "mail.attachments.largest"
    title = "Find the largest attachment"
    phrasings = (
        "tell me the name of the largest file that is attached to a message in {{folder}}",
        "look through the attachments in {{folder}} and tell me what the largest of them is called",
        "terse: {{folder}}: name of the largest attached file?",
        "polite: Could you please find the largest attachment among the messages in {{folder}} and tell me its file "
        "name?",
        "chatty: I am running out of space. Which attached file in {{folder}} is the largest one? I need its name.",
        "precise: Give the file name, with its ending, of the largest attachment of any message in {{folder}}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """The largest one is neither the first in the folder nor close to another in size."""
        inbox = story.messages(story.inbox)
        if parameters.difficulty != "easy":
            file_projects(story, random, fewest=2)
        holding = [item for item in inbox if item.attachments]
        for item, name in zip([item for item in inbox if not item.attachments], FILES, strict=False):
            if len(holding) < FEWEST:
                item.attachments.append(file_about(name, item.subject, item.text or "", random))
                holding.append(item)
        holding.sort(key=lambda item: item.date)
        chosen = one_of(random, holding[1:], "messages with a file behind the first")
        others = [len(item.attachments[0].content) for item in holding if item is not chosen]
        file = chosen.attachments[0]
        if len(file.content) < APART * max(others):
            more = int(APART * max(others) + random.randint(200, 2000)) - len(file.content)
            chosen.attachments[0] = Attachment(file.name, file.content + _padding(file, more), file.type)
        names = [item.attachments[0].name for item in sorted(holding, key=_size, reverse=True)]
        filed = [
            name
            for _, folder in story.profile.folders()
            for item in folder.messages
            for name in item.attachments
        ]
        elsewhere = next((item.name for item in filed if item.name not in names), "attachment.pdf")
        return Scene(parameters, story, tuple(names), elsewhere, chosen.subject, _size(chosen))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.files[0]

    def contract(self, scene: Scene) -> Contract:
        """The name, and mail that nobody touched."""
        largest, second, *others = scene.files
        attached = places.messages(MOUNT, scene.story.inbox).below("attachment")
        asked = Question(
            answer=largest,
            says="The answer is the name of the largest file.",
            words=(f'"{largest}"', f"{largest}.", f"The largest one is {largest}", f"It is {largest}."),
            wrong={
                "the second largest": second,
                "the smallest": (second, *others)[-1],
                "one of another folder": scene.elsewhere,
                "the subject of its message": scene.subject,
            },
            places=(attached.of("name"), attached.of("size")),
        )
        as_large = places.messages(MOUNT, scene.story.inbox).below("attachment", size=scene.size).of("name")
        facts = [folder_fact("folder", scene.story.inbox), single(largest, as_large)]
        return self.question(scene, asked, facts)


def _size(message: Message) -> int:
    return len(message.attachments[0].content)


def _padding(file: Attachment, count: int) -> bytes:
    """So many bytes at the end of a file that it can do with: spaces and line ends, for CSV further rows."""
    line = b"0,further\n" if file.type == "text/csv" else b"                                       \n"
    return (line * (count // len(line) + 1))[: count // len(line) * len(line)] or line
