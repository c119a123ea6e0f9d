"""How much the tasks of a workspace differ: near-duplicates, wording, domains and difficulties."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from forge.gates.distinct import LIKENESS, likeness
from forge.pipeline.reporting import Report, Row
from forge.skills.contract import DIFFICULTIES
from forge.storage.catalog import Catalog, TaskFilter
from forge.storage.models import TaskRow

_LOOKED_AT = 8
"""Rare hashes of a sketch through which alike ones are found: two that share 80% miss each other in 0.2**8 of cases."""
_COMMON = 32
"""Tasks from which on a hash is common: it stands for a skill's own words rather than for one task."""


@dataclass
class Diversity:
    """What tasks have in common, and what not.

    Attributes:
        instructions: how many different instructions.
        tasks: how many tasks.
        domains: how often each domain of work occurs.
        difficulties: how often each difficulty occurs.
        ngrams: for n of 1, 2, 3, how many different runs of n words the instructions have, and how many in all.
        sketches: the fingerprints by bundle.
    """

    tasks: int = 0
    instructions: set[str] = field(default_factory=set)
    domains: Counter[str] = field(default_factory=Counter)
    difficulties: Counter[str] = field(default_factory=Counter)
    ngrams: dict[int, tuple[set[tuple[str, ...]], int]] = field(
        default_factory=lambda: {length: (set(), 0) for length in (1, 2, 3)}
    )
    sketches: dict[str, frozenset[int]] = field(default_factory=dict)

    def add(self, task: TaskRow) -> None:
        """Count a task in."""
        self.tasks += 1
        words = task.instruction.casefold().split()
        self.instructions.add(task.instruction)
        self.domains[task.domain] += 1
        self.difficulties[task.difficulty] += 1
        self.sketches[task.bundle] = frozenset(task.fingerprint)
        for length, (seen, number) in self.ngrams.items():
            runs = [tuple(words[at : at + length]) for at in range(len(words) - length + 1)]
            seen.update(runs)
            self.ngrams[length] = seen, number + len(runs)

    def row(self, name: str) -> Row:
        """The row of a report."""
        most = max(self.domains.values(), default=0)
        return {
            "skill": name,
            "tasks": self.tasks,
            "near_duplicates": len(alike(self.sketches)),
            "instructions": len(self.instructions),
            **{
                f"distinct_{length}": len(seen) / number if number else None
                for length, (seen, number) in self.ngrams.items()
            },
            "domains": len(self.domains),
            "domain_spread": spread(self.domains.values()),
            "largest_domain": most / self.tasks if self.tasks else None,
            **{difficulty: self.difficulties[difficulty] for difficulty in DIFFICULTIES},
        }


def diversity_report(catalog: Catalog, *, run: str | None = None, skills: Sequence[str] = ()) -> Report:
    """How much kept tasks differ, by their first skill and all together.

    `near_duplicates` counts pairs that share at least 80% of their pieces, `distinct_n` is the share of different
    runs of n words among all, `domain_spread` is 1 when all domains that occur are equally frequent.

    Raises:
        StorageError: the catalog cannot be read.
    """
    by_skill: dict[str, Diversity] = defaultdict(Diversity)
    whole = Diversity()
    for task in catalog.tasks(TaskFilter(skills=tuple(skills), run=run)):
        by_skill[str(task.skills[0])].add(task)
        whole.add(task)
    return Report([by_skill[name].row(name) for name in sorted(by_skill)], whole.row("all"))


def alike(sketches: dict[str, frozenset[int]]) -> list[tuple[str, str]]:
    """The pairs that are near-duplicates of each other, found through the rare hashes that they share."""
    frequency = Counter(value for sketch in sketches.values() for value in sketch)
    sharing: dict[int, list[str]] = defaultdict(list)
    for name, sketch in sketches.items():
        rare = sorted(value for value in sketch if frequency[value] <= _COMMON) or sorted(sketch)
        for value in rare[:_LOOKED_AT]:
            sharing[value].append(name)
    pairs = {pair for names in sharing.values() for pair in combinations(sorted(names), 2)}
    return sorted(pair for pair in pairs if likeness(sketches[pair[0]], sketches[pair[1]]) >= LIKENESS)


def spread(numbers: Iterable[int]) -> float | None:
    """How evenly something is spread over its sorts: entropy over the most that it could be, from 0 to 1."""
    counts = [number for number in numbers if number]
    if len(counts) < 2:
        return None
    whole = sum(counts)
    entropy = -sum(number / whole * math.log(number / whole) for number in counts)
    return entropy / math.log(len(counts))
