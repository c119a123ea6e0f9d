"""Skill: add up amounts that people wrote in messages, and answer with the sum."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.skills.answering import Question
from forge.skills.contract import Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import folder_fact
from forge.skills.mail.support.story import MOUNT, Person, Story, Writer, office_hours, standing_numbers

REPORT = "My expenses for {project} came to {amount} euros. The receipts are in your pigeonhole."
CORRECTION = "I got it wrong: my expenses for {project} came to {amount} euros, not {before}. Sorry."
SUBJECT = "Receipts for you"
COUNTS = {"easy": 3, "medium": 4, "hard": 5}


@dataclass(frozen=True)
class Scene(MailScene):
    """The project, the sum, and what one gets who leaves something out."""

    project: str
    total: float
    wrong: dict[str, float]


class TotalAmount(MailSkill[Scene]):
    """What people spent on one project; the harder, the more of them, and one corrects the amount later."""

    id = "mail.messages.total"
    title = "Add up amounts from messages"
    phrasings = (
        "add up the expenses for {{project}} that people reported to me by mail in {{folder}} and tell me the sum "
        "in euros[[; {{corrected}}|]]",
        "work out what the expenses for {{project}} come to in all, from the mails in {{folder}}[[; {{corrected}}|]]",
        "terse: {{folder}}: sum of all reported expenses for {{project}}[[; {{corrected}}|]]?",
        "polite: Could you please tell me the total of the expenses for {{project}} that I was told of in "
        "{{folder}}[[, bearing in mind that {{corrected}}|]]?",
        "chatty: Several people wrote what they spent on {{project}}. How much is that in all? It is in the mails in "
        "{{folder}}[[, and {{corrected}}|]].",
        "precise: Give the sum in euros of the expenses for {{project}} as reported in the messages in "
        "{{folder}}[[, where {{corrected}}|]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Reports for two projects, told apart by what they say; when it is hard, a correction.

        The sum stands nowhere, not even rounded and in a telephone number: it is not to be found without adding up.
        """
        project, other = some_of(random, story.projects, 2, "projects")
        writer = Writer.going_on(story, random)
        people = random.sample(story.people, COUNTS[parameters.difficulty])
        beside = random.randint(2000, 9000) / 100
        change = random.choice((-9.5, 7.25, 12.3)) if parameters.difficulty == "hard" else 0
        taken = standing_numbers(story) | _forms(beside) | _forms(beside + 13.4)
        amounts = [random.randint(1800, 29900) / 100 for _ in people]
        while taken & _forms(sum(amounts) + change):
            amounts = [random.randint(1800, 29900) / 100 for _ in people]
        for person, amount in zip(people, amounts, strict=True):
            self.report(story, writer, random, person, project, amount)
        self.report(story, writer, random, people[0], other, beside)
        self.report(story, writer, random, people[-1], other, beside + 13.4)
        wrong = {"without the last": sum(amounts[:-1]), "with another project": sum(amounts) + beside}
        if change:
            before, amounts[1] = amounts[1], round(amounts[1] + change, 2)
            text = CORRECTION.format(project=project, amount=f"{amounts[1]:.2f}", before=f"{before:.2f}")
            moment = office_hours(random, 1, 1)
            story.messages(story.inbox).append(writer.message(people[1], f"Re: {SUBJECT}", text, moment))
            wrong["without the correction"] = sum(amounts) - amounts[1] + before
            wrong["both amounts"] = sum(amounts) + before
        story.messages(story.inbox).sort(key=lambda item: item.date)
        total = round(sum(amounts), 2)
        wrong["rounded"] = float(round(total)) if total != round(total) else total + 1
        return Scene(
            parameters, story, project, total, {why: round(value, 2) for why, value in wrong.items()}
        )

    def report(
        self, story: Story, writer: Writer, random: Random, person: Person, project: str, amount: float
    ) -> None:
        """Have somebody report expenses."""
        moment = office_hours(random, 2, 12)
        text = REPORT.format(project=project, amount=f"{amount:.2f}")
        story.messages(story.inbox).append(writer.message(person, SUBJECT, text, moment))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.total

    def contract(self, scene: Scene) -> Contract:
        """The sum, and mail that nobody touched."""
        total, inbox = f"{scene.total:.2f}", scene.story.inbox
        facts = [
            Fact(name="project", value=scene.project, says=(f'"{scene.project}"',)),
            folder_fact("folder", inbox),
        ]
        if "both amounts" in scene.wrong:
            says = (
                "a corrected amount replaces the one before",
                "corrections count instead of what they correct",
            )
            facts.append(Fact(name="corrected", value="replaces", says=says))
        asked = Question(
            answer=scene.total,
            says="The answer is the sum.",
            words=(
                f"{total} euros",
                f"{total} euros.",
                f"{total} EUR",
                f"EUR {total}",
                f"{total} €",
                f"€{total}",
            ),
            wrong=scene.wrong,
            places=(places.messages(MOUNT, inbox, prop="text"),),
        )
        return self.question(scene, asked, facts)


def _forms(amount: float) -> set[str]:
    """How an amount may be written, also rounded."""
    return {f"{amount:.{decimals}f}" for decimals in range(3)}
