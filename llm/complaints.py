"""Validation errors as sentences."""

from __future__ import annotations

from pydantic import ValidationError

_MOST = 10


def complaints(error: ValidationError, whole: str) -> tuple[str, ...]:
    """What is wrong, a sentence for each place, the first ten.

    Args:
        error: what pydantic found.
        whole: how to name the whole, where the fault has no place within it.
    """
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    listed = [
        f"{'.'.join(str(part) for part in problem['loc']) or whole}: {problem['msg']}"
        for problem in problems[:_MOST]
    ]
    return (*listed, f"and {len(problems) - _MOST} more") if len(problems) > _MOST else tuple(listed)
