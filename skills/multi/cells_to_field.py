"""Skill: look telephone numbers up in a workbook and enter them in the address book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail.places import cards
from forge.preparers.mail.spec import PERSONAL
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.calc.support.tables import Table
from forge.skills.content.names import Names
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import worked_out
from forge.skills.mail.support.phones import bare, phone_pattern
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.cards import book_fact, card, card_of
from forge.skills.multi.support.filling import listing
from forge.skills.multi.support.mails import looked
from forge.skills.multi.support.office import Office
from forge.states.rubric import Matches, Requirement


@dataclass(frozen=True)
class Scene(MultiScene):
    """The sheet, and the two numbers of everyone whose card is to be filled; the identifiers of the cards."""

    side: Table
    numbers: Mapping[str, tuple[str, str]]
    cards: Mapping[str, str]


class CellsToField(MultiSkill[Scene]):
    """One to three people's numbers go from a sheet onto their cards."""

    id = "multi.transfer.cells_to_field"
    title = "Carry looked-up cell values into a field of another program"
    applications = ("calc", "mail")
    phrasings = (
        "look up {{number}} of {{people}} on {{sheet}} of {{book}} and enter it in {{addresses}} as {{field}}",
        "enter what {{number}} on {{sheet}} of {{book}} says for {{people}} as {{field}} in {{addresses}}",
        "terse: {{addresses}}: {{field}} of {{people}} from {{number}} on {{sheet}} of {{book}}.",
        "polite: Could you please enter {{field}} of {{people}} in {{addresses}}? You find it in {{number}} "
        "on {{sheet}} of {{book}}.",
        "chatty: My contacts are out of date. Can you take what {{number}} on {{sheet}} of {{book}} has for "
        "{{people}} and put it into {{addresses}} as {{field}}?",
        "precise: In {{addresses}}, {{field}} of {{people}} is to be what {{number}} on {{sheet}} of "
        "{{book}} gives for that name.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A list of everybody with two telephone numbers each, in any order."""
        names = Names(office.kit.locale, random)
        story = office.mail(desktop)
        people = random.sample([person.name for person in story.people], len(story.people))
        numbers = {name: (names.phone(), names.phone()) for name in people}
        _, side = listing(
            office.workbook(desktop, parameters.rows),
            desktop,
            "Who is where",
            {
                ("Colleague", "person"): people,
                ("Desk phone", "phone"): [first for first, _ in numbers.values()],
                ("On the road", "phone"): [second for _, second in numbers.values()],
            },
        )
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        chosen = random.sample(people, count)
        return Scene(
            parameters,
            office,
            side,
            {name: numbers[name] for name in chosen},
            {name: card_of(desktop, name).uid for name in people},
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Enter the numbers."""
        self.enter(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each card has the number as its mobile one, and nothing else."""
        side, people = scene.side, tuple(scene.numbers)
        who, _, number = side.columns
        fields = [card(scene.cards[name], "mobile") for name in people]
        patterns = [phone_pattern(mobile) for _, mobile in scene.numbers.values()]
        checks = tuple(
            Matches(select=field, pattern=pattern) for field, pattern in zip(fields, patterns, strict=True)
        )
        words = people[0] if len(people) == 1 else f"{', '.join(people[:-1])} and {people[-1]}"
        owner = card(scene.cards[people[0]], "name")
        told = Fact(name="people", value=people if len(people) > 1 else people[0], says=(words,))
        told = told.model_copy(update={"refers": owner}) if len(people) == 1 else told
        listed = (side.selector(who, "value"), side.selector(number, "value"))
        act = partial(self.enter, scene)
        stranger = next(name for name in scene.cards if name not in scene.numbers)
        return self.task(
            scene,
            facts=(
                told,
                book_fact(),
                column_fact("number", side, number),
                sheet_fact(side),
                file_fact(side, "book"),
                Fact(name="field", value="mobile", says=("the mobile number", "the mobile phone number")),
                worked_out("numbers", tuple(mobile for _, mobile in scene.numbers.values()), *listed),
            ),
            requirements=(
                Requirement(
                    id="numbers",
                    says="The cards have the numbers.",
                    any_of=(checks,),
                    facts=("people", "addresses", "number", "sheet", "book", "field", "numbers"),
                ),
            ),
            writes=tuple(fields),
            reads=(*listed, cards(MOUNT, PERSONAL, prop="name")),
            variants=(
                Attempt("digits alone", partial(act, alone=True), why="It is the same number."),
                *looked(act),
            ),
            near_misses=(
                Attempt("the other column", partial(act, column=0), why="It is the number of the desk."),
                Attempt("another field", partial(act, field="work_phone"), why="It stands in another field."),
                Attempt("somebody else", partial(act, onto=stranger), why="It stands on another card."),
            ),
            opened=(side.mount,),
            saved=0,
        )

    def enter(
        self,
        scene: Scene,
        desktop: Desktop,
        column: int = 1,
        field: str = "mobile",
        onto: str = "",
        *,
        alone: bool = False,
    ) -> None:
        """Enter the numbers, perhaps of another column, into another field, on another card, or without spaces."""
        for name, numbers in scene.numbers.items():
            setattr(
                card_of(desktop, onto or name), field, bare(numbers[column]) if alone else numbers[column]
            )
