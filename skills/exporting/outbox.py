"""The folder into which somebody exports: a few folders with what was exported before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import html, pdf_out, table, text
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Difficulty

PLACES = ("Outgoing", "Exports", "Handed over", "For the others", "To be sent", "Shared with all")
FOLDERS = ("Reports", "For print", "Accounts", "Board", "Website", "Press", "Auditors", "Members", "Partners")
SUBJECTS = ("Opening hours", "Price list", "Telephone list", "Key register", "House rules", "Room plan")
REMARKS = (
    "Please do not print more than ten copies.",
    "The next version comes after the summer.",
    "Whoever finds a mistake tells the office.",
    "It holds until further notice.",
    "Checked against the paper copy.",
)
_COUNTS: dict[Difficulty, tuple[int, int]] = {"easy": (2, 3), "medium": (3, 5), "hard": (5, 6)}
"""How many folders there are, and how many earlier exports."""
_FIRST_DAY = date(2023, 1, 9)


@dataclass(frozen=True)
class Outbox:
    """Where exports go.

    Attributes:
        mount: the folder.
        folder: the folder in it where the new one belongs.
        other: another one.
        earlier: what is in it at the start.
    """

    mount: str
    folder: str
    other: str
    earlier: FileTree = field(repr=False)

    def tree(self, desktop: Desktop) -> FileTree:
        """What is in it on a desktop."""
        found: FileTree = desktop.spec(self.mount)
        return found

    def put(self, desktop: Desktop) -> None:
        """Put it on a desktop.

        Raises:
            SkillError: its place is taken.
        """
        taken = [mount for mount in desktop.documents if _meet(mount, self.mount)]
        if taken:
            raise SkillError(f"{self.mount} lies in or around {taken[0]}, which is on the desktop already.")
        desktop.add(self.mount, "files", self.earlier)


def draw(document: str, difficulty: Difficulty, random: Random, taken: Iterable[str] = ()) -> Outbox:
    """A folder for exports beside a document.

    Args:
        document: the mount of the document.
        difficulty: how many folders and files there are.
        random: a stream of its own.
        taken: mounts in or around which it must not lie, where that can be helped.
    """
    beside, mounts = document.rpartition("/")[0], tuple(taken)
    names = [f"{beside}/{name}" for name in random.sample(PLACES, len(PLACES))]
    free = [name for name in names if not any(_meet(name, mount) for mount in mounts)]
    folders, files = _COUNTS[difficulty]
    chosen = random.sample(FOLDERS, folders)
    tree = FileTree()
    for folder in chosen:
        tree.folder(folder)
    for subject in random.sample(SUBJECTS, files):
        _earlier(tree, random.choice(chosen), random, subject)
    return Outbox((free or names)[0], chosen[0], chosen[1], tree)


def _meet(one: str, other: str) -> bool:
    """Whether two mounts are one, or one lies in the other."""
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")


def _earlier(tree: FileTree, folder: str, random: Random, subject: str) -> None:
    """An export that was made before, in one of the formats."""
    day = (_FIRST_DAY + timedelta(days=random.randrange(700))).isoformat()
    remarks = random.sample(REMARKS, 2)
    rows = [(f"{number}", remark) for number, remark in enumerate(random.sample(REMARKS, 3), 1)]
    contents = {
        ".pdf": pdf_out.build([pdf_out.Page((subject, f"As of {day}", *remarks))]),
        ".html": html.build([("h1", subject), ("p", f"As of {day}"), *(("p", text) for text in remarks)]),
        ".csv": table.build(("No.", "Remark"), rows),
        ".txt": text.encode([subject, f"As of {day}", *remarks]),
    }
    ending = random.choice(sorted(contents))
    tree.add(f"{folder}/{subject} {day}{ending}", contents[ending])
