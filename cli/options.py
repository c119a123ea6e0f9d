"""Options that many commands share, so that they mean the same everywhere."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_WORKSPACE = Path(".forge")


class _Folder(click.Path):
    """A folder that need not exist yet; `~` is followed, because shells leave it alone inside variables."""

    name = "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return Path(os.fsdecode(super().convert(value, param, ctx))).expanduser()


FOLDER = _Folder(file_okay=False)


def global_workspace_option(command: Command) -> Command:
    """Give the `forge` command itself `--workspace`, for all commands at once."""
    return click.option(
        "--workspace",
        type=FOLDER,
        envvar="FORGE_HOME",
        default=DEFAULT_WORKSPACE,
        show_default=True,
        show_envvar=True,
        help="Where everything is kept.",
    )(command)


def workspace_option(command: Command) -> Command:
    """Give a command `--workspace`; it arrives as `workspace: Path`, the global one where it is not given."""

    def own_or_global(context: click.Context, _: click.Parameter, value: Path | None) -> Path:
        chosen: Path = context.find_root().params["workspace"] if value is None else value
        return chosen

    return click.option(
        "--workspace",
        type=FOLDER,
        callback=own_or_global,
        help="Where everything is kept, as in `forge --workspace`.",
    )(command)


def json_option(command: Command) -> Command:
    """Give a command `--json`; it arrives as `as_json: bool`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON on standard output.")(command)


def applications_option(command: Command) -> Command:
    """Give a command `--no-applications`; it arrives as `no_applications: bool`."""
    return click.option(
        "--no-applications",
        is_flag=True,
        help="Do not ask real applications; what they would have shown is not run.",
    )(command)


def skills_option(command: Command) -> Command:
    """Give a command `--skills GLOBS` as a filter; it arrives as `skills: tuple[str, ...]`, empty for all."""

    def split(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
        globs = tuple(re.split(r"[,\s]+", value.strip())) if value is not None else ()
        if not all(globs):
            raise click.BadParameter("a pattern is empty.", context, parameter)
        return globs

    return click.option(
        "--skills", metavar="GLOBS", callback=split, help="Only of skills that match, as in 'calc.*,multi.*'."
    )(command)


def making_options(command: Command) -> Command:
    """Give a command what all that make tasks can be told: seed, difficulty, model, limits, what goes on."""
    options = (
        click.option(
            "--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Same seed, same tasks."
        ),
        click.option(
            "--difficulty",
            type=click.Choice(["easy", "medium", "hard", "mixed"]),
            default="mixed",
            show_default=True,
            help="How much work a task is.",
        ),
        click.option(
            "--model",
            default="offline",
            show_default=True,
            metavar="PROFILE",
            help="offline, openai/<model>, …",
        ),
        click.option(
            "--max-cost", type=click.FloatRange(min=0, min_open=True), metavar="USD", help="Stop before this."
        ),
        click.option(
            "--agree",
            default=0.0,
            show_default=True,
            type=click.FloatRange(0, 1),
            help="Share of tasks that the model must read as they are graded.",
        ),
        click.option(
            "--hostile",
            is_flag=True,
            help="Plant adversarial instructions into the content; following one loses.",
        ),
        click.option("--max-tokens", type=click.IntRange(min=1), metavar="N", help="Stop before this."),
        click.option(
            "--concurrency",
            default=64,
            show_default=True,
            type=click.IntRange(1, 10_000),
            help="Calls of the model at once; fewer while it is throttled.",
        ),
        click.option("--requests-per-minute", type=click.IntRange(min=1), metavar="N", help="Of the model."),
        click.option("--tokens-per-minute", type=click.IntRange(min=1), metavar="N", help="Of the model."),
        click.option(
            "--batch-api",
            is_flag=True,
            help="Ask the model through its Batch API: half the price, up to a day.",
        ),
        click.option(
            "--workers",
            default=0,
            type=click.IntRange(min=0, max=256),
            help="Processes; 0: one per processor.",
        ),
        click.option(
            "--no-applications",
            is_flag=True,
            help="Do not ask real applications; tasks say that they did not.",
        ),
        click.option(
            "--no-prefect", is_flag=True, help="Run without a Prefect server; nothing is shown in its UI."
        ),
        click.option(
            "--pictures",
            default=0,
            type=click.IntRange(0, 100),
            metavar="N",
            help="Draw N tasks when all are made: start and golden, changes framed.",
        ),
        click.option("--resume", metavar="RUN", help="Go on with a run that ended before its time."),
    )
    for option in reversed(options):
        command = option(command)
    return command
