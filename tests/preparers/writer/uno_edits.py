"""Edits a document in LibreOffice itself. Run by an interpreter that can import `uno`.

    python uno_edits.py PROGRAM FOLDER SOURCE TARGETS

writes `untouched.docx`, `edited.docx` with all edits, and `inserted.docx` with an inserted paragraph.
"""

import sys
from pathlib import Path

import uno
from worker import documents, soffice

BREAK = "com.sun.star.text.ControlCharacter.PARAGRAPH_BREAK"


def paragraphs(document):
    """The paragraphs and tables of the body."""
    found = []
    walk = document.Text.createEnumeration()
    while walk.hasMoreElements():
        found.append(walk.nextElement())
    return found


def holding(document, text):
    """The paragraph of the body that holds a text."""
    return next(
        item
        for item in paragraphs(document)
        if item.supportsService("com.sun.star.text.Paragraph") and text in item.String
    )


def phrase(document, text):
    """The first occurrence of a text."""
    search = document.createSearchDescriptor()
    search.SearchString = text
    return document.findFirst(search)


def footnote(document):
    note = document.createInstance("com.sun.star.text.Footnote")
    place = phrase(document, "A wide page")
    document.Text.insertTextContent(place.End, note, False)
    note.setString("Made here.")


def comment(document):
    made = document.createInstance("com.sun.star.text.textfield.Annotation")
    made.Content = "Made here."
    document.Text.insertTextContent(phrase(document, "last line").End, made, False)


def bookmark(document):
    made = document.createInstance("com.sun.star.text.Bookmark")
    made.Name = "Made_here"
    document.Text.insertTextContent(phrase(document, "map of it"), made, True)


def table(document):
    made = document.createInstance("com.sun.star.text.TextTable")
    made.initialize(2, 3)
    document.Text.insertTextContent(holding(document, "wide page").Anchor.End, made, False)


def page(document):
    styles = document.StyleFamilies.getByName("PageStyles")
    first = styles.getByName(holding(document, "Annual").PageStyleName)
    first.LeftMargin = 4000
    second = styles.getByName(holding(document, "wide page").PageStyleName)
    second.IsLandscape, second.Width, second.Height = False, second.Height, second.Width
    second.HeaderIsOn = True
    second.HeaderText.setString("Made here")


def insert(document):
    target = holding(document, "Sales of")
    document.Text.insertString(target.Start, "A new one.", False)
    document.Text.insertControlCharacter(
        phrase(document, "A new one.").End, uno.getConstantByName(BREAK), False
    )
    holding(document, "A new one.").ParaStyleName = target.ParaStyleName


def spacing(document):
    line = uno.createUnoStruct("com.sun.star.style.LineSpacing")
    line.Mode, line.Height = 0, 200
    holding(document, "total").ParaLineSpacing = line


def numbering(document):
    rules = document.createInstance("com.sun.star.text.NumberingRules")
    target = holding(document, "Please")
    target.NumberingRules = rules
    target.NumberingIsNumber = True


def text(document):
    phrase(document, "soon").setString("at once")


EDITS = {
    "paragraph.text": text,
    "paragraph.style": lambda document: setattr(
        holding(document, "first part"), "ParaStyleName", "Heading 3"
    ),
    "paragraph.alignment": lambda document: setattr(
        holding(document, "Please"), "ParaAdjust", uno.Enum("com.sun.star.style.ParagraphAdjust", "CENTER")
    ),
    "paragraph.indent_left": lambda document: setattr(holding(document, "total"), "ParaLeftMargin", 1500),
    "paragraph.space_after": lambda document: setattr(holding(document, "total"), "ParaBottomMargin", 500),
    "paragraph.line_spacing": spacing,
    "paragraph.page_break_before": lambda document: setattr(
        holding(document, "map of it"), "BreakType", uno.Enum("com.sun.star.style.BreakType", "PAGE_BEFORE")
    ),
    "paragraph.list": numbering,
    "word.bold": lambda document: setattr(phrase(document, "rose"), "CharWeight", 150.0),
    "word.italic": lambda document: setattr(
        phrase(document, "rose"), "CharPosture", uno.Enum("com.sun.star.awt.FontSlant", "ITALIC")
    ),
    "word.underline": lambda document: setattr(phrase(document, "rose"), "CharUnderline", 1),
    "word.colour": lambda document: setattr(phrase(document, "rose"), "CharColor", 0xC00000),
    "word.font": lambda document: setattr(phrase(document, "right"), "CharFontName", "DejaVu Sans"),
    "word.size": lambda document: setattr(phrase(document, "right"), "CharHeight", 20.0),
    "word.highlight": lambda document: setattr(phrase(document, "right"), "CharBackColor", 0xFFF200),
    "word.link": lambda document: setattr(
        phrase(document, "Please"), "HyperLinkURL", "https://example.org/x"
    ),
    "word.footnote": footnote,
    "comment": comment,
    "bookmark": bookmark,
    "table": table,
    "page": page,
    "style.size": lambda document: setattr(
        document.StyleFamilies.getByName("ParagraphStyles").getByName("House"), "CharHeight", 15.0
    ),
    "cell.fill": lambda document: setattr(
        document.TextTables.getByIndex(0).getCellByName("B2"), "BackColor", 0xFFFF00
    ),
    "document.title": lambda document: setattr(document.DocumentProperties, "Title", "Made here"),
}


def main(program, folder, source, targets):
    office = soffice.Soffice(Path(program), Path(folder))
    office.start()
    try:
        for name, edits in (("untouched", ()), ("edited", EDITS.values()), ("inserted", (insert,))):
            document = documents.load(office.desktop, Path(source), ".docx")
            for edit in edits:
                edit(document)
            documents.store(document, Path(targets) / f"{name}.docx", ".docx")
            document.close(False)
    finally:
        office.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
