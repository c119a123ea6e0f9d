"""The environment of a task: where files lie, what is open, the clock, and how the result reaches the disk."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from forge.preparers.attributes import HOME
from forge.states.rubric import Model
from forge.states.values import Json

__all__ = ["HOME", "Setup", "environment_path"]


class Launch(Model):
    """An application that is started without a document.

    Attributes:
        command: the program and its arguments.
        window: what the title of its window holds.
    """

    command: tuple[str, ...]
    window: str


class Setup(Model):
    """What stands ready when the task begins.

    Attributes:
        open: the mounts that are open, the last one in front.
        launch: the applications that run besides; where the harness saves, they are made to quit.
        saving: `instructed` when the instruction asks to save, `flushed` when the harness saves before reading.
        clock: the time at which the environment's clock starts, without a zone.
        timezone: the environment's time zone.
        locale: the environment's locale.
    """

    open: tuple[str, ...] = ()
    launch: tuple[Launch, ...] = ()
    saving: Literal["instructed", "flushed"] = "instructed"
    clock: datetime = datetime(2026, 3, 16, 9, 0)  # noqa: DTZ001 - local to the environment's own zone
    timezone: str = "UTC"
    locale: str = "en_US.UTF-8"

    def steps(self) -> list[dict[str, Json]]:
        """The set-up in OSWorld's step vocabulary, in order; running it twice changes nothing more."""
        steps: list[dict[str, Json]] = [
            {"type": "open", "parameters": {"path": environment_path(mount)}} for mount in self.open
        ]
        for item in self.launch:
            steps += [
                {"type": "launch", "parameters": {"command": list(item.command)}},
                {"type": "activate_window", "parameters": {"window_name": item.window, "strict": False}},
            ]
        if self.open:
            name = self.open[-1].rpartition("/")[2]
            steps.append({"type": "activate_window", "parameters": {"window_name": name, "strict": False}})
        return steps

    def flush(self) -> list[dict[str, Json]]:
        """How the result is brought to the disk before it is read, in OSWorld's step vocabulary.

        The harness runs it only while an application holds unsaved changes and the file on disk is unchanged, so
        that a result edited on disk is never overwritten by a stale window.
        """
        if self.saving == "instructed":
            return []
        steps: list[dict[str, Json]] = []
        for mount in self.open:
            steps += _pressed(mount.rpartition("/")[2], "ctrl+s", seconds=1)
        for item in self.launch:
            steps += _pressed(item.window, "ctrl+q", seconds=5)
        return steps


def _pressed(window: str, keys: str, seconds: int) -> list[dict[str, Json]]:
    """Keys pressed in a window, and so many seconds for what they start."""
    return [
        {"type": "activate_window", "parameters": {"window_name": window, "strict": False}},
        {"type": "execute", "parameters": {"command": ["xdotool", "key", "--clearmodifiers", keys]}},
        {"type": "sleep", "parameters": {"seconds": seconds}},
    ]


def environment_path(mount: str) -> str:
    """Where a mount lies inside the environment."""
    return HOME + mount[1:] if mount.startswith("~") else mount
