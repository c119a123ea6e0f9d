"""Skill: file a CSV attachment and enter its total into a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Attachment, Message
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact, text_fact
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.facts import message_fact
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Column, Filling, listing
from forge.skills.multi.support.mails import looked, told_apart
from forge.skills.multi.support.office import Office
from forge.skills.multi.support.phrasing import written
from forge.skills.trees.contents import fresh
from forge.skills.trees.facts import folder_fact, place_fact
from forge.skills.trees.made import SAME, Made

FOLDERS = ("Checked in", "To be checked")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The message, the column of its file, the folder, the file as it is saved, and what is typed."""

    message: Message
    header: str
    amounts: tuple[float, ...]
    folder: str
    made: Made
    filling: Filling


class AttachmentToSheet(MultiSkill[Scene]):
    """Somebody's report is saved under its own name, and its total goes beside the sender's name."""

    id = "multi.extract.attachment_to_sheet"
    title = "File a CSV attachment and enter its total into a workbook"
    applications = ("mail", "files", "calc")
    phrasings = written(
        "save the attachment of {{message}} under its own name in <into>, and enter the sum of its column {{header}} "
        "in <cell>, in the sender's row",
        "put the attachment of {{message}} into <into>, keeping its name, and write what {{header}} in it adds up to "
        "into <cell>, beside the sender's name",
        "terse: {{message}}: attachment into <into>, same name; sum of its {{header}} into <cell>, sender's row.",
        "polite: Could you please store the attachment of {{message}} under its own name in <into>, and enter the "
        "total of {{header}} in that file in <cell>, in the sender's row?",
        "chatty: A report came with {{message}}. Can you save it in <into> as it is called, add up {{header}} in it, "
        "and put the result into <cell>, next to the sender?",
        "precise: The attachment of {{message}} is to be stored in <into> under its own name; <cell> is to hold the "
        "sum of its column {{header}} in the row that names the sender.",
        into="{{folder}} of {{place}}",
        cell="{{total}} on {{sheet}} of {{book}}",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Several reports came in; the totals of some have been entered already."""
        story, rows = office.mail(desktop), office.writer.rows
        message = one_of(
            random, told_apart(story.messages(story.inbox)), "messages with a subject of their own"
        )
        header = office.kit.of_role("money")[0].name
        picked = random.sample(range(len(rows)), parameters.amount + 3)
        amounts = tuple(float(str(rows.columns[header][row])) for row in picked)
        name = f"report {message.date:%Y-%m-%d}.csv"
        message.attachments = [Attachment(name, office.writer.table(picked), "text/csv")]
        ground, folder = office.folder(desktop, office.place("Reports")), random.choice(FOLDERS)
        for path in FOLDERS:
            old = f"{path}/report 2025-12-{random.randint(10, 28)}.csv"
            ground.tree(desktop).add(old, office.writer.export())
        ground.clutter(desktop, parameters.others, avoid=(".csv",))
        golden, path = ground.tree(desktop.copy()), f"{folder}/{name}"
        golden.add(path, message.attachments[0].content)
        known: dict[str, Entry] = {item.name: round(random.uniform(80, 900), 2) for item in story.people}
        known |= {name: None for name in known if random.random() < 0.5}
        known[story.person(message).name] = None
        columns: dict[Column, list[Entry]] = {("Colleague", "person"): [*known]}
        columns["Sum of report", "money"] = [*known.values()]
        _, side = listing(office.workbook(desktop, parameters.rows), desktop, "Reported", columns)
        sums = [round(sum(amounts), 2) if name == story.person(message).name else None for name in known]
        filling = Filling.column(side, side.columns[1], sums)
        made = Made(ground, golden, (path,))
        return Scene(parameters, office, message, header, amounts, folder, made, filling)

    def solve(self, scene: Scene, desktop: Desktop, folder: str = "", instead: float | None = None) -> None:
        """Save the file and enter the sum, perhaps in another folder or with another number."""
        self.save(scene, desktop, folder)
        filling = scene.filling
        (filling.act if instead is None else filling.instead([instead]))(desktop)

    def save(self, scene: Scene, desktop: Desktop, folder: str = "") -> None:
        """Save the file, perhaps in another folder."""
        carried = scene.message.attachments[0]
        scene.made.ground.tree(desktop).add(f"{folder or scene.folder}/{carried.name}", carried.content)

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:
        """Only the files that are named count."""
        return {scene.made.ground.mount: ()}

    def contract(self, scene: Scene) -> Contract:
        """The file lies in the folder, and the sum stands beside the sender."""
        filling, made, side, inbox = scene.filling, scene.made, scene.filling.table, scene.office.story.inbox
        mount, told = made.ground.mount, ("message", "header", "total", "sheet", "book")
        carried = places.messages(MOUNT, inbox, scene.message.id).below("attachment")
        act, other = partial(self.solve, scene), FOLDERS[FOLDERS.index(scene.folder) - 1]
        return self.task(
            scene,
            facts=(
                message_fact("message", inbox, scene.message),
                text_fact("header", scene.header),
                folder_fact("folder", mount, scene.folder),
                place_fact(mount),
                column_fact("total", side, side.columns[1]),
                sheet_fact(side),
                file_fact(side, "book"),
                filling.fact(carried, side.selector(side.columns[0], "value")),
            ),
            requirements=(
                made.requirement("The file is saved.", "message", "folder", reason=SAME),
                filling.requirement("The sum is entered.", *told),
            ),
            writes=(*made.writes, *filling.writes),
            reads=(carried,),
            free=(*filling.free, *fresh(mount)),
            variants=(*made.variants(), *looked(act)),
            near_misses=(
                Attempt("not saved", filling.act, why="The file was not stored."),
                Attempt("the other folder", partial(act, folder=other), why="It lies in another folder."),
                Attempt("no sum", partial(self.save, scene), why="The sum was not entered."),
                Attempt("first row only", partial(act, instead=scene.amounts[0]), why="It is one of many."),
            ),
            opened=(side.mount,),
        )
