"""Options that many commands share, so that they mean the same everywhere."""

from __future__ import annotations

import os
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
