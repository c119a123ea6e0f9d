"""Instructions: prose with slots, written by a language model or offline, checked and rendered.

An instruction node sees public facts with their names and answers a *template*: prose in which everything
that can be right or wrong is a slot, as in `Highlight all cells of {{column}} that are {{strictly_below}}
{{threshold}}.` `render` puts words of the facts into the slots; `complaints` says what is wrong with a
template, in sentences that can be shown to a model; `is_rendering` tells whether a text still is what a
template gives.

**Words of a fact** (`Fact.says`) stand in the middle of a sentence: a noun fact says a whole noun phrase
(`the Amount column`, `column C`, `5,000`), so a phrasing has no article of its own to repeat; a comparator
says what follows *is* or *are* (`below`, `less than`). A sentence that begins with a slot gets its capital.
`keep` and `save` are requests of their own, in the base form of the verb, without a capital, a full stop or a
"when you are done" (`leave the rest as it is`, `save the file`): `keep_fact` and `save_fact` make them.

**Phrasings** of a skill are in the small grammar of `forge.skills.instruction.grammar`:

    "sort [[the rows|all entries]] of {{table}} by {{key}}, {{order}}[[, then by {{second}}|]]"
    "terse: {{table}}: sort by {{key}}, {{order}}."
    "chatty: The rows of {{table}} are all over the place. Can you put them in order by {{key}}, {{order}}?"

One that begins with a small letter is a request in the base form of the verb, which the writer frames in the
voice of any register; whole sentences are taken as they are. Neither needs `{{keep}}` and `{{save}}`: they
are woven in. Outside of slots there is no digit, no quotation mark and no name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from forge.errors import SkillError
from forge.skills.contract import KEEP, SAVE, Fact, Skill
from forge.skills.instruction.grammar import slots
from forge.skills.instruction.rendering import complaints, is_rendering, render
from forge.skills.instruction.voices import REGISTERS, Register
from forge.skills.instruction.writer import draw_phrasing, write
from forge.skills.nodes import Node

__all__ = [
    "INSTRUCTION",
    "INSTRUCTIONS",
    "REGISTERS",
    "InstructionDraft",
    "InstructionDrafts",
    "Register",
    "complaints",
    "instruction_variables",
    "is_rendering",
    "keep_fact",
    "render",
    "save_fact",
    "slots",
]

EXAMPLES = 3
"""Phrasings of the skill that a model is shown."""

KEEP_SAYS = (
    "leave everything else as it is",
    "leave everything else unchanged",
    "do not change anything else",
    "don't touch anything else",
    "keep everything else as it is",
    "leave the rest as it is",
    "keep the rest untouched",
    "make no other changes",
)
SAVE_SAYS = (
    "save the file",
    "save your changes",
    "save your work",
    "save the file under its current name",
    "save the changes to the same file",
    "save everything in the same file",
)


class InstructionDraft(BaseModel):
    """What the instruction node answers.

    Attributes:
        text: the instruction with slots.
    """

    model_config = ConfigDict(extra="forbid")

    text: str = Field(min_length=10, max_length=2000, description="the instruction, with {{slots}}")


class InstructionDrafts(BaseModel):
    """What the node of several instructions answers.

    Attributes:
        texts: the instructions with slots, in the order of the tasks.
    """

    model_config = ConfigDict(extra="forbid")

    texts: list[Annotated[str, Field(min_length=10, max_length=2000)]]


def keep_fact() -> Fact:
    """The fact that nothing else may change, for a contract whose invariant is strict."""
    return Fact(name=KEEP, value=True, says=KEEP_SAYS)


def save_fact(files: int = 1) -> Fact:
    """The fact that the work is to be saved, for a contract whose set-up does not save by itself.

    Args:
        files: how many files are to be saved.
    """
    many = ("save all the files", "save your changes", "save your work", "save every file that you changed")
    return Fact(name=SAVE, value=True, says=SAVE_SAYS if files == 1 else many)


def instruction_variables(
    skill: Skill[Any, Any] | type[Skill[Any, Any]], facts: Iterable[Fact], register: Register
) -> dict[str, Any]:
    """The variables of the instruction node for one task: public facts and nothing private, as plain JSON.

    Args:
        skill: whose title and phrasings are used.
        facts: the facts of the contract; private ones are left out.
        register: how it is to sound.

    Raises:
        SkillError: no phrasing tells all that must be told, or `keep` or `save` is not a request in the base
            form.
    """
    public = [fact for fact in facts if fact.public]
    for fact in public:
        _check_request(fact)
    known = [fact.name for fact in public]
    required = [fact.name for fact in public if not fact.optional]
    # The same examples for all tasks that have these facts, so that a provider can cache the prompt up to there.
    random = Random(" ".join((skill.id, register, *known)))
    examples = [draw_phrasing(random, skill.phrasings, known, required, register)[1] for _ in range(EXAMPLES)]
    return {
        "title": skill.title,
        "register": register,
        "manner": MANNERS[register],
        "examples": list(dict.fromkeys(examples)),
        "facts": [
            {"name": fact.name, "says": list(fact.says[:3]), "required": not fact.optional} for fact in public
        ],
        "phrasings": list(skill.phrasings),
    }


def _check_request(fact: Fact) -> None:
    for says in fact.says if fact.name in (KEEP, SAVE) else ():
        if not says[:1].islower() or says.endswith((".", "!")):
            raise SkillError(
                f"The fact {fact.name} says {says!r}, but it is a request within a sentence: a small letter "
                "first, no full stop last.",
                hint="forge.skills.instruction has keep_fact() and save_fact().",
            )


def _offline(random: Random, variables: Mapping[str, Any]) -> InstructionDraft:
    return InstructionDraft(text=write(random, variables))


MANNERS: Mapping[Register, str] = {
    "terse": "a few words, no greeting, no thanks; somebody in a hurry who knows what they want",
    "polite": "courteous whole sentences to somebody whom the writer hardly knows",
    "chatty": "casual, to a colleague, perhaps with a word on why it is needed",
    "precise": "sober and exact, like a work order; nothing can be misunderstood",
}
"""How each register is described to a model."""

_SYSTEM = """\
You write the instruction for one task on a computer, as a person would who wants it done by an assistant.
{% raw %}
You get facts with names. Whatever can be right or wrong is a slot {{name}}: every thing, name, number,
comparison, order and constraint. When the text is used, each slot is replaced by words of its fact, such as
those you are shown; so the sentence around a slot must read well with any of them, and has no article before
a slot that brings one.

Rules:
- Use every required slot at least once. Use no slot that is not listed.
- Outside of slots: no digits, no quotation marks, no name of anything in the files, no facts of your own.
  A harmless reason why somebody wants this is fine.
- {{keep}} and {{save}} are whole requests (as in: leave the rest as it is). Begin a sentence with them or put
  them behind "please", "and" or "then".
- Say what is wanted, not by which menus or keys. No matters of taste. No lists, headings or formatting.
- Vary openings, order and sentence structure; do not copy the examples. Where there are several steps, keep
  their order and write one coherent request; do not repeat what is clear from the step before.
{% endraw %}
"""
_ONE = 'Answer with JSON: {"text": "the instruction"}.'
_SEVERAL = """\
You get several tasks that have nothing to do with each other: write an instruction for each, no two alike.
Answer with JSON: {"texts": ["the instruction of the first task", "that of the second", …]}."""

_TASK = """\
What the task is about: {{ title }}
How it should sound: {{ register }} ({{ manner }})

Instructions of this kind, for other tasks:
{% for example in examples -%}
- {{ example }}
{% endfor %}
Facts:
{% for fact in facts -%}
- {{ "{{" }}{{ fact.name }}{{ "}}" }}{{ "" if fact.required else " (may be left out)" }}: {{ fact.says | join(" / ") }}
{% endfor %}
"""

INSTRUCTION: Node[InstructionDraft] = Node(
    name="instruction",
    system=_SYSTEM + _ONE,
    prompt=_TASK + "Write the instruction.",
    schema=InstructionDraft,
    offline=_offline,
    temperature=0.9,
    max_tokens=500,
)
"""The node that writes the instruction of a task."""

_OWN = ("title", "register", "manner", "examples", "facts")
INSTRUCTIONS: Node[InstructionDrafts] = Node(
    name="instructions",
    system=_SYSTEM + _SEVERAL,
    prompt="{% for task in tasks %}Task {{ loop.index }}\n{% with "
    + ", ".join(f"{name}=task.{name}" for name in _OWN)
    + " %}"
    + _TASK
    + "{% endwith %}\n{% endfor %}Write the {{ tasks | length }} instructions.",
    schema=InstructionDrafts,
    offline=lambda random, variables: InstructionDrafts(
        texts=[_offline(random, task).text for task in variables["tasks"]]
    ),
    temperature=0.9,
    max_tokens=4000,
)
"""The node that writes the instructions of several tasks, whose variables stand in `tasks`, at once."""
