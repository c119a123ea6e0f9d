"""Decks of Impress skills: what the offline model writes, what code makes of it, and what is told of it."""

from __future__ import annotations

from random import Random

import pytest

from forge.preparers.base import preparer
from forge.preparers.desktop import Desktop
from forge.preparers.impress.spec import Presentation
from forge.skills.content.kit import LOCALES
from forge.skills.content.offline import domain_names
from forge.skills.contract import DIFFICULTIES
from forge.skills.impress.base import SLIDES
from forge.skills.impress.emphasis import Emphasis
from forge.skills.impress.move_object import MoveObject
from forge.skills.impress.orientation import Orientation
from forge.skills.impress.support.deck import Deck, build, keyed, suitable
from forge.skills.impress.support.facts import slide_fact
from forge.skills.impress.support.kit import DECK, DeckKit
from forge.skills.impress.support.lengths import close, nearly, tolerance
from forge.skills.impress.support.offline import occasion_names
from forge.skills.impress.support.pictures import MOTIFS, draw
from forge.skills.impress.support.targets import targets
from forge.states.selectors import Selector
from forge.states.values import Colour

NEEDS = ("picture", "table", "chart", "box")


def kit(seed: int, topics: int = 6) -> DeckKit:
    random = Random(seed)
    variables = {
        "domain": random.choice(domain_names()),
        "occasion": occasion_names()[seed % len(occasion_names())],
        "locale": LOCALES[seed % len(LOCALES)],
        "topics": topics,
    }
    return DECK.offline(random, variables)


def deck(seed: int, slides: int = 12) -> tuple[Deck, Desktop]:
    desktop = Desktop()
    return build(kit(seed, 8), slides, NEEDS, desktop, Random(seed)), desktop


def test_there_are_many_occasions_and_fields_of_work() -> None:
    assert len(occasion_names()) >= 8
    assert len(domain_names()) >= 20


def test_no_two_kits_are_alike_and_every_one_is_valid() -> None:
    kits = [kit(seed) for seed in range(60)]
    assert len({item.model_dump_json() for item in kits}) == 60
    for item in kits:
        assert DeckKit.model_validate_json(item.model_dump_json()) == item
        assert not any(
            "{" in point for topic in item.topics for point in (*topic.points, topic.title, topic.note)
        )


@pytest.mark.parametrize("slides", [6, 9, 14, 20])
def test_a_deck_has_as_many_slides_as_asked_and_what_it_needs(slides: int) -> None:
    for seed in range(4):
        made, desktop = deck(seed, slides)
        needs = NEEDS if slides > 6 else ()
        assert abs(len(made.start.slides) - slides) <= 2
        assert all(made.having(kind) for kind in needs), seed
        files = desktop.files()[made.mount]
        impress = preparer("impress")
        assert impress.read(files).digest() == impress.tree(made.start).digest()


def test_titles_tell_slides_apart() -> None:
    for seed in range(12):
        made, _ = deck(seed)
        titles = [made.title(number) for number in made.numbers]
        assert len(set(titles)) == len(titles)


def test_a_slide_is_told_by_its_title_only_where_no_other_is_called_so() -> None:
    made, desktop = deck(3)
    first, last = slide_fact("slide", made, 2), slide_fact("slide", made, len(made.numbers))
    assert any(made.title(2) in says for says in first.says)
    assert "the last slide" in last.says
    for number in (2, 3):
        made.slide(desktop, number).title.write("One heading")
    assert not any("One heading" in says for says in slide_fact("slide", made, 2).says)


def test_texts_are_told_in_words_that_fit_one_of_them() -> None:
    made, _ = deck(5)
    found = targets(made, plain=False)
    assert {item.key for item in found} >= {"title", "body"}
    assert len({(item.number, says) for item in found for says in item.says}) == sum(
        len(item.says) for item in found
    )


def test_a_deck_that_is_already_there_is_used() -> None:
    made, desktop = deck(7)
    assert [item.mount for item in suitable(desktop, NEEDS)] == [made.mount]
    for skill in (Emphasis(), MoveObject()):
        parameters = skill.sample(Random(1), "easy")
        scene = skill.prepare(parameters, {DECK.name: kit(1)}, desktop, Random(2))
        assert scene.mount == made.mount
    assert list(desktop.documents) == [made.mount]


def test_difficulty_makes_decks_longer_and_texts_more() -> None:
    skill = Emphasis()
    for level in DIFFICULTIES:
        low, high = SLIDES[level]
        assert all(low <= skill.sample(Random(seed), level).slides <= high for seed in range(40))
    assert list(skill.counts.values()) == sorted(skill.counts.values())


def test_keys_are_those_of_the_state() -> None:
    made, _ = deck(9)
    tree = preparer("impress").tree(made.start)
    for slide, entity in zip(made.start.slides, tree.root.of_kind("slide"), strict=True):
        assert list(keyed(slide)) == [shape.key for shape in entity.of_kind("shape")]


def test_pictures_are_the_same_bytes_for_the_same_arguments() -> None:
    for motif in MOTIFS:
        one, two = (draw(motif, Colour("#1F4E79"), (120, 90), Random(4)) for _ in range(2))
        assert one == two
        assert one != draw(motif, Colour("#1F4E79"), (120, 90), Random(5))


def test_what_is_nearly_right_is_within_the_tolerance_and_a_hundredth_of_the_length_is_not() -> None:
    for length in (2.37, 8.0, 14.52, 31.9):
        check = close(Selector("~/a.pptx").below("slide", 1).of("left"), length)
        assert abs(nearly(length, 0.9) - length) <= check.absolute == tolerance(length)
        assert tolerance(length) < (1 if length.is_integer() else max(length * 0.01, 0.01))


@pytest.mark.parametrize("seed", range(12))
def test_what_stands_on_a_slide_stays_on_it_when_the_format_is_turned(seed: int) -> None:
    skill = Orientation()
    level = DIFFICULTIES[seed % len(DIFFICULTIES)]
    desktop = Desktop()
    parameters = skill.sample(Random(seed), level)
    scene = skill.prepare(parameters, {DECK.name: kit(seed)}, desktop, Random(seed))
    start = scene.deck.on(desktop)
    before = (start.width, start.height)
    assert _beyond(start) == []
    skill.solve(scene, desktop)
    golden = scene.deck.on(desktop)
    assert (golden.height, golden.width) == before
    assert _beyond(golden) == []


def _beyond(deck: Presentation) -> list[str]:
    """The shapes that reach beyond their slide by more than what is rounded."""
    shapes = [
        shape for shapes in (deck.master.shapes, *(slide.shapes for slide in deck.slides)) for shape in shapes
    ]
    return [
        shape.name
        for shape in shapes
        if min(shape.left, shape.top) < -0.05
        or shape.left + shape.width > deck.width + 0.05
        or shape.top + shape.height > deck.height + 0.05
    ]


def test_people_on_slides_are_named_first_name_first() -> None:
    names = []
    for seed in range(60):
        _, desktop = deck(seed)
        (mount,) = desktop.documents
        names += [
            shape.paragraphs[0].text
            for slide in desktop.spec(mount).slides
            if slide.title is not None and slide.title.text == "The people on this project"
            for shape in slide.shapes
            if shape.geometry == "rounded rectangle"
        ]
    assert len(names) > 20
    assert not any("," in name for name in names)
