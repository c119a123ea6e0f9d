"""Mail as part of a task: what looking at it changes, messages that carry files, messages that are written."""

from __future__ import annotations

from collections.abc import Callable

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Message, Profile
from forge.skills.contract import Attempt
from forge.skills.mail.story import MOUNT
from forge.states.selectors import Selector

DEEPEST = 4
"""So deep folders are nested below an account."""


def profile_on(desktop: Desktop) -> Profile:
    """The profile of a desktop."""
    found: Profile = desktop.spec(MOUNT)
    return found


def opened() -> tuple[Selector, ...]:
    """That messages have been read, which is nobody's damage where somebody looks for one."""
    return tuple(places.everywhere(MOUNT, depth, "read") for depth in range(1, DEEPEST + 1))


def looked(solve: Callable[[Desktop], None]) -> tuple[Attempt, ...]:
    """Variants: all messages were opened by the way, or the newest."""

    def solved(desktop: Desktop, read: slice) -> None:
        for _, folder in profile_on(desktop).folders():
            for message in folder.messages[read]:
                message.read = True
        solve(desktop)

    return (
        Attempt("everything opened", lambda d: solved(d, slice(None)), why="All messages were looked at."),
        Attempt("newest opened", lambda d: solved(d, slice(-3, None)), why="Some messages were looked at."),
    )


def told_apart(messages: list[Message]) -> list[Message]:
    """The messages whose subject no other one has or goes on."""
    subjects = [message.subject.casefold() for message in messages]
    return [
        message
        for message, own in zip(messages, subjects, strict=True)
        if subjects.count(own) == 1 and not own.startswith("re: ")
    ]
