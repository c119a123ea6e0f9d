"""When jobs of a cron table run, in words, as a line and as fields; and such a table written anew."""

from __future__ import annotations

from collections.abc import Callable

from forge.preparers.files.formats import text
from forge.preparers.files.spec import FileTree

TIMES = {
    "every day at {hour}:{minute:02}": ("{minute} {hour} * * *", ("{minute}", "{hour}", "*", "*", "*")),
    "every Monday at {hour}:{minute:02}": ("{minute} {hour} * * mon", ("{minute}", "{hour}", "*", "*", "1")),
    "every Sunday at {hour}:{minute:02}": ("{minute} {hour} * * 7", ("{minute}", "{hour}", "*", "*", "0")),
    "from Monday to Friday at {hour}:{minute:02}": (
        "{minute} {hour} * * 1-5",
        ("{minute}", "{hour}", "*", "*", "1-5"),
    ),
    "on the first day of each month at {hour}:{minute:02}": (
        "{minute} {hour} 1 * *",
        ("{minute}", "{hour}", "1", "*", "*"),
    ),
}
FIELDS = ("minute", "hour", "day", "month", "weekday")
SCRIPTS = (
    "backup.sh",
    "cleanup.sh",
    "report.sh",
    "sync-pictures.sh",
    "check-disk.sh",
    "rotate-logs.sh",
    "fetch-mail.sh",
)


def rescheduled(tree: FileTree, path: str, script: str, when: str) -> None:
    """Write another time into the line of the job that runs a script."""
    lines = tree.file(path).data.decode().splitlines()
    at = next(n for n, line in enumerate(lines) if line[:1].isdigit() and line.endswith(f"/{script}"))
    lines[at] = f"{when} {lines[at].split(None, 5)[5]}"
    tree.file(path).data = text.encode(lines)


def reordered(tree: FileTree, path: str, order: Callable[[list[str]], list[str]]) -> None:
    """Put the comments of a cron table first, then the variables, then the jobs, the first and the last in an order."""
    lines = tree.file(path).data.decode().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    jobs = [line for line in lines if line[:1].isdigit()]
    rest = [line for line in lines if line not in comments and line not in jobs]
    tree.file(path).data = text.encode([*order(comments), *rest, *order(jobs)])
