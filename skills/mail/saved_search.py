"""Skill: make a saved search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.preparers.mail import places
from forge.preparers.mail.following import reference
from forge.preparers.mail.places import FolderPath
from forge.preparers.mail.rules import Condition, SavedSearch
from forge.preparers.mail.spec import LOCAL
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.drawing import some_of
from forge.skills.mail.support.base import MailParameters, MailScene, MailSkill, profile_on
from forge.skills.mail.support.conditions import condition_checks, condition_fact, otherwise
from forge.skills.mail.support.facts import folder_fact, local_fact, text_fact
from forge.skills.mail.support.filing import file_projects
from forge.skills.mail.support.story import MOUNT, Story
from forge.states.rubric import AnyCheck, Count, Equals, Exists, Requirement

NAMES = ("Needs a look", "For the report", "On my desk", "Worth reading", "This matters", "To be answered")
WORDS = ("offer", "quotes", "report", "place", "week", "course", "Monday", "Thursday")
NEW = "{{name}} in {{local}}"
WHAT = "[[{{first}} and {{second}}|{{first}}]]"


@dataclass(frozen=True)
class Scene(MailScene):
    """The search as it is to be, and a folder in which it is not to look."""

    search: SavedSearch
    beside: FolderPath


class MakeSavedSearch(MailSkill[Scene]):
    """A search in one folder by one condition; the harder, the more conditions."""

    id = "mail.search.save"
    title = "Make a saved search"
    phrasings = (
        f"[[create|set up]] a saved search called {NEW} that looks in {{{{folder}}}} for messages {WHAT}",
        f"make a search folder {NEW} over {{{{folder}}}} for mail {WHAT}",
        f"terse: New saved search {NEW}: mail in {{{{folder}}}} {WHAT}.",
        f"polite: Could you please set up a saved search {NEW} for the mail in {{{{folder}}}} {WHAT}?",
        f"chatty: I look for the same mails every day. Can you make a saved search {NEW} that shows me those in "
        f"{{{{folder}}}} {WHAT}?",
        f"precise: A saved search with the name {NEW} is to show the messages in {{{{folder}}}} {WHAT}, "
        "searching no other folder.",
    )

    def scene(self, parameters: MailParameters, story: Story, random: Random) -> Scene:
        """The Inbox, or a folder without others below it; a word, perhaps a person as well."""
        paths = file_projects(story, random)
        easy = parameters.difficulty == "easy"
        folder, beside = (story.inbox, paths[0]) if easy else some_of(random, paths, 2, "folders of projects")
        conditions = [Condition("subject", "contains", random.choice(WORDS))]
        if parameters.difficulty == "hard":
            conditions.append(Condition("from", "contains", random.choice(story.people).email))
        search = SavedSearch(random.choice(NAMES), [folder], conditions)
        return Scene(parameters, story, search, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Beside the local folders."""
        self.add(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """It looks there, for that and for nothing else."""
        search = scene.search
        facts = [
            text_fact("name", search.name),
            folder_fact("folder", search.folders[0]),
            local_fact(),
            *map(condition_fact, ("first", "second"), search.conditions),
            Fact(
                name="alone", value=len(search.conditions), says=("it looks for nothing else",), optional=True
            ),
            Fact(name="where", value=reference(search.folders[0]), says=("only there",), optional=True),
        ]
        place = places.account(MOUNT, LOCAL).below("search", search.name)
        required = Requirement(
            id="search",
            says="The saved search is there.",
            any_of=(self.checks(search, place),),
            facts=tuple(fact.name for fact in facts),
        )
        act, (first, *others) = partial(self.add, scene), search.conditions
        wrong = Condition("body", first.operator, first.value)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(place,),
            free=[place.of(name) for name in (("order:condition",) if others else ("match",))],
            variants=(
                Attempt(
                    "is",
                    partial(act, conditions=otherwise(search.conditions)),
                    why="It finds the same.",
                )
                if others
                else Attempt("any_of_one", partial(act, match="any"), why="It is one."),
            ),
            near_misses=(
                Attempt("beside", partial(act, folders=[scene.beside]), why="It looks in another folder."),
                Attempt("everywhere", partial(act, folders=[*search.folders, scene.beside]), why="In two."),
                Attempt("body", partial(act, conditions=[wrong, *others]), why="It looks into the text."),
                Attempt("any", partial(self.any_of, scene), why="Another condition would do as well."),
                Attempt(
                    "elsewhere",
                    partial(act, key=scene.story.account),
                    why="It is not among the local folders.",
                ),
            ),
        )

    def checks(self, search: SavedSearch, place: Any) -> tuple[AnyCheck, ...]:
        """What holds of the saved search at a place."""
        match = (Equals(select=place.of("match"), expected="all"),) if len(search.conditions) > 1 else ()
        return (
            Exists(select=place),
            Equals(select=place.of("folders"), expected=tuple(reference(path) for path in search.folders)),
            *match,
            Count(select=place.below("condition"), expected=len(search.conditions)),
            *(check for item in search.conditions for check in condition_checks(place, item)),
        )

    def add(self, scene: Scene, desktop: Desktop, key: str = LOCAL, **changes: Any) -> None:
        """Make it, perhaps not quite right."""
        made = SavedSearch(scene.search.name, list(scene.search.folders), list(scene.search.conditions))
        for name, value in changes.items():
            setattr(made, name, value)
        profile_on(desktop).account(key).searches.append(made)

    def any_of(self, scene: Scene, desktop: Desktop) -> None:
        """One more condition, of which any is enough."""
        more = Condition("subject", "contains", "Re")
        self.add(scene, desktop, conditions=[*scene.search.conditions, more], match="any")
