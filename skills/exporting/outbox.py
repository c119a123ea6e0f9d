"""The folder into which somebody exports: a few folders with what was exported before."""

from __future__ import annotations

from dataclasses import dataclass
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
    """

    mount: str
    folder: str
    other: str

    def tree(self, desktop: Desktop) -> FileTree:
        """What is in it on a desktop."""
        found: FileTree = desktop.spec(self.mount)
        return found


def lay_out(desktop: Desktop, document: str, difficulty: Difficulty, random: Random) -> Outbox:
    """Put a folder for exports beside a document.

    Args:
        desktop: the desktop.
        document: the mount of the document.
        difficulty: how many folders and files there are.
        random: a stream of its own.

    Raises:
        SkillError: every place for it is taken.
    """
    beside = document.rpartition("/")[0]
    names = [f"{beside}/{name}" for name in random.sample(PLACES, len(PLACES))]
    free = [name for name in names if not _meets(name, desktop)]
    if not free:
        raise SkillError(f"{', '.join(names)} lie in or around what is on the desktop already.")
    folders, files = _COUNTS[difficulty]
    chosen = random.sample(FOLDERS, folders)
    tree = FileTree()
    for folder in chosen:
        tree.folder(folder)
    for number in range(files):
        _earlier(tree, random.choice(chosen), random, SUBJECTS[number])
    desktop.add(free[0], "files", tree)
    return Outbox(free[0], chosen[0], chosen[1])


def _meets(place: str, desktop: Desktop) -> bool:
    """Whether a folder is a mount, or lies in or around one."""
    return any(
        f"{place}/".startswith(f"{mount}/") or f"{mount}/".startswith(f"{place}/")
        for mount in desktop.documents
    )


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
