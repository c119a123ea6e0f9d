"""Each real application is asked about its own sample of tasks, and every verdict says which of them saw the task."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache

from forge.gates.base import Case
from forge.gates.calculated import Calculated
from forge.gates.fair import Fair
from forge.gates.opens import Opens
from forge.gates.stable import Stable
from forge.pipeline.build import Order
from forge.pipeline.certify import out_of_sample
from forge.pipeline.seeds import stream
from forge.pipeline.worker import Material, Proof, build_candidate, prove_candidate
from forge.preparers.base import preparer, sampled
from forge.skills.instruction import INSTRUCTION, instruction_variables
from forge.skills.registry import skill
from forge.storage.bundle import Bundle

BOTH = "mail.attachments.save"
FILES = preparer("files").engine() or ""


@cache
def proof(asked: tuple[str, ...] = ("files",)) -> Proof:
    """A task over two applications of which some are asked."""
    made, order = skill(BOTH), Order(BOTH, 5, 1, "easy")
    parameters = made.sample(stream(5, BOTH, 1, "sample"), order.difficulty)
    answers = {
        node.name: node.offline(stream(5, BOTH, 1, node.name), made.variables(parameters)).model_dump(
            mode="json"
        )
        for node in made.nodes
    }
    material = Material(order, parameters.model_dump(mode="json"), answers, asked)
    built = build_candidate(material)
    assert not built.trouble
    told = instruction_variables(made, built.facts, "terse")
    return prove_candidate(material, INSTRUCTION.offline(stream(5, BOTH, 1, "i"), told).text)


def case(*asked: str) -> Case:
    done = proof()
    return Case(Bundle.from_archives(done.public, done.private), engines=asked)


def test_each_application_has_a_sample_of_its_own() -> None:
    every = preparer("mail").sample
    assert every > 1 == preparer("files").sample
    assert sampled(("mail", "files"), 0) == ("mail", "files")
    assert sampled(("mail", "files"), every) == ("mail", "files")
    assert {sampled(("mail", "files"), index) for index in range(1, every)} == {("files",)}
    assert [index for index in range(20) if sampled(("mail",), index)] == [0, every, 2 * every]


def test_only_those_that_are_asked_observe() -> None:
    one = case("files")
    (mount,) = [item.mount for item in one.record.mounts if item.preparer == "files"]
    assert list(one.observed("golden")) == [mount]
    assert one.engine == FILES
    assert list(one.unseen().values()) == ["mail"]
    state = one.observed_state("golden")
    assert state is not None
    assert state.trees.keys() == one.golden.trees.keys()
    assert case().observed_state("golden") is None


def test_verdicts_say_who_was_asked() -> None:
    for gate in (Opens(), Fair()):
        verdict = gate.run(case("files"))
        assert verdict.outcome == "pass"
        assert FILES in verdict.reason
        assert "The application of mail was not asked" in verdict.reason
    assert "no real application was asked" in Opens().run(case()).reason
    assert Calculated().run(case("files")).outcome == "pass"


def test_stable_is_open_for_what_nobody_saw() -> None:
    verdict = Stable().run(case("files"))
    assert verdict.outcome == "not run"
    assert FILES in verdict.reason
    assert [item["preparer"] for item in verdict.evidence] == ["mail"]
    nobody = Stable().run(case())
    assert nobody.outcome == "not run"
    assert {item["preparer"] for item in nobody.evidence} == {"mail", "files"}


def test_a_certificate_overlooks_only_what_is_out_of_a_sample() -> None:
    verdict = Stable().run(case("files"))
    assert out_of_sample(verdict, ("files",))
    assert not out_of_sample(verdict, ("files", "mail"))
    assert not out_of_sample(Stable().run(case()), ("files",))
    assert not out_of_sample(replace(verdict, gate="clean"), ("files",))
    assert not out_of_sample(replace(verdict, evidence=()), ("files",))


def test_a_bundle_says_whether_it_was_in_the_sample() -> None:
    done = proof()
    record = Bundle.from_archives(done.public, done.private).contract
    assert (record.engine, record.unasked, done.asked) == (FILES, ("mail",), ("files",))
    metadata = tomllib.loads(Bundle.from_archives(done.public, done.private).public["task.toml"].decode())[
        "metadata"
    ]
    assert metadata["engine"] == FILES
    assert "verified" not in metadata
    none = proof(())
    unseen = Bundle.from_archives(none.public, none.private).contract
    assert (unseen.engine, unseen.unasked) == (None, ("mail", "files"))
