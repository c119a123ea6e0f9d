"""Skill: save attachments of mails in folders under given names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Attachment, Message
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.facts import text_fact
from forge.skills.files.support.ground import Ground
from forge.skills.mail.support.facts import message_fact
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.mails import looked, profile_on, told_apart
from forge.skills.multi.support.office import Office
from forge.skills.multi.support.phrasing import PREFIXES, numbered, several
from forge.skills.trees.contents import fresh
from forge.skills.trees.facts import folder_fact, place_fact
from forge.skills.trees.made import SAME, Made

FOLDERS = ("Figures", "Letters", "Offers", "Receipts")
NAMES = ("overview", "statement", "listing")
SAVED = several(
    "{{message}} in {{folder}} as {{name}}", "[[, and|;]] that of {{message}} in {{folder}} as {{name}}"
)


@dataclass(frozen=True)
class Scene(MultiScene):
    """The messages, the paths under which their files are to lie, and what was made of them."""

    ground: Ground
    messages: tuple[Message, ...]
    paths: tuple[str, ...]
    made: Made


class AttachmentToFolder(MultiSkill[Scene]):
    """One file of a mail saved in a folder under another name, or up to three from several mails."""

    id = "multi.transfer.attachment_to_folder"
    title = "Save attachments of mails in folders under given names"
    applications = ("mail", "files")
    phrasings = (
        "save the attachment of " + SAVED + ", below {{place}}",
        "put this from my mail below {{place}}: the attachment of " + SAVED,
        "terse: {{place}}: attachment of " + SAVED + ".",
        "polite: Could you please save the attachment of " + SAVED + "? The folders are below {{place}}.",
        "chatty: I got something by mail that I need below {{place}}. Can you store the file that came with "
        + SAVED
        + "?",
        "precise: To be stored below {{place}}: the attachment of " + SAVED + ". The mail stays.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Files of one name come with several messages."""
        messages = told_apart(office.mail(desktop).messages(office.story.inbox))
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        chosen = some_of(random, messages, count + 2, "messages with a subject of their own")
        ending = random.choice((".csv", ".txt"))
        for number, message in enumerate(chosen):
            content = office.writer.export(4 + number) if ending == ".csv" else office.writer.note(3 + number)
            kind = "text/csv" if ending == ".csv" else "text/plain"
            message.attachments = [Attachment(f"Attachment{ending}", content, kind)]
        ground = office.folder(desktop, office.place("Received"))
        tree = ground.tree(desktop)
        for folder in FOLDERS:
            tree.folder(folder)
        ground.clutter(desktop, parameters.others, inside=FOLDERS)
        names = random.sample(NAMES, count)
        senders = [message.sender.partition("<")[2].partition("@")[0] for message in chosen]
        paths = tuple(
            f"{folder}/{sender}-{name}{ending}"
            for folder, sender, name in zip(random.sample(FOLDERS, count), senders, names, strict=False)
        )
        golden = ground.tree(desktop.copy())
        for message, path in zip(chosen, paths, strict=False):
            golden.add(path, message.attachments[0].content)
        return Scene(parameters, office, ground, tuple(chosen), paths, Made(ground, golden, paths))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Save them."""
        self.save(scene, desktop)

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:
        """Only the files that are named count."""
        return {scene.ground.mount: ()}

    def contract(self, scene: Scene) -> Contract:
        """Each file lies in its folder and holds what came with the message."""
        inbox, mount, facts = scene.office.story.inbox, scene.ground.mount, list[Fact]()
        carried = [
            places.messages(MOUNT, inbox, message.id).below("attachment")
            for message in scene.messages[: len(scene.paths)]
        ]
        for prefix, message, path in zip(PREFIXES, scene.messages, scene.paths, strict=False):
            folder, _, name = path.rpartition("/")
            told = (
                message_fact("message", inbox, message),
                folder_fact("folder", mount, folder),
                text_fact("name", name),
            )
            facts += numbered(prefix, told)
        names = [fact.name for fact in facts]
        act = partial(self.save, scene)
        return self.task(
            scene,
            facts=(*facts, place_fact(mount)),
            requirements=(scene.made.requirement("The files lie where they should.", *names, reason=SAME),),
            writes=scene.made.writes,
            reads=carried,
            free=fresh(mount),
            variants=(*scene.made.variants(), *looked(act)),
            near_misses=(
                Attempt("another message", partial(act, skip=1), why="The files came with other messages."),
                Attempt(
                    "own name", partial(act, names="Attachment{}.csv"), why="They kept names of their own."
                ),
                Attempt("one folder", partial(act, folder="Mixed"), why="They do not lie in their folders."),
                Attempt(
                    "deleted from the mail", partial(act, strip=True), why="The mail has lost its files."
                ),
            ),
            saved=0,
        )

    def save(
        self,
        scene: Scene,
        desktop: Desktop,
        skip: int = 0,
        names: str = "",
        folder: str = "",
        *,
        strip: bool = False,
    ) -> None:
        """Save the files, perhaps of other messages, otherwise, or taking them out of the mail."""
        tree, inbox = scene.ground.tree(desktop), profile_on(desktop).folder(scene.office.story.inbox)
        for number, (message, path) in enumerate(zip(scene.messages[skip:], scene.paths, strict=False)):
            own, _, name = path.rpartition("/")
            new = f"{folder or own}/{names.format(number) if names else name}"
            tree.add(new, message.attachments[0].content)
            if strip:
                inbox.message(message.id).attachments = []
