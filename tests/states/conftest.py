"""Failing examples show what a state holds, not its schema."""

from __future__ import annotations

from typing import Any

from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from forge.states.entities import State


def _show(state: State, printer: RepresentationPrinter, cycle: Any) -> None:
    for mount, tree in state.trees.items():
        printer.text(f"{mount}: {tree.root!r}")


for_type_by_name(State.__module__, State.__name__, _show)
