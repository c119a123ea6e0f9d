"""`forge verify-store`: every object read against its digest."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from forge.cli.options import json_option, workspace_option
from forge.cli.output import Progress, note, print_json
from forge.errors import counted


@click.command("verify-store", epilog="Example: forge verify-store --json")
@workspace_option
@json_option
def command(workspace: Path, as_json: bool) -> int:
    """Read every object of the store and compare it with the SHA-256 in its name.

    Exit code 1 says that some are damaged or cannot be read. What is missing altogether, `forge gc` finds.
    """
    from forge.storage.upkeep import verify
    from forge.storage.workspace import Workspace

    sizes: list[int] = []
    with closing(Workspace(workspace)) as home, Progress("Reading objects") as progress:

        def told(size: int) -> None:
            sizes.append(size)
            progress.advance()

        bad = {key: str(error) for key, error in verify(home.objects, told=told)}
    if as_json:
        print_json({"objects": len(sizes), "bytes": sum(sizes), "damaged": bad})
    else:
        for reason in bad.values():
            note(reason)
        read = f"{counted(len(sizes), 'object', 'objects')} ({sum(sizes):,} bytes) were read"
        note(f"{read}; {counted(len(bad), 'is', 'are')} damaged." if bad else f"{read}; all are whole.")
    return 1 if bad else 0
