"""The `forge` command itself: its table of commands, and what becomes of errors.

A command is a module with a click command named `command`. It is imported only when it is asked for, so that
`forge --help` stays quick. What a command returns is its exit code: 0 or None when all is fine, 1 when the
answer is no. Errors give 2 (wrong usage) and 3 (it could not be done).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from forge import __version__
from forge.cli.options import global_workspace_option
from forge.cli.output import INTERRUPTED
from forge.errors import ForgeError

COMMANDS: Mapping[str, tuple[str, str]] = {
    "run": ("forge.cli.run", "Make tasks: build, attack and keep those that every gate lets through."),
    "compose": ("forge.cli.compose", "Make tasks of several skills, over one desktop."),
    "certify": ("forge.cli.certify", "Prove that skills make tasks which pass every gate."),
    "tasks": ("forge.cli.tasks", "List the tasks that were kept."),
    "show": ("forge.cli.show", "Show everything about one task."),
    "bundle": ("forge.cli.bundle", "Write a task's files as a folder."),
    "check": ("forge.cli.check", "Let the gates judge bundles, from their files alone."),
    "score": ("forge.cli.score", "Score what somebody left behind: is the task done?"),
    "export": ("forge.cli.export", "Write tasks as trainers and harnesses read them."),
    "gallery": ("forge.cli.gallery", "Make a page to browse the tasks that were kept."),
    "report": ("forge.cli.report", "Report what tasks cost, what the gates said, or how tasks differ."),
    "gc": ("forge.cli.gc", "Find objects that no task needs, and tasks whose objects are lost."),
    "verify-store": ("forge.cli.verify_store", "Read every object against its digest."),
    "deploy": ("forge.cli.deploy", "Register flows on a Prefect server, for its UI, schedules and workers."),
    "up": ("forge.cli.up", "Start the local Prefect server, or find it running."),
    "down": ("forge.cli.down", "Stop the local Prefect server."),
    "doctor": ("forge.cli.doctor", "Say what is installed, what is missing and how to get it."),
    "skills": ("forge.cli.skills", "List the skills: planned, implemented, certified."),
}
"""Each command's module and what it does in a few words."""

COULD_NOT = 3
PIPE_CLOSED = 128 + 13
"""What a shell shows for a program that SIGPIPE ended."""


class LazyGroup(click.Group):
    """A group that knows the names of its commands and imports one when it is asked for."""

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **attributes: Any) -> None:
        placeholders = {name: click.Command(name, short_help=about) for name, (_, about) in table.items()}
        super().__init__(*args, **attributes)
        self.commands.update(placeholders)
        self._table = table

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        """The command of a name; click itself suggests the nearest names when there is none."""
        if cmd_name not in self._table:
            return None
        found: click.Command = import_module(self._table[cmd_name][0]).command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; click would make exit code 1, which says no, of a reader that went away."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _discard_output()
            return PIPE_CLOSED

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self._table.items()])


@click.command(
    cls=LazyGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 it could not be done.",
)
@click.version_option(__version__, prog_name="forge")
@global_workspace_option
def forge(workspace: Path) -> None:
    """Manufacture verifiable desktop tasks for training computer-use agents."""
    # The workspace reaches commands through `workspace_option`.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the `forge` command.

    Args:
        arguments: what stands after `forge`; the process's own arguments where None.

    Returns:
        The exit code. Errors have been told on standard error.
    """
    try:
        with suppress(
            AttributeError
        ):  # a replaced stream may lack it; names from anywhere must not break a print
            sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # suppressed above
        result = forge.main(arguments, prog_name="forge", standalone_mode=False)
        sys.stdout.flush()  # a reader that went away is met here rather than at exit
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except click.ClickException as error:
        error.show()
        return error.exit_code if isinstance(error, click.UsageError) else COULD_NOT
    except ForgeError as error:
        _tell(str(error), error.hint)
        return error.exit_code
    except Exception as error:  # noqa: BLE001 - the last resort: a fault of Forge itself is told, not shown raw
        _tell(
            f"Forge met a fault of its own: {type(error).__name__}: {error}",
            "Run the command again with FORGE_TRACEBACK=1 and report what it prints, "
            "together with the output of `forge doctor --json`.",
        )
        return COULD_NOT
    return result if isinstance(result, int) else 0


def _tell(message: str, hint: str) -> None:
    """Say on standard error what went wrong and what to do next."""
    if os.environ.get("FORGE_TRACEBACK") == "1":
        import traceback

        traceback.print_exc()
    click.echo(f"Error: {message}", err=True)
    if hint:
        click.echo(hint, err=True)


def _discard_output() -> None:
    """Point standard output at nothing, so that the last flush does not meet the closed pipe again."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
