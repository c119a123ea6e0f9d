from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from pydantic import BaseModel

from forge.errors import ModelError, SkillError
from forge.llm.cache import MemoryCache, answer_key
from forge.llm.offline import OfflineProvider, seed_of
from forge.llm.prices import load_prices
from forge.llm.prompts import conversation
from forge.llm.provider import ModelReply, ModelRequest
from forge.skills.nodes import Node


class Word(BaseModel):
    word: str


def word_node(prompt: str = "Say {{ what }}.", system: str = "Speak.") -> Node[Word]:
    return Node("word", system, prompt, Word, lambda random, _: Word(word=random.choice("abcdefghij") * 3))


def request(**changes) -> ModelRequest:
    node = word_node()
    asked = ModelRequest(node, conversation(node, {"what": "hi"}), "0", {"what": "hi"})
    return replace(asked, **changes)


async def test_offline_answers_pass_through_cache_and_ledger(desk):
    asking = desk("offline")
    first, again, other = await asking.ask(), await asking.ask(), await asking.ask(seed_key="1")
    assert first == again != other
    assert asking.results == ["answered", "cached", "answered"]
    answered, cached, _ = asking.ledger.rows
    assert not answered.intent.paid
    assert answered.outcome.usage.prompt > 10
    assert answered.outcome.usage.completion > 5
    assert cached.outcome.usage.prompt == cached.outcome.usage.completion == 0
    assert answered.intent.key == cached.intent.key
    assert not answered.outcome.counted


async def test_offline_prices_are_known_to_be_nothing(desk):
    asking = desk("offline", prices=load_prices())
    await asking.ask()
    assert asking.ledger.rows[0].outcome.cost == 0.0


async def test_unknown_price_is_null_and_not_nothing(desk):
    asking = desk("offline")  # the test's own table does not know it
    await asking.ask()
    assert asking.ledger.rows[0].outcome.cost is None
    assert asking.ledger.rows[0].outcome.prices is None
    assert asking.ledger.rows[0].intent.worst_cost is None


async def test_offline_answer_that_fails_the_check_is_made_anew(desk):
    asking = desk("offline")
    unwanted = await asking.ask()
    person = await asking.ask(check=lambda one: ["take another"] if one == unwanted else [])
    assert person != unwanted
    assert asking.results == ["answered", "cached", "answered"]


async def test_offline_gives_up_like_any_other_model(desk):
    asking = desk("offline")
    with pytest.raises(ModelError, match="never good"):
        await asking.ask(check=lambda _: ["never good"])
    assert asking.results == ["invalid", "invalid"]


def test_offline_does_not_depend_on_the_hash_seed():
    script = (
        "import asyncio\nfrom forge.llm.offline import seed_of\nfrom forge.llm.provider import *\n"
        "from forge.skills.nodes import Node\nfrom pydantic import BaseModel\n"
        "node = Node('n', 's', 'p', BaseModel, None)\n"
        "print(seed_of(ModelRequest(node, (Message(role='user', content='ß'),), 'k', {})))"
    )
    seeds = set()
    for hash_seed in ("0", "77"):
        environ = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": ".dev"}
        seeds.add(subprocess.check_output([sys.executable, "-c", script], env=environ, text=True))
    assert len(seeds) == 1


def test_what_shapes_an_answer_shapes_its_key_and_the_offline_seed():
    base = request()
    node = base.node
    others = [
        request(seed_key="1"),
        request(messages=conversation(node, {"what": "ho"})),
        request(node=replace(node, temperature=0.1)),
        request(node=replace(node, max_tokens=7)),
        request(node=replace(node, schema=ModelReply)),
    ]
    provider = OfflineProvider()
    keys = {answer_key(provider, one) for one in [base, *others]}
    assert len(keys) == 6
    assert answer_key(provider, request(variables={"other": 1})) in keys
    for name in ("name", "model", "endpoint"):
        elsewhere = OfflineProvider()
        setattr(elsewhere, name, "else")
        assert answer_key(elsewhere, base) not in keys
    assert len({seed_of(one) for one in [base, *others[:2]]}) == 3


async def test_answers_are_never_paid_twice(server, desk):
    cache = MemoryCache()
    first, second = desk(cache=cache), desk(cache=cache)
    await asyncio.gather(first.ask(), first.ask(), first.ask())
    await second.ask()
    assert len(server.requests) == 1
    assert sorted(first.results) == ["answered", "cached", "cached"]
    assert second.results == ["cached"]
    assert second.tokens == 0


async def test_unusable_answers_were_paid_too_and_lead_to_the_same_end(server, desk):
    cache = MemoryCache()
    server.script.append(server.say('{"name": "Ada"}'))
    before = await desk(cache=cache).ask()
    again = desk(cache=cache)
    assert await again.ask() == before
    assert len(server.requests) == 2
    assert again.results == ["cached", "cached"]


async def test_stored_answer_is_validated_again(server, desk):
    cache = MemoryCache()
    await desk(cache=cache).ask()
    stricter = desk(cache=cache)
    server.script.append(server.say('{"name": "Eve Ng", "age": 1}'))
    person = await stricter.ask(check=lambda one: ["too old"] if one.age > 30 else [])
    assert person.name == "Eve Ng"
    assert stricter.results == ["cached", "answered"]


async def test_killed_call_stays_unresolved_with_its_worst_case(server, desk):
    server.script.append(server.say("{}", after_s=5))
    asking = desk(timeout_s=10)
    task = asyncio.create_task(asking.ask())
    await server.arrived.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    [row] = asking.ledger.rows
    assert row.outcome is None
    assert row.intent.worst_cost > 0
    assert asking.engine.budget.cost == row.intent.worst_cost


async def test_cancelled_call_lets_the_next_one_with_the_same_request_go_on(server, desk):
    server.script.append(server.say("{}", after_s=5))
    asking = desk(timeout_s=10)
    first = asyncio.create_task(asking.ask())
    await server.arrived.wait()
    second = asyncio.create_task(asking.ask())
    first.cancel()
    assert (await second).age == 36


async def test_intent_is_noted_before_sending_and_completed_before_use(server, desk):
    asking = desk()
    seen: list[list[str]] = []

    async def watch(_):
        seen.append(list(asking.results))
        return await server.say('{"name": "Ada Ng", "age": 36}')(_)

    server.script.append(watch)
    await asking.ask(check=lambda _: seen.append(list(asking.results)) or [])
    assert seen == [["unresolved"], ["unresolved"]]
    assert asking.results == ["answered"]


def test_memory_cache_forgets_the_oldest():
    async def story() -> list[bool]:
        cache = MemoryCache(most=2)
        for key in "abc":
            await cache.put(key, ModelReply(text=key))
        return [await cache.get(key) is not None for key in "abc"]

    assert asyncio.run(story()) == [False, True, True]


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("Say {{ nothing }}.", "'nothing' is undefined.*Variables given: what"),
        ("Say {{ what", "no Jinja2 template"),
        ("{{ what.__class__.__mro__ }}", "unsafe|undefined"),
    ],
)
async def test_wrong_prompt_is_the_skills_fault(desk, prompt, message):
    engine = desk("offline").engine
    with pytest.raises(SkillError, match=message):
        await engine.ask(word_node(prompt), {"what": "x"}, seed_key="", candidate="", skill="", run="")


def test_variables_are_not_rendered_as_templates():
    messages = conversation(word_node(), {"what": "{{ slot }} <b>&amp;</b>"})
    assert messages[1].content == "Say {{ slot }} <b>&amp;</b>."
    assert [message.role for message in conversation(word_node(system=""), {"what": "x"})] == ["user"]


async def test_generator_gets_the_seeded_stream_and_the_variables():
    got = {}

    def offline(random: Random, variables) -> Word:
        got.update(variables, drawn=random.random())
        return Word(word="x")

    asked = replace(request(), node=replace(word_node(), offline=offline))
    reply = await OfflineProvider().complete(asked, "1")
    assert json.loads(reply.text) == {"word": "x"}
    assert got == {"what": "hi", "drawn": Random(seed_of(asked)).random()}
