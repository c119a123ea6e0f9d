"""TRL: parquet with a conversational `prompt` and columns that reach the reward functions of its GRPO trainer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.exports.base import ExportedTask, Row, compact
from forge.exports.files import pyarrow
from forge.exports.rows import ParquetRows, message_list, messages, task_columns

if TYPE_CHECKING:
    import pyarrow as pa


class Trl(ParquetRows):
    """Rows for TRL."""

    name = "trl"
    says = "TRL's GRPOTrainer"

    def schema(self) -> pa.Schema:
        """The columns."""
        arrow, _ = pyarrow()
        places = [(name, arrow.string()) for name in ("environment", "verifier", "setup")]
        return arrow.schema([("prompt", message_list()), *task_columns(), *places])

    def row(self, task: ExportedTask, public: str, private: str) -> Row:
        """The row of a task."""
        setup = compact(task.setup)
        return {
            "prompt": messages(task),
            **task.about(),
            "environment": public,
            "verifier": private,
            "setup": setup,
        }


FORMAT = Trl
