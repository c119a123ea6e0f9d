"""Skill: take lines of a text file over into a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import lines
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import text_fact
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.documents import Ending, document, named_file
from forge.skills.multi.support.office import Office
from forge.skills.trees.facts import file_fact, place_fact

MARKS = ("ACTION", "DECISION", "QUESTION")
PATH = "Raw/minutes.txt"


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, the mark of the wanted lines, what the others say, and the end of the document."""

    place: str
    mark: str
    others: tuple[str, ...]
    ending: Ending


class TextToDocument(MultiSkill[Scene]):
    """Of a text with marked lines, those with one mark go to the end of a document, without the mark."""

    id = "multi.transfer.text_to_document"
    title = "Take chosen text or data files into a document"
    applications = ("files", "writer")
    phrasings = (
        "add the lines of {{file}} in {{place}} that begin with {{mark}} {{end}} of {{document}}, {{form}}, "
        "{{order}}",
        "take every line beginning with {{mark}} in {{file}} under {{place}} over into {{document}}, "
        "{{end}}, {{form}} and {{order}}",
        "terse: {{document}}: lines of {{file}} ({{place}}) that begin with {{mark}}, {{end}}, {{form}}, "
        "{{order}}.",
        "polite: Could you please put the lines that begin with {{mark}} in {{file}} of {{place}} {{end}} of "
        "{{document}}, {{form}} and {{order}}?",
        "chatty: I typed along in {{file}} in {{place}}. Can you bring the lines that begin with {{mark}} "
        "into {{document}}, {{end}}, {{form}} and {{order}}?",
        "precise: Each line of {{file}} in {{place}} that begins with {{mark}} is to stand {{end}} of "
        "{{document}}, {{form}}, {{order}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Raw minutes with marked and unmarked lines, and a document that ends where the list is to come."""
        sentences = office.writer.sentences(3 * parameters.amount + 5)
        mark, other = random.sample(MARKS, 2)
        wanted, rest = (
            sentences[: parameters.amount],
            sentences[parameters.amount : 2 * parameters.amount + 1],
        )
        raw = [f"{mark}: {sentence}" for sentence in wanted] + [f"{other}: {sentence}" for sentence in rest]
        raw += [f"{sentences[-1]} {mark} follows.", *sentences[2 * parameters.amount + 1 : -2]]
        random.shuffle(raw)
        wanted = [line.partition(": ")[2] for line in raw if line.startswith(f"{mark}: ")]
        ground = office.folder(desktop, office.place("Meeting"))
        ground.tree(desktop).add(PATH, text.encode(raw))
        ground.clutter(desktop, parameters.others)
        mount = office.document(random.choice(("Minutes for everybody", "Summary of the meeting")))
        sections = {"Present": [", ".join(office.writer.people)], "What came out": office.writer.sentences(1)}
        made = document(desktop, mount, office.kit.title, sections)
        return Scene(
            parameters, office, ground.mount, mark, tuple(rest), Ending.of(mount, made, tuple(wanted))
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Add the lines."""
        scene.ending.add(desktop)

    def surveys(self, scene: Scene) -> Mapping[str, tuple[str, ...]]:
        """Only the files that are named count."""
        return {scene.place: ()}

    def contract(self, scene: Scene) -> Contract:
        """The document ends with these lines, without their mark."""
        ending, source = scene.ending, lines(scene.place, PATH)
        marked = [f"{scene.mark}: {line}" for line in ending.texts]
        return self.task(
            scene,
            facts=(
                file_fact("file", scene.place, PATH),
                place_fact(scene.place),
                text_fact("mark", f"{scene.mark}:"),
                named_file("document", ending.mount, "document"),
                Fact(name="end", value="end", says=("at the end",)),
                Fact(
                    name="form",
                    value="paragraph",
                    says=(
                        "each in a paragraph of its own without that mark",
                        "one paragraph each, the mark left out",
                    ),
                ),
                Fact(name="order", value="order", says=("in the order of the file", "in their order")),
                ending.fact(source),
            ),
            requirements=(
                ending.requirement(
                    "The lines are there.", "file", "place", "mark", "document", "end", "form", "order"
                ),
            ),
            writes=ending.writes,
            reads=(source,),
            free=ending.free,
            variants=ending.variants(),
            near_misses=(
                *ending.near_misses(),
                Attempt(
                    "with the mark", partial(ending.add, texts=marked), why="The mark was to be left out."
                ),
                Attempt(
                    "another mark", partial(ending.add, texts=scene.others), why="They bear another mark."
                ),
            ),
            opened=(ending.mount,),
        )
