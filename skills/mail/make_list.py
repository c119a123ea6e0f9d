"""Skill: make a list of people in the address book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.contacts import MailingList
from forge.preparers.mail.schema import SCHEMA
from forge.preparers.mail.spec import PERSONAL
from forge.skills.checks import new_thing
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import book_fact, person_fact, text_fact
from forge.skills.mail.support.story import MOUNT, Person, Story
from forge.states.rubric import AnyCheck, Equals, Requirement

NAMES = ("Lunch group", "Emergency team", "Newsletter readers", "Night shift", "Board", "Substitutes")
SLOTS = ("first", "second", "third", "fourth")
WHO = "[[{{first}}, {{second}}, {{third}} and {{fourth}}|{{first}}, {{second}} and {{third}}|{{first}} and {{second}}]]"
FREE = ("nickname", "description")


@dataclass(frozen=True)
class Scene(MailScene):
    """The name of the list, who is on it, and somebody who is not."""

    name: str
    people: tuple[Person, ...]
    other: Person


class MakeList(MailSkill[Scene]):
    """A list of two, three or four people; some are on another list already."""

    id = "mail.contacts.list"
    title = "Make a mailing list"
    phrasings = (
        f"make a mailing list called {{{{name}}}} in {{{{book}}}} with {WHO}",
        f"create a list {{{{name}}}} of {WHO} in {{{{book}}}}",
        f"terse: {{{{book}}}}: new mailing list {{{{name}}}} with {WHO}.",
        f"polite: Could you please put {WHO} on a new mailing list {{{{name}}}} in {{{{book}}}}?",
        f"chatty: I keep writing to the same people. Can you make a mailing list {{{{name}}}} in {{{{book}}}} "
        f"with {WHO}?",
        f"precise: {{{{book}}}} is to get a mailing list with the name {{{{name}}}} whose members are {WHO}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """People who are in the address book."""
        count = {"easy": 2, "medium": 3, "hard": 4}[parameters.difficulty]
        *people, other = random.sample(story.people, count + 1)
        return Scene(parameters, story, random.choice(NAMES), tuple(people), other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The list."""
        self.make(scene, desktop, scene.people)

    def contract(self, scene: Scene) -> Contract:
        """It is there, and just these people are on it."""
        book = scene.story.profile.book(PERSONAL)
        lists = {uid: item.name for item in book.lists for uid in item.members}
        facts = [text_fact("name", scene.name), book_fact("book", PERSONAL)]
        facts += [
            person_fact(slot, scene.story, item) for slot, item in zip(SLOTS, scene.people, strict=False)
        ]
        new, own = new_thing(SCHEMA, places.book(MOUNT, PERSONAL), "list", {"name": scene.name}, free=FREE)
        checks: list[AnyCheck] = list(own)
        for person in scene.people:
            uid = book.card(person.name).uid
            wanted = tuple(sorted({scene.name, *([lists[uid]] if uid in lists else [])}))
            checks.append(Equals(select=places.cards(MOUNT, PERSONAL, uid, prop="lists"), expected=wanted))
        old = tuple(item.name for item in book.lists)
        facts.append(Fact(name="kept", value=old, says=("other lists stay as they are",), optional=True))
        required = Requirement(
            id="list",
            says="The list is there with its members.",
            any_of=(tuple(checks),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.make, scene)
        cards = [check.select for check in checks if check.select.property == "lists"]
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(new, *cards),
            free=tuple(new.of(name) for name in FREE),
            near_misses=(
                Attempt("one_missing", partial(act, people=scene.people[:-1]), why="One is not on it."),
                Attempt(
                    "one_more",
                    partial(act, people=(*scene.people, scene.other)),
                    why="One too many is on it.",
                ),
                Attempt("old_list", partial(self.into_old, scene), why="They are on another list."),
                Attempt(
                    "capitals",
                    partial(act, people=scene.people, name=scene.name.upper()),
                    why="It is in capitals.",
                ),
            ),
        )

    def make(self, scene: Scene, desktop: Desktop, people: tuple[Person, ...], name: str = "") -> None:
        """Make a list of people."""
        book = profile_on(desktop).book(PERSONAL)
        members = [book.card(person.name).uid for person in people]
        book.lists.append(MailingList("new-list", name or scene.name, members))

    def into_old(self, scene: Scene, desktop: Desktop) -> None:
        """Put them on the list that is there."""
        book = profile_on(desktop).book(PERSONAL)
        members = book.lists[0].members
        members += [uid for person in scene.people if (uid := book.card(person.name).uid) not in members]
