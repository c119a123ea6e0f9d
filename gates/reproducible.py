"""The gate *reproducible*: made again elsewhere, the bundle is the same to the byte."""

from __future__ import annotations

from typing import Any

from forge.gates.base import Case, Gate, Verdict

ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1", "FORGE_CLOCK": "2031-12-31T23:59:58"},
    {"TZ": "America/Los_Angeles", "LC_ALL": "C", "PYTHONHASHSEED": "4242"},
)
"""Other processes, zones, locales and hash seeds; one with a shifted clock. Both make many candidates in a row."""


class Reproducible(Gate):
    """The same seed gives the same digest everywhere."""

    name = "reproducible"
    scope = "package"
    says = "the same seed gives the same digest in other processes, zones, locales and clocks"

    def judge(self, case: Case) -> Verdict:
        """Make the bundle again in each environment and compare the ids."""
        if case.rebuild is None:
            return self.not_run("It is made again only at certification and on a sample of a run.")
        evidence: list[dict[str, Any]] = []
        for environment in ENVIRONMENTS:
            found = case.rebuild(environment)
            if found != case.bundle.id:
                evidence.append({**environment, "expected": case.bundle.id, "actual": found})
        if evidence:
            return self.failed(f"{len(evidence)} of {len(ENVIRONMENTS)} rebuilds differ.", evidence)
        return self.passed(f"{len(ENVIRONMENTS)} rebuilds in other environments give the same bundle.")
