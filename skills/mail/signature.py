"""Skill: set a signature."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.spec import Identity
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import text_fact
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Equals, Requirement

GREETINGS = ("Kind regards", "Best wishes", "With thanks", "Yours sincerely")


@dataclass(frozen=True)
class Scene(MailScene):
    """The lines of the signature, and the address of the identity."""

    lines: tuple[str, ...]
    email: str

    @property
    def text(self) -> str:
        """The signature."""
        return "\n".join(self.lines)


class Signature(MailSkill[Scene]):
    """One line, or several; the harder, the more, and another identity of the account has one already."""

    id = "mail.accounts.signature"
    title = "Set a signature"
    phrasings = (
        "set the signature of {{account}} to [[{{one}}|the lines {{first}} and {{second}}|the lines "
        "{{first}}, {{second}} and {{third}}]]",
        "make [[{{one}}|the two lines {{first}} and {{second}}|the three lines {{first}}, {{second}} and "
        "{{third}}]] the "
        "signature text of {{account}}",
        "terse: Signature for {{account}}: [[{{one}}|{{first}}, below it {{second}}|{{first}}, then "
        "{{second}}, then {{third}}]].",
        "polite: Could you please give {{account}} the signature [[{{one}}|{{first}} with {{second}} on "
        "the next line"
        "|{{first}}, with {{second}} and {{third}} on lines of their own below it]]?",
        "chatty: My mails end so abruptly. Can you set up [[{{one}}|{{first}} and, a line below, "
        "{{second}}|{{first}}, {{second}} "
        "and {{third}}, a line each,]] as the signature of {{account}}?",
        "precise: The signature text of {{account}} is to be [[{{one}}|{{first}} and on the following "
        "line {{second}}"
        "|{{first}}, {{second}} and {{third}}, each on a line of its own]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """A greeting, the name, the place of work; perhaps there is an old signature."""
        identity = story.profile.account(story.account).identities[0]
        lines = {"easy": (identity.name,), "medium": (identity.name, identity.organization)}
        greeting = random.choice(GREETINGS)
        chosen = lines.get(parameters.difficulty, (greeting, identity.name, identity.organization))
        if parameters.difficulty != "easy" or random.random() < 0.5:
            identity.signature = f"Sent in a hurry by {identity.name}"
        if parameters.difficulty == "hard":
            shared = Identity("Front desk", f"desk@{identity.email.partition('@')[2]}", signature="The team")
            story.profile.account(story.account).identities.append(shared)
        return Scene(parameters, story, chosen, identity.email)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The signature of the usual identity."""
        self.sign(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It reads so."""
        names = ("one",) if len(scene.lines) == 1 else ("first", "second", "third")
        facts = [text_fact(name, line) for name, line in zip(names, scene.lines, strict=False)]
        identity = places.identity(MOUNT, scene.story.account, scene.email)
        says = (scene.email, f"the identity {scene.email}", f"the address {scene.email}")
        facts.append(Fact(name="account", value=scene.email, says=says, refers=identity))
        lines = Fact(name="whole", value=scene.text, says=("nothing besides",), optional=True)
        required = Requirement(
            id="signature",
            says="The signature reads so.",
            any_of=((Equals(select=identity.of("signature"), expected=scene.text),),),
            facts=(*(fact.name for fact in facts), "whole"),
        )
        act = partial(self.sign, scene)
        return self.task(
            scene,
            facts=(*facts, lines),
            requirements=(required,),
            writes=(identity.of("signature"),),
            near_misses=(
                Attempt("cut", partial(act, text=scene.text[:-1]), why="A letter is missing."),
                Attempt("in_one", partial(act, text=f"{scene.text} --"), why="There is something besides."),
                Attempt(
                    "html", partial(act, html=True), why="It is taken for HTML, so its lines run together."
                ),
                Attempt("as_name", partial(self.named, scene), why="The sender's name was changed instead."),
            ),
        )

    def sign(self, scene: Scene, desktop: Desktop, text: str = "", html: bool = False) -> None:
        """Set the signature, perhaps not quite right."""
        identity = profile_on(desktop).account(scene.story.account).identities[0]
        identity.signature, identity.signature_html = text or scene.text, html

    def named(self, scene: Scene, desktop: Desktop) -> None:
        """Change the name that receivers see."""
        identity = profile_on(desktop).account(scene.story.account).identities[0]
        identity.name = f"{scene.text} (new)".replace("\n", " ")
