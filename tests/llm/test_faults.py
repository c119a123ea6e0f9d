from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable

import pytest

from forge.errors import ModelError, UnansweredError, UnavailableError, UsageError
from forge.llm.deliveries import same_model
from forge.llm.ledger import Outcome
from forge.llm.limiter import Limiter

USAGE = {"prompt_tokens": 10, "completion_tokens": 5}
GOOD = '{"name": "Ada Ng", "age": 36}'


def outcome(desk, index: int) -> Outcome:
    found = desk.ledger.rows[index].outcome
    assert found is not None
    return found


async def test_answer_is_priced_from_the_reported_tokens(server, desk):
    asking = desk()
    person = await asking.ask()
    assert (person.name, person.age) == ("Ada Ng", 36)
    [row] = asking.ledger.rows
    assert (row.intent.run, row.intent.candidate, row.intent.skill, row.intent.node) == (
        "r1",
        "c1",
        "s.a.b",
        "person",
    )
    assert row.intent.paid
    assert row.intent.worst_cost > row.outcome.cost
    assert row.outcome.usage.model_dump() == {"prompt": 100, "cached": 40, "completion": 20, "reasoning": 5}
    assert row.outcome.cost == pytest.approx((60 * 1.0 + 40 * 0.1 + 20 * 10.0) / 1e6)
    assert row.outcome.price_version == "test-1"
    assert row.outcome.reported_model == "tiny-2026"
    assert row.outcome.latency_ms > 0


async def test_throttling_waits_as_long_as_asked(server, desk):
    server.script.append(server.status(429, Retry_After="1"))
    asking = desk()
    started = time.monotonic()
    await asking.ask()
    assert time.monotonic() - started >= 1.0
    assert asking.results == ["failed", "answered"]
    assert outcome(asking, 0).cost == 0


@pytest.mark.parametrize("code", [408, 429, 500, 502, 503])
async def test_passing_status_is_tried_again(server, desk, code):
    server.script.extend([server.status(code), server.status(code)])
    asking = desk()
    await asking.ask()
    assert asking.results == ["failed", "failed", "answered"]
    assert [row.intent.attempt for row in asking.ledger.rows] == [1, 2, 3]


async def test_attempts_are_limited_and_only_the_candidate_is_given_up(server, desk):
    server.script.extend([server.status(503)] * 3)
    asking = desk()
    with pytest.raises(ModelError, match="503") as caught:
        await asking.ask()
    assert type(caught.value) is UnansweredError
    assert asking.results == ["failed"] * 3
    assert (await asking.ask()).age == 36


async def test_time_out_is_unresolved_and_counts_its_worst_case(server, desk):
    server.script.append(server.say(GOOD, after_s=5))
    asking = desk(timeout_s=1.5)
    await asking.ask()
    assert asking.results == ["unresolved", "answered"]
    first = asking.ledger.rows[0]
    assert first.outcome.cost is None
    assert first.outcome.usage is None
    spent = asking.engine.budget.cost
    assert spent == pytest.approx(first.intent.worst_cost + outcome(asking, 1).cost)


@pytest.mark.parametrize("after", [b"", b'{"choices": [{"mess'])
async def test_cut_connection_is_unresolved_and_tried_again(server, desk, after):
    server.script.append(server.cut(after=after))
    asking = desk()
    await asking.ask()
    assert asking.results == ["unresolved", "answered"]


async def test_body_that_is_not_json_is_tried_again(server, desk):
    server.script.append(server.raw('{"choices": [{"message": {"content": "tr'))
    asking = desk()
    await asking.ask()
    assert asking.results == ["unresolved", "answered"]
    assert "not JSON" in outcome(asking, 0).reason


async def test_empty_choices_that_were_charged_are_paid_and_tried_again(server, desk):
    server.script.append(server.body({"choices": []}, usage=(100, 0, 7, 0)))
    asking = desk()
    await asking.ask()
    assert asking.results == ["invalid", "answered"]
    assert asking.tokens == server.charged


async def test_empty_choices_without_usage_may_have_been_charged(server, desk):
    server.script.append(server.body({"choices": []}))
    server.script.append(server.body({"choices": None}))
    asking = desk()
    await asking.ask()
    assert asking.results == ["unresolved", "unresolved", "answered"]


@pytest.mark.parametrize(
    ("text", "finish", "shown"),
    [
        ('{"name": "Ada", "ag', "length", "cut off after 200 tokens"),
        ('{"name": "Ada", "ag', "stop", "EOF"),
        ('{"name": "Ada", "age": 400}', "stop", "less than or equal to 150"),
        ('{"name": "Ada"}', "stop", "age: Field required"),
        ("I would rather write prose.", "stop", "JSON"),
        ("", "stop", "EOF"),
        (None, "stop", "EOF"),
    ],
)
async def test_unusable_answer_is_mended_once(server, desk, text, finish, shown):
    server.script.append(server.say(text, finish=finish))
    asking = desk()
    assert (await asking.ask()).age == 36
    assert asking.results == ["invalid", "answered"]
    assert asking.tokens == server.charged == 240
    turns = server.requests[1]["messages"]
    assert shown in turns[-1]["content"]
    assert [turn["role"] for turn in turns] == ["system", "user"] + ["assistant"] * bool(text) + ["user"]


async def test_second_unusable_answer_gives_the_candidate_up(server, desk):
    server.script.extend([server.say('{"name": "Ada"}')] * 2)
    asking = desk()
    with pytest.raises(ModelError, match="age: Field required"):
        await asking.ask()
    assert asking.results == ["invalid", "invalid"]
    assert len(server.requests) == 2


@pytest.mark.parametrize("how", [{"refusal": "I cannot do that."}, {"finish": "content_filter"}])
async def test_refusal_is_paid_and_asked_once_more(server, desk, how):
    server.script.append(server.say(None, **how))
    asking = desk()
    await asking.ask()
    assert asking.results == ["refused", "answered"]
    assert asking.tokens == server.charged


async def test_two_refusals_give_the_candidate_up(server, desk):
    server.script.extend([server.say(None, refusal="No.")] * 2)
    asking = desk()
    with pytest.raises(ModelError, match="refused"):
        await asking.ask()


async def test_own_check_takes_part_in_mending(server, desk):
    server.script.append(server.say('{"name": "Bob", "age": 3}'))
    asking = desk()
    person = await asking.ask(check=lambda one: [] if one.name == "Ada Ng" else [f"{one.name} is not Ada"])
    assert person.name == "Ada Ng"
    assert asking.results == ["invalid", "answered"]
    assert outcome(asking, 0).reason == "Bob is not Ada"
    assert "- Bob is not Ada" in server.requests[1]["messages"][-1]["content"]


async def test_missing_usage_is_counted_and_marked(server, desk):
    server.script.append(server.say(GOOD, usage=None))
    asking = desk()
    await asking.ask()
    counted = outcome(asking, 0)
    assert counted.counted
    assert counted.usage.completion == 13
    assert counted.cost > 0
    assert asking.engine.budget.cost == asking.ledger.rows[0].intent.worst_cost


async def test_answer_that_was_delivered_before_is_not_taken_again(server, desk):
    server.script.extend([server.say(GOOD, id="same"), server.say(GOOD, id="same")])
    asking = desk()
    await asking.ask()
    await asking.ask("Bob")
    assert asking.results == ["answered", "unresolved", "answered"]
    assert "delivered twice" in outcome(asking, 1).reason
    assert len(set(server.attempts)) == 3


async def test_body_that_holds_its_answer_twice_is_tried_again(server, desk):
    body = '{"id": "x", "choices": [{"message": {"content": "{}"}}]}'
    server.script.append(server.raw(body + body))
    asking = desk()
    await asking.ask()
    assert asking.results == ["unresolved", "answered"]


async def test_response_that_comes_twice_is_not_taken_for_the_next_one(monkeypatch, desk):
    """A peer that writes everything twice: the second copy must not answer the second question."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
            wanted = json.loads(await reader.readexactly(length))["messages"][-1]["content"]
            asked.append(wanted)
            name = re.search(r"called (\w+)", wanted)[1]
            choice = {"message": {"content": json.dumps({"name": name, "age": 1})}}
            body = json.dumps({"id": name, "choices": [choice], "usage": USAGE}).encode()
            answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            writer.write(answer % (len(body), body) * 2)
            await writer.drain()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as twice:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{twice.sockets[0].getsockname()[1]}/v1")
        asking = desk()
        names = [(await asking.ask(first)).name for first in ("Ada", "Bob", "Eve")]
        await asking.engine.close()
    assert names == ["Ada", "Bob", "Eve"]
    assert "answered" in asking.results
    assert set(asking.results) <= {"answered", "unresolved"}


async def test_other_model_is_not_taken_and_its_price_not_known(server, desk):
    server.script.extend([server.say(GOOD), server.say(GOOD, model="huge")])
    asking = desk()
    await asking.ask()
    await asking.ask("Bob")
    assert asking.results == ["answered", "invalid", "answered"]
    other = outcome(asking, 1)
    assert (other.cost, other.prices, other.reported_model) == (None, None, "huge")
    assert other.usage.prompt == 100
    assert asking.tokens == server.charged
    assert asking.engine.budget.cost > asking.ledger.rows[1].intent.worst_cost


async def test_endpoint_that_has_a_name_of_its_own_for_its_model_is_taken(server, desk):
    server.script.extend([server.say(GOOD, model="/models/a.gguf"), server.say(GOOD, model="routed/b")])
    asking = desk()
    await asking.ask()
    await asking.ask("Bob")
    assert asking.results == ["answered", "answered"]


@pytest.mark.parametrize(
    ("asked", "reported", "same"),
    [
        ("gpt-5.4", "gpt-5.4-2026-03-05", True),
        ("openai/gpt-5.4:free", "gpt-5.4", True),
        ("claude-haiku-4-5", "claude-haiku-4-5@20251001", True),
        ("Qwen/Qwen3-8B", "qwen3-8b", True),
        ("gpt-5.4", "gpt-5.4-mini", False),
        ("gpt-5.4-mini", "gpt-5.4", False),
        ("tiny", "", False),
    ],
)
def test_names_of_one_model(asked, reported, same):
    assert same_model(asked, reported) is same


async def test_throttling_alone_does_not_give_a_candidate_up(server, desk):
    server.script.extend([server.status(429, Retry_After="0")] * 8)
    asking = desk(attempts=3)
    await asking.ask()
    assert asking.results == ["failed"] * 8 + ["answered"]


async def test_request_that_is_always_throttled_is_given_up(server, desk):
    server.always = server.status(429, Retry_After="0")
    limiter = Limiter(tolerated=100)
    asking = desk(attempts=2, limiter=limiter)
    with pytest.raises(ModelError, match="429"):
        await asking.ask()
    assert len(server.requests) == 8


async def test_one_bad_item_fails_no_other(server, desk):
    async def answer(request):
        bad = "Invent someone called 13." in str((await request.json())["messages"])
        return await (server.say("no JSON") if bad else server.say(GOOD))(request)

    server.always = answer
    asking = desk()
    asks = (asking.ask(str(number), seed_key=str(number)) for number in range(40))
    ends = await asyncio.gather(*asks, return_exceptions=True)
    assert [place for place, end in enumerate(ends) if isinstance(end, Exception)] == [13]
    assert type(ends[13]) is ModelError


async def test_json_is_found_behind_thoughts_and_in_a_code_block(server, desk):
    server.script.append(server.say(f"<think>{{maybe}}</think>Here it is:\n```json\n{GOOD}\n```"))
    asking = desk()
    assert (await asking.ask()).name == "Ada Ng"
    assert asking.results == ["answered"]


@pytest.mark.parametrize(
    ("complaint", "gone"),
    [
        (
            {"message": "This response_format is unavailable now", "param": "response_format"},
            "response_format",
        ),
        ({"message": "Unsupported value: 'temperature' does not support 0.8"}, "temperature"),
        ({"message": "Unsupported parameter: 'max_tokens' is not supported with this model."}, "max_tokens"),
    ],
)
async def test_field_that_the_endpoint_does_not_take_is_left_out(server, desk, complaint, gone):
    server.script.append(server.status(400, complaint))
    asking = desk()
    await asking.ask()
    await asking.ask("Bob")
    first, second, third = server.requests
    assert gone in first
    assert gone not in second
    assert gone not in third
    assert asking.results == ["failed", "answered", "answered"]
    if gone == "response_format":
        assert "JSON schema" in second["messages"][0]["content"]
    if gone == "max_tokens":
        assert second["max_completion_tokens"] == 200


async def test_wrong_request_gives_the_candidate_up_at_once(server, desk):
    server.script.append(server.status(400, {"message": "context length exceeded"}))
    asking = desk()
    with pytest.raises(ModelError, match="context length"):
        await asking.ask()
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        (lambda server: server.status(401), UsageError),
        (lambda server: server.status(404), UsageError),
        (lambda server: server.status(402), UnavailableError),
        (
            lambda server: server.status(429, {"message": "no credit", "code": "insufficient_quota"}),
            UnavailableError,
        ),
        (lambda server: server.status(429, Retry_After="3600"), UnavailableError),
    ],
)
async def test_what_no_retry_can_help_stops_everything(
    server, desk, behaviour: Callable, kind: type[Exception]
):
    server.script.append(behaviour(server))
    asking = desk()
    with pytest.raises(kind):
        await asking.ask()
    with pytest.raises(kind):
        await asking.ask("Bob")
    assert len(server.requests) == 1
    assert asking.results == ["failed"]


async def test_json_schema_is_asked_for_in_its_strict_form(server, desk):
    await desk().ask()
    wanted = server.requests[0]["response_format"]["json_schema"]
    assert wanted["strict"] is True
    assert wanted["schema"]["required"] == ["name", "age"]
    assert wanted["schema"]["additionalProperties"] is False
