"""The folder in which a task lies: somebody's work with all that has gathered in it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.spec import FileTree
from forge.skills.content.kit import TableKit, speaks_like_instructions
from forge.skills.content.names import Names
from forge.skills.content.rows import fill
from forge.skills.files.support.papers import HARD, TITLES, Writer

FOLDERS = (
    "Minutes",
    "Correspondence",
    "Drafts",
    "Gallery",
    "Forms",
    "Old",
    "Planning",
    "Handover",
    "Suppliers",
)
HOMES = ("~/dotfiles", "~/nightly")
"""Folders that hold what belongs together, where nobody puts other files."""
SHARED, OLD = "Shared", "Archive"
"""Folders in which a tree lies where its own place is taken."""
HARD_SHARE = 0.3
"""The share of trees with a name that careless commands trip over."""
_ROWS = 60


@dataclass(frozen=True)
class Ground:
    """Where a task lies and what its people write about.

    Attributes:
        mount: the folder.
        writer: who makes further files for it.
        there: the files that lay there before this task.
        made: those of them that somebody makes in an earlier part of the work.
    """

    mount: str
    writer: Writer
    there: tuple[str, ...] = ()
    made: tuple[str, ...] = ()

    @property
    def kit(self) -> TableKit:
        """What it is about."""
        return self.writer.kit

    @property
    def people(self) -> tuple[str, ...]:
        """The people of its texts."""
        return self.writer.people

    def tree(self, desktop: Desktop) -> FileTree:
        """The file tree on a desktop."""
        found: FileTree = desktop.spec(self.mount)
        return found

    def made_table(self, desktop: Desktop, *headers: str, fewest: int = 6) -> str | None:
        """A table in CSV that an earlier part of the work makes, with these headers and enough records, or None."""
        tree = self.tree(desktop)
        for path in self.made:
            if path.endswith(".csv"):
                held, records = table.rows(tree.file(path).data)
                if set(headers) <= set(held) and len(records) >= fewest:
                    return path
        return None

    def slug(self, words: str) -> str:
        """Words as a part of a file's name: small letters, digits and hyphens; never empty."""
        return re.sub(r"[^a-z0-9]+", "-", words.casefold()).strip("-") or "item"

    def folder_name(self, words: str) -> str:
        """A name as that of a folder, which must not end with a full stop to be one everywhere: `Ann Lee Jr`."""
        return re.sub(r'[\\/:*?"<>|]', "-", words.replace(", ", " ")).strip(" .") or "item"

    def clutter(
        self, desktop: Desktop, count: int, *, avoid: Collection[str] = (), inside: Collection[str] = ()
    ) -> None:
        """Put so many files that have nothing to do with the task into the tree, unless others lie there already.

        Args:
            desktop: where the tree is.
            count: how many.
            avoid: endings that none of them may have.
            inside: folders that they may lie in as well.

        Raises:
            SkillError: a file that lies there already could be taken for what the task is about.
        """
        if self.there:
            mistaken = [path for path in self.there if avoid and path.endswith(tuple(avoid))]
            if mistaken:
                raise SkillError(f"{self.mount}/{mistaken[0]} could be taken for what the task is about.")
            return
        tree, random = self.tree(desktop), self.writer.random
        folders = ["", *inside, *random.sample(FOLDERS, min(len(FOLDERS), 2 + count // 8))]
        folders += [
            f"{folder}/{year}" for folder in folders[1:] for year in (2023, 2024) if random.random() < 0.3
        ]
        hard = [name for name in HARD if not name.endswith(tuple(avoid))] if avoid else list(HARD)
        while count > 0:
            name = random.choice(hard) if hard and random.random() < 0.04 else self._name(avoid)
            folder = random.choice(folders)
            path = f"{folder}/{name}" if folder else name
            if path.casefold() in {known.casefold() for known in tree.entries}:
                continue
            tree.add(path, self._content(name))
            count -= 1

    def _name(self, avoid: Collection[str]) -> str:
        """A name as people choose them, in one of several manners."""
        random, writer = self.writer.random, self.writer
        ending = random.choice(
            [e for e in (".txt", ".txt", ".md", ".csv", ".json", ".jpg") if e not in avoid]
        )
        day = writer.day()
        title = random.choice(TITLES)
        manner = random.randrange(4)
        if ending == ".jpg":
            return f"IMG_{random.randrange(1000, 9999)}.jpg"
        if manner == 0:
            return f"{title} {day.isoformat()}{ending}"
        if manner == 1:
            return f"{self.slug(title)}_{self.slug(random.choice(writer.labels))}{ending}"
        if manner == 2:
            return f"{title} {random.choice(writer.labels)}{ending}".replace("/", "-").replace(":", "")
        return f"{day:%Y%m%d}-{self.slug(title)}{ending}"

    def _content(self, name: str) -> bytes:
        makers = {".csv": self.writer.export, ".json": self.writer.settings, ".jpg": self.writer.picture}
        return (
            next((make() for ending, make in makers.items() if name.endswith(ending)), None)
            or self.writer.note()
        )


def _meets(place: str, mounts: Iterable[str]) -> bool:
    """Whether a folder is one of some mounts, or lies in or around one."""
    return any(f"{place}/".startswith(f"{mount}/") or f"{mount}/".startswith(f"{place}/") for mount in mounts)


def shared_tree(desktop: Desktop) -> str | None:
    """The folder of a desktop in which several may work; None where there is none."""
    hidden = (*HOMES, "~/.")
    mounts = (mount for mount, item in desktop.documents.items() if item.preparer == "files")
    return next((mount for mount in mounts if not mount.startswith(hidden)), None)


def ground_on(desktop: Desktop, writer: Writer) -> Ground | None:
    """The folder of a desktop in which several may work, with who writes for this task; None where there is none."""
    mount = shared_tree(desktop)
    if mount is None:
        return None
    tree: FileTree = desktop.spec(mount)
    there, made = tuple(path for path, _ in tree.files()), desktop.made.get(mount, ())
    return Ground(mount, writer, there, tuple(path for path in there if path in made))


def beside(kit: TableKit) -> str:
    """Where a folder lies beside the documents of a kit instead of around them."""
    return f"~/{SHARED}/{kit.file}"


def lay(kit: TableKit, desktop: Desktop, random: Random, home: str = "") -> Ground:
    """A ground for a kit: the folder in which others work already, or a new one, its tree still empty.

    Args:
        kit: what it is about.
        desktop: where it is mounted.
        random: a stream of its own.
        home: the folder; that of the kit where none is given.
    """
    rows = fill(kit, _ROWS, random)
    people = desktop.cast or tuple(Names(kit.locale, random).people(8))
    words = [
        str(word)
        for column in kit.columns
        if column.role in ("label", "category")
        for word in (column.values or rows.columns[column.name])
    ]
    labels = tuple(dict.fromkeys(word for word in words if not re.search(r'[\\:*?"<>|/]', word)))
    labels = tuple(word for word in labels if not speaks_like_instructions(word)) or (kit.title,)
    writer = Writer(rows, people, labels, random)
    if not home and (shared := ground_on(desktop, writer)) is not None:
        return shared
    places = (home,) if home else (f"~/{kit.folder}", beside(kit), f"~/{OLD}/{kit.file}")
    mount = next((place for place in places if not _meets(place, desktop.documents)), None)
    if mount is None:
        raise SkillError(f"{' and '.join(places)} lie in or around what is on the desktop already.")
    desktop.add(mount, "files", FileTree())
    return Ground(mount, writer)
