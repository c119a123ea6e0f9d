"""verifiers: task directories in Harbor's form, and a task set that loads them from where they lie.

verifiers' own Harbor task set downloads what it loads. The small module beside the tasks is that same task set, told to
look into a folder; it is a plug-in by its name, `forge_tasks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.exports.files import appearing
from forge.exports.harbor import Harbor

if TYPE_CHECKING:
    from forge.exports.base import Outcome

MODULE = "forge_tasks.py"

_TASKSET = '''\
"""The tasks of this folder as a task set of verifiers; `dataset` names the split."""

from pathlib import Path

from verifiers.v1.tasksets.harbor.taskset import HarborConfig, HarborTask, HarborTaskset, parse_task

__all__ = ["ForgeTaskset"]


class ForgeTaskset(HarborTaskset):
    """Harbor's task set over the task directories beside this file."""

    def load(self):
        """The tasks of the split, in the order of their names."""
        config: HarborConfig = self.config
        folder = Path(__file__).resolve().parent / config.dataset
        found = sorted(path.parent for path in folder.glob("*/task.toml"))
        chosen = [path for path in found if config.tasks is None or path.name in config.tasks]
        if not chosen:
            raise ValueError(f"There are no tasks in {folder}.")
        for index, path in enumerate(chosen):
            yield HarborTask(parse_task(path, index, config), config.task)
'''


class Verifiers(Harbor):
    """Task directories for verifiers."""

    name = "verifiers"
    says = "verifiers' Harbor task sets"

    def describe(self, outcome: Outcome) -> None:  # noqa: ARG002 - the same for every export
        """Write the task set."""
        with appearing(self.folder / MODULE) as stream:
            stream.write(_TASKSET.encode())


FORMAT = Verifiers
