"""Selectors of places in file trees."""

from __future__ import annotations

from forge.states.selectors import Selector


def root(mount: str) -> Selector:
    """The whole tree."""
    return Selector(mount)


def file(mount: str, *paths: str) -> Selector:
    """Files by their paths, with all that they hold; all files where none is named."""
    return Selector(mount).below("file", *paths)


def folder(mount: str, *paths: str) -> Selector:
    """Folders by their paths; all folders where none is named."""
    return Selector(mount).below("folder", *paths)


def line(mount: str, path: str, number: int) -> Selector:
    """The text of one line, counted from 1."""
    return file(mount, path).below("line", number).of("text")


def lines(mount: str, path: str) -> Selector:
    """The texts of all lines."""
    return file(mount, path).below("line").of("text")


def column(mount: str, path: str, header: str) -> Selector:
    """One field of every record of a table."""
    return file(mount, path).below("record").below("field", header).of("value")


def value(mount: str, path: str, *way: str | int) -> Selector:
    """A value in JSON or YAML by the names and positions, from 1, that lead to it."""
    selector = file(mount, path)
    for step in way:
        selector = selector.below("item" if isinstance(step, int) else "member", step)
    return selector


def entry(mount: str, path: str, section: str, name: str) -> Selector:
    """What an entry of a section is set to."""
    return file(mount, path).below("section", section).below("entry", name).of("value")


def definition(mount: str, path: str, name: str) -> Selector:
    """What a variable, or `alias NAME`, is defined as."""
    return file(mount, path).below("definition", name).of("value")
