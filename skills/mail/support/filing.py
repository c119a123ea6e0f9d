"""Mail that was filed: folders of projects with the older messages about them."""

from __future__ import annotations

from random import Random

from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.spec import LOCAL, Folder, Message
from forge.skills.mail.support.story import Story


def file_projects(
    story: Story, random: Random, above: FolderPath = (), fewest: int = 0, *, behind: str = ""
) -> list[FolderPath]:
    """Local folders for the projects, with some of the oldest messages in them; their paths.

    Args:
        story: the story, whose Inbox the messages leave.
        random: a stream of its own.
        above: the names of folders in which they lie; made here.
        fewest: so many messages each folder gets at least.
        behind: somebody, as senders are written, who did not write the oldest message: no folder begins with a
            message of this person, and neither does the Inbox.
    """
    holder, path = story.profile.local.folders, (LOCAL, *above)
    for name in above:
        holder.append(Folder(name))
        holder = holder[-1].folders
    folders = [Folder(name) for name in story.projects]
    holder += folders
    inbox = story.messages(story.inbox)
    share = min(max(fewest, random.randint(1, 3)), (len(inbox) - 6) // len(folders))
    for _ in range(share):
        for folder in folders:
            _file(next(item for item in inbox if item.sender != behind), inbox, folder)
    while (
        inbox[0].sender == behind
    ):  # the first folder begins with the oldest message, which is somebody else's
        _file(inbox[0], inbox, folders[0])
    folders[0].messages.sort(key=lambda item: item.date)
    return [(*path, folder.name) for folder in folders]


def _file(message: Message, inbox: list[Message], folder: Folder) -> None:
    inbox.remove(message)
    message.read = True
    folder.messages.append(message)


def first_messages(story: Story) -> list[Message]:
    """The message with which each folder begins: what stands there is found by looking at the first line."""
    return [folder.messages[0] for _, folder in story.profile.folders() if folder.messages]
