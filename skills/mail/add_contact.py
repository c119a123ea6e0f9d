"""Skill: add people to the address book."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.contacts import Card
from forge.preparers.mail.schema import SCHEMA
from forge.preparers.mail.spec import COLLECTED, PERSONAL
from forge.skills.checks import new_thing
from forge.skills.content.names import Names, mail_address, spoken
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import book_fact, parts_checks, parts_fact
from forge.skills.mail.support.phones import another, bare, hyphenated, phone_pattern
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Matches, Requirement

FIRMS = (
    "Alder Printing",
    "Brightwater Transport",
    "Castell Catering",
    "Dunmore Insurance",
    "Elmfield Joinery",
)
FREE = ("first", "last")
WHO = "{{name}} with the address {{email}}[[, the work phone {{phone}}|]][[ and the organization {{firm}}|]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """The new card, and the telephone number of nobody."""

    card: Card
    number: str


class AddContact(MailSkill[Scene]):
    """Somebody with an address; the harder, the more is to be entered."""

    id = "mail.contacts.add"
    title = "Add a contact"
    phrasings = (
        f"add {WHO} to {{{{book}}}}",
        f"make a new contact in {{{{book}}}}: {WHO}",
        f"terse: New contact in {{{{book}}}}: {WHO}.",
        f"polite: Could you please enter {WHO} into {{{{book}}}}?",
        f"chatty: I met somebody whom I will write to. Can you put {WHO} into {{{{book}}}}?",
        f"precise: {{{{book}}}} is to get a contact {WHO}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Somebody whom nobody in the story is called like."""
        names = Names(parameters.locale, random)
        known = {card.name for card in story.profile.book(PERSONAL).cards} | {story.owner.name}
        name = next(name for name in map(spoken, names.people(20)) if name not in known)
        firm = random.choice(FIRMS)
        card = Card("new-card", name)
        card.first, _, card.last = name.rpartition(" ")
        card.emails = [mail_address(name, 40, f"{firm.split()[0].lower()}.example.com")]
        phone, number = names.phone(), names.phone()
        card.work_phone = phone if parameters.difficulty != "easy" else ""
        card.organization = firm if parameters.difficulty == "hard" else ""
        return Scene(parameters, story, card, number if number != phone else "0000")

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The card, with first and last name."""
        self.add(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It is there, with nothing that was not asked for."""
        card = scene.card
        told = {
            "name": card.name,
            "email": card.emails[0],
            "phone": card.work_phone,
            "firm": card.organization,
        }
        facts = [Fact(name=name, value=value, says=(value,)) for name, value in told.items() if value]
        given = {
            "name": card.name,
            "emails": tuple(card.emails),
            "organization": card.organization or None,
        }
        unlike = (*FREE, "work_phone") if card.work_phone else FREE
        new, checks = new_thing(SCHEMA, places.book(MOUNT, PERSONAL), "card", given, free=unlike)
        if card.work_phone:
            pattern = phone_pattern(card.work_phone)
            checks = (*checks, Matches(select=new.of("work_phone"), pattern=pattern))
        required = Requirement(
            id="added",
            says="The contact is there.",
            any_of=((*checks, *parts_checks(new, card.name)),),
            facts=(*(fact.name for fact in facts), "book", "parts"),
        )
        act = partial(self.add, scene)
        email, phone = card.emails[0], card.work_phone
        grouped: list[Attempt] = []
        if phone:
            alone, parted = partial(act, work_phone=bare(phone)), partial(act, work_phone=hyphenated(phone))
            grouped = [
                Attempt("digits_alone", alone, why="It is the same number."),
                Attempt("hyphens", parted, why="It is the same number."),
            ]
        return self.task(
            scene,
            facts=(*facts, book_fact("book", PERSONAL), parts_fact(card.name)),
            requirements=(required,),
            writes=(new,),
            free=tuple(new.of(name) for name in FREE),
            variants=(
                Attempt("exchanged", partial(act, first=card.last, last=card.first), why="Some write it so."),
                Attempt("display_name_only", partial(act, first="", last=""), why="Only the name shown."),
                Attempt("in_one", partial(act, first=card.name, last=""), why="All of it as the first name."),
                *grouped,
            ),
            near_misses=(
                Attempt("other_name", partial(act, last="Smith"), why="Its parts are another name."),
                Attempt("collected", partial(act, book=COLLECTED), why="It is in another address book."),
                Attempt("other_ending", partial(act, emails=[f"{email}.org"]), why="The address is wrong."),
                Attempt(
                    "other_digit", partial(act, work_phone=another(phone or scene.number)), why="It is wrong."
                ),
                Attempt("mobile", partial(act, work_phone="", mobile=scene.number), why="Another number."),
                Attempt("no_address", partial(act, emails=[]), why="There is no address."),
            ),
        )

    def add(self, scene: Scene, desktop: Desktop, book: str = PERSONAL, **changes: object) -> None:
        """Add the card, perhaps not quite right."""
        made = replace(scene.card, emails=list(scene.card.emails))
        for name, value in changes.items():
            setattr(made, name, value)
        profile_on(desktop).known_book(book).cards.append(made)
