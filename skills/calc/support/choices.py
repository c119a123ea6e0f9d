"""What the lists of validations offer: words that are typed, or what stands in a column of another sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from random import Random

from forge.errors import SkillError
from forge.preparers.calc.formulas import canonical
from forge.preparers.calc.places import fixed
from forge.skills.calc.support.extents import column_range
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.validations import Restriction
from forge.states.rubric import AnyCheck, OneOf
from forge.states.selectors import Selector
from forge.states.values import Formula, Value

_MARKS = set(',"')
MOST_IN_ANY_ORDER = 4
"""So many choices may be offered in any order; more are to be offered as they are told."""


def typed(table: Table, random: Random) -> tuple[Restriction, tuple[str, ...]]:
    """A list of the words that stand in a column, and these words."""
    columns = {item: table.classes(item) for item in table.all("status", "category")}
    fitting = [
        item for item, words in columns.items() if 2 <= len(words) <= 6 and not _MARKS & set("".join(words))
    ]
    if not fitting:
        raise SkillError(f"No column of {table.sheet} holds a few plain words.")
    column = random.choice(fitting)
    words = columns[column]
    orders = tuple(permutations(words)) if len(words) <= MOST_IN_ANY_ORDER else (words, tuple(sorted(words)))

    def offered(validation: Selector) -> Iterable[AnyCheck]:
        yield OneOf(select=validation.of("options"), options=orders)

    rule = {"type": "list", "options": words}
    return Restriction(table, column, rule, ({"type": "list"},), open=("options",), also=offered), words


def looked_up(table: Table) -> Restriction:
    """A list of what stands in the first column of the other sheet."""
    home = lookup_of(table)
    place = source(home)
    ways = [
        canonical(f"={text}")
        for text in (place, place.replace(f"${home.columns[0].letter}$", f"{home.columns[0].letter}$"))
    ]
    rule = {"type": "list", "formulas": (place,)}
    given: tuple[Mapping[str, Value], ...] = tuple({"type": "list", "first": Formula(way)} for way in ways)
    return Restriction(table, table.named(home.columns[0].name), rule, given)


def lookup_of(table: Table) -> Table:
    """The table on the other sheet."""
    if table.lookup is None:
        raise SkillError(f"No sheet explains the values of a column of {table.sheet}.")
    return table.lookup


def source(home: Table, *, header: bool = False, short: int = 0) -> str:
    """Where the entries of the other sheet's first column stand."""
    return fixed(home.sheet, column_range(home, home.columns[0], header=header, short=short))


def listed(words: tuple[str, ...]) -> str:
    """Words in quotes, as one lists them."""
    quoted = [f'"{word}"' for word in words]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"
