"""Serves one soffice: a request as a JSON line on standard input, its response as one on standard output.

Started as `python -m worker FOLDER PROGRAM PARENT`: the private folder, LibreOffice's program folder and the
process id of whoever asks. When that process is gone, so are soffice, the folder and this process.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from . import DEAD, NO_UNO

try:
    import uno  # type: ignore[import-not-found, unused-ignore]  # only some interpreters have it
except ImportError:
    sys.exit(NO_UNO)

from . import documents, folder, sheets
from .soffice import DeadOfficeError, Soffice


def main(arguments: list[str]) -> int:
    """Start soffice, say that it is ready, answer until the input ends."""
    place, program, parent = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    office = Soffice(program, place)
    threading.Thread(target=_follow, args=(parent, place), daemon=True).start()
    try:
        office.start()
        _say({"pids": [os.getpid(), office.pid]})
        for line in sys.stdin:
            _say(_answer(office, json.loads(line)))
    except DeadOfficeError as error:
        sys.stderr.write(f"{error}\n")
        return DEAD
    except BrokenPipeError:
        pass  # whoever asked is gone, which is also how the input ends
    finally:
        office.kill()
    folder.remove(place)
    return 0


def _answer(office: Soffice, request: dict[str, Any]) -> dict[str, Any]:
    try:
        return _handle(office, request)
    except documents.RefusedError as error:
        return {"refused": str(error)}
    except documents.UnstoredError as error:
        return {"failed": str(error)}
    except uno.getClass("com.sun.star.uno.Exception") as error:
        if not office.alive or isinstance(error, uno.getClass("com.sun.star.lang.DisposedException")):
            raise DeadOfficeError(f"soffice died: {error}") from error
        raise


def _handle(office: Soffice, request: dict[str, Any]) -> dict[str, Any]:
    document = _open(office, request)
    try:
        documents.store(document, Path(request["target"]), request["to"])
        readings: dict[str, Any] = {}
        answer = {"readings": readings, "views": {} if request["window"] else sheets.views(document)}
        if not request["probes"]:
            return answer
        laboratory = sheets.Laboratory(document)
        for probe in request["probes"]:
            readings[probe["id"]] = laboratory.experiment(probe)
            if not laboratory.restored(probe):
                document.close(False)
                document = _open(office, request)
                laboratory = sheets.Laboratory(document)
        return answer
    finally:
        document.close(False)


def _open(office: Soffice, request: dict[str, Any]) -> Any:
    source, suffix = Path(request["source"]), request["suffix"]
    if request["window"]:
        document = documents.load(office.desktop, source, suffix)
    else:
        document = documents.load_windowless(office.create, source, suffix)
    if sheets.is_spreadsheet(document):
        if request["window"]:
            sheets.keep_view(document, office.toolkit)
        if request["recalculate"]:
            document.calculateAll()
    return document


def _say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _follow(parent: int, place: Path) -> None:
    """Leave nothing behind once the parent is gone, whatever the main thread does or waits for.

    The folder is removed by a process of its own, because until this one and its soffice are gone they may make
    files in it.
    """
    while os.getppid() == parent:
        time.sleep(0.5)
    group = os.getpgrp()
    if os.fork() == 0:
        os.setpgid(0, 0)
        folder.wait_for_end(group)
        folder.remove(place)
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
