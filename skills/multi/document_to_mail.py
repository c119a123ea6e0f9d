"""Skill: keep a mail as a draft whose text stands in a document."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.places import paragraphs
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import text_fact
from forge.skills.mail.support.facts import person_fact
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.documents import document, heading_fact, named_file, number_of
from forge.skills.multi.support.mails import Draft, loosely
from forge.skills.multi.support.office import Office

HEADINGS = ("Agreed last week", "Still open", "For the next meeting", "Costs so far", "Who does what")
SUBJECTS = ("As it stands in our notes", "From the notes", "What we wrote down", "For your information")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The document, the facts about the part that is sent, where it stands, another part, and the draft."""

    mount: str
    heading: Fact
    numbers: tuple[int, ...]
    beside: str
    draft: Draft


class DocumentToMail(MultiSkill[Scene]):
    """One part of a document, a paragraph or more, becomes the text of a draft."""

    id = "multi.transfer.document_to_mail"
    title = "Keep a mail as a draft whose text stands in a document"
    applications = ("writer", "mail")
    phrasings = (
        "write a mail to {{person}} with the subject {{subject}} whose text is what stands below {{heading}} "
        "in {{document}}, {{alone}}, and keep it as {{draft}}",
        "take what {{document}} says below {{heading}}, put it into a new mail to {{person}} with the "
        "subject {{subject}}, {{alone}}, and leave it as {{draft}}",
        "terse: {{draft}} to {{person}}, subject {{subject}}, text: what stands below {{heading}} in "
        "{{document}}, {{alone}}.",
        "polite: Could you please prepare a mail to {{person}}, with the subject {{subject}}, that says what "
        "stands below {{heading}} in {{document}}, {{alone}}, and keep it as {{draft}}?",
        "chatty: {{person}} wants to know what {{document}} says below {{heading}}. Can you copy that into a "
        "mail with the subject {{subject}}, {{alone}}, and leave it as {{draft}} for me?",
        "precise: A message to {{person}} with the subject {{subject}} is to be stored as {{draft}}; its "
        "text is the whole text below {{heading}} in {{document}}, {{alone}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """Notes in several parts, each about the things and people of the office."""
        story = office.mail(desktop)
        count = {"easy": 1, "medium": 1, "hard": 2}[parameters.difficulty]
        headings = random.sample(HEADINGS, min(parameters.amount + 1, len(HEADINGS)))
        sentences = iter(office.writer.sentences(2 * count * len(headings)))
        sections = {
            heading: [f"{next(sentences)} {next(sentences)}" for _ in range(count)] for heading in headings
        }
        mount = office.document(random.choice(("Notes", "Team notes", "Meeting notes")))
        made = document(desktop, mount, office.kit.title, sections)
        chosen, beside = random.sample(headings, 2)
        first = number_of(made, chosen) + 1
        text = "\n".join(sections[chosen])
        person = random.choice(story.people)
        draft = Draft(story, person, random.choice(SUBJECTS), text, loosely(text))
        heading = heading_fact("heading", mount, made, chosen)
        numbers = tuple(range(first, first + count))
        return Scene(parameters, office, mount, heading, numbers, "\n".join(sections[beside]), draft)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the draft."""
        scene.draft.keep(desktop)

    def contract(self, scene: Scene) -> Contract:
        """There is a draft with that text."""
        draft, mount = scene.draft, scene.mount
        source = paragraphs(mount, *scene.numbers, prop="text")
        other = next(person for person in scene.office.people if person != draft.to)
        whole = f"{scene.beside}\n{draft.text}"
        greeted = f"Hello {draft.to.name},\n{draft.text}"
        return self.task(
            scene,
            facts=(
                person_fact("person", draft.story, draft.to),
                text_fact("subject", draft.subject),
                scene.heading,
                named_file("document", mount, "document"),
                Fact(
                    name="alone",
                    value=True,
                    says=("with nothing added", "without a greeting or anything else"),
                ),
                Fact(name="draft", value=("Drafts", 1), says=("a draft",)),
                *draft.facts(source),
            ),
            requirements=(
                draft.requirement(
                    "The draft says what stands there.",
                    "person",
                    "subject",
                    "heading",
                    "document",
                    "alone",
                    "draft",
                ),
            ),
            writes=draft.writes,
            reads=(source,),
            free=draft.free,
            variants=draft.variants(),
            near_misses=(
                *draft.near_misses(other),
                Attempt(
                    "another part",
                    partial(draft.keep, text=scene.beside),
                    why="It stands below another heading.",
                ),
                Attempt("too much", partial(draft.keep, text=whole), why="Another part is in it as well."),
                Attempt("greeted", partial(draft.keep, text=greeted), why="Nothing was to be added."),
            ),
            opened=(mount,),
            saved=0,
        )
