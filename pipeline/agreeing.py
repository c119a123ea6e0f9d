"""The gate *agreed* in worker processes: what a model is asked about a bundle, and the verdict on its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forge.gates.agreed import Agreed, NamedChanges, question
from forge.gates.base import Case, Verdict
from forge.storage.bundle import Bundle


def question_about(public: bytes, private: bytes) -> dict[str, Any] | None:
    """What a model is asked about a bundle; None where it is too large to be told."""
    return question(_case(public, private))


def agreement(public: bytes, private: bytes, answer: Mapping[str, Any] | None) -> Verdict:
    """The verdict on what a model answered; `not run` where none was asked."""
    named = NamedChanges.model_validate(answer) if answer is not None else None
    return Agreed(named).run(_case(public, private))


def _case(public: bytes, private: bytes) -> Case:
    return Case(Bundle.from_archives(public, private), engines=False)
