"""Harbor: task directories as they are, one folder of them for each split.

`harbor run --path DIR/SPLIT` and whatever else reads Harbor's task directories (schema 1.4) takes them. The recipe of
each environment's image is in the directory, as `environment/Dockerfile`; all tasks of the same applications share its
first layers. `tests/` and `solution/` are Harbor's to keep from the agent, as in every task directory.
"""

from __future__ import annotations

from forge.exports.base import ExportedTask, Row
from forge.exports.directories import Directories, put_bundle


class Harbor(Directories):
    """Task directories."""

    name = "harbor"
    says = "Harbor, and what reads its task directories"

    def place(self, task: ExportedTask) -> Row:
        """Write the task directory."""
        return {"path": put_bundle(self.folder, task)}


FORMAT = Harbor
