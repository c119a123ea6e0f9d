"""slime: JSON Lines for `--input-key prompt --label-key label --metadata-key metadata --apply-chat-template`."""

from __future__ import annotations

from forge.exports.base import ExportedTask, Row, compact
from forge.exports.rows import JsonRows, messages


class Slime(JsonRows):
    """Rows for slime."""

    name = "slime"
    says = "slime's Dataset"

    def row(self, task: ExportedTask, public: str, private: str) -> Row:
        """The row of a task; the label names its verifier, not the right end."""
        return {
            "prompt": messages(task),
            "label": compact({"task": task.id, "verifier": private}),
            "metadata": {
                **task.about(),
                "split": task.split,
                "environment": public,
                "setup": compact(task.setup),
            },
        }


FORMAT = Slime
