"""From the exceptions of the openai client, which LiteLLM's derive from, to what they mean for a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from email.utils import parsedate_to_datetime

import openai

from forge.errors import ForgeError, UnavailableError, UsageError
from forge.llm.provider import CallError
from forge.llm.secrets import redact

_MOST_SHOWN = 400
_NEVER_SENT = {"ClientConnectorError", "ConnectionRefusedError", "gaierror"}
"""Names of the root exceptions that prove that a request was never sent.

The names that clients give to faults of the connection prove nothing: to openai's aiohttp transport one that
was cut after sending is a time-out in connecting, to LiteLLM it is an answer with status 500.
"""
_CUT = {"TransportError", "ClientConnectionError"}
"""Names of the HTTP libraries' exceptions for whatever happened below HTTP."""
_TIMED_OUT = {"TimeoutError", "Timeout"}
_WORTH_RETRYING = {408, 409, 425, 429}


def meaning(error: openai.OpenAIError, model: str, where: str) -> ForgeError:
    """What an exception of a client means: a `CallError`, or an error that ends the run.

    Args:
        error: what the client raised.
        model: the model profile's name.
        where: the endpoint or provider.
    """
    kinds = {kind.__name__ for cause in _causes(error) for kind in type(cause).__mro__}
    if kinds & _NEVER_SENT:
        return CallError(f"the connection to {where} could not be made", retry=True)
    if isinstance(error, openai.APIStatusError) and not kinds & _CUT:
        return _of_status(error, model, where)
    if kinds & _TIMED_OUT:
        return CallError(f"{where} did not answer in time", retry=True, billed="unknown")
    return CallError(f"the connection to {where} was cut", retry=True, billed="unknown")


def complaint(error: openai.APIStatusError) -> str:
    """What an endpoint said is wrong, with the parameter that it names, without secrets."""
    body = error.body
    said = body.get("message") if isinstance(body, Mapping) else body
    named = f" ({error.param})" if getattr(error, "param", None) else ""
    return redact(f"{said or error.message}{named}")[:_MOST_SHOWN]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How long an answer asks to wait, in seconds; a date is held against the answer's own."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) * unit)
        except ValueError:
            continue
    try:
        wanted = parsedate_to_datetime(headers.get("retry-after", ""))
        return max(0.0, (wanted - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (ValueError, TypeError):
        return None


def _of_status(error: openai.APIStatusError, model: str, where: str) -> ForgeError:
    status, said = error.status_code, complaint(error)
    if status == 401:
        return UsageError(f"{where} does not accept the key for {model}: {said}")
    if status == 404:
        return UsageError(f"{where} has no model {model}: {said}")
    if status == 402 or (status == 429 and error.code == "insufficient_quota"):
        return UnavailableError(f"The credit for {model} at {where} is used up: {said}")
    again = status in _WORTH_RETRYING or status >= 500
    return CallError(
        f"{where} answered {status}: {said}",
        retry=again,
        throttled=status == 429,
        wait_s=retry_after(error.response.headers) if again else None,
        systemic=again or status == 403,
    )


def _causes(error: BaseException) -> Iterable[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
