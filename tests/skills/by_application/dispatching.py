"""Does in LibreOffice what a person would: goes to places and gives commands. Run by an interpreter with `uno`.

    python dispatching.py PROGRAM FOLDER

reads a line of JSON for each file on standard input,

    {"file": …, "home": …, "steps": [[command, arguments], …]}

saves the file and answers with an empty line, or with what went wrong. A command is one of the application's own, as in
`.uno:HideColumn`, or one of `OWN`, which go to places and do what has no command without a dialog.
"""

import json
import sys
import traceback
from pathlib import Path

import uno
from worker import documents, soffice


def properties(arguments):
    made = []
    for name, value in arguments.items():
        item = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        item.Name, item.Value = name, value
        made.append(item)
    return tuple(made)


class Work:
    """What somebody does in one document; `chosen` is what was gone to last."""

    def __init__(self, document, office, home):
        self.document = document
        self.home = home
        self.controller = document.getCurrentController()
        self.helper = office.create("com.sun.star.frame.DispatchHelper")
        self.chosen = None

    def choose(self, item):
        self.chosen = item
        self.controller.select(item)

    def dispatch(self, command, arguments):
        self.helper.executeDispatch(self.controller.getFrame(), command, "", 0, properties(arguments))

    # In any document

    def give(self, **values):
        """Set properties of what is chosen, as a dialog does."""
        for name, value in values.items():
            setattr(self.chosen, name, value)

    def describe_document(self, **values):
        """Fill in the properties of the document."""
        for name, value in values.items():
            setattr(self.document.DocumentProperties, name, value)

    def export(self, place, filter, data, options=None):  # noqa: A002 - LibreOffice's own word
        """Export to a place below the home folder, with the choices of the filter's dialog."""
        chosen = {"FilterName": filter}
        if options is not None:
            chosen["FilterOptions"] = options
        if data:
            chosen["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", properties(data))
        self.document.storeToURL((self.home / place).as_uri(), properties(chosen))

    # In workbooks

    def export_sheet(self, place, name, area=None, separator=None, encoding=None):
        """Export a sheet, or cells of it: as text where a separator is given, else as PDF."""
        sheet = self.document.Sheets.getByName(name)
        if separator is None:
            cells = sheet if area is None else sheet.getCellRangeByName(area)
            return self.export(place, "calc_pdf_Export", {"Selection": cells})
        self.controller.setActiveSheet(sheet)
        shown = f"{ord(separator)},34,{encoding},1,,0,false,true,false,false,false,0"
        return self.export(place, "Text - txt - csv (StarCalc)", {}, shown)

    def lay_pages(self, name):
        """Let a sheet be printed in landscape, as the dialog of its page style does."""
        styles = self.document.StyleFamilies.getByName("PageStyles")
        style = styles.getByName(self.document.Sheets.getByName(name).PageStyle)
        style.IsLandscape, (style.Width, style.Height) = True, (style.Height, style.Width)

    def sheet(self, name):
        """Bring a sheet to the front."""
        self.controller.setActiveSheet(self.document.Sheets.getByName(name))

    def unfreeze(self):
        """Let all of a sheet scroll."""
        self.controller.freezeAtPosition(0, 0)

    def select(self, place):
        """Select cells of the sheet in front."""
        self.choose(self.controller.getActiveSheet().getCellRangeByName(place))

    def new_sheet(self, name):
        """Insert a sheet behind all others."""
        self.document.Sheets.insertNewByName(name, self.document.Sheets.Count)

    def pivot(self, source, sheet, place, fields, function, filter_button):
        """Make a pivot table: a source as sheet and range, where it goes, each field with where it stands."""
        tables = self.document.Sheets.getByName(sheet).getDataPilotTables()
        descriptor = tables.createDataPilotDescriptor()
        cells = self.document.Sheets.getByName(source[0]).getCellRangeByName(source[1])
        descriptor.setSourceRange(cells.RangeAddress)
        descriptor.ShowFilterButton = filter_button
        for name, orientation in fields:
            field = descriptor.DataPilotFields.getByName(name)
            field.Orientation = uno.Enum("com.sun.star.sheet.DataPilotFieldOrientation", orientation)
            if orientation == "DATA":
                field.Function = uno.Enum("com.sun.star.sheet.GeneralFunction", function)
        cell = self.document.Sheets.getByName(sheet).getCellRangeByName(place)
        tables.insertNewByName(f"Made on {sheet}", cell.getCellByPosition(0, 0).CellAddress, descriptor)

    def pivot_function(self, sheet, field, function):
        """Let a data field of the only pivot table of a sheet work out something else."""
        table = self.document.Sheets.getByName(sheet).getDataPilotTables().getByIndex(0)
        table.DataPilotFields.getByName(field).Function = uno.Enum(
            "com.sun.star.sheet.GeneralFunction", function
        )

    # In documents

    def words(self, number, text=None, time=1, at=None):
        """Select words of a paragraph of the body, all of it, or go to its `start` or `end`."""
        walk = self.document.Text.createEnumeration()
        body = (
            item
            for item in iter(walk.nextElement, None)
            if item.supportsService("com.sun.star.text.Paragraph")
        )
        paragraph = next(item for position, item in enumerate(body, 1) if position == number)
        cursor = self.document.Text.createTextCursorByRange(
            paragraph.getEnd() if at == "end" else paragraph.getStart()
        )
        if at is None:
            said, offset = paragraph.getString(), -1
            for _ in range(time if text else 0):
                offset = said.index(text, offset + 1)
            cursor.goRight(max(offset, 0), False)
            cursor.goRight(len(text or said), True)
        self.choose(cursor)

    def replace(self, old, new):
        """Find and replace all."""
        descriptor = self.document.createReplaceDescriptor()
        descriptor.SearchString, descriptor.ReplaceString, descriptor.SearchCaseSensitive = old, new, True
        self.document.replaceAll(descriptor)

    def comment(self, text, author):
        """Comment on the words that are chosen."""
        field = self.document.createInstance("com.sun.star.text.textfield.Annotation")
        field.Content, field.Author = text, author
        self.chosen.getText().insertTextContent(self.chosen, field, True)

    def first_row(self, texts):
        """Type into the cells of the first row of the only table."""
        table = self.document.TextTables.getByIndex(0)
        for column, text in enumerate(texts):
            table.getCellByPosition(column, 0).setString(text)

    def picture(self, number):
        """Choose a picture of a document."""
        self.choose(self.document.DrawPage.getByIndex(number - 1))

    # In presentations

    def slide(self, number):
        """Go to a slide."""
        self.controller.setCurrentPage(self.document.DrawPages.getByIndex(number - 1))

    def shape(self, position):
        """Choose a shape of the slide in front, counted from the back."""
        self.choose(self.controller.getCurrentPage().getByIndex(position - 1))

    def size(self, width, height):
        """Make what is chosen so large, in hundredths of a millimetre."""
        size = self.chosen.Size
        size.Width, size.Height = width, height
        self.chosen.Size = size

    def move(self, x=None, y=None):
        """Move what is chosen."""
        place = self.chosen.Position
        place.X, place.Y = place.X if x is None else x, place.Y if y is None else y
        self.chosen.Position = place

    def type(self, text):
        """Type over what a shape says."""
        self.chosen.setString(text)

    def cell(self, row, column, text):
        """Type over a cell of a table."""
        self.chosen.Model.getCellByPosition(column - 1, row - 1).setString(text)

    def notes(self, text):
        """Type the notes of the slide in front."""
        page = self.controller.getCurrentPage().getNotesPage()
        found = [page.getByIndex(index) for index in range(page.Count)]
        (shape,) = (item for item in found if item.ShapeType == "com.sun.star.presentation.NotesShape")
        shape.setString(text)


OWN = tuple(name for name, item in vars(Work).items() if callable(item) and not name.startswith("_"))


def do(work, command, arguments):
    if command.startswith(".uno:"):
        work.dispatch(command, arguments)
    elif command in OWN:
        getattr(work, command)(**arguments)
    else:
        raise ValueError(f"{command!r} is no command; there are {', '.join(OWN)}")


def take(office, file, home, steps):
    """Take steps in a file, and save it."""
    document = documents.load(office.desktop, file, file.suffix)
    try:
        # Nobody sees it, but some commands do nothing in a window that is not shown.
        window = document.getCurrentController().getFrame().getContainerWindow()
        window.setVisible(True)
        window.setFocus()
        office.toolkit.processEventsToIdle()
        work = Work(document, office, home)
        for command, arguments in steps:
            do(work, command, arguments)
        documents.store(document, file, file.suffix)
    finally:
        document.close(False)


def main(program, folder):
    office = soffice.Soffice(Path(program), Path(folder))
    office.start()
    try:
        for line in sys.stdin:
            request = json.loads(line)
            trouble = None
            try:
                take(office, Path(request["file"]), Path(request["home"]), request["steps"])
            except Exception:  # noqa: BLE001 - whoever asked raises it
                trouble = traceback.format_exc()
            sys.stdout.write(f"{json.dumps(trouble)}\n" if trouble else "\n")
            sys.stdout.flush()
    finally:
        office.kill()


main(*sys.argv[1:])
