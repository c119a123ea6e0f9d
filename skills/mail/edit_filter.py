"""Skill: change message filters that are there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.following import reference
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.rules import Action, Condition, Filter
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.facts import folder_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import AnyCheck, Equals, Requirement
from forge.states.selectors import Selector

WHAT = (
    "[[let {{rule}} move mail to {{target}} and turn {{off}} off|let {{rule}} move mail to {{target}}"
    "|turn {{off}} off]]"
)
DONE = (
    "[[{{rule}} should move mail to {{target}} from now on, and {{off}} should be off"
    "|{{rule}} should move mail to {{target}} from now on|{{off}} should be off]]"
)


@dataclass(frozen=True)
class Scene(MailScene):
    """The filter that moves elsewhere and where to, the one that is turned off, and what lies beside them."""

    rule: str
    target: FolderPath
    off: str
    redirect: bool
    disable: bool
    beside: FolderPath
    other: str


class EditFilter(MailSkill[Scene]):
    """One is turned off, or moves mail into another folder; when it is hard, both."""

    id = "mail.filters.edit"
    title = "Change a message filter"
    phrasings = (
        WHAT,
        f"change my message filters: {DONE}",
        f"terse: Message filters: {DONE}.",
        f"polite: Could you please change my message filters? {DONE}.",
        f"chatty: My message filters are out of date. {DONE}. Don't delete any of them.",
        f"precise: Of the message filters, {DONE}.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """A filter for each of some people, each into the folder of a project."""
        paths = file_projects(story, random)
        filters = story.profile.account(story.account).filters
        for person in random.sample(story.people, {"easy": 3, "medium": 4, "hard": 6}[parameters.difficulty]):
            rule = Filter(f"Mail of {person.name}", [Condition("from", "is", person.email)])
            rule.actions.append(Action("move", random.choice(paths)))
            filters.append(rule)
        rule, off, other = random.sample(filters, 3)
        free = [path for path in paths if path != rule.actions[0].value]
        target, beside = some_of(random, free, 2, "folders to which the filter does not move mail")
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        return Scene(
            parameters, story, rule.name, target, off.name, not easy, easy or hard, beside, other.name
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Change them."""
        self.change(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The filter moves there, the other is off, and both do what they did besides."""
        facts, required = list[Fact](), list[Requirement]()
        filters = partial(places.filters, MOUNT, scene.story.account)
        if scene.redirect:
            facts += [_filter_fact("rule", filters(name=scene.rule), scene.rule)]
            facts += [folder_fact("target", scene.target)]
            facts += [Fact(name="goal", value=reference(scene.target), says=("that is all",), optional=True)]
            value = filters(name=scene.rule).below("action", 1).of("value")
            moves: AnyCheck = Equals(select=value, expected=reference(scene.target))
            required.append(
                Requirement(
                    id="moves",
                    says="It moves mail to that folder.",
                    any_of=((moves,),),
                    facts=("rule", "target", "goal"),
                )
            )
        if scene.disable:
            facts += [_filter_fact("off", filters(name=scene.off), scene.off)]
            quiet = Equals(select=filters(name=scene.off).of("enabled"), expected=False)
            required.append(
                Requirement(id="off", says="It does not run.", any_of=((quiet,),), facts=("off",))
            )
        act = partial(self.change, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=required,
            writes=[check.select for item in required for check in item.checks()],
            near_misses=(
                Attempt(
                    "other_rule",
                    partial(act, rule=scene.other, off=scene.other),
                    why="Another one was changed.",
                ),
                Attempt("deleted", partial(self.delete, scene), why="One was deleted as well."),
                Attempt(
                    "beside", partial(act, target=scene.beside, enabled=True), why="The wrong folder, and on."
                ),
            ),
        )

    def change(
        self,
        scene: Scene,
        desktop: Desktop,
        rule: str = "",
        off: str = "",
        target: FolderPath = (),
        enabled: bool = False,
    ) -> None:
        """Change them, perhaps not quite right."""
        for item in profile_on(desktop).account(scene.story.account).filters:
            if scene.redirect and item.name == (rule or scene.rule):
                item.actions[0] = Action("move", target or scene.target)
            if scene.disable and item.name == (off or scene.off):
                item.enabled = enabled

    def delete(self, scene: Scene, desktop: Desktop) -> None:
        """Change them, and delete another one."""
        self.change(scene, desktop)
        filters = profile_on(desktop).account(scene.story.account).filters
        filters.remove(next(item for item in filters if item.name == scene.other))


def _filter_fact(name: str, selector: Selector, title: str) -> Fact:
    says = (f'the filter "{title}"', f'the message filter "{title}"')
    return Fact(name=name, value=title, says=says, refers=selector.of("name"))
