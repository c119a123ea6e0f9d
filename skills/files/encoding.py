"""Skill: change the encoding or the line ends of text files."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Contract
from forge.skills.files.support.base import FilesParameters, FilesScene, FilesSkill
from forge.skills.files.support.edits import Act, attempt, layout, rewritten
from forge.skills.files.support.ground import Ground
from forge.skills.trees.contents import UTF8
from forge.skills.trees.facts import folder_fact, word_fact
from forge.states.rubric import Equals, OneOf, Requirement

WORDS = ("Fähre", "Überblick", "garçon", "Señal", "Größe", "crème", "für", "Île")


@dataclass(frozen=True)
class Scene(FilesScene):
    """Which files, and whether their line ends change as well."""

    paths: tuple[str, ...]
    folder: str
    both: bool


class Encoding(FilesSkill[FilesParameters, Scene]):
    """Bring old text files to UTF-8, and their line ends to those of Unix."""

    id = "files.text.encoding"
    title = "Change the encoding or the line ends of text files"
    scope = ("folder",)
    phrasings = (
        "convert the text files in {{folder}} under {{place}} from {{from}} to {{to}}[[, with "
        "{{ends}}|]], under their own names",
        "bring all text files of {{folder}} in {{place}} from {{from}} to {{to}}[[ and give them "
        "{{ends}}|]], each in its place",
        "change the encoding of the text files in {{folder}} of {{place}} from {{from}} to {{to}}[[, "
        "and their line ends to "
        "{{ends}}|]]",
        "terse: {{place}}: text files in {{folder}} from {{from}} to {{to}}[[, {{ends}}|]], same names.",
        "chatty: The texts in {{folder}} under {{place}} come from an old computer and show strange "
        "characters. They are in "
        "{{from}}. Could you turn them into {{to}}[[, with {{ends}}|]], under the same names?",
        "precise: Every text file in {{folder}} of {{place}} is in {{from}} and must be re-encoded "
        "as {{to}}[[, with "
        "{{ends}}|]]; names and wording stay.",
    )

    def scene(self, parameters: FilesParameters, ground: Ground, desktop: Desktop, random: Random) -> Scene:
        """Texts with letters that the encodings write differently; the others lie elsewhere."""
        tree, both = ground.tree(desktop), parameters.difficulty != "easy"
        folder = random.choice(("Old computer", "Disk 3", "Legacy"))
        paths = []
        for number in range(parameters.amount):
            body = [
                f"{random.choice(WORDS)} {number}",
                *(
                    f"{random.choice(WORDS)}, {random.choice(WORDS)} ({n})"
                    for n in range(random.randint(2, 5))
                ),
            ]
            path = f"{folder}/{ground.slug(random.choice(ground.writer.labels))}{number}.txt"
            tree.add(path, text.encode(body, "latin-1", "crlf" if both else "lf"))
            paths.append(path)
        tree.add(f"elsewhere {folder.casefold()}.txt", text.encode([f"Straße {folder}"], "latin-1", "crlf"))
        ground.clutter(desktop, parameters.files)
        return Scene(parameters, ground, tuple(paths), folder, both)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write them anew."""
        _recode(scene.ground.tree(desktop), scene.paths)

    def contract(self, scene: Scene) -> Contract:
        """The files are in the new encoding, their wording as it was."""
        mount, paths, ground, both = scene.mount, scene.paths, scene.ground, scene.both
        files = file(mount, *paths)
        facts = [
            folder_fact("folder", mount, scene.folder),
            word_fact("from", "latin-1", "Latin-1", "ISO 8859-1", "ISO 8859-1 (Latin-1)"),
            word_fact("to", "", "UTF-8").model_copy(update={"value": UTF8}),
        ]
        facts += [word_fact("ends", "lf", "Unix line ends", "Unix line ends (LF only)")] if both else []
        told = ("folder", "from", "to", *(("ends",) if both else ()))
        ends = (Equals(select=files.of("line_ends"), expected="lf"),) if both else ()

        def other(how: str, line_ends: str) -> Act:
            return lambda tree: _recode(tree, paths, how, line_ends)

        def lost(tree: FileTree) -> None:
            for path in paths:
                found = text.decoded(tree.file(path).data)
                tree.file(path).data = text.encode(
                    [line.encode("ascii", "replace").decode() for line in found.lines()]
                )

        keeps = "crlf" if both else "lf"
        return self.task(
            scene,
            facts=facts,
            requirements=(
                Requirement(
                    id="encoding",
                    says="The texts are encoded as asked.",
                    any_of=((OneOf(select=files.of("encoding"), options=UTF8), *ends),),
                    facts=(*told, "place"),
                ),
            ),
            writes=(files.of("encoding"), *((files.of("line_ends"),) if both else ())),
            free=layout(mount, paths),
            variants=(
                *rewritten(ground, paths),
                attempt(ground, "with a mark", other(UTF8[1], "lf"), "It is UTF-8 as well."),
            ),
            near_misses=(
                attempt(ground, "UTF-16", other("utf-16", "lf"), "It is another encoding."),
                attempt(ground, "letters lost", lost, "Letters became question marks."),
                attempt(ground, "one left", lambda tree: _recode(tree, paths[1:]), "One was forgotten."),
                attempt(
                    ground,
                    "the line ends",
                    other("utf-8", keeps if both else "crlf"),
                    "The line ends are wrong.",
                ),
            ),
        )


def _recode(tree: FileTree, paths: tuple[str, ...], encoding: str = "utf-8", line_ends: str = "lf") -> None:
    for path in paths:
        found = text.decoded(tree.file(path).data)
        tree.file(path).data = text.encode(found.lines(), encoding, line_ends)
