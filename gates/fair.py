"""The gate *fair*: every right way wins: the golden re-saved by the real application, and every variant."""

from __future__ import annotations

from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict, shared_with
from forge.states.entities import State
from forge.states.score import score

FEWEST_VARIANTS = 2
"""Independent right ways that a skill must declare; without them tightness proves nothing."""


class Fair(Gate):
    """No right end is refused."""

    name = "fair"
    scope = "package"
    says = "the re-saved golden and every declared variant win"

    def judge(self, case: Case) -> Verdict:
        """Score the golden as the application stores it, and each variant."""
        variants = case.variants
        names = {variant.name for variant in variants}
        if len(names) < FEWEST_VARIANTS:
            return self.failed(
                f"The bundle declares {counted(len(names), 'variant', 'variants')}; at least {FEWEST_VARIANTS} are "
                "needed."
            )
        ends: list[tuple[str, State]] = []
        resaved = case.observed_state("golden")
        if resaved is not None:
            ends.append((f"the golden re-saved by {case.engine}", shared_with(case.golden, resaved)))
        ends += [(variant.name, variant.apply(case.start, case.golden)) for variant in variants]
        upheld = {item.id: True for item in case.rubric.judge}
        evidence: list[dict[str, Any]] = []
        for name, state in ends:
            if case.examiner.succeeds(state):
                continue
            result = score(case.rubric, case.start, state, upheld)  # which says what is wrong
            if not result.success:
                evidence += [
                    {
                        "variant": name,
                        "item": item.id,
                        "expected": item.expected,
                        "actual": item.actual,
                        "why": item.why,
                    }
                    for item in result.failures()
                ]
        if evidence:
            lost = {item["variant"] for item in evidence}
            return self.failed(
                f"{counted(len(lost), 'right end loses', 'right ends lose')}: {', '.join(sorted(lost))}.",
                evidence,
            )
        resaid = f"The golden re-saved by {case.engine} and " if resaved is not None else ""
        return self.passed(
            f"{resaid}{counted(len(variants), 'variant wins', 'variants win')}.{case.but}",
            *({"variant": name} for name in sorted(names)),
        )
