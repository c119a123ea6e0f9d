from __future__ import annotations

import logging
import traceback
from dataclasses import asdict

import pytest

from forge.llm.cache import MemoryCache
from forge.llm.secrets import redact

KEY = "sk-test-4f9d1c77e0aa4b6f8d2e"
GOOD = '{"name": "Ada Ng", "age": 36}'


def leaky(server):
    """Faults of an endpoint that repeats the key in everything it says."""
    error = {"message": f"the key {KEY} is not allowed", "param": KEY, "code": "x"}
    return [
        *(server.status(code, error) for code in (400, 401, 402, 403, 404, 422, 429, 500)),
        server.status(429, {"message": KEY, "code": "insufficient_quota"}),
        server.status(429, error, Retry_After="9999"),
        server.raw(f"{KEY} is no JSON"),
        server.cut(),
        server.say("{}", after_s=1),
    ]


async def test_key_reaches_no_error_no_ledger_no_cache_and_no_log(server, desk, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    told = []
    for behaviour in leaky(server):
        cache = MemoryCache()
        asking = desk(cache=cache, timeout_s=0.1, attempts=2)
        server.script.append(behaviour)
        try:
            await asking.ask()
        except Exception as error:  # noqa: BLE001 - whatever it is must not hold the key
            told += [str(error), repr(error), getattr(error, "hint", "")]
            told += traceback.format_exception(error)
            while error.__context__ is not None:
                error = error.__context__
                told.append(str(error))
        told += [repr(asking.engine.profile), repr(asking.engine), repr(cache._replies)]
        told += [repr((asdict(row.intent), row.outcome)) for row in asking.ledger.rows]
        server.models = server.status(401, {"message": f"bad key {KEY}"})
        with pytest.raises(Exception, match="secret") as caught:
            await asking.engine.check()
        told += [*traceback.format_exception(caught.value), caught.value.hint]
        server.script.clear()
    assert {f"Bearer {KEY}"} == set(server.authorizations)
    captured = capfd.readouterr()
    everything = "\n".join([*told, caplog.text, captured.out, captured.err])
    assert "is not allowed" in everything
    assert KEY not in everything


def test_every_secret_of_the_environment_is_taken_out():
    environ = {"GROQ_API_KEY": "gsk-123456", "AWS_SECRET": "gsk-123456789", "HOME": "/home/ada", "X_KEY": "a"}
    text = redact("gsk-123456789 and gsk-123456 of /home/ada", environ)
    assert text == "[secret] and [secret] of /home/ada"
