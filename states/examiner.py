"""Judging many end states that differ in little from one good end state, such as the mutants of a task.

The good state is judged once, and it is remembered what each check read. Of another state only what differs from
the good one is looked at, and only what read that is judged again. The verdicts are those of `score`: whatever is
not certain to be as it was is judged in full.
"""

from __future__ import annotations

from forge.states.changes import Comparison
from forge.states.divergence import divergence
from forge.states.entities import State
from forge.states.rubric import Rubric
from forge.states.score import is_carried_out, succeeds
from forge.states.watching import Trial, WatchedInvariant, WatchedRequirement


class Examiner:
    """Judges end states by a rubric, fast where they differ little from a good one.

    Args:
        rubric: what decides; judge items are not asked.
        comparison: the state from which the task starts, with a good end state that best shares with it
            (`entities.share`); that of an `Attack` will do.
    """

    def __init__(self, rubric: Rubric, comparison: Comparison) -> None:
        self._rubric = rubric
        self._base = comparison
        self._requirements = [WatchedRequirement(item, comparison) for item in rubric.requirements]
        self._invariants = [WatchedInvariant(item, comparison) for item in rubric.invariants]
        self._bans = rubric.bans
        self._good = all(item.is_true for item in self._requirements) and not any(
            any(item.guard.broken(comparison.changes())) for item in self._invariants
        )
        self._good = self._good and not any(is_carried_out(item, comparison) for item in self._bans)

    def succeeds(self, final: State) -> bool:
        """Whether an end state is a success: `score(rubric, initial, final).success` without judge items.

        Raises:
            StateError: as `score` does, where the rubric does not fit the state.
        """
        if not self._good:
            return succeeds(self._rubric, Comparison(self._base.before, final))
        trial = Trial(divergence(self._base, final), final, self._base)
        return not any(item.is_plainly_broken(trial) for item in self._invariants) and (
            all(item.holds(trial) for item in self._requirements)
            and not any(item.is_broken(trial) for item in self._invariants)
            and not any(is_carried_out(item, trial.full) for item in self._bans)
        )
