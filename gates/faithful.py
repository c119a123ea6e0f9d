"""The gate *faithful*: reading the files says what the spec said."""

from __future__ import annotations

from typing import Any

from forge.errors import counted
from forge.gates.base import SIDES, Case, Gate, Side, Verdict
from forge.states.changes import Comparison, address
from forge.states.entities import State, Tree
from forge.states.values import show
from forge.storage.bundle import GOLDEN_FILES


class Faithful(Gate):
    """What was written is what is read."""

    name = "faithful"
    scope = "file"
    says = "reading the files says what the spec said"

    def judge(self, case: Case) -> Verdict:
        """Compare the digest of each state read with the digest of what its spec described."""
        evidence: list[dict[str, Any]] = []
        count = 0
        for side in SIDES:
            state = case.state(side)
            wanted = {
                item.mount: digest
                for item in case.record.mounts
                if (digest := item.start if side == "start" else item.golden) is not None
            }
            for mount in case.files(side):
                count += 1
                if mount not in wanted:
                    evidence.append(
                        {"side": side, "mount": mount, "why": "no state was declared for this mount"}
                    )
                elif state.trees[mount].digest() != wanted[mount]:
                    evidence += self._differences(case, side, mount, state.trees[mount])
            evidence += [
                {"side": side, "mount": mount, "why": "its files are missing"}
                for mount in wanted
                if mount not in case.files(side)
            ]
        if evidence:
            return self.failed(
                counted(len(evidence), "place reads", "places read") + " differently from what was declared.",
                evidence,
            )
        return self.passed(counted(count, "state reads", "states read") + " as declared.")

    def _differences(self, case: Case, side: Side, mount: str, found: Tree) -> list[dict[str, Any]]:
        """Where a tree departs from its spec; only the mount where the spec is no longer at hand."""
        specified = case.specified.get(side)
        wanted = specified.trees.get(mount) if specified is not None else None
        if wanted is None and side == "golden" and case.files(side)[mount] == case.files("start").get(mount):
            why = f"its golden files are missing below {GOLDEN_FILES}; only those of the start are there"
            return [{"side": side, "mount": mount, "why": why}]
        if wanted is None:
            return [{"side": side, "mount": mount, "why": "its digest is not the declared one"}]
        changes = Comparison(State({mount: wanted}), State({mount: found})).changes()
        return [
            {
                "side": side,
                "address": address(mount, change.path, change.name, found.schema),
                "expected": show(change.before) if change.type == "set" else change.type,
                "actual": show(change.after),
            }
            for change in changes
        ] or [{"side": side, "mount": mount, "why": "the digests differ although no property does"}]
