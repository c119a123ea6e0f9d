"""Facts about file trees: where things lie, what they are called."""

from __future__ import annotations

from forge.preparers.attributes import HOME
from forge.preparers.files.places import file, folder
from forge.skills.contract import Fact
from forge.states.selectors import Selector


def place_fact(mount: str, name: str = "place") -> Fact:
    """The folder in which the task lies."""
    return Fact(name=name, value=mount, says=(f'"{mount}"', f'the folder "{mount}"'), refers=Selector(mount))


def file_fact(name: str, mount: str, path: str, *, optional: bool = False) -> Fact:
    """A file that is there, by its path below the mount."""
    says = (f'"{path}"', f'the file "{path}"')
    return Fact(name=name, value=path, says=says, refers=file(mount, path), optional=optional)


def folder_fact(name: str, mount: str, path: str, *, optional: bool = False) -> Fact:
    """A folder that is there, by its path below the mount."""
    says = (f'the folder "{path}"', f'"{path}"', f'the "{path}" folder')
    return Fact(name=name, value=path, says=says, refers=folder(mount, path), optional=optional)


def new_folder_fact(name: str, path: str) -> Fact:
    """A folder that is to be made."""
    return Fact(name=name, value=path, says=(f'a new folder "{path}"', f'a folder called "{path}"'))


def named_fact(name: str, text: str) -> Fact:
    """What something is to be called, or a text that stands in files, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',))


def several_fact(name: str, texts: tuple[str, ...], last: str = "and") -> Fact:
    """Several names, in their order."""
    quoted = [f'"{text}"' for text in texts]
    return Fact(name=name, value=texts, says=(f"{', '.join(quoted[:-1])} {last} {quoted[-1]}",))


def word_fact(name: str, value: str, *says: str) -> Fact:
    """What is asked for in plain words: an order, a comparison, a kind of thing."""
    return Fact(name=name, value=value, says=says)


def spellings(mount: str, path: str, *, alone: bool) -> tuple[str, ...]:
    """How people write which file they mean: its path from anywhere, or its name where no other has it."""
    full = f"{mount}/{path}"
    found = [path, f"./{path}", full, HOME + full.removeprefix("~")]
    return tuple(dict.fromkeys([*found, path.rpartition("/")[2]] if alone else found))
