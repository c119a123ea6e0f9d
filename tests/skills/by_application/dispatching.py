"""Does in LibreOffice what a person would: goes to places and gives commands. Run by an interpreter with `uno`.

    python dispatching.py PROGRAM FOLDER

reads a line of JSON for each file on standard input, `{"file": …, "steps": [[command, arguments], …]}`, saves the file
and answers with an empty line. A command is one of the application's own, as in `.uno:HideColumn`, `sheet`, which
brings a sheet to the front, `select`, which selects cells of it, or `unfreeze`, which lets all of it scroll.
"""

import json
import sys
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


def do(document, helper, command, arguments):
    controller = document.getCurrentController()
    if command == "sheet":
        controller.setActiveSheet(document.Sheets.getByName(arguments["name"]))
    elif command == "unfreeze":
        controller.freezeAtPosition(0, 0)
    elif command == "select":
        controller.select(controller.getActiveSheet().getCellRangeByName(arguments["place"]))
    else:
        helper.executeDispatch(controller.getFrame(), command, "", 0, properties(arguments))


def main(program, folder):
    office = soffice.Soffice(Path(program), Path(folder))
    office.start()
    helper = office.create("com.sun.star.frame.DispatchHelper")
    try:
        for line in sys.stdin:
            request = json.loads(line)
            file = Path(request["file"])
            document = documents.load(office.desktop, file, file.suffix)
            try:
                # Nobody sees it, but some commands do nothing in a window that is not shown.
                window = document.getCurrentController().getFrame().getContainerWindow()
                window.setVisible(True)
                window.setFocus()
                office.toolkit.processEventsToIdle()
                for command, arguments in request["steps"]:
                    do(document, helper, command, arguments)
                documents.store(document, file, file.suffix)
            finally:
                document.close(False)
            sys.stdout.write("\n")
            sys.stdout.flush()
    finally:
        office.kill()


main(*sys.argv[1:])
