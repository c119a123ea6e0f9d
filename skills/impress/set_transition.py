"""Skill: how slides come in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.parts import Speed
from forge.preparers.impress.spec import Transition
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, words_fact
from forge.states.rubric import Absent, AnyCheck, Equals, Requirement
from forge.states.selectors import Selector

KINDS = ("cover", "dissolve", "fade", "push", "split", "wipe")
SLIDES = "[[{{slide}}|{{slide}} and {{slide_2}}|{{every}}]]"


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The slides (none for all), the kind, another kind, and a slide beside them."""

    chosen: tuple[int, ...]
    kind: str
    wrong: str
    stray: int


class SetTransition(ImpressSkill[Scene]):
    """One slide, two, or when it is hard all of them; how fast it goes is free."""

    id = "impress.transitions.set"
    title = "Set a slide transition"
    phrasings = (
        "set {{kind}} for " + SLIDES,
        "use {{kind}} on " + SLIDES,
        "terse: " + SLIDES + ": {{kind}}.",
        "polite: Could you please give " + SLIDES + " {{kind}}?",
        "chatty: It should move a bit. Can you let " + SLIDES + " come in with {{kind}}?",
        "precise: Give " + SLIDES + " {{kind}}; it still takes a click to come to it.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A kind that no slide has, on slides whose titles do not speak of transitions."""
        plain = [number for number in deck.numbers if "transition" not in deck.title(number).casefold()]
        *chosen, stray = random.sample(plain, 3 if parameters.difficulty == "medium" else 2)
        there = {slide.transition.type for slide in deck.start.slides if slide.transition is not None}
        kind, wrong = random.sample([name for name in KINDS if name not in there], 2)
        if parameters.difficulty == "hard":
            return Scene(parameters, deck, (), kind, wrong, stray)
        return Scene(parameters, deck, tuple(chosen), kind, wrong, stray)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Slide by slide."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each of them has the transition and waits for a click."""
        called = scene.kind.capitalize()
        says = (f'the transition "{called}"', f"the {called} transition")
        facts: list[Fact] = [words_fact("kind", ("transition", scene.kind), *says)]
        for number, slide in enumerate(scene.chosen, 1):
            facts.append(slide_fact(f"slide_{number}" if number > 1 else "slide", scene.deck, slide))
        if not scene.chosen:
            facts.append(words_fact("every", True, "every slide", "all slides"))
        slides = self.slides(scene)
        requirements = []
        for number, slide in enumerate(slides, 1):
            place = _transition(scene, slide)
            checks: tuple[AnyCheck, ...] = (
                Equals(select=place.of("type"), expected=scene.kind),
                Absent(select=place.of("after")),
            )
            told = facts[number].name if scene.chosen else "every"
            requirements.append(
                Requirement(
                    id=f"slide_{slide}",
                    says="It comes in so.",
                    any_of=(checks,),
                    facts=("kind", told),
                )
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[_transition(scene, slide) for slide in slides],
            free=[_transition(scene, slide).of("speed") for slide in slides],
            variants=(
                Attempt("fast", partial(act, speed="fast"), why="How fast it goes was not asked for."),
                Attempt("slow", partial(act, speed="slow"), why="How fast it goes was not asked for."),
            ),
            near_misses=(
                Attempt("other_kind", partial(act, kind=scene.wrong), why="Another transition."),
                Attempt("one_too_few", partial(act, slides=slides[1:]), why="One slide is as it was."),
                Attempt("by_itself", partial(act, after=5), why="The slides go on by themselves."),
                Attempt("stray", partial(act, slides=(scene.stray, *slides[1:])), why="A wrong slide."),
            ),
        )

    def slides(self, scene: Scene) -> tuple[int, ...]:
        """The numbers of the slides."""
        return scene.chosen or tuple(scene.deck.numbers)

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        kind: str = "",
        speed: Speed = "medium",
        after: float | None = None,
        slides: tuple[int, ...] | None = None,
    ) -> None:
        """Set the transition of slides."""
        for number in self.slides(scene) if slides is None else slides:
            scene.deck.slide(desktop, number).transition = Transition(kind or scene.kind, speed, after)


def _transition(scene: Scene, number: int) -> Selector:
    """The transition of a slide."""
    return places.transition(scene.mount, number)
