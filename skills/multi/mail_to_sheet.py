"""Skill: list the messages of a mail folder in a workbook."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.calc.places import letters
from forge.preparers.desktop import Desktop
from forge.preparers.mail.places import FolderPath, messages
from forge.preparers.mail.spec import Folder, Message
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.calc.support.typed import Typed
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.facts import folder_fact
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Filling, listing
from forge.skills.multi.support.mails import looked
from forge.skills.multi.support.office import Office

ORDERS = {
    "oldest": ("the oldest one first", "from the oldest to the newest"),
    "newest": ("the newest one first", "from the newest to the oldest"),
}

TOLD = ("folder", "sheet", "book", "sender", "subject", "order", "what", "who")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, its messages in the order in which they are listed, and what is typed."""

    folder: FolderPath
    messages: tuple[Message, ...]
    order: str
    filling: Filling


class MailToSheet(MultiSkill[Scene]):
    """Senders and subjects of one folder become rows of a sheet that has only headers."""

    id = "multi.extract.mail_to_sheet"
    title = "List message data in a table"
    applications = ("mail", "calc")
    phrasings = (
        "list the messages in {{folder}} on {{sheet}} of {{book}}, {{order}}, a row each right below the "
        "headers: {{subject}} gets {{what}}, {{sender}} {{who}}",
        "write into {{sheet}} of {{book}} what lies in {{folder}} of my mail, {{order}}: {{what}} into "
        "{{subject}}, {{who}} into {{sender}}, without empty rows",
        "terse: {{book}}, {{sheet}}: messages of {{folder}}, {{order}}; {{subject}}: {{what}}, {{sender}}: "
        "{{who}}.",
        "polite: Could you please enter the messages in {{folder}} on {{sheet}} of {{book}}, {{order}}, with "
        "{{what}} in {{subject}} and {{who}} in {{sender}}?",
        "chatty: I need an overview of {{folder}} in my mail. Can you list the messages on {{sheet}} of "
        "{{book}}, {{order}}, directly below the headers, with {{what}} in {{subject}} and {{who}} in "
        "{{sender}}?",
        "precise: On {{sheet}} of {{book}}, each message in {{folder}} is to have one row, {{order}}, "
        "beginning right below the headers; {{subject}} holds {{what}} and {{sender}} holds {{who}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A folder for a project, its mail taken out of the Inbox."""
        story = office.mail(desktop)
        inbox = story.messages(story.inbox)
        found = sorted(some_of(random, inbox, parameters.amount + 1, "messages"), key=lambda item: item.date)
        name = story.projects[0]
        for message in found:
            inbox.remove(message)
        story.profile.account(story.account).folders.append(Folder(name, list(found)))
        order = random.choice(list(ORDERS))
        found = found[::-1] if order == "newest" else found
        _, side = listing(
            office.workbook(desktop, parameters.rows),
            desktop,
            "Correspondence",
            {("Sent by", "person"): [], ("What about", "label"): []},
        )
        entries = _entries(found)
        return Scene(parameters, office, (story.account, name), tuple(found), order, Filling(side, entries))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type them in."""
        scene.filling.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every message has its row."""
        filling, side, found = scene.filling, scene.filling.table, list(scene.messages)
        sender, subject = side.columns
        source = tuple(messages(MOUNT, scene.folder, prop=prop) for prop in ("from", "subject", "date"))
        addresses = [
            item.sender if number % 2 == 0 else item.subject for item in found for number in range(2)
        ]
        return self.task(
            scene,
            facts=(
                folder_fact("folder", scene.folder),
                sheet_fact(side),
                file_fact(side, "book"),
                column_fact("sender", side, sender),
                column_fact("subject", side, subject),
                Fact(name="what", value="subject", says=("the subject",)),
                Fact(
                    name="who",
                    value="name",
                    says=("the name of the sender", "the sender's name without the address"),
                ),
                Fact(name="order", value=scene.order, says=ORDERS[scene.order]),
                filling.fact(*source),
            ),
            requirements=(filling.requirement("The messages are listed.", *TOLD),),
            writes=filling.writes,
            reads=source,
            free=filling.free,
            variants=(*filling.variants(), *looked(filling.act)),
            near_misses=(
                *filling.near_misses(),
                Attempt(
                    "the other way round",
                    Filling(side, _entries(found[::-1])).act,
                    why="The order is the other one.",
                ),
                Attempt("with addresses", filling.instead(addresses), why="Only names were asked for."),
            ),
            opened=(side.mount,),
        )


def _entries(found: list[Message]) -> tuple[Typed, ...]:
    return tuple(
        Typed(f"{letters(column)}{row}", text)
        for row, item in enumerate(found, 2)
        for column, text in enumerate((item.sender.partition(" <")[0], item.subject), 1)
    )
