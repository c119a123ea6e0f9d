"""Skill: restore files from the trash."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from forge.preparers.attributes import HOME
from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import ini
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import named_fact, several_fact
from forge.skills.trees.made import SAME, Made
from forge.states.rubric import Absent, Requirement
from forge.states.selectors import Selector

TRASH = "~/.local/share/Trash"
NAMES = ("plan", "notes", "budget", "contacts", "agenda")


@dataclass(frozen=True)
class Scene(FilesScene):
    """What lies in the trash under which name, by the path that it had; and which of it is wanted."""

    made: Made
    trashed: dict[str, str]
    wanted: tuple[str, ...]


class RestoreTrash(FilesSkill[FilesParameters, Scene]):
    """Bring files back to where they were deleted."""

    id = "files.trash.restore"
    title = "Restore a file from the trash"
    scope = ()
    phrasings = (
        "restore {{files}} from {{trash}}, back to the original folder in {{place}}",
        "bring {{files}} back from {{trash}} to the original folder in {{place}}",
        "take {{files}} out of {{trash}} again and put everything back where it was deleted in {{place}}",
        "terse: Restore from {{trash}}, to the original folder in {{place}}: {{files}}.",
        "chatty: I deleted too much in {{place}}. Could you get {{files}} back from {{trash}}, to "
        "the original folder?",
        "precise: From {{trash}}, {{files}} must be restored to the original folder in {{place}} "
        "and must not be left "
        "behind there.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Deleted files of which several had one name."""
        tree, trash = ground.tree(desktop), FileTree()
        desktop.add(TRASH, "files", trash)
        ground.clutter(desktop, parameters.files)
        folders = ["Minutes/2024", "Board", "Drafts/open", *tree.folders()]
        trashed: dict[str, str] = {}
        deleted = datetime(2026, 3, 2, 8, 30)  # noqa: DTZ001 - the trash notes the time of the desktop's own zone
        for number in range(parameters.amount + 2):
            name = f"{NAMES[number // 2 % len(NAMES)]}.txt"
            path = f"{folders[number % len(folders)]}/{name}"
            if path in tree.entries or path in trashed:
                continue
            own, count = name, 2
            while f"files/{own}" in trash.entries:
                own, count = f"{name[:-4]}.{count}.txt", count + 1
            deleted += timedelta(hours=random.randint(1, 60), minutes=random.randrange(60), seconds=7)
            info = {
                "Path": f"{HOME}{ground.mount[1:]}/{path}".replace(" ", "%20"),
                "DeletionDate": deleted.isoformat(),
            }
            trash.add(f"files/{own}", ground.writer.note())
            trash.add(f"info/{own}.trashinfo", ini.build({"Trash Info": info}))
            trashed[path] = own
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        wanted = tuple(random.sample(sorted(trashed), count))
        golden = ground.tree(desktop.copy())
        known = set(golden.folders())
        for path in wanted:
            golden.add(path, trash.file(f"files/{trashed[path]}"))
        made = tuple(path for path in golden.folders() if path not in known)
        return Scene(parameters, ground, Made(ground, golden, wanted, made), trashed, wanted)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Bring them back."""
        _restore(scene, desktop, {path: path for path in scene.wanted})

    def contract(self, scene: Scene) -> Contract:
        """They are where they were, and no longer in the trash."""
        made, wanted = scene.made, scene.wanted
        names = [scene.trashed[path] for path in wanted]
        gone = file(
            TRASH, *(f"files/{name}" for name in names), *(f"info/{name}.trashinfo" for name in names)
        )
        other = next(path for path in scene.trashed if path not in wanted)

        def copied(desktop: Desktop) -> None:
            for path in wanted:
                scene.ground.tree(desktop).add(path, desktop.spec(TRASH).file(f"files/{scene.trashed[path]}"))

        return self.task(
            scene,
            facts=(
                several_fact("files", wanted) if len(wanted) > 1 else named_fact("files", wanted[0]),
                Fact(name="trash", value=TRASH, says=("the trash", "the bin"), refers=Selector(TRASH)),
            ),
            requirements=(
                made.requirement("The files are where they were.", "files", "trash", reason=SAME),
                Requirement(
                    id="trash",
                    says="The trash no longer holds them.",
                    any_of=((Absent(select=gone),),),
                    facts=("files", "trash", "place"),
                ),
            ),
            writes=(*made.writes, gone),
            free=(file(TRASH, "directorysizes"),),
            variants=made.variants(),
            near_misses=(
                Attempt("copied out", copied, why="They are still in the trash."),
                Attempt(
                    "another one",
                    lambda desktop: _restore(scene, desktop, {other: other}),
                    why="It is not this one.",
                ),
                Attempt(
                    "to the top",
                    lambda desktop: _restore(
                        scene, desktop, {p: f"restored {p.rpartition('/')[2]}" for p in wanted[:1]}
                    ),
                    why="It is not where it was.",
                ),
            ),
        )


def _restore(scene: Scene, desktop: Desktop, places: dict[str, str]) -> None:
    tree, trash = scene.ground.tree(desktop), desktop.spec(TRASH)
    for path, place in places.items():
        name = scene.trashed[path]
        tree.add(place, trash.file(f"files/{name}"))
        trash.remove(f"files/{name}")
        trash.remove(f"info/{name}.trashinfo")
