"""Skill: look a value up in files of data, and answer with it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import values
from forge.preparers.files.places import file
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import folder_fact, named_fact


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which device is asked about, and the serial numbers of all."""

    folder: str
    room: str
    serials: tuple[str, ...]
    wrong: str


class LookUp(FilesSkill[FilesParameters, Scene]):
    """Answer which serial number the device of a room has."""

    id = "files.data.look_up"
    title = "Look a value up in files of data"
    scope = ("folder",)
    phrasings = (
        "tell me the serial number of the device in room {{room}}; each device has a file in "
        "{{folder}} under {{place}}",
        "look through the device files in {{folder}} of {{place}} and tell me the serial number of "
        "the one in room {{room}}",
        "find the device that stands in room {{room}} among the files of {{folder}} in {{place}} and "
        "give me its serial number",
        "terse: {{place}}, {{folder}}: serial number of the device in room {{room}}?",
        "chatty: The device in room {{room}} is broken again and I need its serial number. It must "
        "be in one of the files in "
        "{{folder}} under {{place}}. What is it?",
        "precise: Give the serial number of the device whose present room is {{room}}, as its file "
        "in {{folder}} of {{place}} "
        "has it.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Files in JSON or YAML, each with a present and a former room."""
        tree, folder = ground.tree(desktop), random.choice(("inventory", "machines", "hardware"))
        count = parameters.amount + 4
        rooms = [f"{random.choice('ABC')}{number}" for number in random.sample(range(101, 399), count)]
        serials = [
            f"{random.choice('HKLM')}{random.choice('PQRS')}{n}"
            for n in random.sample(range(10000, 99999), count)
        ]
        ending = random.choice((".json", ".yaml"))
        build = values.build_json if ending == ".json" else values.build_yaml
        for number, (room, serial) in enumerate(zip(rooms, serials, strict=True)):
            content = {
                "asset": {
                    "model": f"{random.choice(('Alba', 'Corvo', 'Nix'))} {random.randint(2, 9)}00",
                    "serial_no": serial,
                },
                "location": {"former": rooms[(number + 1) % count], "present": room},
                "checked": ground.writer.day().isoformat(),
            }
            tree.add(f"{folder}/unit-{number + 1:02}{ending}", build(content))
        ground.clutter(desktop, parameters.files)
        asked = random.randrange(2, count)
        others = (serials[asked - 1], *serials[:asked], *serials[asked + 1 :])
        return Scene(parameters, ground, folder, rooms[asked], (serials[asked], *others), serials[asked - 1])

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.serials[0]

    def contract(self, scene: Scene) -> Contract:
        """The serial number, and a folder that nobody touched."""
        serial = scene.serials[0]
        every = file(scene.mount).below("member", "asset").below("member", "serial_no").of("value")
        return self.question(
            scene,
            facts=(folder_fact("folder", scene.mount, scene.folder), named_fact("room", scene.room)),
            answer=serial,
            says="The answer is the serial number.",
            words=(f"serial number {serial}", f"{serial}."),
            wrong={
                "where it was before": scene.wrong,
                "the first file": scene.serials[2],
                "the room": scene.room,
            },
            places=(every,),
        )
