"""The instruction node and its offline writer, over made-up skills of several applications."""

import json
from random import Random

import pytest
from jinja2 import Environment, StrictUndefined

from forge.errors import SkillError
from forge.gates.readable import faults
from forge.llm.tokens import count
from forge.skills.contract import Fact
from forge.skills.instruction import (
    INSTRUCTION,
    REGISTERS,
    complaints,
    instruction_variables,
    is_rendering,
    keep_fact,
    render,
    save_fact,
    slots,
)
from forge.skills.instruction.grammar import parse
from forge.skills.instruction.voices import VOICES
from forge.skills.instruction.writer import write
from forge.tests.skills.made_up import MADE_UP, Highlight, highlight

CASES = [pytest.param(*MADE_UP[name], id=name) for name in MADE_UP]


def written(skill, contract, register, seed):
    random = Random(seed)
    template = INSTRUCTION.offline(random, instruction_variables(skill, contract.facts, register)).text
    return template, render(template, contract.facts, random)


@pytest.mark.parametrize(("skill", "make"), CASES)
@pytest.mark.parametrize("register", REGISTERS)
def test_every_instruction_is_sound_and_reads_well(skill, make, register):
    for seed in range(60):
        contract = make(Random(seed))
        template, text = written(skill, contract, register, seed)
        assert complaints(template, contract.facts) == []
        assert faults(text, contract.facts) == []
        assert is_rendering(template, contract.facts, text)
        assert {fact.name for fact in contract.public()} == set(slots(template))


@pytest.mark.parametrize(("skill", "make"), CASES)
def test_fifty_draws_of_a_skill_are_all_different(skill, make):
    texts = set()
    for seed in range(50):
        random = Random(seed)
        contract = make(random)
        texts.add(written(skill, contract, random.choice(REGISTERS), seed)[1])
    assert len(texts) == 50


def test_one_and_the_same_task_is_asked_for_in_many_ways():
    contract = highlight(Random(1))
    templates = {written(Highlight, contract, REGISTERS[seed % 4], seed)[0] for seed in range(200)}
    assert len(templates) > 190


def test_the_same_stream_writes_the_same():
    contract = highlight(Random(1))
    for register in REGISTERS:
        assert written(Highlight, contract, register, 3) == written(Highlight, contract, register, 3)


def test_registers_sound_different():
    contract = highlight(Random(1))
    lengths = {
        register: sum(len(written(Highlight, contract, register, seed)[0].split()) for seed in range(60)) / 60
        for register in REGISTERS
    }
    assert lengths["terse"] < lengths["precise"] < lengths["polite"]
    chatty = " ".join(written(Highlight, contract, "chatty", seed)[0] for seed in range(60))
    precise = " ".join(written(Highlight, contract, "precise", seed)[0] for seed in range(60))
    assert "!" in chatty
    assert "!" not in precise


def test_the_variables_hold_nothing_private():
    contract = MADE_UP["ask"][1](Random(1))
    assert contract.fact("answer").value == "Rivera Ltd"
    variables = instruction_variables(MADE_UP["ask"][0], contract.facts, "polite")
    told = json.dumps(variables)
    assert "Rivera" not in told
    assert "answer" not in [fact["name"] for fact in variables["facts"]]
    assert "row" not in "".join(str(fact["says"]) for fact in variables["facts"])


@pytest.mark.parametrize(("skill", "make"), CASES)
@pytest.mark.parametrize("register", REGISTERS)
def test_the_prompt_is_whole_and_short(skill, make, register):
    variables = instruction_variables(skill, make(Random(2)).facts, register)
    environment = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701 - no HTML is written
    system = environment.from_string(INSTRUCTION.system).render()
    prompt = environment.from_string(INSTRUCTION.prompt).render(variables)
    assert "{{keep}}" in system
    assert "{%" not in system + prompt
    for fact in variables["facts"]:
        assert f"{{{{{fact['name']}}}}}" in prompt
        assert fact["says"][0] in prompt
    assert all(example in prompt for example in variables["examples"])
    assert count(system) + count(prompt) <= 700


def test_a_skill_whose_phrasings_leave_a_fact_untold_is_told_so():
    facts = (*highlight(Random(1)).facts, Fact(name="zone", value="North", says=("the north",)))
    with pytest.raises(SkillError, match=r"No phrasing tells all of .*zone"):
        instruction_variables(Highlight, facts, "terse")


def test_keep_and_save_must_be_requests_within_a_sentence():
    facts = [
        *highlight(Random(1)).facts[:-2],
        Fact(name="keep", value=True, says=("Nothing else may change.",)),
    ]
    with pytest.raises(SkillError, match="small letter"):
        instruction_variables(Highlight, facts, "terse")
    for fact in (keep_fact(), save_fact(), save_fact(2)):
        assert instruction_variables(Highlight, [*highlight(Random(1)).facts[:-2], fact], "terse")


@pytest.mark.parametrize("register", REGISTERS)
def test_the_voices_hold_no_digit_no_quotation_and_no_fact_of_their_own(register):
    voice = VOICES[register]
    wishes = {*voice.both, *voice.keep, *voice.save}
    for text in (*voice.requests, *voice.openings, *voice.before, *voice.after, *voice.closings, *wishes):
        assert not any(letter.isdigit() or letter in '"“”' for letter in text)
        assert parse(text).reach() <= ({"keep", "save"} if text in wishes else set())
    assert all({"keep", "save"} == parse(text).reach() for text in voice.both)


def test_sentences_whose_first_piece_is_left_out_still_begin_with_a_capital():
    facts = [{"name": name, "says": [name], "required": name == "key"} for name in ("key", "sheet")]
    phrasings = ["terse: [[{{sheet}}: |]]sort by {{key}}."]
    begun = {
        write(Random(seed), {"register": "terse", "facts": facts, "phrasings": phrasings})
        for seed in range(40)
    }
    assert any("Sort by {{key}}." in text for text in begun)
    assert any("{{sheet}}: sort by {{key}}." in text for text in begun)
    assert not any(text.startswith("sort") or ". sort" in text for text in begun)
