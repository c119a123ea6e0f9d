"""Model profiles: which language model is meant by a name, and what it needs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Literal
from urllib.parse import urlsplit

from forge.errors import UsageError
from forge.llm.provider import Provider

OPENAI_URL = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"


@dataclass(frozen=True)
class ModelProfile:
    """A language model by name. It never holds a key: providers read keys from the environment.

    Attributes:
        name: as the user gives it: `offline`, `openai/gpt-5.4-mini`, `anthropic/claude-haiku-4-5`, …
        provider: what talks to it.
        model: the model's name as its provider takes it.
        base_url: the endpoint of the openai client; empty for the others.
    """

    name: str
    provider: Literal["offline", "openai", "litellm"]
    model: str
    base_url: str = ""


def model_profile(
    name: str = "offline", *, base_url: str = "", environ: Mapping[str, str] | None = None
) -> ModelProfile:
    """The profile of a name.

    Args:
        name: `offline`, `openai/<model>` for any endpoint that speaks the OpenAI protocol, or
            `<provider>/<model>` for what LiteLLM knows.
        base_url: the endpoint of an `openai/` profile; else OPENAI_BASE_URL, else OpenAI's own.
        environ: the environment, by default the process's own.

    Raises:
        UsageError: the name or the endpoint cannot be meant.
    """
    environ = os.environ if environ is None else environ
    if name == "offline":
        return ModelProfile("offline", "offline", "offline")
    provider, slash, model = name.partition("/")
    if not slash or not provider or not model:
        nearest = f"openai/{name}" if not slash and name else "openai/gpt-5.4-mini"
        raise UsageError(
            f"{name!r} is no model profile; those are `offline`, `openai/<model>`, `<provider>/<model>`.",
            hint=f"Did you mean {nearest}?",
        )
    if provider == "openai":
        url = base_url or environ.get(URL_VARIABLE, "") or OPENAI_URL
        return ModelProfile(name, "openai", model, _endpoint(url))
    return ModelProfile(name, "litellm", name)


def open_provider(profile: ModelProfile, *, timeout_s: float, batches: bool = False) -> Provider:
    """What answers for a profile; its client library is imported now.

    Args:
        profile: whom to ask.
        timeout_s: how long one call may take, in seconds.
        batches: ask through the endpoint's Batch API.

    Raises:
        UsageError: a key is missing, or the provider has no Batch API.
    """
    if batches and profile.provider != "openai":
        raise UsageError(
            f"{profile.name} cannot be asked in batches; that takes a model profile openai/<model>.",
            hint="Leave --batch-api out.",
        )
    if batches:
        from forge.llm.batches import BatchProvider  # noqa: PLC0415 - 0.8 s of CPU, only when used

        return BatchProvider(profile, timeout_s=timeout_s)
    if profile.provider == "openai":
        from forge.llm.openai_client import OpenAIProvider  # noqa: PLC0415 - 0.8 s of CPU, only when used

        return OpenAIProvider(profile, timeout_s=timeout_s)
    if profile.provider == "litellm":
        from forge.llm.litellm_bridge import LiteLLMProvider  # noqa: PLC0415 - 5 s of CPU, only when used

        return LiteLLMProvider(profile, timeout_s=timeout_s)
    from forge.llm.offline import OfflineProvider  # noqa: PLC0415 - for symmetry; it is light

    return OfflineProvider()


def api_key(profile: ModelProfile, environ: Mapping[str, str] | None = None) -> str:
    """The key of an `openai/` profile; empty for an endpoint of this machine that needs none.

    Raises:
        UsageError: there is none and the endpoint is not of this machine.
    """
    key = (os.environ if environ is None else environ).get(KEY_VARIABLE, "").strip()
    if not key and not is_loopback(profile.base_url):
        raise UsageError(
            f"The model {profile.name} at {profile.base_url} needs a key, and {KEY_VARIABLE} is not set.",
            hint=f"export {KEY_VARIABLE}=…, or set {URL_VARIABLE} to a server of this machine,"
            " or use --model offline.",
        )
    return key


def is_loopback(url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _endpoint(url: str) -> str:
    parts = urlsplit(url)
    try:
        wrong = parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0
    except ValueError:
        wrong = True
    if wrong:
        raise UsageError(
            f"{url!r} is no endpoint; expected something like http://127.0.0.1:8000/v1.",
            hint=f"Set {URL_VARIABLE}, or unset it for {OPENAI_URL}.",
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        # Not repeated in the message: what stands there may be a secret.
        raise UsageError(
            f"The endpoint on {parts.hostname} must be given without a user, a password or a query.",
            hint=f"The key belongs into {KEY_VARIABLE}.",
        )
    return url.rstrip("/")
