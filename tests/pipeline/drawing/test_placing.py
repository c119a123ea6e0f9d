"""Where things stand, held against what others say: the text of a PDF with its places, and lengths in the spec."""

from __future__ import annotations

import io
import re
import subprocess

import pytest
from PIL import Image

from forge.pipeline.drawing import placing
from forge.pipeline.drawing.boxes import Box
from forge.pipeline.drawing.placing import Document, Drawing
from forge.pipeline.drawing.rasters import DPI
from forge.preparers.base import preparer
from forge.preparers.calc.spec import Chart, Colour, Series, Validation, Workbook
from forge.preparers.impress.spec import Presentation, Shape, Slide
from forge.preparers.writer import spec as writer
from forge.preparers.writer.spec import Comment, Look, Paragraph, Run, Table

pytestmark = pytest.mark.libreoffice
NEAR = 4
"""Pixels by which boxes around ink and boxes around lines of text differ."""


def opened(name, spec):
    tool = preparer(name)
    (files,) = tool.pictured([tool.write(spec)])
    return Document(tool, files, tool.suffixes[0])


def words(document):
    """Each word of the PDF with its page and box, as poppler tells them."""
    found = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=document.drawing.pdf, capture_output=True, check=True
    ).stdout.decode()
    page, boxes = -1, {}
    for line in found.splitlines():
        page += line.strip().startswith("<page")
        if match := re.search(r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.+)</word>', line):
            left, top, right, bottom = (float(number) * DPI / 72 for number in match.groups()[:4])
            boxes.setdefault(match[5], Box(page, int(top), int(left), int(bottom) + 1, int(right) + 1))
    return boxes


def holds(box, inner):
    """Whether a box holds another, up to the room around letters."""
    return box.page == inner.page and box.grown(NEAR).hull(inner) == box.grown(NEAR)


def table(**more):
    book = Workbook()
    sheet = book.add_sheet("Orders")
    sheet.put("A1", [["Order", "Amount"], *([f"N{row}", row * 7] for row in range(2, 90))])
    for name, value in more.items():
        getattr(sheet, name).append(value)
    return book


def cell(row, letter):
    return (("sheet", "Orders"), ("row", row), ("cell", letter))


def test_cells_stand_where_their_text_does_on_several_pages():
    document = opened("calc", table())
    text = words(document)
    paths = [cell(row, "A") for row in (1, 2, 40, 89)]
    found = document.places(paths)
    assert found.keys() == set(paths)
    for path, word in zip(paths, ("Order", "N2", "N40", "N89"), strict=True):
        (box,) = found[path]
        assert holds(box, text[word])
        assert not any(holds(box, text[other]) for other in ("Amount", "N3", "N41", "N88"))
    assert {box.page for boxes in found.values() for box in boxes} == {0, *range(text["N89"].page, 0, -1)} & {
        text[word].page for word in ("Order", "N40", "N89")
    }


def test_more_cells_than_there_are_colours_are_told_apart():
    document = opened("calc", table())
    text = words(document)
    paths = [cell(row, "A") for row in range(2, 80)]
    found = document.places(paths)
    assert found.keys() == set(paths)
    assert all(holds(found[path][0], text[f"N{path[1][1]}"]) for path in paths)
    assert all(len(boxes) == 1 for boxes in found.values())


@pytest.mark.parametrize("count", [12, 40])
def test_a_workbook_that_has_many_colours_takes_few_more(count):
    book = table()
    for row in range(2, 32):
        book.sheet("Orders").cell(row, 2).restyle(fill=Colour(f"#20{row:02X}80"))
    document = opened("calc", book)
    text = words(document)
    paths = [cell(row, "A") for row in range(2, 2 + count)]
    found = document.places(paths)
    assert found.keys() == set(paths)
    assert all(holds(found[path][0], text[f"N{path[1][1]}"]) for path in paths)


def test_a_range_reaches_from_its_first_to_its_last_cell():
    document = opened("calc", table(validations=Validation("B2:B9", "whole", ">", ("0",))))
    path = (("sheet", "Orders"), ("validation", 1))
    ends = document.places([cell(2, "B"), cell(9, "B")])
    assert document.places([path]) == {path: [ends[cell(2, "B")][0].hull(ends[cell(9, "B")][0])]}


def test_a_chart_is_found_and_of_two_charts_none():
    def chart(title):
        series = Series("Orders!$B$2:$B$9", "Orders!$A$2:$A$9", "Orders!$B$1")
        return Chart("column", [series], title=title, anchor="E3")

    path = (("sheet", "Orders"), ("chart", 1))
    document = opened("calc", table(charts=chart("Total")))
    (box,) = document.places([path])[path]
    assert holds(box, words(document)["Total"])
    assert not holds(box, words(document)["Order"])
    both = table(charts=chart("Total"))
    both.sheet("Orders").charts.append(chart("Other"))
    assert opened("calc", both).places([path]) == {}


def test_what_cannot_be_seen_has_no_place():
    book = table(validations=Validation("F2:F9", "whole", ">", ("0",)))
    paths = [
        (),
        (("sheet", "Orders"), ("validation", 1)),
        (("sheet", "Orders"), ("page", "page")),
        cell(500, "A"),
    ]
    assert opened("calc", book).places(paths) == {}
    text = writer.Document()
    text.add(Paragraph([Run("Seen", comments=(Comment("Unseen"),))]))
    assert opened("writer", text).places([(("paragraph", 1), ("comment", 1)), (("section", 1),)]) == {}


def test_paragraphs_words_and_tables():
    text = writer.Document()
    text.add(
        Paragraph.of("Opening"),
        Paragraph([Run("Plain alpha and "), Run("omega", Look(bold=True)), Run(" closing.")]),
        Table.of([["North", "South"], ["East", "West"]], [5.0, 5.0]),
        Paragraph.of("Ending"),
    )
    document = opened("writer", text)
    seen = words(document)
    second, bold = (("paragraph", 2),), (("paragraph", 2), ("word", 4))
    east = (("table", 1), ("row", 2), ("cell", "A"))
    found = document.places([second, bold, (("table", 1),), east])
    assert all(
        any(holds(box, seen[word]) for box in found[second]) for word in ("alpha", "omega", "closing.")
    )
    assert not any(holds(box, seen["Ending"]) for box in found[second])
    assert holds(found[bold][0], seen["omega"])
    assert not holds(found[bold][0], seen["and"])
    assert [holds(found[east][0], seen[word]) for word in ("East", "West", "North")] == [True, False, False]
    whole = found[(("table", 1),)]
    assert all(any(holds(box, seen[word]) for box in whole) for word in ("North", "West"))


def test_a_word_of_a_plain_text_is_marked_with_its_run():
    text = writer.Document()
    text.add(Paragraph.of("Only one look here"), Paragraph.of("Ending"))
    path = (("paragraph", 1), ("word", 2))
    document = opened("writer", text)
    (box,) = document.places([path])[path]
    assert holds(box, words(document)["one"])
    assert not holds(box, words(document)["Ending"])


def test_shapes_and_pictures_stand_where_their_lengths_say():
    stream = io.BytesIO()
    Image.effect_noise((64, 64), 80).convert("RGB").save(stream, "PNG")
    shapes = [
        Shape("Box", 2.0, 3.0, 6.0, 4.0, fill=Colour("#336699")),
        Shape("Other", 10.0, 3.0, 6.0, 4.0, fill=Colour("#336699")),
        Shape("Photo", 2.0, 10.0, 8.0, 5.0, picture=stream.getvalue(), description=""),
    ]
    document = opened("impress", Presentation([Slide(), Slide(shapes)]))
    paths = [(("slide", 2), ("shape", shape.name)) for shape in shapes]
    found = document.places(paths)
    for path, shape in zip(paths, shapes, strict=True):
        (box,) = found[path]
        assert box.page == 1
        expected = (shape.left, shape.top, shape.left + shape.width, shape.top + shape.height)
        assert (box.left, box.top, box.right, box.bottom) == pytest.approx(
            [length / 2.54 * DPI for length in expected], abs=2
        )


def test_a_copy_in_which_something_moved_is_not_believed(monkeypatch):
    document = opened("calc", table())
    assert document.places([cell(3, "A")])
    draw = Document._draw

    def moved(self, *arguments):
        drawn = draw(self, *arguments)
        shifted = [Image.new("RGB", page.size, "white") for page in drawn.rough]
        for page, other in zip(drawn.rough, shifted, strict=True):
            other.paste(page, (3, 0))
        drawing = Drawing(drawn.pdf)
        drawing.__dict__["rough"] = shifted
        return drawing

    monkeypatch.setattr(placing.Document, "_draw", moved)
    assert document.places([cell(3, "A")]) == {}
