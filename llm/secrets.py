"""Keys of the environment, and texts without them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel

Kept = TypeVar("Kept", bound=BaseModel)

_SECRET = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$")
_SHORTEST_SECRET = 6
SHOWN = "[secret]"


def secrets_of(environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The secrets of an environment, by default the process's own, the longest first."""
    environ = os.environ if environ is None else environ
    found = {
        value.strip()
        for name, value in environ.items()
        if _SECRET.search(name) and len(value.strip()) >= _SHORTEST_SECRET
    }
    return tuple(sorted(found, key=len, reverse=True))


def redact(text: str, environ: Mapping[str, str] | None = None) -> str:
    """A text without any secret of the environment, such as a key that an endpoint repeats."""
    for secret in secrets_of(environ):
        text = text.replace(secret, SHOWN)
    return text


def redacted(kept: Kept, secrets: tuple[str, ...]) -> Kept:
    """Data that is to be kept, its texts without secrets; the same object where it holds none."""
    changed = {}
    for name, value in kept:
        if isinstance(value, str) and any(secret in value for secret in secrets):
            for secret in secrets:
                value = value.replace(secret, SHOWN)  # noqa: PLW2901 - one text, secret by secret
            changed[name] = value
    return kept.model_copy(update=changed) if changed else kept
