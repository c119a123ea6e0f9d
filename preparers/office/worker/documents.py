"""Loading and storing documents of every application, and nothing that knows what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uno  # type: ignore[import-not-found, unused-ignore]  # only some interpreters have it

from .formats import APPLICATIONS, OPTIONS

_NEVER_EXECUTE = 0  # com.sun.star.document.MacroExecMode
_NO_UPDATE = 0  # com.sun.star.document.UpdateDocMode
_LEFT_ALONE = {"MacroExecutionMode": _NEVER_EXECUTE, "UpdateDocMode": _NO_UPDATE}
_CANNOT_OPEN = "it is damaged, or protected by a password"


class RefusedError(Exception):
    """The application refuses the file."""


class UnstoredError(Exception):
    """The application could not store what it had loaded."""


def load(desktop: Any, path: Path, suffix: str) -> Any:
    """The document in a file, as its own application opens it: hidden, without macros, links left alone.

    The application finds out by itself what the file holds. Told the filter, it makes an empty document of
    whatever the filter does not understand.

    Raises:
        RefusedError: the application does not take it for a document of that suffix.
    """
    kind, name = _expected(path, suffix)
    is_text = suffix in OPTIONS
    arguments = _properties(
        FilterName=name if is_text else None, FilterOptions=OPTIONS.get(suffix), Hidden=True, **_LEFT_ALONE
    )
    with _refusals():
        document = desktop.loadComponentFromURL(path.as_uri(), "_blank", 0, arguments)
    if document is None:
        raise RefusedError(_CANNOT_OPEN)
    if _property(document.Args, "FilterName") != name or not document.supportsService(kind):
        document.close(False)
        raise RefusedError(f"its content is not that of {suffix}")
    return document


def load_windowless(create: Callable[[str], Any], path: Path, suffix: str) -> Any:
    """The document in a file without a window, which saves a quarter of the time; else as `load` gives it.

    Args:
        create: makes a UNO service in the application.
        path: the file.
        suffix: what it should hold; none of the text formats, which nothing can tell apart.

    Raises:
        RefusedError: the application does not take it for a document of that suffix.
    """
    kind, name = _expected(path, suffix)
    detection = create("com.sun.star.document.TypeDetection")
    _, found = detection.queryTypeByDescriptor(_properties(URL=path.as_uri()), True)
    if _property(found, "FilterName") != name:
        raise RefusedError(f"its content is not that of {suffix}")
    document = create(kind)
    with _refusals():
        document.load(_properties(URL=path.as_uri(), FilterName=name, **_LEFT_ALONE))
    return document


def _expected(path: Path, suffix: str) -> tuple[str, str]:
    """The service and the filter for files of a suffix."""
    if suffix not in OPTIONS and not path.stat().st_size:
        raise RefusedError("it is empty")
    return next((kind, filters[suffix]) for kind, filters in APPLICATIONS.items() if suffix in filters)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except (
        uno.getClass("com.sun.star.io.IOException"),
        uno.getClass("com.sun.star.lang.IllegalArgumentException"),
    ) as error:
        raise RefusedError(_CANNOT_OPEN) from error


def _property(properties: Any, name: str) -> Any:
    return {item.Name: item.Value for item in properties}.get(name)


def store(document: Any, path: Path, suffix: str) -> None:
    """Store a copy of a document in the format of a suffix.

    Raises:
        UnstoredError: the application could not.
    """
    name = next(
        filters[suffix]
        for kind, filters in APPLICATIONS.items()
        if document.supportsService(kind) and suffix in filters
    )
    arguments = _properties(FilterName=name, FilterOptions=OPTIONS.get(suffix))
    try:
        if document.supportsService("com.sun.star.text.TextDocument"):
            _lay_out(document)
        document.storeToURL(path.as_uri(), arguments)
    except uno.getClass("com.sun.star.io.IOException") as error:
        raise UnstoredError(f"it could not be stored as {suffix}: {error}") from error


def _lay_out(document: Any) -> None:
    """Lay a text document out as a window does, which stores it by the pages on which its sections stand.

    Without a window LibreOffice (7.4) may leave a section on pages of the one before, until its page style is set
    once more; such a document is stored with a section too many.
    """
    styles = document.StyleFamilies.getByName("PageStyles")
    if any(styles.getByName(name).isUserDefined() for name in styles.ElementNames):  # made for other sections
        blocks = document.Text.createEnumeration()
        while blocks.hasMoreElements():
            block = blocks.nextElement()
            if name := getattr(block, "PageDescName", None):
                block.PageDescName = name
    document.refresh()


def _properties(**values: object) -> tuple[Any, ...]:
    made = []
    for name, value in values.items():
        if value is not None:
            item = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
            item.Name, item.Value = name, value
            made.append(item)
    return tuple(made)
