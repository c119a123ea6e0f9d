"""What probes read, as a state: one `reading` for each address, under the mount `probe:<id>`."""

from __future__ import annotations

from collections.abc import Mapping

from forge.states.entities import Entity, Kind, Property, Schema, Tree
from forge.states.values import Value

PROBE_SCHEMA = Schema(
    "probe",
    {
        "probe": Kind.of("probe", derived=True),
        "reading": Kind.of(
            "reading", Property("value", says="what stood there after the experiment"), derived=True
        ),
    },
)


def probe_tree(readings: Mapping[str, Value]) -> Tree:
    """The tree of a probe from its readings by address."""
    return Tree(
        PROBE_SCHEMA,
        Entity(
            "probe",
            children=[
                Entity("reading", address, {"value": value} if value is not None else {})
                for address, value in readings.items()
            ],
        ),
    )
