"""Edits a presentation in LibreOffice itself. Run by an interpreter that can import `uno`.

    python uno_edits.py PROGRAM FOLDER SOURCE TARGETS

writes a file for each group of edits, named after it; every one begins with the source.
"""

import sys
from pathlib import Path

import uno
from worker import documents, soffice


def page(document, number):
    return document.DrawPages.getByIndex(number - 1)


def shape(document, number, name):
    drawn = page(document, number)
    return next(item for item in map(drawn.getByIndex, range(drawn.Count)) if item.Name == name)


def placeholder(document, number, which):
    return page(document, number).getByIndex(which)


def cursor(text, phrase):
    found = text.createTextCursor()
    found.gotoStart(False)
    start = text.String.index(phrase)
    found.goRight(start, False)
    found.goRight(len(phrase), True)
    return found


def paragraph(text, number):
    listed = text.createEnumeration()
    for _ in range(number):
        found = listed.nextElement()
    return found


def title(document):
    placeholder(document, 2, 0).String = "What we have done"


def bold(document):
    whole = placeholder(document, 2, 0).createTextCursor()
    whole.gotoEnd(True)
    whole.CharWeight = 150.0


def whole(document):
    body = placeholder(document, 2, 1).createTextCursor()
    body.gotoEnd(True)
    body.CharHeight = 22.0


def word(document):
    cursor(placeholder(document, 2, 1), "shops").CharColor = 0xC00000


def bullet(document):
    line = paragraph(placeholder(document, 2, 1), 1)
    rules = line.NumberingRules
    level = list(rules.getByIndex(0))
    for item in level:
        if item.Name == "NumberingType":
            item.Value = 4  # com.sun.star.style.NumberingType.ARABIC
        elif item.Name == "Suffix":
            item.Value = "."
    uno.invoke(rules, "replaceByIndex", (0, uno.Any("[]com.sun.star.beans.PropertyValue", tuple(level))))
    line.NumberingRules = rules


def level(document):
    paragraph(placeholder(document, 2, 1), 4).NumberingLevel = 1


def alignment(document):
    paragraph(placeholder(document, 2, 1), 1).ParaAdjust = uno.Enum(
        "com.sun.star.style.ParagraphAdjust", "CENTER"
    )


def link(document):
    text = shape(document, 3, "Note")
    field = document.createInstance("com.sun.star.text.TextField.URL")
    field.URL, field.Representation = "https://example.org/", "text"
    text.insertTextContent(cursor(text, "text"), field, True)


def place(document):
    point = uno.createUnoStruct("com.sun.star.awt.Point")
    point.X, point.Y = 12345, 6789
    shape(document, 3, "Logo").Position = point


def size(document):
    extent = uno.createUnoStruct("com.sun.star.awt.Size")
    extent.Width, extent.Height = 3000, 2250
    shape(document, 3, "Logo").Size = extent


def rotation(document):
    shape(document, 3, "Badge").RotateAngle = 33000


def fill(document):
    shape(document, 3, "Badge").FillColor = 0xFFC000


def line(document):
    drawn = shape(document, 3, "Badge")
    drawn.LineColor, drawn.LineWidth = 0x1F4E79, 159


def front(document):
    shape(document, 3, "Logo").ZOrder = page(document, 3).Count - 1


def description(document):
    shape(document, 3, "Logo").Description = "Something else"


def new_shape(document):
    made = document.createInstance("com.sun.star.drawing.RectangleShape")
    page(document, 3).add(made)
    place_of(made, 1000, 14000, 4000, 2000)


def place_of(drawn, left, top, width, height):
    point = uno.createUnoStruct("com.sun.star.awt.Point")
    point.X, point.Y = left, top
    extent = uno.createUnoStruct("com.sun.star.awt.Size")
    extent.Width, extent.Height = width, height
    drawn.Position, drawn.Size = point, extent


def gone_shape(document):
    page(document, 3).remove(shape(document, 3, "Note"))


def cell(document):
    shape(document, 4, "Plan").Model.getCellByPosition(1, 1).String = "Zoe"


def background(document):
    made = document.createInstance("com.sun.star.drawing.Background")
    made.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
    made.FillColor = 0x00B050
    page(document, 2).Background = made


def hidden(document):
    page(document, 2).Visible = False


def notes(document):
    sheet = page(document, 2).NotesPage
    for number in range(sheet.Count):
        item = sheet.getByIndex(number)
        if item.ShapeType.endswith("NotesShape"):
            item.String = "Say something else."


def transition(document):
    page(document, 2).TransitionType = 1  # com.sun.star.animations.TransitionType.BARWIPE
    page(document, 2).TransitionSubtype = 1


def new_slide(document):
    made = document.DrawPages.insertNewByIndex(1)
    made.Layout = 1  # title and content
    made.getByIndex(0).String = "A new one"
    made.getByIndex(1).String = "With a line"


def copied_slide(document):
    document.duplicate(page(document, 2))


def gone_slide(document):
    document.DrawPages.remove(page(document, 4))


def page_size(document):
    for number in range(document.DrawPages.Count):
        drawn = document.DrawPages.getByIndex(number)
        drawn.Width, drawn.Height = 19050, 33860


def master(document):
    for number in range(document.MasterPages.Count):
        made = document.createInstance("com.sun.star.drawing.Background")
        made.FillStyle = uno.Enum("com.sun.star.drawing.FillStyle", "SOLID")
        made.FillColor = 0xFFF2CC
        document.MasterPages.getByIndex(number).Background = made


FILES = {
    "untouched": (),
    "texts": (
        title,
        word,
        alignment,
        notes,
        place,
        rotation,
        fill,
        line,
        cell,
        hidden,
        new_shape,
        description,
    ),
    "looks": (bold, whole, size, link, front, background, transition),
    "parts": (bullet, level, gone_shape, gone_slide, new_slide),
    "copy": (copied_slide,),
    "page": (page_size,),
    "master": (master,),
}
"""What is done in each file."""


def main(program, folder, source, targets):
    office = soffice.Soffice(Path(program), Path(folder))
    office.start()
    failed = []
    try:
        for name, edits in FILES.items():
            document = documents.load(office.desktop, Path(source), ".pptx")
            for edit in edits:
                try:
                    edit(document)
                except Exception as error:  # noqa: BLE001 - all that fail are told at once
                    failed.append(f"{edit.__name__}: {type(error).__name__} {error}")
            documents.store(document, Path(targets) / f"{name}.pptx", ".pptx")
            document.close(False)
    finally:
        office.kill()
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
