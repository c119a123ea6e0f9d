"""The gate *sealed*: nothing private is where the agent can see it."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from forge.errors import ForgeError, counted
from forge.gates.base import Case, Gate, Verdict
from forge.gates.literals import atom, plain_text
from forge.gates.references import near
from forge.gates.secrets import Search, Secret, secrets, tells
from forge.gates.standing import property_of, standing
from forge.preparers.base import preparer_for
from forge.skills.contract import Fact
from forge.skills.instruction.names import content_properties
from forge.skills.instruction.words import ORDINARY
from forge.states.answers import ANSWER_MOUNT
from forge.states.changes import address
from forge.states.entities import Path, State, Tree
from forge.states.places import KEY
from forge.states.rubric import Rubric
from forge.states.values import Value, show
from forge.storage.bundle import CONTRACT, GOLDEN_FILES, INSTRUCTION, START_FILES, Bundle

Evidence = dict[str, Any]

FEWEST_LISTED = 5
"""Values of a private fact from which it is no chance that they stand in the start one after another."""

STRUCTURE = {
    "schema_version",
    "version",
    "timeout_sec",
    "build_timeout_sec",
    "cpus",
    "memory_mb",
    "storage_mb",
    "clock",
    "timezone",
    "seconds",
    "hostile",
    "verified",
    "difficulty",
    "keywords",
    "locale",
    "generator",
    "applications",
    "preparer",
    "type",
}
"""Keys of `task.toml` and `setup.json` that every bundle has, their values from Forge's own lists and limits."""


class Sealed(Gate):
    """What must be worked out is told nowhere, and nothing of the private part lies in the public one."""

    name = "sealed"
    scope = "package"
    says = "no private fact, answer, golden, test or contract is within the agent's reach"

    def judge(self, case: Case) -> Verdict:
        """Search the public texts for private values, the start for the answer, the public part for private files."""
        answers = answer_facts(case.rubric, case.facts)
        evidence = [
            *private_files(case.bundle, carried_files(case)),
            *golden_documents(case),
            *(fault for fact in answers for fault in answer_faults(fact, case.start)),
            *listed_results(case.facts, case.start),
            *private_texts(case.bundle, case.rubric),
            *told_secrets(case.bundle, case.facts, answers),
        ]
        if evidence:
            return self.failed(
                f"{counted(len(evidence), 'private thing', 'private things')} can be seen: {evidence[0]['why']}.",
                evidence,
            )
        return self.passed("No private value, answer or file can be seen.")


def answer_facts(rubric: Rubric, facts: Iterable[Fact]) -> list[Fact]:
    """The private facts that the agent must answer with."""
    named = {
        name
        for item in rubric.requirements
        if any(check.select.mount == ANSWER_MOUNT for check in item.checks())
        for name in item.facts
    }
    return [fact for fact in facts if not fact.public and fact.name in named]


def told_secrets(bundle: Bundle, facts: tuple[Fact, ...], answers: Iterable[Fact]) -> Iterator[Evidence]:
    """Private values in the instruction, in the names of files, and in what else the public part says."""
    wanted = secrets(facts, [fact.name for fact in answers])
    numbers_or_telling = [s for s in wanted if tells(s.value) or isinstance(s.value, int | float)]
    yield from _found(Search(numbers_or_telling), INSTRUCTION, bundle.instruction)
    declared = [_place(place.mount) for fact in facts for place in fact.worked_out_from if not place.steps]
    mounted = [_place(item.mount) for item in bundle.mounts]
    elsewhere = Search(s for s in wanted if tells(s.value) and not _is_ordinary(s.value))
    for path, content in bundle.public.items():
        if path.startswith(START_FILES) and not _lies_in(path, declared):
            yield from _found(
                elsewhere, path, str(PurePosixPath(path.removeprefix(START_FILES)).with_suffix(""))
            )
        if path != INSTRUCTION and not _lies_in(path, mounted):
            for where, text in _texts(path, content):
                yield from _found(elsewhere, where, text)


def _place(mount: str) -> str:
    """Where a mount lies in the public part."""
    return START_FILES + "home/" + mount.removeprefix("~/")


def _lies_in(path: str, places: list[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _found(search: Search, where: str, text: str) -> Iterator[Evidence]:
    for secret, written in search.within(text):
        yield {
            "address": where,
            "fact": secret.fact,
            "why": f"the {'answer' if secret.answer else 'private fact'} {secret.fact} can be read there",
            "expected": "nothing of it",
            "actual": written,
        }


def _is_ordinary(value: Value) -> bool:
    return isinstance(value, str) and value.casefold() in ORDINARY


def _texts(path: str, content: bytes) -> Iterator[tuple[str, str]]:
    """The texts of a public file, each with its place."""
    text = content.decode("utf-8", "replace")
    try:
        if path.endswith(".toml"):
            yield from _leaves(path, tomllib.loads(text))
            yield from (
                (path, line.partition("#")[2]) for line in text.splitlines() if line.lstrip().startswith("#")
            )
            return
        if path.endswith(".json"):
            yield from _leaves(path, json.loads(text))
            return
    except ValueError:
        pass  # not what its name says: read like any other text
    yield path, text


def _leaves(where: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in STRUCTURE:
                yield where, str(key).replace("_", " ")
                yield from _leaves(f"{where} {key}", item)
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(where, item)
    elif not isinstance(value, bool) and value is not None:
        yield where, str(value)


def answer_faults(fact: Fact, start: State) -> Iterator[Evidence]:
    """Where the start state gives an answer away.

    The answer may stand at the places from which it is worked out and nowhere else: not a second time, not in
    a label (what a thing is called by, or another property than those it is worked out from), and not as the
    first of the entries that it is worked out from. Numbers of less than three digits and texts of less than
    three letters stand in any state, and are only looked for at the first place.
    """
    if tells(fact.value):
        declared = {
            (place.mount, path) for place in fact.worked_out_from for path, _ in standing(place, start)
        }
        properties = {place.property for place in fact.worked_out_from}
        search = Search([Secret(fact.name, fact.value, answer=True)])
        for mount, tree in start.trees.items():
            for path, name, value in _contents(tree):
                if (mount, path) in declared:
                    continue
                why = ""
                if name is not None and _says(value, fact.value):
                    why = "the answer stands at a place that is not declared"
                elif name not in properties and _mentioned(search, value):
                    why = "the answer stands in a label"
                if why:
                    yield _answer_evidence(fact, address(mount, path, name, tree.schema), why)
    yield from _first_of_list(fact, start)


def _contents(tree: Tree) -> Iterator[tuple[Path, str | None, Value]]:
    """What a user reads in a tree: contents of properties and, without a property, what things are called by."""
    content = content_properties(tree)
    for path, entity in tree.walk():
        described = tree.schema.kind(entity.kind)
        if path and described.align == "key" and not (described.arbitrary or described.derived):
            yield path, None, entity.key
        for name in content.get(entity.kind, ()):
            value = entity.properties.get(name)
            if value is not None:
                yield path, name, value


def _says(value: Value, answer: Value) -> bool:
    if isinstance(answer, str):
        return isinstance(value, str) and near(value, answer)
    return not isinstance(value, str) and atom(value) == atom(answer)


def _mentioned(search: Search, value: Value) -> bool:
    text = plain_text(value)
    return text is not None and any(True for _ in search.within(text))


def _first_of_list(fact: Fact, start: State) -> Iterator[Evidence]:
    """Where the answer is the first of at least two entries of one column of what it is worked out from."""
    for place in fact.worked_out_from:
        tree = start.tree(place.mount)
        entries = list(islice(standing(place, start), 2))
        if tree is None or len(entries) < 2:
            continue
        path, entity = entries[0]
        value = property_of(tree.schema, entity, place.property or KEY)
        if _says(value, fact.value):
            why = "the answer is the first of the entries from which it is found"
            yield _answer_evidence(fact, address(place.mount, path, place.property, tree.schema), why)


def listed_results(facts: Iterable[Fact], start: State) -> Iterator[Evidence]:
    """Where the start holds the results that are to be worked out, as a list in their order.

    They may stand at the places from which they are worked out; a single one may stand anywhere.
    """
    for fact in facts:
        values = fact.value if not fact.public and isinstance(fact.value, tuple) else ()
        if len(values) < FEWEST_LISTED or len({atom(value) for value in values}) == 1:
            continue
        for mount, tree in start.trees.items():
            if not _holds_most(tree, values):
                continue
            declared = {path for place in fact.worked_out_from for path, _ in standing(place, start)}
            for path, name in _runs(tree, [atom(value) for value in values]):
                if path not in declared:
                    why = "the results of a private fact stand there in their order"
                    where = address(mount, path, name, tree.schema)
                    yield {"fact": fact.name, "address": where, "why": why, "actual": show(values[0])}


def _holds_most(tree: Tree, values: tuple[Value, ...]) -> bool:
    """Whether most of some values stand in a tree at all, which is quickly told and seldom so."""
    content = content_properties(tree)
    held = {
        value
        for entity in tree.root.walk()
        for name in content.get(entity.kind, ())
        if (value := entity.properties.get(name)) is not None
    }
    return 2 * len(held.intersection(values)) >= len(set(values))


def _runs(tree: Tree, wanted: list[tuple[str, Value]]) -> Iterator[tuple[Path, str]]:
    """Where the entities of a kind hold some values one after another, at one place of an axis or at all of them."""
    rows: dict[object, list[tuple[Path, str, tuple[str, Value]]]] = {}
    for path, name, value in _contents(tree):
        if name is not None and path:
            kinds = tuple((kind, None if isinstance(key, int) else key) for kind, key in path)
            found = (path, name, atom(value))
            rows.setdefault((*kinds, name), []).append(found)
            if tree.schema.kind(path[-1][0]).align == "axis":
                rows.setdefault((*kinds[:-1], path[-1][0], name), []).append(found)
    for held in rows.values():
        values = [value for _, _, value in held]
        for begin in range(len(values) - len(wanted) + 1):
            if values[begin] == wanted[0] and values[begin : begin + len(wanted)] == wanted:
                yield held[begin][:2]


def _answer_evidence(fact: Fact, where: str, why: str) -> Evidence:
    return {"fact": fact.name, "address": where, "why": why, "actual": show(fact.value)}


def carried_files(case: Case) -> set[str]:
    """Public files that the golden may hold under other names, because the task moves or copies them.

    A task moves what the golden no longer has in its place. It copies what the contract names: a file that a fact
    refers to or is worked out from, or that the footprint reads. Any other file that the golden holds as a new one
    would be the result, given away.
    """
    found = {START_FILES + path for path in case.bundle.golden.removed}
    named = [*case.record.footprint.reads, *(fact.refers for fact in case.facts if fact.refers is not None)]
    named += [place for fact in case.facts for place in fact.worked_out_from]
    folders = {item.mount for item in case.bundle.mounts if item.folder}
    for place in named:
        if place.mount in folders and place.steps:
            found |= {
                f"{_place(place.mount)}/{path[0][1]}" for path, _ in standing(place, case.start) if path
            }
    return found


def private_files(bundle: Bundle, carried: Collection[str]) -> Iterator[Evidence]:
    """Public files that are private ones by content or name, and texts that hold a digest of one.

    Args:
        bundle: the bundle.
        carried: the public files that the golden may hold under other names.
    """
    contents = {content: path for path, content in bundle.private.items() if len(content) > 16}
    own_names = {path.rpartition("/")[2] for path in bundle.private if not path.startswith(GOLDEN_FILES)}
    digests = {hashlib.sha256(content).hexdigest(): path for content, path in contents.items()}
    digests[bundle.private_digest] = "the private part"
    digests.update({item.golden: f"the golden of {item.mount}" for item in _golden_states(bundle)})
    for path, content in bundle.public.items():
        folders, _, name = path.rpartition("/")
        kept = path in carried and contents.get(content, "").startswith(GOLDEN_FILES)
        if content in contents and not kept:
            yield {"address": path, "why": "it is a private file", "actual": contents[content]}
        if path == CONTRACT or name in own_names or {"tests", "solution"} & set(folders.split("/")[:2]):
            yield {"address": path, "why": "it bears the name of a private file", "actual": name}
        text = content.decode("utf-8", "ignore")
        for found in re.findall(r"\b[0-9a-f]{16,64}\b", f"{path}\n{text}"):
            for digest, what in digests.items():
                if digest.startswith(found):
                    yield {"address": path, "why": "it holds the digest of something private", "actual": what}


def _golden_states(bundle: Bundle) -> Iterator[Any]:
    return (item for item in bundle.contract.mounts if item.golden is not None and item.golden != item.start)


def private_texts(bundle: Bundle, rubric: Rubric) -> Iterator[Evidence]:
    """Texts of the rubric in public scripts and metadata: addresses that are checked, and what is asked for."""
    telling = {
        str(check.select): "an address that is checked"
        for item in rubric.requirements
        for check in item.checks()
    }
    telling.update(
        {item.says: "what a requirement says" for item in rubric.requirements if len(item.says) >= 15}
    )
    telling.update(
        {'"predicate"': "a check", '"any_of"': "a requirement", '"worked_out_from"': "a private fact"}
    )
    for path, content in bundle.public.items():
        if path == INSTRUCTION or path.startswith(START_FILES):
            continue
        text = content.decode("utf-8", "replace")
        for found, what in telling.items():
            if found in text or json.dumps(found)[1:-1] in text:
                yield {"address": path, "why": f"it holds {what}", "actual": found}


def golden_documents(case: Case) -> Iterator[Evidence]:
    """Public documents that say what the golden of some mount says: its own start, another one, or a stray file."""
    changed = [item.mount for item in _golden_states(case.bundle)]
    golden = {mount: case.golden.trees[mount] for mount in changed if mount in case.golden.trees}
    why = "the document is the golden"
    for mount, tree in golden.items():
        for other, start in case.start.trees.items():
            # The golden shares what it can with its own start, and two mounts are seldom of one application.
            alike = start.schema.name == tree.schema.name
            if start.root is tree.root or (other != mount and alike and start.digest() == tree.digest()):
                yield {"address": other, "why": why, "actual": mount}
    places = [_place(item.mount) for item in case.bundle.mounts]
    for path, content in case.bundle.public.items():
        if not path.startswith(START_FILES) or _lies_in(path, places):
            continue
        reader = preparer_for(path)
        if reader is None:
            continue
        try:
            stray = reader.read({"": content}).digest()
        except ForgeError:
            continue  # not a document that anybody can read
        for mount, tree in golden.items():
            if stray == tree.digest():
                yield {"address": path, "why": why, "actual": mount}
