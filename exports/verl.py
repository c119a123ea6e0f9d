"""verl: parquet with the columns that its RL dataset reads.

`reward_model.ground_truth` names the task and where the archive of its verifier lies; the right end itself is only in
that archive. The agent loop's tool or interaction makes the environment from `extra_info.tools_kwargs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.exports.base import ExportedTask, Row, compact
from forge.exports.files import pyarrow
from forge.exports.rows import ParquetRows, message_list, messages, task_columns

if TYPE_CHECKING:
    import pyarrow as pa


class Verl(ParquetRows):
    """Rows for verl."""

    name = "verl"
    says = "verl's RLHFDataset"

    def schema(self) -> pa.Schema:
        """The columns."""
        arrow, _ = pyarrow()
        text = arrow.string()
        made_with = arrow.struct([("task", text), ("environment", text), ("setup", text)])
        tools = arrow.struct([("desktop", arrow.struct([("create_kwargs", made_with)]))])
        more = arrow.struct(
            [
                ("split", text),
                ("index", arrow.int64()),
                ("need_tools_kwargs", arrow.bool_()),
                ("tools_kwargs", tools),
                *task_columns(),
            ]
        )
        return arrow.schema(
            [
                ("data_source", text),
                ("prompt", message_list()),
                ("ability", text),
                ("reward_model", arrow.struct([("style", text), ("ground_truth", text)])),
                ("extra_info", more),
            ]
        )

    def row(self, task: ExportedTask, public: str, private: str) -> Row:
        """The row of a task."""
        making = {"task": task.id, "environment": public, "setup": compact(task.setup)}
        return {
            "data_source": f"forge/{'+'.join(task.row.applications)}",
            "prompt": messages(task),
            "ability": task.row.area,
            "reward_model": {
                "style": "rule",
                "ground_truth": compact({"task": task.id, "verifier": private}),
            },
            "extra_info": {
                "split": task.split,
                "index": task.place,
                "need_tools_kwargs": True,
                "tools_kwargs": {"desktop": {"create_kwargs": making}},
                **task.about(),
            },
        }


FORMAT = Verl
