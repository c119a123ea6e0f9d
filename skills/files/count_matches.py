"""Skill: count the lines of logs that say something, and answer with the number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import lines
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill, counted
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, word_fact

MESSAGES = {
    "ERROR": (
        "could not reach the printer",
        "upload failed",
        "no space left in the spool",
        "time-out after 30 seconds",
    ),
    "WARN": (
        "retrying in 5 seconds, last try ended with error 7",
        "spool nearly full",
        "clock differs by 2 seconds",
    ),
    "INFO": ("job finished", "upload done", "no errors found", "user signed in", "settings loaded"),
}


@dataclass(frozen=True)
class Scene(FilesScene):
    """How many lines of each level the logs have."""

    folder: str
    level: str
    counts: dict[str, int]
    loose: int
    paths: tuple[str, ...]


class CountMatches(FilesSkill[FilesParameters, Scene]):
    """Answer how many lines of a level all logs of a folder have."""

    id = "files.text.count_matches"
    title = "Count the lines that say something"
    scope = ("folder",)
    phrasings = (
        "tell me how many {{level}} the logs in {{folder}} under {{place}} have altogether",
        "count the {{level}} in all log files of {{folder}} in {{place}} and tell me the number",
        "go through the log files in {{folder}} of {{place}} and tell me how many {{level}} there "
        "are in total",
        "terse: {{place}}, logs in {{folder}}: number of {{level}}?",
        "chatty: Something keeps going wrong. How many {{level}} are there in all the logs in "
        "{{folder}} under {{place}}?",
        "precise: Give the total number of {{level}} over all log files in {{folder}} of {{place}}.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Logs whose messages speak of errors at every level."""
        tree, folder = ground.tree(desktop), random.choice(("spooler", "uploads", "gateway"))
        moment = datetime(2026, 2, 20, 5, 1)  # noqa: DTZ001 - logs note the time of the desktop's own zone
        held: list[str] = []
        paths = []
        for number in range(parameters.amount):
            body = []
            for _ in range(random.randint(12, 20)):
                moment += timedelta(seconds=random.randint(20, 4000))
                level = random.choices(list(MESSAGES), (2, 2, 5))[0]
                body.append(f"{moment:%Y-%m-%d %H:%M:%S} {level} {random.choice(MESSAGES[level])}")
            path = f"{folder}/{ground.slug(folder)}.{number + 1}.log"
            tree.add(path, text.encode(body))
            held += body
            paths.append(path)
        ground.clutter(desktop, parameters.files)
        counts = {level: sum(f" {level} " in line for line in held) for level in MESSAGES}
        loose = sum("error" in line.casefold() for line in held)
        level = random.choice(("ERROR", "WARN"))
        return Scene(parameters, ground, folder, level, counts, loose, tuple(paths))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.counts[scene.level]

    def contract(self, scene: Scene) -> Contract:
        """The number, and a folder that nobody touched."""
        total = scene.counts[scene.level]
        words = (f"lines of the level {scene.level}", f"entries with the level {scene.level}")
        return self.question(
            scene,
            facts=(
                folder_fact("folder", scene.mount, scene.folder),
                word_fact("level", scene.level, *words),
            ),
            answer=total,
            says="The answer is the number of these lines.",
            words=counted(total, "line", "lines"),
            wrong={
                "wherever the word stands": scene.loose if scene.loose != total else total + 2,
                "all levels": sum(scene.counts.values()),
                "one too few": total - 1,
                "the plain messages": scene.counts["INFO"] if scene.counts["INFO"] != total else total + 3,
            },
            places=[lines(scene.mount, path) for path in scene.paths],
        )
