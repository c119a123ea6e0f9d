"""Every error that Forge raises on purpose, named by the boundary that was crossed.

    ForgeError
    ├── UsageError            the caller asked for something that cannot be meant (exit code 2)
    ├── UnavailableError      a program, service or file that is needed is not there (exit code 3)
    │   └── EngineError       an application did not start, hung or died: a fault of the machine
    ├── StateError            an address, a selector or a change does not fit the state
    ├── PreparerError         a preparer was asked for what lies outside its domain
    │   └── UnreadableError   a file is missing, corrupt, too large or of another type: the agent's doing
    ├── SkillError            a skill declares something that contradicts itself
    ├── RefusedError          skills that were to make one task together do not go together
    ├── ModelError            a language model did not answer usably within the limits
    │   ├── UnansweredError   its provider gave no answer at all
    │   └── BudgetError       the next call could pass the budget
    ├── StoppedError          whoever started it asked to stop
    └── StorageError          an object or a row is missing, damaged or cannot be written

A message says what was tried, what was expected, what exists, and the next command to run.
"""

from __future__ import annotations


class ForgeError(Exception):
    """The root of all errors that Forge raises on purpose.

    Attributes:
        hint: what to do next, as a sentence or a command; empty when the message says it.
    """

    exit_code = 3

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross the border of a worker process, so they must survive pickling with their hint."""
        return (_rebuild, (type(self), str(self), self.hint))


def _rebuild(kind: type[ForgeError], message: str, hint: str) -> ForgeError:
    return kind(message, hint=hint)


class UsageError(ForgeError):
    """The caller asked for something that cannot be meant."""

    exit_code = 2


class UnavailableError(ForgeError):
    """A program, a service or a file that is needed is not there."""


class EngineError(UnavailableError):
    """An application did not start, hung or died. A fault of the machine, so never a score."""


class StateError(ForgeError):
    """An address, a selector or a change does not fit the state."""


class PreparerError(ForgeError):
    """A preparer was asked to write what lies outside its declared domain."""


class UnreadableError(PreparerError):
    """A file is missing, corrupt, too large or of another type: what an agent could have caused."""


class SkillError(ForgeError):
    """A skill declares something that contradicts itself."""


class RefusedError(ForgeError):
    """Skills that were to make one task together do not go together; the message begins with the sort of reason."""

    @classmethod
    def because(cls, sort: str, detail: str) -> RefusedError:
        """The refusal for a sort of reason, of a few words, in this case."""
        return cls(f"{sort}: {detail}")

    @property
    def sort(self) -> str:
        """The sort of reason, by which refusals are counted."""
        return str(self).partition(":")[0]


class ModelError(ForgeError):
    """A language model did not give a usable answer within the limits."""


class UnansweredError(ModelError):
    """The provider of a language model gave no answer to a request, however often it was asked."""


class BudgetError(ModelError):
    """The next call could pass the budget."""


class StoppedError(ForgeError):
    """Whoever started it asked to stop; what was finished is kept."""


class StorageError(ForgeError):
    """An object or a row is missing, damaged or cannot be written."""


def counted(number: int, one: str, many: str) -> str:
    """A number with the words behind it: `1 task`, `2 tasks`, for messages."""
    return f"{number:,} {one if number == 1 else many}"
