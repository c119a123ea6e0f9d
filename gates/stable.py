"""The gate *stable*: opening and storing by the real application changes nothing that is read."""

from __future__ import annotations

from typing import Any

from forge.errors import counted
from forge.gates.base import SIDES, Case, Gate, Verdict
from forge.states.changes import diff, own_changes
from forge.states.entities import State


class Stable(Gate):
    """The first law, on this candidate."""

    name = "stable"
    scope = "file"
    says = "the real application re-saves the files without changing what is read"

    def judge(self, case: Case) -> Verdict:
        """Compare each state with the one that the application stored; the law is open for a mount that none saw."""
        evidence: list[dict[str, Any]] = []
        for side in SIDES:
            state = case.state(side)
            for mount, observation in case.observed(side).items():
                tree = state.trees[mount]
                changes = diff(State({mount: tree}), State({mount: observation.tree}))
                evidence += [
                    {"side": side, "what": change.describe(tree.schema)} for change in own_changes(changes)
                ]
        if evidence:
            return self.failed(
                f"{case.engine} changes {counted(len(evidence), 'property', 'properties')} when it saves.",
                evidence,
            )
        unseen = [{"mount": mount, "preparer": name} for mount, name in case.unseen().items()]
        if case.engine is None:
            return self.not_run("The real application is not installed or was not to be asked.", *unseen)
        if unseen:
            return self.not_run(f"{case.engine} re-saves its files without a change.{case.but}", *unseen)
        return self.passed(f"{case.engine} re-saves every file without a change.")
