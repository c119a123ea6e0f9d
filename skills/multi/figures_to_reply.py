"""Skill: answer a mail with a figure from a workbook, and keep the answer as a draft."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail.spec import Message
from forge.skills.calc.support.facts import column_fact, file_fact, sheet_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.facts import text_fact
from forge.skills.mail.support.facts import message_fact
from forge.skills.mail.support.story import NOW
from forge.skills.multi.support.base import MultiParameters, MultiScene, MultiSkill
from forge.skills.multi.support.mails import Draft, alone, quoted
from forge.skills.multi.support.office import Office, money_pattern
from forge.states.rubric import Matches

TOLD = ("message", "money", "by", "word", "sheet", "book", "form", "draft")
FORM = ("nothing but that number with two decimals", "the number alone, with two decimals")


@dataclass(frozen=True)
class Scene(MultiScene):
    """The table, the column that is added up, the column and the word that say which rows, and the answer."""

    table: Table
    money: TableColumn
    by: TableColumn
    word: str
    draft: Draft
    message: Message


class FiguresToReply(MultiSkill[Scene]):
    """Somebody asks what one kind of thing costs altogether; the answer is one number."""

    id = "multi.transfer.figures_to_reply"
    title = "Answer a mail with a figure from a workbook"
    applications = ("calc", "mail")
    phrasings = (
        "answer {{message}} with the total of {{money}} over the rows of {{sheet}} in {{book}} where {{by}} "
        "is {{word}}; write {{form}}, and keep the answer as {{draft}}",
        "reply to {{message}}, but only as {{draft}}: it asks for the total of {{money}} on {{sheet}} of "
        "{{book}} for the rows with {{word}} in {{by}}, so write {{form}}",
        "terse: {{draft}} in answer to {{message}}: total of {{money}} on {{sheet}} of {{book}} where {{by}} "
        "is {{word}}, {{form}}.",
        "polite: Could you please answer {{message}} with what {{money}} on {{sheet}} of {{book}} adds up to "
        "for the rows where {{by}} is {{word}}? Please write {{form}}, and keep the reply as {{draft}}.",
        "chatty: I still owe an answer to {{message}}. Can you add up {{money}} on {{sheet}} of {{book}} for "
        "the rows with {{word}} in {{by}}, write {{form}} into a reply and leave it as {{draft}}?",
        "precise: A reply to {{message}} is to be stored as {{draft}}; it says {{form}}, namely the total of "
        "{{money}} over those rows of {{sheet}} in {{book}} whose entry in {{by}} is {{word}}.",
    )

    def scene(self, parameters: MultiParameters, office: Office, desktop: Desktop, random: Random) -> Scene:
        """A message of this morning that asks for it; several kinds of rows."""
        table = office.workbook(desktop, parameters.rows)
        by, money = table.column("category"), table.pick(random, "money")
        counts = Counter(table.values(by))
        word = max(table.classes(by), key=lambda name: (counts[name] < len(table), counts[name], name))
        story = office.mail(desktop)
        person = random.choice(story.people)
        message = Message(
            f"<{NOW:%Y%m%d}.asking@{story.owner.email.partition('@')[2]}>",
            NOW - timedelta(minutes=random.randint(5, 55)),
            person.address,
            [story.owner.address],
            f"Figures for {word}"[:60].strip(),
            f"Good morning,\n\ncan you tell me what {money.name} comes to for {word}?\n\n{person.name}",
        )
        story.messages(story.inbox).append(message)
        total = _total(table, money, table.rows_where(by, lambda value: value == word))
        figure = f"{total:.2f}"
        said = on_a_line(money_pattern(figure, money.unit))
        draft = Draft(story, person, f"Re: {message.subject}", figure, said, message)
        return Scene(parameters, office, table, money, by, word, draft, message)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write the answer."""
        scene.draft.keep(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The answer is a draft that says the number alone."""
        table, money, by, draft = scene.table, scene.money, scene.by, scene.draft
        rows = table.rows_where(by, lambda value: value == scene.word)
        other = next(person for person in scene.office.people if person != draft.to)
        required = draft.requirement("The draft gives the total.", *TOLD)
        (checks,) = required.any_of
        one_line = Matches(select=draft.select.of("text"), pattern=alone(r"[^\n]*", scene.message))
        below = f"{draft.text}\n\n{quoted(scene.message)}"
        above = f"{quoted(scene.message)}\n\n{draft.text}"
        wrong = {
            "all rows": _total(table, money, list(table.row_numbers)),
            "one row short": _total(table, money, rows[:-1]),
            "mean": round(_total(table, money, rows) / len(rows), 2),
        }
        return self.task(
            scene,
            facts=(
                message_fact("message", draft.story.inbox, scene.message),
                column_fact("money", table, money),
                column_fact("by", table, by),
                text_fact("word", scene.word),
                sheet_fact(table),
                file_fact(table, "book"),
                Fact(name="form", value=True, says=FORM),
                Fact(name="draft", value=("Drafts", 1), says=("a draft",)),
                *draft.facts(table.selector(money, "value"), table.selector(by, "value")),
            ),
            requirements=(required.model_copy(update={"any_of": ((*checks, one_line),)}),),
            writes=draft.writes,
            reads=(table.selector(money, "value"), table.selector(by, "value")),
            free=draft.free,
            variants=(
                *draft.variants(),
                Attempt("quoting", partial(draft.keep, text=below), why="Mail does so by itself."),
                Attempt("below the quotation", partial(draft.keep, text=above), why="Mail begins there."),
            ),
            near_misses=(
                *draft.near_misses(other),
                Attempt("more below", partial(draft.keep, text=f"{below}\n\nI guess."), why="It says more."),
                *(
                    Attempt(name, partial(draft.keep, text=f"{value:.2f}"), why="The number is another one.")
                    for name, value in wrong.items()
                    if f"{value:.2f}" != draft.text
                ),
                Attempt("a new mail", partial(draft.keep, answers=False), why="It answers nothing."),
            ),
            opened=(table.mount,),
            saved=0,
        )


def on_a_line(value: str) -> str:
    """A pattern for a text of which one line says one thing, given as a pattern."""
    return rf"(?:[\s\S]*\n)?\s*(?:{value})\.?\s*(?:\n[\s\S]*)?"


def _total(table: Table, money: TableColumn, rows: list[int]) -> float:
    return round(sum(float(table.number(money, row)) for row in rows), 2)
