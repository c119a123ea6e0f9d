"""NeMo Gym: JSON Lines with `responses_create_params` and what its resources server needs to score.

Nothing of a task's private part is in a row: `verifier_metadata` names the archive of the verifier.
"""

from __future__ import annotations

from forge.exports.base import ExportedTask, Row, compact
from forge.exports.rows import JsonRows, messages


class NemoGym(JsonRows):
    """Rows for NeMo Gym."""

    name = "nemo-gym"
    says = "NeMo Gym's datasets"

    def row(self, task: ExportedTask, public: str, private: str) -> Row:
        """The row of a task."""
        return {
            "responses_create_params": {"input": messages(task), "tools": []},
            "verifier_metadata": {
                "task_id": task.id,
                **task.about(),
                "split": task.split,
                "environment": public,
                "setup": compact(task.setup),
                "verifier": private,
            },
        }


FORMAT = NemoGym
