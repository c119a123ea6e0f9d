"""Inside of the environment of Hugging Face datasets: everything is read, whole and streaming."""

import json
import sys

from datasets import load_dataset

found = {}
for configuration in ("tasks", "verifiers"):
    whole = load_dataset(sys.argv[1], configuration)
    for split in whole:
        streamed = load_dataset(sys.argv[1], configuration, split=split, streaming=True)
        ids = whole[split]["id"]
        found[f"{configuration}/{split}"] = {
            "whole": list(ids),
            "streamed": [row["id"] for row in streamed],
            "columns": whole[split].column_names,
        }
sys.stdout.write(json.dumps(found))
