"""The flows as a worker imports them: `RUN`, `COMPOSE`, `EXPORT`, `PICTURES`; each skill's id with `__` for dots."""

from __future__ import annotations

from typing import Any

from prefect import Flow

from forge.errors import UsageError
from forge.flows.catalogue import run_flow, skill_flow
from forge.flows.compose import compose_flow
from forge.flows.exporting import export_flow
from forge.flows.picturing import pictures_flow

MODULE = __name__


def entry_of(identity: str) -> str:
    """The entry point of a skill's flow, as a deployment names it."""
    return f"{MODULE}.{identity.replace('.', '__')}"


def __getattr__(name: str) -> Flow[..., Any]:
    """The flow of a skill, made when a worker asks for it.

    Raises:
        AttributeError: there is no such skill where the worker runs.
    """
    if name == "RUN":
        return run_flow()
    if name == "COMPOSE":
        return compose_flow()
    if name == "EXPORT":
        return export_flow()
    if name == "PICTURES":
        return pictures_flow()
    try:
        return skill_flow(name.replace("__", "."))
    except UsageError as error:
        raise AttributeError(str(error)) from error
