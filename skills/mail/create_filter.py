"""Skill: make a filter with condition and action."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.following import reference
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.rules import Action, Condition, Filter
from forge.preparers.mail.schema import SCHEMA
from forge.preparers.mail.spec import LOCAL, Folder
from forge.skills.checks import new_thing
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.conditions import condition_checks, condition_fact, otherwise
from forge.skills.mail.support.facts import folder_fact, text_fact
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import Absent, Count, Exists, Requirement

WORDS = ("invoice", "offer", "minutes", "newsletter", "reminder", "survey")
NAMES = ("Sort my mail", "Tidy up", "Filing", "By itself", "Away from the Inbox")


@dataclass(frozen=True)
class Scene(MailScene):
    """The filter, and a folder beside the one into which it moves."""

    rule: Filter
    beside: FolderPath


class CreateFilter(MailSkill[Scene]):
    """Mail with a word in its subject, or from an address, is moved; when it is hard, starred too."""

    id = "mail.filters.create"
    title = "Make a filter with condition and action"
    phrasings = (
        "[[create|set up]] a message filter called {{name}} that moves mail {{condition}} to "
        "{{target}}[[, {{also}}|]]",
        "make a filter {{name}} so that messages {{condition}} go to {{target}}[[, {{also}}|]]",
        "terse: New filter {{name}}: mail {{condition}} moves to {{target}}[[, {{also}}|]].",
        "polite: Could you please add a filter named {{name}} that moves messages {{condition}} to "
        "{{target}}[[, {{also}}|]]?",
        "chatty: I don't want to sort by hand any more. Can you make me a filter {{name}} that moves "
        "mail {{condition}} "
        "to {{target}}[[, {{also}}|]]?",
        "precise: A message filter with the name {{name}} is to move messages {{condition}} to "
        "{{target}}[[, {{also}}|]].",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """A word or a person, a folder of a project, and another filter that is there already."""
        story.profile.local.folders += [Folder(name) for name in story.projects]
        target, beside = some_of(random, story.projects, 2, "projects")
        person, other = random.sample(story.people, 2)
        easy = parameters.difficulty == "easy"
        asked = (
            Condition("subject", "contains", random.choice(WORDS))
            if easy
            else Condition("from", "contains", person.email)
        )
        actions = [Action("move", (LOCAL, target))]
        actions += [Action("star")] if parameters.difficulty == "hard" else []
        account = story.profile.account(story.account)
        account.filters.append(Filter("Old rule", [Condition("from", "is", other.email)], [Action("read")]))
        rule = Filter(random.choice(NAMES), [asked], actions)
        return Scene(parameters, story, rule, (LOCAL, beside))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The filter, as the first one."""
        self.add(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It is there with its condition and its actions."""
        rule, asked = scene.rule, scene.rule.conditions[0]
        target = rule.actions[0].value
        assert isinstance(target, tuple)  # noqa: S101 - it moves
        says = ("it does nothing else", "that is all it does")
        does = Fact(name="does", value=(1, "move", reference(target)), says=says, optional=True)
        told = condition_fact("condition", asked)
        facts = [text_fact("name", rule.name), told, folder_fact("target", target), does]
        if rule.actions[1:]:
            facts.append(
                Fact(name="also", value=("star", 2), says=("with a star on each", "each with a star"))
            )
        account = places.account(MOUNT, scene.story.account)
        new, checks = new_thing(SCHEMA, account, "filter", {"name": rule.name}, free=("occasions", "match"))
        required = Requirement(
            id="filter",
            says="The filter is there.",
            any_of=(
                (
                    *checks,
                    Count(select=new.below("condition"), expected=1),
                    *condition_checks(new, asked),
                    Count(select=new.below("action"), expected=len(rule.actions)),
                    Exists(select=new.below("action", type="move", value=reference(target))),
                    *(
                        Absent(select=new.below("action", type=item.type).of("value"))
                        for item in rule.actions[1:]
                    ),
                    *(Exists(select=new.below("action", type=item.type)) for item in rule.actions[1:]),
                ),
            ),
            facts=tuple(fact.name for fact in facts),
        )
        act, beside = partial(self.add, scene), [Action("move", scene.beside), *rule.actions[1:]]
        wrong = Condition("to" if asked.field == "from" else "body", asked.operator, asked.value)
        others = otherwise(rule.conditions)
        inverted = [replace(asked, operator="doesn't contain")]
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(new,),
            free=(
                account.of("order:filter"),
                *(new.of(name) for name in ("occasions", "match", "order:action")),
            ),
            variants=(
                Attempt("last", partial(act, first=False), why="Where it stands among the filters is open."),
                Attempt("any_of_one", partial(act, match="any", conditions=others), why="It finds the same."),
            ),
            near_misses=(
                Attempt("beside", partial(act, actions=beside), why="It moves to another folder."),
                Attempt("other_field", partial(act, conditions=[wrong]), why="It looks elsewhere."),
                Attempt("inverted", partial(act, conditions=inverted), why="It finds all others."),
                Attempt("off", partial(act, enabled=False), why="It does not run."),
                Attempt(
                    "copies",
                    partial(act, actions=[Action("copy", target), *rule.actions[1:]]),
                    why="It copies.",
                ),
            ),
        )

    def add(self, scene: Scene, desktop: Desktop, first: bool = True, **changes: object) -> None:
        """Add the filter, perhaps not quite right."""
        made = Filter(scene.rule.name, list(scene.rule.conditions), list(scene.rule.actions))
        for name, value in changes.items():
            setattr(made, name, value)
        filters = profile_on(desktop).account(scene.story.account).filters
        filters.insert(0 if first else len(filters), made)
