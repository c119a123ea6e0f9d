"""Skill: choose the default program for a file type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import entry, file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract, Fact
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import after, attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.programs import (
    ADDED,
    LIST,
    REMOVED,
    SECTION,
    TYPES,
    lay_settings,
    set_defaults,
)
from forge.skills.trees.facts import file_fact, named_fact
from forge.states.rubric import Count, Matches, Requirement


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which types are opened by which programs, before and after."""

    before: dict[str, str]
    wanted: dict[str, str]


class DefaultApp(FilesSkill[FilesParameters, Scene]):
    """Set the program that opens one or two types of files."""

    id = "files.settings.default_app"
    title = "Choose the default program for a file type"
    home = "~/.config"
    phrasings = (
        "make {{app}} the default for {{type}}[[ and {{second_app}} that for {{second_type}}|]] in "
        "{{file}} in {{place}}",
        "set the default program for {{type}} to {{app}}[[ and that for {{second_type}} to "
        "{{second_app}}|]], in {{file}} in {{place}}",
        "change {{file}} in {{place}} so that {{app}} opens {{type}} by default[[ and {{second_app}} opens "
        "{{second_type}}|]]",
        "terse: {{place}}, {{file}}: default for {{type}} {{app}}[[, for {{second_type}} {{second_app}}|]].",
        "chatty: The wrong program opens when I click on {{type}}. Could you make that {{app}}[[, "
        "and {{second_app}} for {{second_type}}|]]? It goes into {{file}} in {{place}}.",
        "precise: {{file}} in {{place}} must name {{app}} as the default program for {{type}}[[ and "
        "{{second_app}} for {{second_type}}|]]; the defaults of all other types stay.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """A list with defaults for most types, and a few other files of settings."""
        tree = ground.tree(desktop)
        types = random.sample(list(TYPES), len(TYPES) - 1)
        before = {mime: random.choice(TYPES[mime][1]) for mime in types}
        lay_settings(tree, before, types[:3])
        count = {"easy": 1, "medium": 2, "hard": 2}[parameters.difficulty]
        unset = next(mime for mime in TYPES if mime not in types)
        chosen = [
            *random.sample(types[1:], count - 1),
            unset if parameters.difficulty == "hard" else types[0],
        ]
        wanted = {m: random.choice([app for app in TYPES[m][1] if app != before.get(m)]) for m in chosen}
        return Scene(parameters, ground, before, wanted)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set each default."""
        set_defaults(scene.ground.tree(desktop), scene.wanted)

    def contract(self, scene: Scene) -> Contract:
        """The program stands first among the defaults of each type."""
        mount, ground, wanted = scene.mount, scene.ground, scene.wanted
        facts: list[Fact] = [file_fact("file", mount, LIST)]
        for prefix, (mime, app) in zip(("", "second_"), wanted.items(), strict=False):
            says = (f"{TYPES[mime][0]} ({mime})",)
            facts += [Fact(name=f"{prefix}type", value=mime, says=says), named_fact(f"{prefix}app", app)]
        places = {mime: entry(mount, LIST, SECTION, mime) for mime in wanted}
        checks = tuple(
            Matches(select=places[mime], pattern=rf"{re.escape(app)}(;.*)?") for mime, app in wanted.items()
        )
        listed = file(mount, LIST).below("section", SECTION).below("entry")
        number = len(scene.before.keys() | wanted.keys())
        facts.append(Fact(name="others", value=number, says=("no other type gets one",), optional=True))
        noted = tuple(entry(mount, LIST, ADDED, mime).of(None) for mime in wanted)

        more = {**wanted, "video/mp4": "totem.desktop"}
        bare = {mime: app.removesuffix(".desktop") for mime, app in wanted.items()}

        def by_desktop(tree: FileTree) -> None:
            set_defaults(tree, wanted)
            set_defaults(tree, {mime: f"{app};{last(mime)}" for mime, app in wanted.items()}, ADDED)

        def last(mime: str) -> str:
            return next(app for app in TYPES[mime][1] if app != wanted[mime])

        def with_fallback(tree: FileTree) -> None:
            set_defaults(tree, {mime: f"{app};{last(mime)}" for mime, app in wanted.items()})

        behind = {mime: f"{last(mime)};{app}" for mime, app in wanted.items()}
        return self.task(
            scene,
            facts=facts,
            requirements=(
                Requirement(
                    id="defaults",
                    says="The programs are the defaults.",
                    any_of=((*checks, Count(select=listed, expected=number)),),
                    facts=(*(fact.name for fact in facts), "place"),
                ),
            ),
            writes=tuple(selector.of(None) for selector in places.values()),
            free=(*layout(mount, (LIST,)), *noted),
            variants=(
                after(ground, "with a second choice", with_fallback, "The first one counts."),
                *rewritten(ground, (LIST,)),
                attempt(
                    ground, "set in a file manager", by_desktop, "It puts the program first there as well."
                ),
            ),
            near_misses=tuple(
                (after if section in (REMOVED, "More Associations") else attempt)(
                    ground, name, partial(set_defaults, wanted=given, section=section), why
                )
                for name, section, given, why in (
                    ("taken away as well", REMOVED, wanted, "What is removed opens nothing."),
                    ("a section of its own", "More Associations", wanted, "There is no such section."),
                    ("another type as well", SECTION, more, "Nobody asked for that one."),
                    ("associated only", ADDED, wanted, "That makes no default."),
                    ("as second choice", SECTION, behind, "Another one comes first."),
                    ("without its ending", SECTION, bare, "There is no such entry."),
                )
            ),
        )
