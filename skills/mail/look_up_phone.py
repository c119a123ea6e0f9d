"""Skill: look up the telephone number of whoever wrote something, and answer with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import PERSONAL, Card, Message
from forge.skills.answering import Question, single
from forge.skills.contract import Contract
from forge.skills.drawing import one_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill
from forge.skills.mail.support.facts import conversation_fact
from forge.skills.mail.support.story import MOUNT, Story


@dataclass(frozen=True)
class Scene(MailScene):
    """The conversation, the card of the one who began it, and the cards of two others."""

    opening: Message
    card: Card
    others: tuple[Card, Card]


class LookUpPhone(MailSkill[Scene]):
    """Whoever began a conversation has a number in the address book; difficulty makes the mail fuller."""

    id = "mail.contacts.look_up"
    title = "Look up a number in the address book"
    phrasings = (
        "tell me the work phone number of whoever began {{thread}}; it is in the address book",
        "find out who started {{thread}} in my mail and give me this person's work phone from the address book",
        "terse: Work phone of whoever began {{thread}}?",
        "polite: Could you please look up the work phone of the person who wrote the first message of {{thread}}?",
        "chatty: I should ring whoever started {{thread}}. What is the number at work? It must be in my address book.",
        "precise: Give the work phone number, as the address book has it, of the sender of the first message in "
        "{{thread}}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody who is not the first in the address book, and has a mobile phone as well."""
        book = story.profile.book(PERSONAL)
        fit = [item for item in story.openings() if story.person(item).name != book.cards[0].name]
        opening = one_of(random, fit, "conversations that somebody else begins")
        card = book.card(story.person(opening).name)
        if not card.mobile:
            card.mobile = f"{card.work_phone[:-3]}{(int(card.work_phone[-2:]) + 37) % 100:03}"
        answer = story.conversation(opening)[1]
        first = book.card(story.person(answer).name)
        second = next(item for item in book.cards if item not in (card, first))
        return Scene(parameters, story, opening, card, (first, second))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Answer."""
        desktop.answer = scene.card.work_phone

    def contract(self, scene: Scene) -> Contract:
        """The number, and an address book that nobody touched."""
        number, (first, second) = scene.card.work_phone, scene.others
        digits = re.sub(r"\D", "", number)
        apart = " ".join(re.findall(r"\d+", number))
        asked = Question(
            answer=number,
            says="The answer is the number at work.",
            words=tuple(
                dict.fromkeys(
                    form
                    for form in (
                        digits,
                        apart,
                        apart.replace(" ", "-"),
                        f"Work phone: {number}",
                        f"{number}.",
                    )
                    if form != number
                )
            ),
            wrong={
                "the mobile phone": scene.card.mobile,
                "of whoever answered": first.work_phone,
                "of somebody else": second.work_phone,
                "the name": scene.card.name,
            },
            places=(
                places.cards(MOUNT, PERSONAL, prop="work_phone"),
                places.cards(MOUNT, PERSONAL, prop="name"),
                places.messages(MOUNT, scene.story.inbox, prop="from"),
            ),
        )
        own = places.book(MOUNT, PERSONAL).below("card", name=scene.card.name).of("work_phone")
        facts = [conversation_fact("thread", scene.story.inbox, scene.opening), single(number, own)]
        return self.question(scene, asked, facts)
