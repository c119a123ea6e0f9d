"""Skill: sort papers into folders by what a document says about their subjects."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import text
from forge.preparers.files.places import line
from forge.preparers.writer.places import paragraphs
from forge.skills.contract import Contract
from forge.skills.files.support.ground import Ground
from forge.skills.files.support.moves import Moves
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.documents import document, named_file
from forge.skills.multi.support.office import Office
from forge.skills.trees.contents import fresh
from forge.skills.trees.facts import place_fact

SUBJECTS = ("rent", "heating", "insurance", "travel", "training", "repairs", "cleaning")
FOLDERS = ("Building", "Accounts", "Staff matters", "Contracts")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, the document, the numbers of its rules, what goes where, and where else it could go."""

    ground: Ground
    mount: str
    rules: tuple[int, ...]
    moves: Moves
    elsewhere: dict[str, str]


class FollowDocument(MultiSkill[Scene]):
    """Each paper says what it is about, and a document says into which folder that goes."""

    id = "multi.requirements.follow_document"
    title = "Carry out what a separate document asks for"
    applications = ("writer", "files")
    phrasings = (
        "file the loose papers in {{place}} as {{document}} asks for: the first line of each says what it is "
        "about, and the document says into which folder there that goes",
        "move every paper that lies loose in {{place}} into the folder there that {{document}} names for its "
        "subject, which is the first line of the paper",
        "terse: {{place}}: loose papers into their folders as {{document}} says; the first line of each has "
        "its subject.",
        "polite: Could you please sort the papers that lie loose in {{place}} into the folders there? What "
        "goes where is written in {{document}}, and each paper has its subject on its first line.",
        "chatty: Somebody dropped a pile of papers into {{place}}. Their first lines say what they are "
        "about, and {{document}} says which folder is for what. Can you put each one where it belongs?",
        "precise: Every file directly in {{place}} is to be moved into the folder of that place which "
        "{{document}} prescribes for the subject on the first line of the file.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Rules with a reason each, among other remarks; papers of the same subject more than once."""
        ground = office.folder(desktop, office.place("Inbox tray"))
        tree, writer = ground.tree(desktop), office.writer
        subjects = random.sample(SUBJECTS, {"easy": 3, "medium": 5, "hard": 7}[parameters.difficulty])
        folders = random.sample(FOLDERS, {"easy": 2, "medium": 3, "hard": 4}[parameters.difficulty])
        belongs = {subject: folders[number % len(folders)] for number, subject in enumerate(subjects)}
        ways = ("Papers about {} go into {}.", "Whatever is about {} belongs into {}.", "For {} there is {}.")
        rules = [random.choice(ways).format(subject, folder) for subject, folder in belongs.items()]
        sections = {
            "Purpose": writer.sentences(2),
            "Where papers go": rules,
            "Remarks": writer.sentences(2),
        }
        mount = office.document(random.choice(("Filing rules", "How we file", "Notes on filing")))
        made = document(desktop, mount, office.kit.title, sections)
        numbers = [n for n, paragraph in enumerate(made.paragraphs(), 1) if paragraph.text in rules]
        for folder in folders:
            tree.add(f"{folder}/{ground.slug(folder)}.md", writer.note())
        moves, elsewhere = {}, {}
        for number in random.sample(range(100, 999), parameters.amount + 2):
            subject = random.choice(subjects)
            name = f"scan-{number}.txt"
            tree.add(name, text.encode([f"About: {subject}", "", *writer.sentences(random.randint(2, 4))]))
            moves[name] = f"{belongs[subject]}/{name}"
            other = random.choice([folder for folder in folders if folder != belongs[subject]])
            elsewhere[name] = f"{other}/{name}"
        return Scene(parameters, office, ground, mount, tuple(numbers), Moves(ground, moves), elsewhere)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move them."""
        scene.moves.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every paper lies in the folder for its subject."""
        moves, place = scene.moves, scene.ground.mount
        rules = paragraphs(scene.mount, *scene.rules, prop="text")
        subjects = tuple(line(place, path, 1) for path in moves.moves)
        first, *_, last = moves.moves
        folder = moves.moves[first].rpartition("/")[0]
        return self.task(
            scene,
            facts=(
                place_fact(place),
                named_file("document", scene.mount, "document"),
                moves.fact(rules, *subjects),
            ),
            requirements=(moves.requirement("Every paper is filed.", "document"),),
            writes=moves.writes,
            reads=(rules, *subjects),
            free=(*moves.free, *fresh(place)),
            variants=moves.variants(),
            near_misses=(
                moves.all_but("last one forgotten", "A paper still lies loose.", [last]),
                moves.other("all wrong", "Every paper is in a folder for something else.", scene.elsewhere),
                moves.other(
                    "one wrong",
                    "A paper is in a folder for something else.",
                    {**moves.moves, last: scene.elsewhere[last]},
                ),
                moves.other(
                    "one folder", "All are in one folder.", {name: f"{folder}/{name}" for name in moves.moves}
                ),
            ),
            opened=(scene.mount,),
            saved=0,
        )
