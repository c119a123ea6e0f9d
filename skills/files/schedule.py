"""Skill: change when a job of a cron table runs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract, Fact
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import after, attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.times import FIELDS, SCRIPTS, TIMES, reordered, rescheduled
from forge.skills.trees.facts import file_fact
from forge.states.rubric import Equals, Requirement

TABLE = "crontab"


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which job runs when, as a line and as its fields, and another job."""

    script: str
    other: str
    says: str
    when: str
    fields: tuple[str, ...]


class Schedule(FilesSkill[FilesParameters, Scene]):
    """Give a job of a cron table another time."""

    id = "files.settings.schedule"
    title = "Change when a job of a cron table runs"
    home = "~/nightly"
    phrasings = (
        "change {{file}} in {{place}} so that the job {{job}} runs {{when}}",
        "have the job {{job}} run {{when}} by editing the cron table {{file}} in {{place}}",
        "give the job {{job}} in {{file}} of {{place}} another time: it should run {{when}}",
        "terse: {{place}}, {{file}}: run {{job}} {{when}}.",
        "chatty: The job {{job}} runs at the worst possible time. Could you change {{file}} in "
        "{{place}} so that it runs "
        "{{when}} instead?",
        "precise: In the cron table {{file}} of {{place}}, the job {{job}} is to run {{when}} and at "
        "no other time; all other "
        "jobs stay.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A table of jobs with comments, one of which gets another time."""
        tree = ground.tree(desktop)
        scripts = random.sample(SCRIPTS, min(len(SCRIPTS), 2 + parameters.amount // 2))
        lines = ["# jobs of this computer", "SHELL=/bin/sh", ""]
        for number, script in enumerate(scripts):
            lines += [f"# {ground.writer.sentence()}"] if random.random() < 0.5 else []
            lines.append(
                f"{3 + 7 * number} {random.randint(1, 5)} * * {random.choice(('*', '6', '2-4'))} "
                f"$HOME/bin/{script}"
            )
        tree.add(TABLE, text.encode(lines))
        tree.add("README.txt", ground.writer.note(3))
        tree.add("old/crontab", text.encode([line for line in lines if not line.startswith("#")]))
        for script in scripts:
            tree.add(f"bin/{script}", text.encode(["#!/bin/sh", f"logger {script}"]))
        words, (line, fields) = random.choice(list(TIMES.items()))
        hour, minute = random.randint(6, 22), random.choice((0, 15, 30, 45))
        known = {"hour": hour, "minute": minute}
        made = tuple(field.format(**known) for field in fields)
        script, other = random.sample(scripts, 2)
        when = line.format(**known)
        return Scene(parameters, ground, script, other, words.format(**known), when, made)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the time into the line of the job."""
        rescheduled(scene.ground.tree(desktop), TABLE, scene.script, scene.when)

    def contract(self, scene: Scene) -> Contract:
        """The job runs just then."""
        mount, ground = scene.mount, scene.ground
        command = f"$HOME/bin/{scene.script}"
        job = file(mount, TABLE).below("job", command)
        checks = tuple(
            Equals(select=job.of(n), expected=f) for n, f in zip(FIELDS, scene.fields, strict=True)
        )
        minute, hour = scene.fields[:2]

        def twice(tree: FileTree) -> None:
            tree.file(TABLE).data += f"{scene.when} {command}\n".encode()

        def last(tree: FileTree) -> None:
            reordered(tree, TABLE, lambda lines: sorted(lines, key=lambda line: line.endswith(command)))

        def turned(tree: FileTree) -> None:
            reordered(tree, TABLE, lambda lines: lines[::-1])

        swapped = scene.when.replace(f"{minute} {hour}", f"{hour} {minute if int(minute) < 24 else 23}", 1)
        return self.task(
            scene,
            facts=(
                file_fact("file", mount, TABLE),
                Fact(name="job", value=command, says=(f'"{scene.script}"',), refers=job),
                Fact(name="when", value=scene.fields, says=(scene.says,)),
            ),
            requirements=(
                Requirement(
                    id="time",
                    says="The job runs then.",
                    any_of=(checks,),
                    facts=("file", "job", "when", "place"),
                ),
            ),
            writes=tuple(job.of(name) for name in FIELDS),
            free=(*layout(mount, (TABLE,)), file(mount, TABLE).of("order:comment")),
            variants=(
                *rewritten(ground, (TABLE,)),
                after(ground, "at the end of the table", last, "Where a job stands does not matter."),
                after(ground, "the other way round", turned, "Likewise, with the comments."),
            ),
            near_misses=(
                attempt(
                    ground,
                    "another job",
                    lambda tree: rescheduled(tree, TABLE, scene.other, scene.when),
                    "The wrong job runs then.",
                ),
                attempt(ground, "a second job", twice, "It still runs at its old time."),
                attempt(
                    ground,
                    "hour and minute",
                    lambda tree: rescheduled(tree, TABLE, scene.script, swapped),
                    "They are exchanged.",
                ),
                attempt(
                    ground,
                    "on one day only",
                    lambda tree: rescheduled(tree, TABLE, scene.script, f"{minute} {hour} 3 * *"),
                    "It runs once a month.",
                ),
            ),
        )
