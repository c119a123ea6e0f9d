"""The gate *grounded*: what is asked for is told or follows; what is told is so and is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from forge.errors import counted
from forge.gates.base import Case, Gate, Verdict
from forge.gates.literals import PROBE_MOUNT, Account, Known, literals
from forge.gates.references import References, passes
from forge.gates.standing import stands
from forge.skills.contract import KEEP, SAVE, Fact, Footprint
from forge.skills.instruction import is_rendering, slots
from forge.skills.instruction.grammar import SLOT
from forge.skills.instruction.names import Names
from forge.skills.instruction.rendering import QUOTE
from forge.skills.setup import Setup
from forge.states.answers import ANSWER_MOUNT
from forge.states.entities import State
from forge.states.rubric import Requirement, Rubric
from forge.states.values import show

Evidence = dict[str, Any]


class Grounded(Gate):
    """Literals of the rubric are bound, references definite, constraints said and checked."""

    name = "grounded"
    scope = "package"
    says = (
        "whatever the rubric asks for is told or can be worked out, and whatever is told is so and is checked"
    )

    def judge(self, case: Case) -> Verdict:
        """Hold the contract against the start state, and the instruction against the contract."""
        template, facts = case.record.template, case.facts
        evidence = [
            *rubric_faults(case.rubric, facts, case.start),
            *reference_faults(facts, template, case.start, case.record.setup),
            *constraint_faults(case.rubric, facts, template, case.start, case.record.setup),
            *told_faults(case.rubric, facts, template, case.record.setup),
            *prose_faults(template, case.start),
            *freedom_faults(case.rubric, case.record.footprint),
        ]
        edited = not case.bundle.is_as_rendered or not is_rendering(template, facts, case.instruction)
        if edited:
            evidence += edited_faults(case.instruction, facts, case.start)
        if evidence:
            return self.failed(
                f"{counted(len(evidence), 'thing is', 'things are')} not grounded: {evidence[0]['why']}.",
                evidence,
            )
        if edited:
            return self.not_run(
                "The instruction is not what the contract's template gives. It was edited by hand: it says every "
                "fact, but nothing shows how its words belong together."
            )
        told = len(set(slots(template)))
        return self.passed(
            f"{counted(told, 'fact is', 'facts are')} told; "
            f"{counted(len(case.rubric.requirements), 'requirement rests', 'requirements rest')} on them."
        )


def rubric_faults(rubric: Rubric, facts: tuple[Fact, ...], start: State) -> Iterator[Evidence]:
    """Literals that no fact accounts for, requirements on nothing told, facts worked out of nothing."""
    there = Known(start)
    for item in rubric.requirements:
        yield from _requirement_faults(item, {fact.name: fact for fact in facts}, there)
    for fact in facts:
        for place in fact.worked_out_from:
            if not stands(place, start):
                why = "the fact is worked out from what is not there at the start"
                yield {"fact": fact.name, "address": str(place), "why": why}


def _requirement_faults(item: Requirement, facts: Mapping[str, Fact], there: Known) -> Iterator[Evidence]:
    for name in item.facts:
        if name not in facts:
            yield {"item": item.id, "why": f"it rests on the fact {name}, which the contract has not"}
    own = [facts[name] for name in item.facts if name in facts]
    if not any(fact.public and fact.name not in (KEEP, SAVE) for fact in own):
        yield {"item": item.id, "why": "the requirement rests on nothing that the instruction tells"}
    if item.reason:
        return  # compared with the golden for a declared reason: its literals are the reference solution's
    account = Account(own)
    for literal in dict.fromkeys(literals(item, there)):
        if not account.holds(literal):
            yield {
                "item": item.id,
                "address": literal.where,
                "why": f"the {literal.kind} {show(literal.value)} is in no fact of the requirement",
                "expected": f"a fact among {', '.join(item.facts) or 'none'} that says or holds it",
                "actual": show(literal.value),
            }


def reference_faults(facts: tuple[Fact, ...], template: str, start: State, setup: Setup) -> list[Evidence]:
    """References that name nothing, several things, something else, or what can be mistaken."""
    told = set(slots(template))
    return References(
        (fact for fact in facts if fact.name in told or not fact.public), start, setup.open
    ).faults()


def constraint_faults(
    rubric: Rubric, facts: tuple[Fact, ...], template: str, start: State, setup: Setup
) -> Iterator[Evidence]:
    """Public facts that nothing checks and that have no waiver."""
    named = {name for item in rubric.requirements for name in item.facts}
    if rubric.invariants:
        named.add(KEEP)
    if setup.saving == "instructed":
        named.add(SAVE)
    references = References([fact for fact in facts if fact.public], start)
    selectors = [check.select for item in rubric.requirements for check in item.checks()]
    told = set(slots(template))
    for fact in facts:
        if not fact.public or fact.name in named or fact.waiver:
            continue
        place = references.place(fact)
        if place is not None and any(passes(selector, place) for selector in selectors):
            continue
        said = "told" if fact.name in told else "public"
        yield {
            "fact": fact.name,
            "why": f"the fact is {said}, but no requirement checks it and it has no waiver",
            "actual": fact.says[0],
        }


def told_faults(rubric: Rubric, facts: tuple[Fact, ...], template: str, setup: Setup) -> Iterator[Evidence]:
    """Facts that must be told and are not, among them that the rest is to be kept and the work saved."""
    told = set(slots(template))
    public: Mapping[str, Fact] = {fact.name: fact for fact in facts if fact.public}
    for name, fact in public.items():
        if not fact.optional and name not in told:
            yield {"fact": name, "why": "the fact must be told, but the instruction has no slot for it"}
    for name in sorted(told - public.keys()):
        yield {"fact": name, "why": "the instruction has a slot for it, but it is no public fact"}
    if any(item.additions == "forbid" for item in rubric.invariants) and KEEP not in told & public.keys():
        yield {
            "fact": KEEP,
            "why": "nothing else may change, not even by additions, but the instruction does not say so",
        }
    if setup.saving == "instructed" and _leaves_files(rubric) and SAVE not in told & public.keys():
        yield {
            "fact": SAVE,
            "why": "the result is read from the disk, but the instruction does not ask to save",
        }


def prose_faults(template: str, start: State) -> Iterator[Evidence]:
    """What only a slot may say and the prose between the slots says."""
    prose = SLOT.sub(" ", template)
    for found in re.findall(r"\S*\d\S*", prose):
        yield {"address": "template", "why": "a number stands outside of the slots", "actual": found}
    if QUOTE.search(prose):
        yield {
            "address": "template",
            "why": "something is quoted outside of the slots",
            "actual": prose.strip(),
        }
    for name in Names.of_state(start, template).within(template):
        yield {
            "address": "template",
            "why": "something of the start state is named outside of the slots",
            "actual": name,
        }


def freedom_faults(rubric: Rubric, footprint: Footprint) -> Iterator[Evidence]:
    """Where the rubric lets more change than the contract declares, and so than the instruction says."""
    for item in rubric.invariants:
        for name in ("writes", "free"):
            declared = {*footprint.writes, *footprint.free}
            for place in (place for place in getattr(item, name) if place not in declared):
                why = "the rubric lets it change, but the contract's footprint does not"
                yield {"item": item.id, "address": str(place), "why": why}
        if item.additions != footprint.additions:
            yield {
                "item": item.id,
                "why": "the rubric and the contract's footprint do not agree on new things elsewhere",
                "expected": footprint.additions,
                "actual": item.additions,
            }
    if not rubric.invariants:
        yield {"item": "rubric", "why": "no invariant protects what the contract's footprint does not name"}


def edited_faults(instruction: str, facts: tuple[Fact, ...], start: State) -> Iterator[Evidence]:
    """What an instruction that was edited by hand no longer says, and what it names that no fact says."""
    rest = instruction
    for fact in facts:
        words = (
            [says for says in fact.says if says.casefold() in instruction.casefold()] if fact.public else []
        )
        if fact.public and not fact.optional and not words:
            yield {
                "fact": fact.name,
                "why": f"the instruction was edited by hand and no longer says the fact {fact.name}",
                "expected": " or ".join(fact.says),
            }
        for says in sorted(words, key=len, reverse=True):
            rest = re.sub(re.escape(says), " ", rest, flags=re.IGNORECASE)
    for name in Names.of_state(start, rest).within(rest):
        yield {
            "address": "instruction.md",
            "why": "the instruction was edited by hand and names what no fact says",
            "actual": name,
        }


def _leaves_files(rubric: Rubric) -> bool:
    """Whether a requirement looks at something that lies on the disk, not only at the answer or a probe."""
    mounts = {check.select.mount for item in rubric.requirements for check in item.checks()}
    return any(mount != ANSWER_MOUNT and not mount.startswith(PROBE_MOUNT) for mount in mounts)
