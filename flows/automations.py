"""What the Prefect server does by itself when a worker dies: show its flow runs as crashed, and have others go on.

A flow run tells every half minute that it lives. Where that stops, the first automation calls it crashed; whatever
crashed is scheduled again by the second, and the next free worker goes on with its run.
"""

from __future__ import annotations

from datetime import timedelta

from prefect.automations import Automation
from prefect.client.schemas.objects import StateType
from prefect.events.actions import ChangeFlowRunState
from prefect.events.schemas.automations import EventTrigger, Posture
from prefect.events.schemas.events import ResourceSpecification
from prefect.exceptions import PrefectHTTPStatusError

from forge.errors import UnavailableError

TAG = "forge"
"""Which flow runs are meant: those of Forge's deployments, on a server that may do other things as well."""
HEARTBEAT_SECONDS = 30
"""Between two signs of life; Prefect sends none more often."""
SILENT_SECONDS = 95
"""After how long without one a flow run is called crashed: three are missing."""

_EVERY_FLOW_RUN = ResourceSpecification.model_validate({"prefect.resource.id": "prefect.flow-run.*"})
_OURS = ResourceSpecification.model_validate({"prefect.resource.id": f"prefect.tag.{TAG}"})
_DEPLOYED = ResourceSpecification.model_validate({"prefect.resource.id": "prefect.deployment.*"})


def notice_silence(seconds: int) -> Automation:
    """The automation that calls flow runs crashed which have given no sign of life for so long."""
    return Automation(
        name="forge: silent flow runs crashed",
        description="A worker died, or its machine was lost.",
        trigger=EventTrigger(
            after={"prefect.flow-run.heartbeat"},
            expect={"prefect.flow-run.*"},
            match=_EVERY_FLOW_RUN,
            match_related=_OURS,
            for_each={"prefect.resource.id"},
            posture=Posture.Proactive,
            threshold=1,
            within=timedelta(seconds=seconds),
        ),
        actions=[
            ChangeFlowRunState(
                state=StateType.CRASHED, message=f"It has given no sign of life for {seconds} seconds."
            )
        ],
    )


def go_on_with_crashed() -> Automation:
    """The automation that schedules flow runs again which crashed."""
    return Automation(
        name="forge: go on with crashed flow runs",
        description="The next free worker goes on with what they were making.",
        trigger=EventTrigger(
            expect={"prefect.flow-run.Crashed"},
            match=_EVERY_FLOW_RUN,
            match_related=[_OURS, _DEPLOYED],
            for_each={"prefect.resource.id"},
            posture=Posture.Reactive,
            threshold=1,
            within=timedelta(0),
        ),
        actions=[
            ChangeFlowRunState(
                state=StateType.SCHEDULED, name="AwaitingRetry", message="Another worker goes on with it."
            )
        ],
    )


async def register(silent_seconds: int) -> None:
    """Register both on the server; known ones are brought up to date.

    Raises:
        UnavailableError: the server refuses, or does not answer.
    """
    for wanted in (notice_silence(silent_seconds), go_on_with_crashed()):
        try:
            known = await _known(wanted.name)
            if known is None:
                await wanted.acreate()
            else:
                wanted.id = known.id
                await wanted.aupdate()
        except (PrefectHTTPStatusError, OSError) as error:
            raise UnavailableError(
                f"The automation {wanted.name!r} could not be registered: {error}"
            ) from error


async def _known(name: str) -> Automation | None:
    try:
        found: Automation = await Automation.aread(name=name)
    except ValueError:  # Prefect's way to say that there is none
        return None
    return found
