"""Cases that conditions decide between: as formulas write them, and which one a row is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from forge.skills.calc.support.criteria import Criterion
from forge.skills.calc.support.experiments import Inputs

Join = Literal["and", "or", "else", ""]
"""How two conditions go together; `else`: the second one decides where the first is not met."""


@dataclass(frozen=True)
class Cases:
    """Conditions, how they go together, and what is said in each case, the last one where none applies."""

    criteria: tuple[Criterion, ...]
    join: Join
    says: tuple[str, ...]

    def value(self, inputs: Inputs, row: int) -> str:
        """What is said of a row."""
        return self.says[decided(self.join, [item.fits(inputs, row) for item in self.criteria])]

    def formula(self, row: int, dollar: str = "", *, turned: bool = False) -> str:
        """The formula of a row, with columns that do not move, or with the first condition turned round."""
        first, *tests = (item.test_row(row, dollar) for item in self.criteria)
        texts = [f'"{text}"' for text in self.says]
        if self.join in ("and", "or"):
            first = f"{self.join.upper()}({first},{tests[0]})"
        rest = f"IF({tests[0]},{texts[1]},{texts[2]})" if self.join == "else" else texts[1]
        return f"=IF(NOT({first}),{rest},{texts[0]})" if turned else f"=IF({first},{texts[0]},{rest})"


def decided(join: Join, met: Sequence[bool]) -> int:
    """Which case follows from the conditions that are met, from 0."""
    match join:
        case "or":
            return 0 if any(met) else 1
        case "else":
            return met.index(True) if any(met) else len(met)
    return 0 if all(met) else 1
