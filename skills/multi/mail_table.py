"""Skill: enter what a mail lists at the end of a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail.places import messages
from forge.preparers.mail.spec import Message
from forge.skills.calc.support import typed
from forge.skills.calc.support.facts import file_fact, plain, sheet_fact
from forge.skills.calc.support.records import Record, typed_records
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.typed import Typed
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.facts import message_fact
from forge.skills.mail.support.story import MOUNT, NOW
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.filling import Filling
from forge.skills.multi.support.mails import looked
from forge.skills.multi.support.office import Office


@dataclass(frozen=True)
class Scene(MultiScene):
    """The table, the message, the records that it lists, and what is typed."""

    table: Table
    message: Message
    records: tuple[Record, ...]
    filling: Filling


class MailTable(MultiSkill[Scene]):
    """A colleague sends one to four records; they go below the last row, in the order of the mail."""

    id = "multi.extract.mail_table_to_sheet"
    title = "Enter what a mail lists at the end of a table"
    applications = ("mail", "calc")
    needs = at_least(identifier=1, label=1, quantity=1)
    phrasings = (
        "enter what {{message}} lists {{end}} on {{sheet}} of {{book}}, one row each, {{order}}; columns of "
        "which it says nothing stay empty",
        "add the entries of {{message}} {{end}} on {{sheet}} of {{book}}, {{order}}, and leave the other "
        "columns of these rows empty",
        "terse: {{book}}, {{sheet}}: entries of {{message}} {{end}}, {{order}}, other columns empty.",
        "polite: Could you please add the entries that {{message}} lists {{end}} on {{sheet}} of {{book}}, "
        "{{order}}? What it does not tell stays empty.",
        "chatty: {{message}} has a few more entries for {{sheet}} of {{book}}. Can you add them {{end}}, "
        "{{order}}, and leave empty what the mail does not say?",
        "precise: Each entry that {{message}} lists is to have a row of its own {{end}} on {{sheet}} of "
        "{{book}}, {{order}}; cells for which the mail gives nothing stay empty.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A mail of this morning with a line for each record; every field has its header in front."""
        table = office.workbook(desktop, parameters.rows)
        count = {"easy": 1, "medium": 2, "hard": 4}[parameters.difficulty]
        code, label = table.column("identifier"), table.column("label")
        money, pieces = table.column("money"), table.column("quantity")
        row = random.choice(table.row_numbers)
        records: list[Record] = []
        for number in range(count):
            row = random.choice(table.row_numbers)
            records.append(
                {
                    code: f"{table.values(code)[-1]!s}-{number + 1}",
                    label: table.value(label, row),
                    pieces: table.number(pieces, row) + 1 + number,
                    money: round(float(table.number(money, row)) + 0.25 + number, 2),
                }
            )
        story = office.mail(desktop)
        person = random.choice(story.people)
        lines = [
            "; ".join(f"{column.name}: {plain(value)}" for column, value in record.items())
            for record in records
        ]
        message = Message(
            f"<{NOW:%Y%m%d}.adding@{story.owner.email.partition('@')[2]}>",
            NOW - timedelta(minutes=random.randint(5, 55)),
            person.address,
            [story.owner.address],
            f"More for the list of {table.nouns}"[:60].strip(),
            "\n".join(["Hello,", "", "these came in yesterday:", "", *lines, "", person.name]),
        )
        story.messages(story.inbox).append(message)
        entries = tuple(typed_records(table, records, table.last_row + 1))
        return Scene(parameters, office, table, message, tuple(records), Filling(table, entries))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type them in."""
        scene.filling.act(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The records stand below the last row."""
        filling, table, inbox = scene.filling, scene.table, scene.office.story.inbox
        source = messages(MOUNT, inbox, scene.message.id, prop="text")
        lower = partial(typed.type_in, table, entries=[item.moved(1, 0) for item in filling.entries])
        backwards = typed_records(table, scene.records[::-1], table.last_row + 1)
        texts = [Typed(item.where, f"{item.entry} pcs") for item in filling.entries]
        return self.task(
            scene,
            facts=(
                message_fact("message", inbox, scene.message),
                sheet_fact(table),
                file_fact(table, "book"),
                Fact(name="end", value="end", says=("at the end of the table", "right below the last row")),
                Fact(name="order", value="order", says=("in the order of the mail", "in the same order")),
                filling.fact(source),
            ),
            requirements=(
                filling.requirement("The records are there.", "message", "sheet", "book", "end", "order"),
            ),
            writes=filling.writes,
            reads=(source, table.header_selector(table.columns[0])),
            free=filling.free,
            variants=(*filling.variants(), *looked(filling.act)),
            near_misses=(
                *filling.near_misses(),
                Attempt("a row left empty", lower, why="They do not follow the last row."),
                Attempt("as texts", partial(typed.type_in, table, entries=texts), why="They are no numbers."),
                *(
                    [
                        Attempt(
                            "backwards",
                            partial(typed.type_in, table, entries=backwards),
                            why="The order is wrong.",
                        )
                    ]
                    if len(scene.records) > 1
                    else []
                ),
            ),
            opened=(table.mount,),
        )
