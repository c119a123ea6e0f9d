"""Clean files, what is refused, and near misses: what the preparer tells gates and skills about presentations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from forge.errors import PreparerError
from forge.preparers.base import Problem, preparer
from forge.preparers.impress.frames import new_slide
from forge.preparers.impress.spec import (
    Chart,
    Line,
    Paragraph,
    Presentation,
    Run,
    Series,
    Shape,
    Table,
    Transition,
    texts,
)
from forge.preparers.office.file_types import PRESENTATION
from forge.preparers.office.package import pack, unpack
from forge.states.changes import differs
from forge.states.entities import State, share

from .rich import RED, rich

IMPRESS = preparer("impress")
MOUNT = "~/deck.pptx"
SLIDE = "ppt/slides/slide2.xml"


def linked(target: str = "https://example.org/") -> Presentation:
    deck = rich()
    deck.slide(2).body.paragraphs[0].runs[0].link = target
    return deck


def with_part(name: str, change: Callable[[bytes], bytes]) -> dict[str, bytes]:
    parts = unpack(IMPRESS.write(linked())[""], "it", PRESENTATION)
    parts[name] = change(parts.get(name, b""))
    return {"": pack(parts)}


def replaced(name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return with_part(name, change)


def problems(files: dict[str, bytes]) -> list[Problem]:
    return IMPRESS.problems(files, IMPRESS.read(files))


LINK = "slide 2/'body'/paragraph 1.link"
RELATIONS = "ppt/slides/_rels/slide2.xml.rels"
UNCLEAN: dict[str, tuple[Callable[[], dict[str, bytes]], str, str]] = {
    "macros": (lambda: with_part("ppt/vbaProject.bin", lambda _: b"x"), "ppt/vbaProject.bin", "code or controls"),
    "an embedded file": (
        lambda: with_part("ppt/embeddings/a.xlsx", lambda _: b"x"), "ppt/embeddings/a.xlsx", "embedded objects"
    ),
    "a comment": (
        lambda: with_part("ppt/comments/comment1.xml", lambda _: b"<a/>"), "ppt/comments/comment1.xml", "comments"
    ),
    "a home folder": (lambda: replaced(SLIDE, b"in the north", b"in /home/user/x"), SLIDE, "absolute path"),
    "a drive": (lambda: replaced(SLIDE, b"in the north", b"in C:\\Users\\ann"), SLIDE, "absolute path"),
    "an author": (
        lambda: replaced("docProps/core.xml", b"</cp:core", b"<dc:creator xmlns:dc='x'>Ann</dc:creator></cp:core"),
        "docProps/core.xml",
        "made",
    ),
    "a time": (
        lambda: replaced("docProps/core.xml", b">2026-01-05T08:00:00Z", b">2026-02-07T08:00:00Z"),
        "docProps/core.xml",
        "when it was made",
    ),
    "a link to a live site": (
        lambda: replaced(RELATIONS, b"https://example.org/", b"https://www.wikipedia.org/"), LINK, "may die"
    ),
    "mail to a real host": (
        lambda: replaced(RELATIONS, b"https://example.org/", b"mailto:ann@mail.com"), LINK, "may die"
    ),
    "a picture from outside": (
        lambda: replaced(
            RELATIONS, b"</Relationships>",
            b'<Relationship Id="rId9" Type="http://x/image" Target="https://example.org/a.png" TargetMode="External"/>'
            b"</Relationships>",
        ),
        RELATIONS,
        "lies outside",
    ),
    "a relation to nothing": (
        lambda: replaced(
            RELATIONS, b"</Relationships>",
            b'<Relationship Id="rId9" Type="http://x/image" Target="../media/gone.png"/></Relationships>',
        ),
        RELATIONS,
        "not there",
    ),
    "a picture that is gone": (
        lambda: with_part(
            "ppt/slides/slide3.xml", lambda xml: xml.replace(b'<a:blip r:embed="rId2"/>', b'<a:blip r:embed="rId7"/>')
        ),
        "slide 3/'Logo'",
        "missing picture",
    ),
}  # fmt: skip


def test_a_prepared_presentation_is_clean() -> None:
    assert problems(IMPRESS.write(linked())) == []
    assert IMPRESS.miscalculated(IMPRESS.tree(rich()), None) == []


@pytest.mark.parametrize("name", UNCLEAN)
def test_what_is_not_clean_is_named_with_its_place(name: str) -> None:
    make, where, what = UNCLEAN[name]
    found = problems(make())
    assert [(problem.where, what in problem.what) for problem in found] == [(where, True)], found


def on_slide(change: Callable[[Any], Any]) -> Callable[[Presentation], Any]:
    return lambda deck: change(deck.slide(2))


def with_shape(**fields: Any) -> Callable[[Presentation], Any]:
    return lambda deck: deck.slide(5).shapes.append(Shape(**{"name": "New", **fields}))


def with_run(**fields: Any) -> Callable[[Presentation], Any]:
    run = Run(**{"text": "x", **fields})
    return lambda deck: deck.slide(2).body.paragraphs.append(Paragraph([run]))


def with_paragraph(**fields: Any) -> Callable[[Presentation], Any]:
    return lambda deck: deck.slide(2).body.paragraphs.append(Paragraph([Run("x")], **fields))


def with_chart(**fields: Any) -> Callable[[Presentation], Any]:
    chart = Chart(**{"categories": ["a"], "series": [Series("s", [1])], **fields})
    return with_shape(chart=chart)


REFUSED: dict[str, tuple[Callable[[Presentation], Any], str]] = {
    "no slides": (lambda deck: deck.slides.clear(), "needs 1 to 100 slides"),
    "another master": (lambda deck: deck.more_masters.append(deck.master), "several masters can be read"),
    "a width between": (lambda deck: setattr(deck, "width", 25.401), "hundredths can be"),
    "a placeholder on the master": (
        lambda deck: deck.master.shapes.append(Shape(role="title")), "makes its placeholders itself"
    ),
    "a table on the master": (
        lambda deck: deck.master.shapes.append(Shape("T", table=Table.of([["a"]], 5))), "do not survive"
    ),
    "a font of a style": (lambda deck: setattr(deck.master.title, "font", "Fancy"), "master's style of titles"),
    "two titles": (on_slide(lambda slide: slide.shapes.append(Shape(role="title"))), "no layout has just these"),
    "two footers": (
        on_slide(lambda slide: slide.shapes.extend([Shape(role="footer"), Shape(role="footer")])), "more than one"
    ),
    "a background that is no picture": (on_slide(lambda slide: setattr(slide, "background", b"x")), "PNG or JPEG"),
    "a gradient": (on_slide(lambda slide: setattr(slide, "background", "gradient")), "can be read, not written"),
    "notes with an empty line": (on_slide(lambda slide: setattr(slide, "notes", "x\n")), "empty line"),
    "a transition": (on_slide(lambda slide: setattr(slide, "transition", Transition("cut"))), "fade, dissolve"),
    "half a second": (on_slide(lambda slide: setattr(slide, "transition", Transition(after=1.5))), "whole ones"),
    "no name": (with_shape(name=""), "is empty, taken twice"),
    "a name of a placeholder": (with_shape(name="title"), "that of a placeholder"),
    "a place between": (with_shape(left=1.005), "hundredths to"),
    "no width": (with_shape(width=0), "too small"),
    "a turn between": (with_shape(rotation=1.5), "whole ones from 0 to 359"),
    "a form": (with_shape(geometry="cloud"), "does not survive saving"),
    "a fill": (with_shape(fill="gradient"), "a colour can"),
    "a line's width": (with_shape(line=Line(RED, 0.3)), "quarters"),
    "a line's dash": (with_shape(line=Line(RED, 1, "wild")), "solid, dashed"),  # type: ignore[arg-type]  # the point
    "a line without colour": (with_shape(geometry="line"), "a line has a colour"),
    "a flipped box": (with_shape(flipped=True), "only lines rise"),
    "a described box": (with_shape(description="A box"), "alternative text of pictures"),
    "a picture with text": (with_shape(picture=b"\xff\xd8\xff", paragraphs=texts("x")), "that alone"),
    "a title of another form": (lambda deck: setattr(deck.slide(2).title, "geometry", "ellipse"), "is a rectangle"),
    "a turned table": (with_shape(table=Table.of([["a"]], 5), rotation=5), "get lost"),
    "a table of other width": (with_shape(table=Table.of([["a"]], 4)), "the table is 5.0 cm"),
    "an uneven table": (with_shape(table=Table([[], []], [5.0])), "as many cells"),
    "a pie with axes": (with_chart(type="pie", x_title="x"), "one series and no axes"),
    "a stacked line": (with_chart(type="line", grouping="stacked"), "cannot be 'stacked'"),
    "a chart of nothing": (with_chart(series=[]), "needs 1 to 200 categories"),
    "a chart with gaps only": (with_chart(series=[Series("s", [None])]), "needs a number"),
    "a short series": (with_chart(series=[Series("s", [])]), "for each category"),
    "an empty label": (with_chart(categories=[" "]), "spaces around it"),
    "an empty run": (with_run(text=""), "is nothing"),
    "a control character": (with_run(text="a\x07b"), "cannot be stored"),
    "a field among words": (with_run(text="Page ‹#›"), "a run of its own"),
    "a break in a link": (with_run(text="a\nb", link="https://example.org/"), "line break within a link"),
    "a link to a file": (with_run(link="file:///etc/passwd"), "web or mail address"),
    "a font": (with_run(font="Fancy"), "does not survive saving"),
    "a size": (with_run(size=11.3), "in halves"),
    "an underline": (with_run(underline="wild"), "does not survive saving"),
    "a level": (with_paragraph(level=6), "1 to 5"),
    "a bullet": (with_paragraph(bullet="?"), "does not survive saving"),
    "a spacing": (with_paragraph(line_spacing=20), "50 to 300"),
    "a space": (with_paragraph(before=1.5), "whole ones to 200"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_not_come_back_is_refused(name: str) -> None:
    change, sentence = REFUSED[name]
    deck = rich()
    change(deck)
    with pytest.raises(PreparerError, match=sentence):
        IMPRESS.write(deck)


def misses(change: Callable[[Presentation], Any]) -> dict[str, State]:
    """The near misses of a task that does one thing; each is another state than the golden one."""
    start, end = rich(), rich()
    change(end)
    tree = IMPRESS.tree(start)
    before, golden = State({MOUNT: tree}), State({MOUNT: share(tree, IMPRESS.tree(end))})
    found = {patch.name: patch.apply(before, golden) for patch in IMPRESS.near_misses(before, golden, MOUNT)}
    assert all(differs(golden, state) for state in found.values())
    return found


def bold_title(deck: Presentation) -> None:
    deck.slide(2).title.paragraphs[0].runs[0].bold = True


def larger_body(deck: Presentation) -> None:
    for paragraph in deck.slide(2).body.paragraphs:
        for run in paragraph.runs:
            run.size = 30


def test_near_misses_take_another_slide_or_all_of_them() -> None:
    found = misses(bold_title)
    bold = {
        name: [
            bool(title.properties.get("bold"))
            for slide in state.trees[MOUNT].root.of_kind("slide")
            if (shape := slide.child("shape", "title")) is not None
            for title in shape.of_kind("paragraph")
        ]
        for name, state in found.items()
    }
    assert bold == {
        "wrong slide": [False, False, True, False],
        "every slide": [True, True, True, True],
        "first word only": [False, False, False, False],
    }


def test_near_misses_leave_out_the_last_or_format_the_first_word_only() -> None:
    found = misses(larger_body)
    assert {"last left out", "first word only"} <= set(found)
    body = found["last left out"].trees[MOUNT].at((("slide", 2), ("shape", "body")))
    assert body is not None
    assert [paragraph.properties.get("size") for paragraph in body.of_kind("paragraph")] == [30, 30, 30, 28]
    body = found["first word only"].trees[MOUNT].at((("slide", 2), ("shape", "body")))
    assert body is not None
    first = body.of_kind("paragraph")[0]
    assert first.properties.get("size") == 28
    word = first.child("stretch", "Opened")
    assert word is not None
    assert word.properties.get("size") == 30


def test_a_new_slide_has_no_near_miss_of_these() -> None:
    assert misses(lambda deck: deck.slides.append(new_slide(deck, "content", "New"))) == {}
