"""Changes within files: what an editor may change besides, and attempts that write files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from forge.preparers.files.places import file
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Attempt
from forge.skills.files.support.ground import Ground
from forge.states.selectors import Selector

Act = Callable[[FileTree], None]


def layout(mount: str, paths: Sequence[str]) -> tuple[Selector, ...]:
    """What an editor that writes a file anew may change: permissions, and the end of the last line."""
    return file(mount, *paths).of("mode"), file(mount, *paths).of("final_break")


def attempt(ground: Ground, name: str, act: Act, why: str) -> Attempt:
    """An attempt that begins at the start."""
    return Attempt(name, lambda desktop: act(ground.tree(desktop)), why=why)


def after(ground: Ground, name: str, act: Act, why: str) -> Attempt:
    """An attempt that goes on from the end of the reference solution."""
    return Attempt(name, lambda desktop: act(ground.tree(desktop)), on="golden", why=why)


def rewritten(ground: Ground, paths: Sequence[str]) -> tuple[Attempt, ...]:
    """Variants: written anew under other permissions, or without an end of the last line."""

    def with_mode(mode: int) -> Act:
        def act(tree: FileTree) -> None:
            for path in paths:
                tree.file(path).mode = mode

        return act

    def unended(tree: FileTree) -> None:
        for path in paths:
            tree.file(path).data = tree.file(path).data.removesuffix(b"\n").removesuffix(b"\r")

    return (
        after(ground, "written anew by somebody in a group", with_mode(0o664), "The content is the same."),
        after(ground, "written anew by somebody careful", with_mode(0o600), "The content is the same."),
        after(ground, "the last line not ended", unended, "Some editors do not end it."),
    )
