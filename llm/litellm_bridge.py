"""Every provider that does not speak the OpenAI protocol, through LiteLLM.

The only module that imports LiteLLM, which takes 5 to 10 s of CPU and 190 MB; so it is imported when such a
model is asked for, and not before. Costs come from Forge's own price table, not from LiteLLM's.
"""

from __future__ import annotations

import asyncio
import os
from urllib.parse import urlsplit

import openai

os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # it fetches a price list on import otherwise

import litellm
from litellm.llms.custom_httpx.async_client_cleanup import close_litellm_async_clients

from forge.errors import ForgeError, UsageError
from forge.llm.chat import Dialect, payload, reply_of
from forge.llm.faults import meaning
from forge.llm.profiles import ModelProfile
from forge.llm.provider import CallError, ModelReply, ModelRequest

litellm.telemetry = False
litellm.suppress_debug_info = True
litellm.drop_params = True  # a provider that takes no temperature is asked without

_KEYS = ("_KEY", "_TOKEN", "_SECRET", "_CREDENTIALS")
"""How the names of variables that hold keys end; LiteLLM also misses addresses, which have defaults."""


class LiteLLMProvider:
    """One model of a provider that LiteLLM knows; keys come from that provider's own variables.

    Args:
        profile: a profile of the form `<provider>/<model>`.
        timeout_s: how long one call may take, in seconds.

    Raises:
        UsageError: LiteLLM knows no such provider.
    """

    name = "litellm"
    paid = True

    def __init__(self, profile: ModelProfile, *, timeout_s: float) -> None:
        self.model = profile.model
        self._timeout_s = timeout_s
        self._where = profile.name.partition("/")[0]
        unknown = False
        try:
            _, self._where, _, address = litellm.get_llm_provider(self.model)
        except openai.BadRequestError:
            unknown = True
        if unknown:
            raise UsageError(
                f"LiteLLM knows no provider {self._where!r}, so there is no model profile {profile.name!r}.",
                hint="For an endpoint of the OpenAI protocol use openai/<model> and OPENAI_BASE_URL.",
            )
        self.endpoint = _plain(address) if address else self._where
        self.account = f"litellm {self._where}"  # one process has one key of each provider
        self._dialect = Dialect(schema=litellm.supports_response_schema(self.model))

    async def check(self) -> None:
        """See that the provider's key is set; whether it is accepted shows at the first call."""
        missing = litellm.validate_environment(self.model)["missing_keys"]
        keys = [name for name in missing if name.endswith(_KEYS)]
        if keys:
            raise UsageError(
                f"The model {self.model} needs a key, and {' or '.join(keys)} is not set.",
                hint=f"export {keys[-1]}=…, or use --model offline.",
            )

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:  # noqa: ARG002 - not every one takes it
        """One call."""
        error: ForgeError
        try:
            async with asyncio.timeout(self._timeout_s):
                response = await litellm.acompletion(
                    model=self.model,
                    timeout=self._timeout_s,
                    num_retries=0,  # the engine retries, so that every attempt is in the ledger
                    max_retries=0,
                    **payload(request, self._dialect),
                )
        except TimeoutError:
            error = CallError(f"{self._where} did not answer in time", retry=True, billed="unknown")
        except openai.OpenAIError as problem:
            error = meaning(problem, self.model, self._where)
        else:
            return reply_of(response.model_dump())
        raise error  # outside of the handlers: the client's exception, which may hold the key, is not chained

    def stop(self, reason: ForgeError) -> None:
        """Nothing to do: calls under way end within their time."""

    async def close(self) -> None:
        """Close LiteLLM's connections."""
        await close_litellm_async_clients()  # type: ignore[no-untyped-call]  # LiteLLM does not annotate it


def _plain(address: str) -> str:
    """An address without the user, password or query that it may hold."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
