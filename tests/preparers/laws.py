"""What the tests of the preparers' laws have in common."""

from __future__ import annotations

import os

from hypothesis import HealthCheck

from forge.states.changes import diff
from forge.states.entities import State, Tree

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def stable_examples(usual: int) -> int:
    """How many specs are tried through the real application: the usual number, or `FORGE_STABLE_EXAMPLES`."""
    return int(os.environ.get("FORGE_STABLE_EXAMPLES", usual))


def differences(before: Tree, after: Tree) -> list[str]:
    """What differs between two trees, a line each."""
    changes = diff(State({"~/it": before}), State({"~/it": after}))
    return [change.describe(before.schema) for change in changes]
