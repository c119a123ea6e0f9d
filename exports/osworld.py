"""OSWorld: a task JSON for each task, and the files that it uploads.

The start is uploaded and laid out by `config`. Where one of OSWorld's own metrics tells right from wrong as the rubric
does, it judges; elsewhere the bundle's verifier does, which a command getter runs in the machine, where `forge` must be
installed. What judges (a verifier, a golden) is uploaded by `postconfig`, which runs after the agent has finished.
Paths of uploads are relative to the export's folder, so a harness runs there.
"""

from __future__ import annotations

import json
import shlex
from typing import Any

from forge.exports.base import ExportedTask, Outcome, Row
from forge.exports.directories import Directories
from forge.exports.files import appearing, write_bytes
from forge.gates.base import Case
from forge.preparers.base import NativeMetric, preparer
from forge.storage import archives
from forge.storage.bundle import Bundle
from forge.storage.harbor import ATTRIBUTES_SCRIPT

EXAMPLES = "evaluation_examples"
"""OSWorld's folder of tasks."""

Step = dict[str, Any]


class OSWorld(Directories):
    """Tasks for OSWorld."""

    name = "osworld"
    says = "OSWorld's DesktopEnv"

    def place(self, task: ExportedTask) -> Row:
        """Write a task's JSON and its files."""
        bundle = task.bundle
        applications = [preparer(item.preparer).osworld for item in bundle.mounts]
        start = f"files/{task.id[:2]}/{task.id}.start.tar"
        write_bytes(self.folder / start, task.public_archive)
        metric = native_metric(bundle)
        evaluator = self._verified(bundle) if metric is None else self._native(bundle, metric)
        path = f"{EXAMPLES}/examples/{applications[0]}/{task.id}.json"
        described = {
            "id": task.id,
            "snapshot": applications[0],
            "instruction": task.instruction,
            "source": f"forge {task.id}",
            "config": [*laid_out(bundle, start), *bundle.environment.steps],
            "trajectory": "trajectories/",
            "related_apps": sorted(set(applications)),
            "evaluator": evaluator,
            "proxy": False,
            "fixed_ip": False,
            "possibility_of_env_change": "low",
            "forge": task.about(),
        }
        with appearing(self.folder / path) as stream:
            stream.write(json.dumps(described, indent=1, ensure_ascii=False).encode() + b"\n")
        return {"path": path, "domain": applications[0], "metric": metric.func if metric else "verifier"}

    def _native(self, bundle: Bundle, metric: NativeMetric) -> Step:
        """One of OSWorld's own metrics on the one document, held against the golden one."""
        (item,) = bundle.mounts
        name = item.mount.rpartition("/")[2]
        suffix = "." + name.rpartition(".")[2]
        kept = f"files/{bundle.id[:2]}/{bundle.id}.golden{suffix}"
        write_bytes(self.folder / kept, bundle.golden_files()[item.mount][""])
        there = f"/tmp/forge-{bundle.id[:16]}-golden{suffix}"  # noqa: S108 - in the task's own machine
        return {
            "postconfig": [*bundle.environment.flush, _upload(kept, there)],
            "func": metric.func,
            "result": {
                "type": "vm_file",
                "path": bundle.environment.home + item.mount[1:],
                "dest": f"result{suffix}",
            },
            "expected": {"type": "vm_file", "path": there, "dest": f"expected{suffix}"},
            "options": dict(metric.options),
        }

    def _verified(self, bundle: Bundle) -> Step:
        """The bundle's verifier in the machine: its exit code is 0 when the task is done."""
        kept = f"files/{bundle.id[:2]}/{bundle.id}.verifier.tar"
        seen = {path: held for path, held in bundle.public.items() if path.startswith("environment/")}
        seen |= {path: held for path, held in bundle.private.items() if path.startswith("tests/")}
        write_bytes(self.folder / kept, archives.pack(seen))
        there = f"/tmp/forge-{bundle.id[:16]}-verifier"  # noqa: S108 - in the task's own machine
        command = (
            f"mkdir -p {there} && tar -xf {there}.tar -C {there} && "
            f"forge score {there} {shlex.quote(bundle.environment.home)} >/dev/null 2>&1; printf %s $?"
        )
        return {
            "postconfig": [*bundle.environment.flush, _upload(kept, f"{there}.tar")],
            "func": "exact_match",
            "result": {"type": "vm_command_line", "command": ["sh", "-c", command], "shell": False},
            "expected": {"type": "rule", "rules": {"expected": "0"}},
        }

    def describe(self, outcome: Outcome) -> None:
        """Write OSWorld's lists of tasks, one for each split."""
        for split in outcome.counts:
            listed: dict[str, list[str]] = {}
            for row in self.listed(outcome, split):
                listed.setdefault(row["domain"], []).append(row["id"])
            with appearing(self.folder / f"{EXAMPLES}/test_{split}.json") as stream:
                stream.write(json.dumps(listed, indent=1).encode() + b"\n")


def native_metric(bundle: Bundle) -> NativeMetric | None:
    """The metric of OSWorld that tells apart the ends that the bundle declares; None where there is none.

    Raises:
        UnreadableError: a document of the bundle cannot be read.
        StorageError: the bundle is damaged.
    """
    if len(bundle.mounts) != 1 or bundle.golden.answer is not None or bundle.rubric.probes:
        return None
    (item,) = bundle.mounts
    reader = preparer(item.preparer)
    if item.folder or not reader.has_native_metrics:
        return None
    case = Case(bundle, engines=False)
    right = [patch.apply(case.start, case.golden) for patch in case.variants]
    wrong = [patch.apply(case.start, case.golden) for patch in case.near_misses]
    if any(set(state.trees) != {item.mount} for state in (case.start, case.golden)):
        return None
    return reader.native_metric(item.mount, case.start, case.golden, right=right, wrong=wrong)


def laid_out(bundle: Bundle, start: str) -> list[Step]:
    """The steps that bring the files of the start into the home folder."""
    home = bundle.environment.home
    there = f"/tmp/forge-{bundle.id[:16]}-start"  # noqa: S108 - in the task's own machine
    commands = [f"mkdir -p {there}", f"tar -xf {there}.tar -C {there}"]
    commands.append(
        f"if [ -d {there}/environment/files/home ]; then cp -R {there}/environment/files/home/. {home}/; fi"
    )
    folders = [shlex.quote(home + item.mount[1:]) for item in bundle.mounts if item.folder]
    if folders:
        script = f"{there}/environment/{ATTRIBUTES_SCRIPT.rpartition('/')[2]}"
        commands.append(f"sh {script} {' '.join(folders)}")
    commands.append(f"rm -rf {there} {there}.tar")
    run = {"type": "execute", "parameters": {"command": ["sh", "-c", " && ".join(commands)]}}
    return [_upload(start, f"{there}.tar"), run]


def _upload(local: str, path: str) -> Step:
    return {"type": "upload_file", "parameters": {"files": [{"local_path": local, "path": path}]}}


FORMAT = OSWorld
