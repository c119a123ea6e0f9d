"""The gate *set up*: the script refers to what exists, can be run twice, and leaves open what it should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict
from forge.skills.setup import environment_path
from forge.storage.bundle import EnvironmentRecord

IDEMPOTENT = {"open", "activate_window", "sleep", "launch", "chrome_open_tabs"}
"""The step types that a second run does not change: they open or show what is already open."""


@dataclass
class _Screen:
    """What a script has opened, as far as its steps say."""

    open: dict[str, None] = field(default_factory=dict)
    front: str = ""


class SetUp(Gate):
    """The set-up script fits the files and the contract."""

    name = "set up"
    scope = "file"
    says = "the set-up refers to what exists, is idempotent, and opens what the contract says"

    def judge(self, case: Case) -> Verdict:
        """Run the script in the mind: what it names must exist, and twice must be as once."""
        script = case.bundle.environment
        setup = case.record.setup
        evidence = self._departures(case)
        files = {environment_path(mount): mount for mount in case.files("start")}
        screen = _Screen()
        evidence += self._play(script.steps, files, screen)
        once = (tuple(screen.open), screen.front)
        self._play(script.steps, files, screen)
        if (tuple(screen.open), screen.front) != once:
            evidence.append(
                {"address": "environment/setup.json", "why": "a second run leaves another screen"}
            )
        wanted = tuple(environment_path(mount) for mount in setup.open)
        if once[0] != wanted or (wanted and once[1] not in wanted[-1]):
            evidence.append(
                {
                    "address": "environment/setup.json",
                    "why": "what it leaves open is not what the contract says",
                    "expected": ", ".join(wanted),
                    "actual": ", ".join(once[0]),
                }
            )
        if evidence:
            return self.failed(
                counted(len(evidence), "step of the set-up does", "steps of the set-up do") + " not fit.",
                evidence,
            )
        return self.passed(
            counted(len(script.steps), "step refers", "steps refer") + " to what exists and can be run twice."
        )

    def _departures(self, case: Case) -> list[dict[str, Any]]:
        """Where the script, its clock and all that surrounds it are not those of the contract."""
        found, declared = case.bundle.environment, EnvironmentRecord.of(case.record)
        return [
            {
                "address": f"environment/setup.json {name}",
                "why": "it is not that of the contract",
                "expected": getattr(declared, name),
                "actual": getattr(found, name),
            }
            for name in EnvironmentRecord.model_fields
            if getattr(found, name) != getattr(declared, name)
        ]

    def _play(
        self, steps: Sequence[dict[str, Any]], files: dict[str, str], screen: _Screen
    ) -> list[dict[str, Any]]:
        evidence: list[dict[str, Any]] = []
        for number, step in enumerate(steps):
            where = f"environment/setup.json steps[{number}]"
            type_, parameters = step.get("type"), step.get("parameters", {})
            if type_ not in IDEMPOTENT:
                evidence.append(
                    {"address": where, "why": f"the step {type_!r} is unknown or cannot be run twice"}
                )
            elif type_ == "open":
                path = parameters.get("path")
                if path not in files:
                    known = ", ".join(files)
                    evidence.append(
                        {
                            "address": where,
                            "why": "it opens what is not there",
                            "actual": path,
                            "expected": known,
                        }
                    )
                screen.open[path] = None
                screen.front = str(path).rpartition("/")[2]
            elif type_ == "activate_window":
                name = str(parameters.get("window_name", ""))
                if not any(name in path for path in screen.open):
                    evidence.append({"address": where, "why": "no open window has this name", "actual": name})
                screen.front = name
        return evidence
