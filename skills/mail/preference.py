"""Skill: set a preference, also one without a dialog."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.spec import Preference
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Wish:
    """A setting: its name, what it is to be, and words for the state that is wished for."""

    name: str
    value: Preference
    says: tuple[str, ...]


WISHES = (
    Wish(
        "mail.biff.play_sound",
        False,
        ("no sound is played when mail arrives", "new mail arrives without a sound"),
    ),
    Wish("mail.biff.show_alert", False, ("no alert is shown for new mail", "new mail brings up no alert")),
    Wish("mail.compose.attachment_reminder", False, ("nobody is reminded of missing attachments",)),
    Wish("mail.compose.autosaveinterval", 2, ("a mail being written is saved every 2 minutes",)),
    Wish("mail.compose.autosaveinterval", 15, ("a mail being written is saved every 15 minutes",)),
    Wish("mail.SpellCheckBeforeSend", True, ("spelling is checked before each sending",)),
    Wish("mail.spellcheck.inline", False, ("spelling is not checked while one types",)),
    Wish("mailnews.mark_message_read.auto", False, ("opening a mail does not mark it as read",)),
    Wish("mail.close_message_window.on_delete", True, ("deleting a mail closes its window or tab",)),
    Wish("mail.forward_message_mode", 0, ("mail is forwarded as an attachment",)),
    Wish("mail.receipt.request_return_receipt_on", True, ("a return receipt is always asked for",)),
    Wish(
        "mail.collect_email_address_outgoing",
        False,
        ("addresses written to are not collected in the address book",),
    ),
    Wish("mail.inline_attachments", False, ("attachments are not shown within the mail",)),
    Wish("mail.enable_autocomplete", False, ("addresses are not completed while one types",)),
    Wish("mail.tabs.autoHide", False, ("the tab bar is shown even with a single tab",)),
    Wish("general.autoScroll", True, ("the middle mouse button scrolls by itself",)),
    Wish(
        "mail.showCondensedAddresses",
        False,
        ("full addresses are shown also for people in the address book",),
    ),
    Wish(
        "mail.warn_on_send_accel_key",
        False,
        ("no confirmation is asked when one sends by keyboard shortcut",),
    ),
)
NUMBERS = {"easy": 1, "medium": 2, "hard": 3}


@dataclass(frozen=True)
class Scene(MailScene):
    """What is wished for, and a setting that is left alone."""

    wishes: tuple[Wish, ...]
    other: Wish


class SetPreference(MailSkill[Scene]):
    """One setting, or several; the harder, the more."""

    id = "mail.settings.advanced_preference"
    title = "Set a preference, also one without a dialog"
    phrasings = (
        "change the settings of my mail program so that {{first}}[[ and {{second}}|, {{second}} and "
        "{{third}}|]]",
        "set up the mail program in such a way that {{first}}[[ and {{second}}|, {{second}} and {{third}}|]]",
        "terse: Mail preferences: {{first}}[[; {{second}}|; {{second}}; {{third}}|]].",
        "polite: Could you please see to it that in my mail program {{first}}[[ and that {{second}}| and "
        "that {{second}} and that {{third}}|]]?",
        "chatty: A few things about my mail program annoy me. Can you arrange that {{first}}[[ and that "
        "{{second}}"
        "|, that {{second}} and that {{third}}|]]?",
        "precise: The preferences of the mail program are to be such that {{first}}[[ and {{second}}|, "
        "{{second}} and {{third}}|]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """Different settings; some others are not as they are at first."""
        by_name = {wish.name: wish for wish in random.sample(WISHES, len(WISHES))}
        count = NUMBERS[parameters.difficulty]
        *wishes, other, kept = list(by_name.values())[: count + 2]
        story.profile.preferences[kept.name] = kept.value
        return Scene(parameters, story, tuple(wishes), other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """All of them."""
        self.set(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each is what it should be."""
        facts = [
            Fact(name=slot, value=(wish.name, wish.value), says=wish.says)
            for slot, wish in zip(("first", "second", "third"), scene.wishes, strict=False)
        ]
        required = [
            Requirement(
                id=wish.name,
                says=f"It is so that {wish.says[0]}.",
                any_of=((Equals(select=places.preference(MOUNT, wish.name), expected=wish.value),),),
                facts=(fact.name,),
            )
            for fact, wish in zip(facts, scene.wishes, strict=True)
        ]
        act = partial(self.set, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=required,
            writes=[places.preference(MOUNT, wish.name) for wish in scene.wishes],
            near_misses=(
                Attempt("not_the_last", partial(act, left=1), why="The last one is as it was."),
                Attempt("one_more", partial(act, more=True), why="Another setting was changed as well."),
                Attempt(
                    "something_else",
                    partial(act, left=len(scene.wishes), more=True),
                    why="Another was changed.",
                ),
            ),
        )

    def set(self, scene: Scene, desktop: Desktop, left: int = 0, more: bool = False) -> None:
        """Set them, or not all, or one more."""
        preferences = profile_on(desktop).preferences
        for wish in (*scene.wishes[: len(scene.wishes) - left], *([scene.other] if more else [])):
            preferences[wish.name] = wish.value
            if wish.value == USUAL[wish.name]:
                del preferences[wish.name]
