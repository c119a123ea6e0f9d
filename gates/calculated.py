"""The gate *calculated*: every derived value is stored and is what the application computes."""

from __future__ import annotations

from typing import Any

from forge.errors import counted
from forge.gates.base import SIDES, Case, Gate, Verdict, engines_of
from forge.states.values import same, show


class Calculated(Gate):
    """No missing, stale or erroneous value."""

    name = "calculated"
    scope = "file"
    says = "derived values are stored, right, and made with allowed functions"

    def judge(self, case: Case) -> Verdict:
        """Ask each preparer what is miscalculated, and compare what probes read with what was declared."""
        evidence: list[dict[str, Any]] = []
        for side, mount, _ in case.mounts():
            observation = case.observed(side).get(mount)
            observed = observation.tree if observation is not None else None
            evidence += [
                {
                    "side": side,
                    "address": problem.where,
                    "why": problem.what,
                    "expected": problem.expected,
                    "actual": problem.actual,
                }
                for problem in case.preparer(mount).miscalculated(case.state(side).trees[mount], observed)
            ]
        evidence += self._readings(case)
        if evidence:
            return self.failed(
                counted(len(evidence), "derived value is", "derived values are")
                + " missing, stale or wrong.",
                evidence,
            )
        probed = {probe.mount for probe in case.rubric.probes}
        derived = {
            case.preparer(mount).name
            for _, mount, _ in case.mounts()
            if mount in probed or case.preparer(mount).calculates
        }
        if not derived:
            return self.passed("Nothing in these files is derived from anything else.")
        seen = engines_of(derived.intersection(case.asked))
        if seen is None:
            return self.passed(
                "Every derived value is stored; no real application was asked whether it is right."
            )
        return self.passed(f"Every derived value is stored and is what {seen} computes.{case.but}")

    def _readings(self, case: Case) -> list[dict[str, Any]]:
        """Where a probe read something else than the skill worked out."""
        evidence: list[dict[str, Any]] = []
        for side in SIDES:
            observed = case.observed_state(side)
            if observed is None:
                return []
            declared = case.state(side)
            for probe in case.rubric.probes:
                wanted, found = declared.trees.get(probe.probe_mount), observed.trees.get(probe.probe_mount)
                for selector in probe.readings:
                    sides = [
                        (reading.properties.get("value") if reading is not None else None)
                        for tree in (wanted, found)
                        for reading in [
                            tree.root.child("reading", str(selector)) if tree is not None else None
                        ]
                    ]
                    if not same(sides[0], sides[1]):
                        evidence.append(
                            {
                                "side": side,
                                "address": f"{probe.probe_mount} {selector}",
                                "why": "the experiment gives another value than was worked out",
                                "expected": show(sides[0]),
                                "actual": show(sides[1]),
                            }
                        )
        return evidence
