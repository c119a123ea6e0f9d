"""Skill: change what the address book says of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import PERSONAL
from forge.skills.content.names import Names
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import person_fact
from forge.skills.mail.support.phones import another, bare, hyphenated, phone_pattern
from forge.skills.mail.support.stock import DEPARTMENTS
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import Equals, Matches, Requirement, Way

WHAT = (
    "the work phone of {{first}} [[to {{phone}}, that of {{second}} to {{second_phone}} and the department of "
    "{{first}} to {{department}}|to {{phone}} and that of {{second}} to {{second_phone}}|to {{phone}}]]"
)
NEWS = (
    "{{first}} now has the work phone {{phone}}[[, {{second}} has {{second_phone}}|]][[, and {{first}} moved to the "
    "department {{department}}|]]"
)


@dataclass(frozen=True)
class Scene(MailScene):
    """Whose numbers change to what, the new department of the first of them, and somebody else."""

    numbers: tuple[tuple[Person, str], ...]
    department: str
    other: Person


class EditContact(MailSkill[Scene]):
    """One number, or two; when it is hard, a department as well."""

    id = "mail.contacts.edit"
    title = "Change a contact"
    phrasings = (
        f"change {WHAT} in my address book",
        f"set {WHAT} in the address book",
        f"terse: Address book: {NEWS}.",
        f"polite: Could you please bring my address book up to date? {NEWS}.",
        f"chatty: Some entries of my address book are no longer true: {NEWS}. Can you change that?",
        f"precise: In the address book, change {WHAT}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """People who are in the address book, and numbers that nobody has."""
        *people, other = random.sample(story.people, 2 if parameters.difficulty == "easy" else 3)
        names = Names(parameters.locale, random)
        cards = story.profile.book(PERSONAL).cards
        known = {number for card in cards for number in (card.work_phone, card.mobile)}
        numbers = dict[str, None]()
        while len(numbers) < len(people):
            if (number := names.phone()) not in known:
                numbers[number] = None
        department = ""
        if parameters.difficulty == "hard":
            old = story.profile.book(PERSONAL).card(people[0].name).department
            department = random.choice([item for item in DEPARTMENTS if item != old])
        return Scene(parameters, story, tuple(zip(people, numbers, strict=True)), department, other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Change them."""
        self.change(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The cards say so, and nothing else of them changed."""
        facts, required, book = list[Fact](), list[Requirement](), scene.story.profile.book(PERSONAL)
        slots = (("first", "phone"), ("second", "second_phone"))
        for (slot, told), (person, number) in zip(slots, scene.numbers, strict=False):
            facts += [
                person_fact(slot, scene.story, person),
                Fact(name=told, value=number, says=(number,)),
            ]
            phone = places.cards(MOUNT, PERSONAL, book.card(person.name).uid, prop="work_phone")
            ways: tuple[Way, ...] = ((Matches(select=phone, pattern=phone_pattern(number)),),)
            required.append(
                Requirement(id=told, says="The number is the new one.", any_of=ways, facts=(slot, told))
            )
        first = scene.numbers[0][0]
        if scene.department:
            facts.append(Fact(name="department", value=scene.department, says=(f'"{scene.department}"',)))
            uid = book.card(first.name).uid
            where = places.cards(MOUNT, PERSONAL, uid, prop="department")
            ways = ((Equals(select=where, expected=scene.department),),)
            required.append(
                Requirement(
                    id="department", says="It is the new one.", any_of=ways, facts=("first", "department")
                )
            )
        act = partial(self.change, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=required,
            writes=[check.select for item in required for check in item.checks()],
            variants=(
                Attempt("digits_alone", partial(act, form=bare), why="It is the same number."),
                Attempt("hyphens", partial(act, form=hyphenated), why="It is the same number."),
            ),
            near_misses=(
                Attempt("other_digit", partial(act, form=another), why="The last digit is wrong."),
                Attempt("as_mobile", partial(act, field="mobile"), why="It is entered as the mobile phone."),
                Attempt("appended", partial(act, keep=True), why="The old number is still there."),
                Attempt("somebody_else", partial(act, first=scene.other.name), why="It is somebody else's."),
            ),
        )

    def change(
        self,
        scene: Scene,
        desktop: Desktop,
        field: str = "work_phone",
        keep: bool = False,
        first: str = "",
        form: Callable[[str], str] = str,
    ) -> None:
        """Change them, perhaps not quite right."""
        book = profile_on(desktop).book(PERSONAL)
        for place, (person, number) in enumerate(scene.numbers):
            card = book.card(first if first and not place else person.name)
            setattr(card, field, f"{card.work_phone}, {number}" if keep else form(number))
        if scene.department:
            book.card(scene.numbers[0][0].name).department = scene.department
