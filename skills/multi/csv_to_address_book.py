"""Skill: add contacts of a CSV file to the address book."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import table
from forge.preparers.files.places import file
from forge.preparers.mail.places import book
from forge.preparers.mail.schema import SCHEMA
from forge.preparers.mail.spec import PERSONAL
from forge.skills.checks import new_thing
from forge.skills.content.names import Names, mail_address, spoken
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import text_fact, worked_out
from forge.skills.mail.support.facts import parts_checks, parts_fact
from forge.skills.mail.support.phones import phone_pattern
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.cards import Contact, add_cards, book_fact
from forge.skills.multi.support.mails import looked
from forge.skills.multi.support.office import Office
from forge.skills.trees.facts import file_fact, place_fact
from forge.states.rubric import AnyCheck, Equals, Matches, Requirement
from forge.states.selectors import Selector

FREE = ("first", "last", "emails", "work_phone")
FIRMS = ("Hillside Printing", "Novak & Sons", "Blue Door Catering", "Eastern Freight")
HEADERS = ("Full name", "Firm", "E-mail", "Telephone")
FIELDS = (
    "the full name as the display name, the e-mail address, and the telephone number as the work phone",
    "display name (the full name), e-mail address, and work phone (the telephone number)",
)
PATH = "Contacts/fair contacts.csv"


@dataclass(frozen=True)
class Scene(MultiScene):
    """The folder, whose people are wanted, who they are and who else is in the file: name, address, telephone."""

    place: str
    firm: str
    wanted: tuple[Contact, ...]
    others: tuple[Contact, ...]


class CsvToAddressBook(MultiSkill[Scene]):
    """Those people of a file who work for one firm get cards with their address and telephone."""

    id = "multi.transfer.csv_to_address_book"
    title = "Add contacts of a CSV file to the address book"
    applications = ("files", "mail")
    phrasings = (
        "add [[everybody|all people]] from {{firm}} in {{file}} in {{place}} to {{addresses}}, each with "
        "{{fields}}",
        "make a card in {{addresses}} for each person of {{firm}} in {{file}} under {{place}}, with "
        "{{fields}}",
        "terse: {{file}} in {{place}}: everybody from {{firm}} into {{addresses}}, with {{fields}}.",
        "polite: Could you please enter the people who work for {{firm}} according to {{file}} in {{place}} "
        "in {{addresses}}, with {{fields}}?",
        "chatty: I met a few people, and they are in {{file}} in {{place}}. Can you put those from {{firm}} "
        "into {{addresses}} for me, with {{fields}}?",
        "precise: {{addresses}} is to get one card for each record of {{file}} in {{place}} that names "
        "{{firm}}, with {{fields}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A file of people from several firms; nobody of them is in the address book."""
        names = Names(office.kit.locale, random)
        known = {card.name for card in office.mail(desktop).profile.book(PERSONAL).cards}
        listed = map(spoken, names.people(3 * parameters.amount + 12))
        fresh = [name for name in dict.fromkeys(listed) if name not in known and "&" not in name]
        count = {"easy": 1, "medium": 3, "hard": 5}[parameters.difficulty]
        firms = random.sample(FIRMS, 3)
        rows = []
        for number, name in enumerate(fresh[: count + 2 + parameters.amount]):
            firm = firms[0] if number < count else firms[1 + number % 2]
            host = f"{firm.split()[0].lower()}.example.org"
            rows.append((name, mail_address(name, number, host), names.phone(), firm))
        random.shuffle(rows)
        ground = office.folder(desktop, office.place("Trade fair"))
        records = [(name, firm, email, phone) for name, email, phone, firm in rows]
        ground.tree(desktop).add(PATH, table.build(HEADERS, records))
        ground.clutter(desktop, parameters.others, avoid=(".csv",))
        wanted = tuple((name, email, phone) for name, email, phone, firm in rows if firm == firms[0])
        others = tuple((name, email, phone) for name, email, phone, firm in rows if firm != firms[0])
        return Scene(parameters, office, ground.mount, firms[0], wanted, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make the cards."""
        add_cards(desktop, scene.wanted)

    def contract(self, scene: Scene) -> Contract:
        """There is one such card for each of them."""
        records = file(scene.place, PATH).below("record").below("field").of("value")
        checks, new = list[AnyCheck](), list[Selector]()
        for name, email, phone in scene.wanted:
            selector, own = new_thing(SCHEMA, book(MOUNT, PERSONAL), "card", {"name": name}, FREE)
            new.append(selector)
            checks += [
                *own,
                Equals(select=selector.of("emails"), expected=(email,)),
                Matches(select=selector.of("work_phone"), pattern=phone_pattern(phone)),
                *parts_checks(selector, name),
            ]
        held = tuple(value for person in scene.wanted for value in person)
        act = partial(add_cards, people=scene.wanted)
        return self.task(
            scene,
            facts=(
                text_fact("firm", scene.firm),
                file_fact("file", scene.place, PATH),
                place_fact(scene.place),
                book_fact(),
                Fact(name="fields", value=HEADERS, says=FIELDS),
                worked_out("people", held, records),
                parts_fact(*(name for name, _, _ in scene.wanted)),
            ),
            requirements=(
                Requirement(
                    id="cards",
                    says="The people have cards.",
                    any_of=(tuple(checks),),
                    facts=("firm", "file", "place", "addresses", "fields", "people", "parts"),
                ),
            ),
            writes=tuple(new),
            reads=(records,),
            free=tuple(selector.of(name) for selector in new for name in ("first", "last")),
            variants=(
                Attempt("with first and last names", partial(act, parted=True), why="Nobody minds them."),
                Attempt("digits alone", partial(act, alone=True), why="It is the same number."),
                *looked(act),
            ),
            near_misses=(
                Attempt("other firms", partial(add_cards, people=scene.others), why="They are of others."),
                Attempt(
                    "everybody",
                    partial(add_cards, people=(*scene.wanted, *scene.others)),
                    why="All were added.",
                ),
                Attempt("as mobile", partial(act, field="mobile"), why="The number stands in another field."),
                Attempt("one forgotten", partial(add_cards, people=scene.wanted[:-1]), why="One is missing."),
            ),
            saved=0,
        )
