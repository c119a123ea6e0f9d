"""Skill: change the shell configuration of a folder of dotfiles."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import definition, file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract, Fact
from forge.skills.files.support.aliases import ALIASES, define, doubly
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.trees.facts import file_fact, named_fact
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which aliases stand for which commands in which file."""

    path: str
    wanted: dict[str, str]


class Dotfiles(FilesSkill[FilesParameters, Scene]):
    """Define one or two aliases in a shell start-up file."""

    id = "files.settings.dotfiles"
    title = "Change the shell or tool configuration in the home folder"
    home = "~/dotfiles"
    phrasings = (
        "define the shell alias {{alias}} for {{command}}[[, and {{second_alias}} for "
        "{{second_command}}|]] in {{file}} "
        "in {{place}}",
        "add to {{file}} in {{place}} an alias {{alias}} that runs {{command}}[[ and one "
        "{{second_alias}} that runs "
        "{{second_command}}|]]",
        "make {{alias}} a shell alias of {{command}}[[, and {{second_alias}} one of "
        "{{second_command}}|]], by editing "
        "{{file}} in {{place}}",
        "terse: {{place}}, {{file}}: alias {{alias}} for {{command}}[[, alias {{second_alias}} for "
        "{{second_command}}|]].",
        "chatty: I keep typing {{command}}. Could you make {{alias}} an alias for it in {{file}} in "
        "{{place}}[[, and "
        "{{second_alias}} one for {{second_command}}|]]?",
        "precise: {{file}} in {{place}} must define the alias {{alias}} as {{command}}[[ and the "
        "alias {{second_alias}} "
        "as {{second_command}}|]], whatever stood there for it before.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Start-up files as people have them; one of the aliases stands for something else so far."""
        tree = ground.tree(desktop)
        count = {"easy": 1, "medium": 2, "hard": 2}[parameters.difficulty]
        names = random.sample(list(ALIASES), count)
        path = random.choice((".bashrc", ".bash_aliases"))
        shared = [
            "# ~/.bashrc",
            "case $- in",
            "    *i*) ;;",
            "      *) return;;",
            "esac",
            "",
            "HISTSIZE=2000",
            "HISTCONTROL=ignoreboth",
            "shopt -s checkwinsize",
            "",
            'export PATH="$HOME/bin:$PATH"',
            "export EDITOR=nano",
        ]
        aliases = ["# short names", "alias ll='ls -l'", "alias la='ls -A'", "alias df='df -h'"]
        if random.random() < 0.6:
            aliases.append(f"alias {names[0]}='echo not yet'")
        random.shuffle(aliases)
        tree.add(".bashrc", text.encode([*shared, "", *(aliases if path == ".bashrc" else [])]))
        tree.add(
            ".bash_aliases", text.encode(aliases if path == ".bash_aliases" else ["alias free='free -m'"])
        )
        tree.add(
            ".profile", text.encode(["umask 022", f"export LC_TIME={ground.kit.locale}", "alias up='cd ..'"])
        )
        tree.add("README.md", text.encode(["My settings", "", "Copy them to the home folder."]))
        return Scene(parameters, ground, path, {name: ALIASES[name] for name in names})

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write each alias where it was, or at the end."""
        define(scene.ground.tree(desktop), scene.path, scene.wanted)

    def contract(self, scene: Scene) -> Contract:
        """Each alias stands for its command."""
        mount, path, ground, wanted = scene.mount, scene.path, scene.ground, scene.wanted
        facts = [file_fact("file", mount, path)]
        for prefix, (name, command) in zip(("", "second_"), wanted.items(), strict=False):
            alias = Fact(name=f"{prefix}alias", value=f"alias {name}", says=(f'"{name}"',))
            facts += [alias, named_fact(f"{prefix}command", command)]
        keys = [f"alias {name}" for name in wanted]
        checks = tuple(
            Equals(select=definition(mount, path, f"alias {name}"), expected=command)
            for name, command in wanted.items()
        )
        plain = Equals(select=file(mount, path).below("definition", *keys).of("exported"), expected=False)
        other = ".bash_aliases" if path == ".bashrc" else ".bashrc"

        def appended(tree: FileTree) -> None:
            lines = [f"alias {name}={doubly(command)}" for name, command in wanted.items()]
            tree.file(path).data += text.encode(["", *lines])

        def variable(tree: FileTree) -> None:
            tree.file(path).data += text.encode(
                [f"{name}={shlex.quote(command)}" for name, command in wanted.items()]
            )

        def only(tree: FileTree) -> None:
            tree.file(path).data = b""
            define(tree, path, wanted)

        return self.task(
            scene,
            facts=facts,
            requirements=(
                Requirement(
                    id="aliases",
                    says="Each alias stands for its command.",
                    any_of=((*checks, plain),),
                    facts=(*(fact.name for fact in facts), "place"),
                ),
            ),
            writes=(file(mount, path).below("definition", *keys),),
            free=layout(mount, (path,)),
            variants=(
                *rewritten(ground, (path,)),
                attempt(ground, "appended in double quotes", appended, "The last one counts."),
            ),
            near_misses=(
                attempt(
                    ground,
                    "in another file",
                    lambda tree: define(tree, other, wanted),
                    "It is the wrong file.",
                ),
                attempt(ground, "a variable", variable, "A variable is no alias."),
                attempt(ground, "the rest lost", only, "Everything else is gone from the file."),
            ),
        )
