"""Skill: set how an account works."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import account_fact
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector


@dataclass(frozen=True)
class Wish:
    """A setting of the account or of its identity: what it is to be, and words for that.

    Attributes:
        field: its name.
        value: what it is to be.
        says: words for what is wished for.
        of_identity: whether it belongs to the identity rather than to the account.
    """

    field: str
    value: Any
    says: tuple[str, ...]
    of_identity: bool = True


WISHES = (
    Wish("reply_on_top", True, ("answers begin above the quotation", "I write above the text that I answer")),
    Wish("compose_html", False, ("new messages are written as plain text, not in HTML",)),
    Wish("quote", False, ("answers do not quote the original message",)),
    Wish("leave_on_server", False, ("fetched messages are not left on the server",), of_identity=False),
    Wish("check_minutes", 30, ("new mail is fetched every 30 minutes",), of_identity=False),
    Wish("check_minutes", 45, ("new mail is fetched every 45 minutes",), of_identity=False),
    Wish("empty_trash_on_exit", True, ("the trash is emptied when I quit",), of_identity=False),
)
REPLY = "answers to my messages go to {}"
SLOTS = ("first", "second", "third")
WHAT = "[[{{first}}, {{second}} and {{third}}|{{first}} and {{second}}|{{first}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """What is wished for, and a setting that is left alone."""

    wishes: tuple[Wish, ...]
    other: Wish


class AccountSettings(MailSkill[Scene]):
    """One setting of the account, or several; the harder, the more."""

    id = "mail.accounts.settings"
    title = "Set how an account works"
    phrasings = (
        f"change the settings of {{{{account}}}} so that {WHAT}",
        f"set {{{{account}}}} up in such a way that {WHAT}",
        f"terse: Settings of {{{{account}}}}: {WHAT}.",
        f"polite: Could you please see to it that for {{{{account}}}} {WHAT}?",
        f"chatty: I have never looked at the settings of {{{{account}}}}. Can you arrange that {WHAT}?",
        f"precise: The settings of {{{{account}}}} are to be such that {WHAT}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Different settings, among them perhaps the address to which answers go."""
        email = random.choice(("office", "team", "desk")) + "@" + story.owner.email.partition("@")[2]
        pool = [*WISHES, Wish("reply_to", email, (REPLY.format(email),))]
        if parameters.difficulty == "hard":
            story.profile.account(story.account).check_minutes = 15
        by_field = {wish.field: wish for wish in random.sample(pool, len(pool))}
        del by_field[random.choice(("quote", "reply_on_top"))]  # what is not quoted has nothing above it
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        *wishes, other = list(by_field.values())[: count + 1]
        return Scene(parameters, story, tuple(wishes), other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """All of them."""
        self.set(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each is what it should be."""
        facts, required = [account_fact(scene.story)], list[Requirement]()
        for slot, wish in zip(SLOTS, scene.wishes, strict=False):
            facts.append(Fact(name=slot, value=(wish.field, wish.value), says=wish.says))
            check = Equals(select=self.place(scene, wish), expected=wish.value)
            required.append(
                Requirement(
                    id=slot,
                    says=f"It is so that {wish.says[0]}.",
                    any_of=((check,),),
                    facts=("account", slot),
                )
            )
        act = partial(self.set, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=required,
            writes=[self.place(scene, wish) for wish in scene.wishes],
            near_misses=(
                Attempt("not_the_last", partial(act, left=1), why="The last one is as it was."),
                Attempt("one_more", partial(act, more=True), why="Another setting was changed as well."),
                Attempt("another", partial(act, left=len(scene.wishes), more=True), why="It is another one."),
            ),
        )

    def place(self, scene: Scene, wish: Wish) -> Selector:
        """Where a setting stands."""
        account = scene.story.account
        if wish.of_identity:
            return places.identity(MOUNT, account, scene.story.owner.email, wish.field)
        return places.account(MOUNT, account, wish.field)

    def set(self, scene: Scene, desktop: Desktop, left: int = 0, more: bool = False) -> None:
        """Set them, or not all, or one more."""
        account = profile_on(desktop).account(scene.story.account)
        for wish in (*scene.wishes[: len(scene.wishes) - left], *([scene.other] if more else [])):
            setattr(account.identities[0] if wish.of_identity else account, wish.field, wish.value)
