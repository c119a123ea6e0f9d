"""`forge score`: whether what somebody left behind is right. This is what a bundle's verifier runs."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from forge.cli.options import applications_option, json_option, workspace_option
from forge.cli.output import note, print_json, print_table, print_text, write_file
from forge.errors import StorageError

if TYPE_CHECKING:
    from forge.pipeline.scoring import Scored
    from forge.storage.bundle import Bundle

DONE, NOT_DONE, COULD_NOT = 0, 1, 3


@click.command("score", epilog="Example: forge score /tmp/task /tmp/task/solution/files")
@click.argument("bundle", metavar="BUNDLE")
@click.argument("result", metavar="RESULT_DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--reward",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the reward there, only when there is a score: JSON with `reward` (1 or 0) and `score`.",
)
@applications_option
@workspace_option
@json_option
def command(
    workspace: Path, as_json: bool, bundle: str, result: Path, reward: Path | None, no_applications: bool
) -> int:
    """Score RESULT_DIR, a home folder as somebody left it or one that holds it as `home/`.

    An answer in words lies beside it as `answer.txt`, or typed as `answer.json`. Of BUNDLE, environment/ and
    tests/ are needed. Exit code 0 means done, 1 not done, 3 that it could not be scored.
    """
    from forge.pipeline.scoring import Unscored, score_result

    try:
        scored = score_result(_bundle(bundle, workspace), result, engines=not no_applications)
    except StorageError as error:
        scored = Unscored(f"{error} {error.hint}".strip())
    if isinstance(scored, Unscored):
        if as_json:
            print_json({"unscored": scored.reason})
        note(f"It could not be scored: {scored.reason}")
        return COULD_NOT
    if reward is not None:
        write_file(reward, _reward(scored))
    if as_json:
        print_json(_plain(scored))
    else:
        _show(scored)
    return DONE if scored.score.success else NOT_DONE


def _bundle(name: str, workspace: Path) -> Bundle:
    """The bundle of a folder, or of a task; only the latter needs the catalog, which is slow to load."""
    from forge.storage.bundle import Bundle

    if os.path.isdir(name):  # noqa: PTH112 - unlike Path it takes any text, too long ones as well
        return Bundle.from_directory(Path(name))
    from forge.pipeline.finding import locate
    from forge.storage.workspace import Workspace

    with closing(Workspace(workspace)) as home:
        return locate(name, home).load()


def _reward(scored: Scored) -> bytes:
    """The reward as Harbor reads it: names with numbers."""
    reward = {"reward": float(scored.score.success), "score": scored.score.score}
    return json.dumps(reward).encode() + b"\n"


def _plain(scored: Scored) -> dict[str, object]:
    return {
        "success": scored.score.success,
        "score": scored.score.score,
        "items": scored.score.items,
        "engines": scored.engines,
        "troubles": scored.troubles,
    }


def _show(scored: Scored) -> None:
    rows = [(item.id, _HOLDS[item.passed], item.expected, item.actual) for item in scored.score.items]
    print_table(("item", "holds", "asked for", "found"), rows)
    for item in scored.score.failures():
        print_text(f"{item.id}: {item.why}", indent=2)
    done = "Done" if scored.score.success else "Not done"
    click.echo(f"{done}, score {scored.score.score:.3g}.")
    if scored.engines:
        note(f"Recalculated by {', '.join(scored.engines)}.")
    else:
        note("No application recalculated it: the values are those that were stored.")


_HOLDS = {True: "yes", False: "no", None: "not judged"}
