"""Inside of OSWorld's environment: each task with a native metric must give 1 on the golden and 0 on the start.

The package's `metrics/__init__` imports models, sound and video libraries for other metrics; only the module of the
metric is loaded, and it is OSWorld's own.
"""

import importlib.util
import json
import sys
import tarfile
import tempfile
import types
from pathlib import Path

PACKAGES = ("desktop_env", "desktop_env.evaluators", "desktop_env.evaluators.metrics")


def metrics():
    """The module of OSWorld's metrics for spreadsheets."""
    root = Path(importlib.util.find_spec("desktop_env").submodule_search_locations[0]).parent
    for package in PACKAGES:
        module = types.ModuleType(package)
        module.__path__ = [str(root / package.replace(".", "/"))]
        sys.modules[package] = module
    return importlib.import_module("desktop_env.evaluators.metrics.table")


def main(folder):
    """Judge the golden and the start of each task."""
    judged = []
    module = metrics()
    for file in sorted((folder / "evaluation_examples/examples").rglob("*.json")):
        task = json.loads(file.read_text())
        evaluator = task["evaluator"]
        if evaluator["func"] == "exact_match":
            continue
        golden = next(step for step in evaluator["postconfig"] if step["type"] == "upload_file")
        golden = folder / golden["parameters"]["files"][0]["local_path"]
        start = folder / task["config"][0]["parameters"]["files"][0]["local_path"]
        path = evaluator["result"]["path"].replace("/home/user/", "environment/files/home/")
        with tempfile.TemporaryDirectory() as work, tarfile.open(start) as archive:
            archive.extract(path, work, filter="data")
            judge = getattr(module, evaluator["func"])
            options = evaluator["options"]
            judged.append(
                {
                    "task": task["id"],
                    "skills": task["forge"]["skills"],
                    "golden": judge(str(golden), str(golden), **options),
                    "start": judge(str(Path(work, path)), str(golden), **options),
                }
            )
    sys.stdout.write(json.dumps(judged))


main(Path(sys.argv[1]))
