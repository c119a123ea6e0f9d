"""Skill: change values in a file of settings in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import values
from forge.preparers.files.places import value
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract, Fact
from forge.skills.facts import number_fact
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import file_fact, named_fact
from forge.states.rubric import Equals, Requirement

Way = tuple[str, ...]


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which values become which."""

    path: str
    wanted: dict[Way, int | str]


class EditJson(FilesSkill[FilesParameters, Scene]):
    """Set one to three values of a program's settings."""

    id = "files.data.edit_json"
    title = "Change values in a JSON file"
    scope = ()
    phrasings = (
        "set {{key}} to {{value}}[[ and {{second_key}} to {{second_value}}|]][[ and {{third_key}} to "
        "{{third_value}}|]] in "
        "{{file}} in {{place}}",
        "change {{file}} in {{place}} so that {{key}} is {{value}}[[ and {{second_key}} is "
        "{{second_value}}|]][[ and "
        "{{third_key}} is {{third_value}}|]]",
        "adjust the settings in {{file}} of {{place}}: {{key}} becomes {{value}}[[, {{second_key}} "
        "becomes {{second_value}}|]]"
        "[[, {{third_key}} becomes {{third_value}}|]]",
        "terse: {{place}}, {{file}}: {{key}} {{value}}[[, {{second_key}} {{second_value}}|]][[, "
        "{{third_key}} "
        "{{third_value}}|]].",
        "chatty: Could you open {{file}} in {{place}} and put {{key}} to {{value}}[[ and {{second_key}} to "
        "{{second_value}}|]][[ and {{third_key}} to {{third_value}}|]] for me?",
        "precise: In {{file}} of {{place}}, the value of {{key}} is to be {{value}}[[, that of "
        "{{second_key}} "
        "{{second_value}}|]][[, that of {{third_key}} {{third_value}}|]]; everything else in it stays.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Settings in groups, none of which has a name that stands in another one."""
        tree = ground.tree(desktop)
        path = random.choice(("planner.json", "config/printer.json", "config/scanner.json"))
        content = {
            "name": ground.kit.title,
            "display": {"width": 1280, "height": 800, "theme": "light", "zoom": 100},
            "export": {"format": "pdf", "copies": 2, "margins": {"top": 20, "left": 15}},
            "backup": {"folder": f"{ground.mount}/Old", "days": 14, "keep": 5},
            "mail": {"server": "mail.example.org", "port": 587, "timeout": 30},
        }
        tree.add(path, values.build_json(content, random.choice((2, 4))))
        ground.clutter(desktop, parameters.files, avoid=(".json",))
        choices: dict[Way, int | str] = {
            ("display", "theme"): random.choice(("dark", "contrast")),
            ("export", "margins", "left"): random.choice((12, 18, 25)),
            ("backup", "days"): random.choice((7, 21, 28)),
            ("mail", "port"): random.choice((25, 465)),
            ("export", "format"): random.choice(("png", "svg")),
            ("display", "zoom"): random.choice((110, 125, 150)),
        }
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        ways = random.sample(list(choices), count)
        return Scene(parameters, ground, path, {way: choices[way] for way in ways})

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set them."""
        _set(scene.ground.tree(desktop), scene.path, scene.wanted)

    def contract(self, scene: Scene) -> Contract:
        """Each value is what was asked for, of the same type as before."""
        mount, path, ground, wanted = scene.mount, scene.path, scene.ground, scene.wanted
        facts: list[Fact] = [file_fact("file", mount, path)]
        for prefix, (way, new) in zip(("", "second_", "third_"), wanted.items(), strict=False):
            words = " in ".join(f'"{name}"' for name in reversed(way))
            refers = value(mount, path, *way)
            facts.append(Fact(name=f"{prefix}key", value=way[-1], says=(words,), refers=refers))
            name = f"{prefix}value"
            facts.append(number_fact(name, new) if isinstance(new, int) else named_fact(name, new))
        selectors = {way: value(mount, path, *way).of("value") for way in wanted}
        checks = tuple(Equals(select=selectors[way], expected=new) for way, new in wanted.items())
        first, new = next(iter(wanted.items()))
        texts = {**wanted, first: str(new) if isinstance(new, int) else f"{new} "}

        def at_the_top(tree: FileTree) -> None:
            _set(tree, path, {(way[-1],): new for way, new in wanted.items()})

        def emptied(tree: FileTree) -> None:
            held = json.loads(tree.file(path).data)
            held[first[0]] = {first[-1]: new}
            tree.file(path).data = values.build_json(held)

        return self.task(
            scene,
            facts=facts,
            requirements=(
                Requirement(
                    id="set",
                    says="The values are as asked for.",
                    any_of=(checks,),
                    facts=(*(fact.name for fact in facts), "place"),
                ),
            ),
            writes=tuple(selectors.values()),
            free=layout(mount, (path,)),
            variants=rewritten(ground, (path,)),
            near_misses=(
                attempt(ground, "at the top", at_the_top, "The values stand in the wrong group."),
                attempt(
                    ground, "as text", lambda tree: _set(tree, path, texts), "The first is of the wrong type."
                ),
                attempt(ground, "the rest lost", emptied, "The other settings of the group are gone."),
            ),
        )


def _set(tree: FileTree, path: str, wanted: Mapping[Way, int | str]) -> None:
    held = json.loads(tree.file(path).data)
    for way, new in wanted.items():
        inner = held
        for name in way[:-1]:
            inner = inner[name]
        inner[way[-1]] = new
    tree.file(path).data = values.build_json(held)
